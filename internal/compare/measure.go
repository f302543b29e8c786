package compare

import (
	"slices"
	"strings"

	"github.com/hashassay/assay/internal/evidence"
)

// Measure is what the trials of a row are compared by: one and the same on both
// sides.
type Measure string

// The measures, best first.
const (
	// Cycles of the hardware counter; no other work and no other clock moves them.
	Cycles Measure = "cycles"
	// CPUTime is the time that the thread had the CPU, in seconds: what other
	// work took of the wall clock's time says nothing about the code.
	CPUTime Measure = "cpu-time"
	// WallTime in seconds, for datasets that have no other.
	WallTime Measure = "time"
	// EstimatedCycles are CPUTime × core clock, for different machines without
	// counters.
	EstimatedCycles Measure = "estimated-cycles"
)

// Counts says whether the measure counts cycles rather than seconds.
func (m Measure) Counts() bool { return m == Cycles || m == EstimatedCycles }

// PerCall returns what one call took in each trial of a record by the measure:
// seconds or cycles. ok is false where the record does not have it.
func (m Measure) PerCall(r *evidence.Record) (perCall []float64, ok bool) {
	if r.Figures == nil || !has(r, m) {
		return nil, false
	}
	return values(trialsOf(r, m)), true
}

// trial is one process: its value by the measure, and when it ran.
type trial struct {
	round          int
	value          float64 // per call
	started, ended string
}

// measureOf picks the best measure that both records have. On different machines
// it must be cycles; ok is false if there are none.
func measureOf(a, b *evidence.Record, machines bool) (m Measure, ok bool) {
	order := []Measure{Cycles, CPUTime, WallTime}
	if machines {
		order = []Measure{Cycles, EstimatedCycles}
	}
	for _, m := range order {
		if has(a, m) && has(b, m) {
			return m, true
		}
	}
	return "", false
}

func has(r *evidence.Record, m Measure) bool {
	switch m {
	case Cycles:
		return r.MeanCycles != nil
	case EstimatedCycles: // counted ones will do, against estimates
		return r.MeanCycles != nil || r.Assay != nil && r.Assay.CycleSource == evidence.ClockEstimate
	case CPUTime:
		return r.Assay != nil && len(r.Assay.Trials) > 0 &&
			!slices.ContainsFunc(r.Assay.Trials, func(a evidence.Attempt) bool { return a.Trial.ThreadSeconds <= 0 })
	}
	return true
}

// trialsOf reads the trials of a complete record.
func trialsOf(r *evidence.Record, m Measure) []trial {
	var list []trial
	if r.Assay == nil || len(r.Assay.Trials) == 0 { // published: seconds or cycles
		for i, t := range r.Trials {
			value := float64(t.Seconds)
			if m.Counts() {
				value = float64(t.Cycles)
			}
			list = append(list, trial{round: i, value: value / float64(t.Measurements)})
		}
		return list
	}
	for _, a := range r.Assay.Trials {
		t := a.Trial
		value := t.Seconds
		switch {
		case m.Counts():
			value, _ = r.Assay.TrialCycles(t)
		case m == CPUTime:
			value = evidence.ThreadSeconds(t)
		}
		list = append(list, trial{a.Round, value / float64(t.Calls), t.Process.StartedUTC, t.Process.EndedUTC})
	}
	return list
}

// kindOf is the kind of implementation of a record, by our names.
func kindOf(r *evidence.Record) string {
	if r.Assay != nil {
		return r.Assay.Implementation
	}
	if r.Variant == "reference" {
		return "submitted"
	}
	return r.Variant
}

func isGo(r *evidence.Record) bool {
	return r.Assay != nil && strings.EqualFold(r.Assay.Language, "go")
}
