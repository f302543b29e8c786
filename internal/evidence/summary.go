package evidence

import (
	"slices"
	"strconv"

	"github.com/hashassay/assay/internal/stats"
)

// What is shown of a record beside its stored figures, for records of ours and
// for published ones, which hold trials but no robust figures.

// Robust returns the robust summary of the trials' seconds per call, computed
// from the trials themselves. A record without trials has none (N is 0).
func (r *Record) Robust() stats.Summary {
	if r.Figures == nil {
		return stats.Summarize(nil)
	}
	perCall := make([]float64, len(r.Trials))
	for i, t := range r.Trials {
		perCall[i] = float64(t.Seconds) / float64(t.Measurements)
	}
	return stats.Summarize(perCall)
}

// CPUs lists the CPUs of a record, ascending: those that its trials ran on
// where each trial tells, otherwise the one that it was pinned to.
func (r *Record) CPUs() []int {
	var cpus []int
	if r.Assay == nil || len(r.Assay.Trials) == 0 {
		cpus = append(cpus, r.Environment.CPUNumber)
	} else {
		for _, a := range r.Assay.Trials {
			if a.Trial != nil {
				cpus = append(cpus, a.Trial.CPUBefore, a.Trial.CPUAfter)
			}
		}
	}
	cpus = slices.DeleteFunc(cpus, func(n int) bool { return n < 0 }) // not known
	slices.Sort(cpus)
	return slices.Compact(cpus)
}

// MedianRSS returns the medians over the processes of the resident memory
// before the first call and of the high-water mark, in bytes. known is false
// where the record does not hold every process's.
func (r *Record) MedianRSS() (baseline, peak int64, known bool) {
	if a := r.Assay; a != nil {
		return a.BaselineRSS, a.PeakRSS, a.PeakRSS > 0
	}
	var before, highest []float64
	for _, p := range r.Processes {
		if p.Status != ProcessOK {
			continue
		}
		if p.Meta == nil {
			return 0, 0, false
		}
		b, err := strconv.ParseInt(p.Meta.BaselineRSSBytes, 10, 64)
		if err != nil {
			return 0, 0, false
		}
		h, err := strconv.ParseInt(p.Meta.PeakRSSBytes, 10, 64)
		if err != nil {
			return 0, 0, false
		}
		before, highest = append(before, float64(b)), append(highest, float64(h))
	}
	if len(highest) == 0 {
		return 0, 0, false
	}
	return int64(stats.Median(before)), int64(stats.Median(highest)), true
}
