package evidence

import (
	"slices"
	"testing"

	"github.com/hashassay/assay/internal/driver"
)

// The published figures follow from their trials, also where sums of floats were
// added one by one; each figure that is changed does not.
func TestUnfoundedGolden(t *testing.T) {
	t.Parallel()
	for name, raw := range goldenRecords(t) {
		r, err := DecodeRecord(name, raw)
		if err != nil {
			t.Fatal(err)
		}
		if keys := r.Unfounded(); keys != nil {
			t.Errorf("%s: %q", name, keys)
		}
		r.meansOf(plainSum(r.Trials), r.InputBytes)
		if keys := r.Unfounded(); keys != nil {
			t.Errorf("%s, with plain sums: %q", name, keys)
		}
		for key, change := range map[string]func(f *Figures){
			"measurements":             func(f *Figures) { f.Measurements++ },
			"mean_seconds":             func(f *Figures) { f.MeanSeconds *= 1.000001 },
			"median_trial_seconds":     func(f *Figures) { f.MedianTrialSeconds = 1e-9 },
			"min_trial_seconds":        func(f *Figures) { f.MinTrialSeconds *= 1.000001 },
			"max_trial_seconds":        func(f *Figures) { f.MaxTrialSeconds *= 1.000001 },
			"mean_cycles":              func(f *Figures) { f.MeanCycles = pointer(*f.MeanCycles / 2) },
			"median_trial_cycles":      func(f *Figures) { f.MedianTrialCycles = nil },
			"operations_per_second":    func(f *Figures) { f.OperationsPerSecond = 1 },
			"throughput_MB_per_second": func(f *Figures) { f.ThroughputMBs = pointer(Float(1)) },
		} {
			changed, figures := *r, *r.Figures
			changed.Figures = &figures
			change(&figures)
			if keys := changed.Unfounded(); !slices.Contains(keys, key) {
				t.Errorf("%s: %s is another, and found are %q", name, key, keys)
			}
		}
	}
}

// So do those of records of ours, and trials that are not the reported ones are found.
func TestUnfoundedOurs(t *testing.T) {
	t.Parallel()
	made := func(errno int, clock float64) *Record {
		a := &Assay{}
		var trials []Trial
		for i := range 5 {
			d := &driver.Trial{
				Calls: 1000, Seconds: 0.25 + float64(i)/1000, ThreadSeconds: 0.25, Cycles: 750e6, Counter: driver.Counter{Errno: errno, TimeEnabled: 9, TimeRunning: 9},
				ClockBeforeHz: clock, ClockAfterHz: clock, BaselineRSS: 4096, PeakRSS: 8192,
			}
			a.Trials = append(a.Trials, Attempt{Round: i, Trial: d})
			trials = append(trials, SchemaTrial(d))
		}
		a.Derive(32, 3e9)
		return &Record{Status: Complete, InputBytes: 32, Figures: Derive(trials, 32, 64), Assay: a}
	}
	for source, r := range map[CycleSource]*Record{Perf: made(0, 3e9), ClockEstimate: made(2, 3e9), "no clock": made(2, 0)} {
		if source != "no clock" && r.Assay.CycleSource != source {
			t.Errorf("%s: the source is %s", source, r.Assay.CycleSource)
		}
		marks := r.Assay.Marks
		for _, r.Assay.Marks = range [][]string{nil, marks} { // they are no figures
			if keys := r.Unfounded(); keys != nil {
				t.Errorf("%s: %q", source, keys)
			}
		}
		for key, change := range map[string]func(r *Record, a *Assay){
			"trials":                    func(r *Record, _ *Assay) { r.Trials = slices.Clone(r.Trials); r.Trials[0].Measurements = 999 },
			"assay.median_seconds":      func(_ *Record, a *Assay) { a.MedianSeconds = 1e-9 },
			"assay.interval_lo_seconds": func(_ *Record, a *Assay) { a.IntervalLo /= 2 },
			"assay.interval_hi_seconds": func(_ *Record, a *Assay) { a.IntervalHi /= 2 },
			"assay.interval_level":      func(_ *Record, a *Assay) { a.IntervalLevel = 0.99 },
			"assay.spread_ratio":        func(_ *Record, a *Assay) { a.SpreadRatio = 1 },
			"assay.cycle_source":        func(_ *Record, a *Assay) { a.CycleSource = None },
			"assay.usual_clock_hz":      func(_ *Record, a *Assay) { a.UsualClockHz = 1e9; a.Trials[0].Trial.ClockBeforeHz = 2e9 },
			"assay.mean_cycles":         func(_ *Record, a *Assay) { a.MeanCycles = nil },
			"assay.median_cycles":       func(_ *Record, a *Assay) { a.MedianCycles = pointer(Float(1)) },

			"assay.baseline_rss_median_bytes": func(_ *Record, a *Assay) { a.BaselineRSS = 0 },
			"assay.peak_rss_median_bytes":     func(_ *Record, a *Assay) { a.PeakRSS = 0 },
		} {
			changed, figures, assay := *r, *r.Figures, *r.Assay
			changed.Figures, changed.Assay = &figures, &assay
			assay.Trials = slices.Clone(assay.Trials)
			first := *assay.Trials[0].Trial
			assay.Trials[0].Trial = &first
			change(&changed, &assay)
			if keys := changed.Unfounded(); !slices.Contains(keys, key) {
				t.Errorf("%s: %s is another, and found are %q", source, key, keys)
			}
		}
	}
	// What did not give a trial has no figures that could be wrong.
	if keys := (&Record{Status: Failed, Assay: &Assay{}}).Unfounded(); keys != nil {
		t.Errorf("without trials: %q", keys)
	}
}
