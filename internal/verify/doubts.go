package verify

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/stats"
)

// doubtTrials looks at trials that disagree, and keeps what the checks across
// records need. Cycles are looked at where they were counted: they do not
// depend on the clock.
func (c *checker) doubtTrials(n *notes, s *summary, r *evidence.Record) {
	seconds, cycles := make([]float64, len(r.Trials)), make([]float64, len(r.Trials))
	s.counted = true
	for i, t := range r.Trials {
		s.runs = append(s.runs, trialID{t.Measurements, t.Seconds, t.Cycles})
		seconds[i] = float64(t.Seconds) / float64(t.Measurements)
		cycles[i] = float64(t.Cycles) / float64(t.Measurements)
		s.counted = s.counted && t.Cycles > 0
	}
	perCall, unit := seconds, "s per call"
	if s.counted {
		perCall, unit = cycles, "cycles per call"
		doubtClock(n, r)
	}
	sum := stats.Summarize(perCall)
	if r.InputBytes > 0 {
		b := float64(r.InputBytes)
		s.perByte = figure{sum.Median / b, sum.Interval.Lo / b, sum.Interval.Hi / b}
	}
	s.baseline, s.peak = r.BaselineRSSBytes, r.PeakRSSBytes
	if r.Assay != nil { // the medians: one process does not move them
		s.baseline, s.peak = r.Assay.BaselineRSS, r.Assay.PeakRSS
	}
	number := func(x float64) string {
		if s.counted {
			return fmt.Sprintf("%.0f", x)
		}
		return fmt.Sprintf("%.4g", x)
	}
	mean := float64(r.MeanSeconds)
	if s.counted && r.MeanCycles != nil {
		mean = float64(*r.MeanCycles)
	}
	const advice = "the mean, %s, is not a figure to rely on"
	switch {
	case len(sum.Outliers) > 0:
		var fields, values []string
		for _, i := range sum.Outliers {
			fields = append(fields, fmt.Sprintf("trials[%d]", i))
			values = append(values, fmt.Sprintf("%s (%.2f times the median)", number(perCall[i]), perCall[i]/sum.Median))
		}
		n.doubt(strings.Join(fields, ", "), strings.Join(values, ", ")+" "+unit, "about the median of the %d trials, %s %s (modified z-score above %.1f); "+advice,
			sum.N, number(sum.Median), unit, stats.OutlierLimit, number(mean))
	case slices.Contains(sum.Marks, stats.Spread):
		n.doubt("trials", fmt.Sprintf("%s to %s %s", number(sum.Min), number(sum.Max), unit), "trials that agree within %.0f %%; median %s, mean %s",
			100*(stats.SpreadLimit-1), number(sum.Median), number(mean))
	}
	if evidence.TooFast(stats.Median(seconds), r.InputBytes) {
		n.doubt("median_trial_seconds", r.MedianTrialSeconds, "%s", stats.TooFast.Legend())
	}
}

// clockTolerance is how far the cycles per second of a trial may lie off the median of the
// operation's trials: as far as the trials themselves.
const clockTolerance = stats.SpreadLimit - 1

// doubtClock looks for trials that ran at another clock than the others, and at
// cycles that are too many for the clock that the record names.
func doubtClock(n *notes, r *evidence.Record) {
	var hz []float64
	for _, t := range r.Trials {
		hz = append(hz, float64(t.Cycles)/float64(t.Seconds))
	}
	median := stats.Median(hz)
	for i, x := range hz {
		if x > median*(1+clockTolerance) || x < median*(1-clockTolerance) {
			n.doubt(fmt.Sprintf("trials[%d].cycles", i), fmt.Sprintf("%.3f GHz", x/1e9), "about %.3f GHz, the clock of the other trials", median/1e9)
		}
	}
	if top := r.Environment.CoreClockMaxHz; top != nil && median > float64(*top)*(1+clockTolerance) {
		n.doubt("environment.core_clock_max_hz", *top, "at least %.0f: cycles of the trials by their seconds", median)
	}
}

// rising finds costs of a byte that rise with the message length. The cost of
// padding and setting up is shared by more bytes, so they fall; where they rise,
// caches are exceeded, or a figure is not what it seems. Both ends of the medians'
// intervals must agree, and by as much as trials may differ.
func rising(records []*summary) []Finding {
	var found []Finding
	for i := 1; i < len(records); i++ {
		a, b := records[i-1], records[i]
		if a.candidate != b.candidate || a.label != b.label || a.counted != b.counted || a.perByte.median <= 0 || b.perByte.median <= 0 {
			continue
		}
		if b.perByte.lo > a.perByte.hi && b.perByte.median > a.perByte.median*stats.SpreadLimit {
			unit, scale := "ns", 1e9
			if b.counted {
				unit, scale = "cycles", 1
			}
			found = append(found, Finding{Doubt, b.file, "median per byte", fmt.Sprintf("%.1f %s", scale*b.perByte.median, unit),
				fmt.Sprintf("not more than at %d bytes, %.1f %s: longer messages cost less per byte", a.bytes, scale*a.perByte.median, unit)})
		}
	}
	return found
}

// memoryJumps finds operations with more resident memory than the others of
// the implementation, which need about the same: the message, and what the code
// keeps. It is for records that do not tell of their processes; where they do,
// a jump of one process has been found there.
func memoryJumps(records []*summary) []Finding {
	var found []Finding
	for rest := records; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n].candidate == rest[0].candidate && rest[n].label == rest[0].label {
			n++
		}
		group := rest[:n]
		rest = rest[n:]
		for _, m := range []struct {
			field string
			bytes func(*summary) int64
		}{
			{"baseline_rss_bytes", func(r *summary) int64 { return r.baseline }},
			{"peak_rss_bytes", func(r *summary) int64 { return r.peak }},
		} {
			var all []float64
			for _, r := range group {
				if r.trials > 0 {
					all = append(all, float64(m.bytes(r)))
				}
			}
			if len(all) < 3 {
				continue
			}
			usual := stats.Median(all)
			for _, r := range group {
				// A message may be there twice: made, and put before its protected page.
				if x := m.bytes(r); r.trials > 0 && !r.jumped && float64(x) > usual+rssJump+2*float64(r.bytes) {
					found = append(found, Finding{Doubt, r.file, m.field, show(x),
						fmt.Sprintf("about %.0f, as for the other message lengths of this implementation", usual)})
				}
			}
		}
	}
	return found
}
