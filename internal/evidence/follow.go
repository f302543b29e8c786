package evidence

import (
	"slices"
)

// Unfounded names the keys of a record whose figures do not follow from its
// trials, to the last bit, and of trials that are not what the children reported.
// Readers who are shown such a figure are to be told; nil says that all is well.
// It looks at the figures of pages; assay verify checks far more, such as marks,
// whose kinds may grow in number from one version to the next.
func (r *Record) Unfounded() []string {
	var keys []string
	unless := func(follows bool, key string) {
		if !follows {
			keys = append(keys, key)
		}
	}
	if r.Figures != nil && len(r.Trials) > 0 {
		f, want := r.Figures, Derive(r.Trials, r.InputBytes, 0)
		if r.Assay == nil && (f.MeanSeconds != want.MeanSeconds || f.OperationsPerSecond != want.OperationsPerSecond) {
			want.meansOf(plainSum(r.Trials), r.InputBytes) // the published harness before Python 3.12
		}
		unless(f.Measurements == want.Measurements, "measurements")
		unless(f.MeanSeconds == want.MeanSeconds, "mean_seconds")
		unless(f.MedianTrialSeconds == want.MedianTrialSeconds, "median_trial_seconds")
		unless(f.MinTrialSeconds == want.MinTrialSeconds, "min_trial_seconds")
		unless(f.MaxTrialSeconds == want.MaxTrialSeconds, "max_trial_seconds")
		unless(sameFloat(f.MeanCycles, want.MeanCycles), "mean_cycles")
		unless(sameFloat(f.MedianTrialCycles, want.MedianTrialCycles), "median_trial_cycles")
		unless(f.OperationsPerSecond == want.OperationsPerSecond, "operations_per_second")
		unless(sameFloat(f.ThroughputMBs, want.ThroughputMBs), "throughput_MB_per_second")
	}
	if r.Assay != nil {
		var trials []Trial
		if r.Figures != nil {
			trials = r.Trials
		}
		unless(slices.EqualFunc(trials, r.Assay.Trials, func(t Trial, a Attempt) bool { return t == SchemaTrial(a.Trial) }), "trials")
		for _, key := range r.Assay.unfounded(r.InputBytes) {
			keys = append(keys, "assay."+key)
		}
	}
	return keys
}

// unfounded is Unfounded for our own keys.
func (a *Assay) unfounded(inputBytes int) []string {
	if len(a.Trials) == 0 {
		return nil
	}
	want := Assay{Trials: a.Trials}
	want.Derive(inputBytes, float64(a.UsualClockHz)) // an operation without any estimate says which clock it took
	var keys []string
	for _, c := range []struct {
		follows bool
		key     string
	}{
		{a.MedianSeconds == want.MedianSeconds, "median_seconds"},
		{a.IntervalLo == want.IntervalLo, "interval_lo_seconds"},
		{a.IntervalHi == want.IntervalHi, "interval_hi_seconds"},
		{a.IntervalLevel == want.IntervalLevel, "interval_level"},
		{a.SpreadRatio == want.SpreadRatio, "spread_ratio"},
		{a.CycleSource == want.CycleSource, "cycle_source"},
		{a.UsualClockHz == want.UsualClockHz, "usual_clock_hz"},
		{sameFloat(a.MeanCycles, want.MeanCycles), "mean_cycles"},
		{sameFloat(a.MedianCycles, want.MedianCycles), "median_cycles"},
		{a.BaselineRSS == want.BaselineRSS, "baseline_rss_median_bytes"},
		{a.PeakRSS == want.PeakRSS, "peak_rss_median_bytes"},
	} {
		if !c.follows {
			keys = append(keys, c.key)
		}
	}
	return keys
}

func sameFloat(a, b *Float) bool { return a == b || a != nil && b != nil && *a == *b }

// plainSum adds the seconds of trials one by one.
func plainSum(trials []Trial) float64 {
	var sum float64
	for _, t := range trials {
		sum += float64(t.Seconds)
	}
	return sum
}
