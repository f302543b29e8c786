package evidence

import (
	"math"
	"slices"
	"testing"

	"github.com/hashassay/assay/internal/driver"
	"github.com/hashassay/assay/internal/host"
	"github.com/hashassay/assay/internal/stats"
)

func TestRobustOfPublishedTrials(t *testing.T) {
	r := &Record{Figures: Derive([]Trial{{10, 4, 0}, {10, 1, 0}, {10, 1, 0}, {10, 1, 0}, {10, 1, 0}}, 32, 64)}
	s := r.Robust()
	if s.Median != 0.1 || math.Abs(s.SpreadRatio-4) > 1e-12 || s.Interval.Level != 0.9375 || !slices.Equal(s.Marks, []stats.Mark{stats.Spread, stats.Outlier}) {
		t.Errorf("%+v", s)
	}
	if s := (&Record{}).Robust(); s.N != 0 {
		t.Errorf("without trials: %+v", s)
	}
}

func TestCPUs(t *testing.T) {
	r := &Record{Environment: host.Environment{CPUNumber: 7}}
	if got := r.CPUs(); !slices.Equal(got, []int{7}) {
		t.Errorf("published record: %v", got)
	}
	r.Assay = &Assay{Trials: []Attempt{
		{Trial: &driver.Trial{CPUBefore: 3, CPUAfter: 3}}, {Failure: &Failure{}}, {Trial: &driver.Trial{CPUBefore: 2, CPUAfter: -1}},
	}}
	if got := r.CPUs(); !slices.Equal(got, []int{2, 3}) {
		t.Errorf("trials: %v", got)
	}
}

// One process of five holds 2 MiB more: the maxima of schema 2 say so, the
// medians do not.
func TestMedianRSS(t *testing.T) {
	process := func(baseline, peak string) Process {
		return Process{Status: ProcessOK, Meta: &Meta{BaselineRSSBytes: baseline, PeakRSSBytes: peak}}
	}
	r := &Record{Processes: []Process{
		process("1000", "1500"), process("1000", "1500"), process("3097152", "3097652"), process("1004", "1504"), process("1000", "1500"),
		{Status: HardTimeout},
	}}
	if b, p, ok := r.MedianRSS(); !ok || b != 1000 || p != 1500 {
		t.Errorf("%d %d %t", b, p, ok)
	}
	for name, bad := range map[string]Process{"no report": {Status: ProcessOK}, "no number": process("x", "1"), "no peak": process("1", "")} {
		r := &Record{Processes: []Process{process("1", "2"), bad}}
		if _, _, ok := r.MedianRSS(); ok {
			t.Errorf("%s: known", name)
		}
	}
	if _, _, ok := (&Record{}).MedianRSS(); ok {
		t.Error("no processes: known")
	}
	if b, p, ok := (&Record{Assay: &Assay{BaselineRSS: 4, PeakRSS: 5}}).MedianRSS(); !ok || b != 4 || p != 5 {
		t.Errorf("%d %d %t", b, p, ok)
	}
}
