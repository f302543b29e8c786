package verify

import (
	"fmt"

	"github.com/hashassay/assay/internal/evidence"
)

// fastestClock is a clock in hertz that no CPU reaches: the fastest ones sold
// run at 6 GHz, and those cooled with liquid nitrogen at 9.
const fastestClock = 10e9

// pageBytes is the size of which all page sizes are multiples; the kernel counts
// resident memory in pages.
const pageBytes = 4096

// checkTrials checks that each trial is one that can have happened. Without
// that no figure can be derived.
func checkTrials(n *notes, trials []evidence.Trial) bool {
	before := len(n.list)
	for i, t := range trials {
		at := under(fmt.Sprintf("trials[%d].", i))
		switch {
		case t.Measurements <= 0:
			n.wrong(at("measurements"), t.Measurements, "a number of calls")
		case t.Seconds <= 0:
			n.wrong(at("seconds"), t.Seconds, "a duration")
		case float64(t.Cycles) > fastestClock*float64(t.Seconds):
			n.wrong(at("cycles"), t.Cycles, "fewer in %s seconds: %.2f GHz is above the clock of any CPU", t.Seconds, float64(t.Cycles)/float64(t.Seconds)/1e9)
		}
	}
	return len(n.list) == before
}

// figures recomputes every figure that follows from the trials, to the last bit.
func (c *checker) figures(n *notes, r *evidence.Record) {
	f, want := r.Figures, evidence.Derive(r.Trials, r.InputBytes, 0)
	same(n, "measurements", f.Measurements, want.Measurements, "the calls of all trials")
	same(n, "guide_100_measurements_met", f.Guide100Met, want.Guide100Met, fmt.Sprintf("%d calls of at least 100", want.Measurements))
	if !c.compensated(r) {
		want = asSummed(f, want)
	}
	same(n, "mean_seconds", f.MeanSeconds, want.MeanSeconds, "seconds of all trials by their calls")
	same(n, "median_trial_seconds", f.MedianTrialSeconds, want.MedianTrialSeconds, "median of the trials' seconds per call")
	same(n, "min_trial_seconds", f.MinTrialSeconds, want.MinTrialSeconds, "least of the trials' seconds per call")
	same(n, "max_trial_seconds", f.MaxTrialSeconds, want.MaxTrialSeconds, "greatest of the trials' seconds per call")
	sameOrNull(n, "mean_cycles", f.MeanCycles, want.MeanCycles, "cycles of all trials by their calls, null if a trial has none")
	sameOrNull(n, "median_trial_cycles", f.MedianTrialCycles, want.MedianTrialCycles, "median of the trials' cycles per call, null if a trial has none")
	same(n, "operations_per_second", f.OperationsPerSecond, want.OperationsPerSecond, "calls of all trials by their seconds")
	sameOrNull(n, "throughput_MB_per_second", f.ThroughputMBs, want.ThroughputMBs, "input_bytes × operations_per_second / 10^6, null for empty messages")
	if f.Sizes != (evidence.Sizes{}) {
		same(n, "sizes.input_bytes", f.Sizes.InputBytes, r.InputBytes, "input_bytes")
		for name, size := range map[string]int{"pk": f.Sizes.PK, "sk": f.Sizes.SK, "ct": f.Sizes.CT, "ss": f.Sizes.SS, "signature": f.Sizes.Signature} {
			same(n, "sizes."+name+"_bytes", size, 0, "a hash function has none")
		}
	}
	memory(n, "", f.BaselineRSSBytes, f.PeakRSSBytes)
}

// compensated says whether the sums of a record's writer are compensated ones: ours are, and those of
// the published harness under Python 3.12 or later.
func (c *checker) compensated(r *evidence.Record) bool {
	if c.ours {
		return true
	}
	python := r.Environment.Python
	if python == nil && c.campaign != nil {
		python = c.campaign.EnvironmentAtStart.Python
	}
	var minor int
	if python == nil {
		return false
	}
	_, err := fmt.Sscanf(*python, "3.%d", &minor)
	return err == nil && minor >= 12
}

// asSummed returns want, or the same with sums of floats that were added one by
// one, if those are the record's figures.
func asSummed(f, want *evidence.Figures) *evidence.Figures {
	if f.MeanSeconds == want.MeanSeconds && f.OperationsPerSecond == want.OperationsPerSecond {
		return want // one of them can be the same by rounding
	}
	var seconds float64
	for _, t := range f.Trials {
		seconds += float64(t.Seconds)
	}
	plain := *want
	plain.MeanSeconds = evidence.Float(seconds / float64(want.Measurements))
	plain.OperationsPerSecond = evidence.Float(float64(want.Measurements) / seconds)
	if want.ThroughputMBs != nil {
		x := evidence.Float(float64(want.Sizes.InputBytes) * float64(plain.OperationsPerSecond) / 1e6)
		plain.ThroughputMBs = &x
	}
	if f.MeanSeconds != plain.MeanSeconds {
		return want
	}
	return &plain
}

// memory checks two sizes of resident memory.
func memory(n *notes, prefix string, baseline, peak int64) {
	for _, m := range []struct {
		field string
		bytes int64
	}{{"baseline_rss_bytes", baseline}, {"peak_rss_bytes", peak}} {
		if m.bytes < 0 || m.bytes%pageBytes != 0 {
			n.wrong(prefix+m.field, m.bytes, "whole pages of %d bytes: the kernel counts nothing smaller", pageBytes)
		}
	}
	if peak < baseline {
		n.wrong(prefix+"peak_rss_bytes", peak, "at least baseline_rss_bytes, %d", baseline)
	}
}
