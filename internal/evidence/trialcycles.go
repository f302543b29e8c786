package evidence

import "github.com/hashassay/assay/internal/driver"

// TrialCycles returns the core cycles of all calls of one of the operation's
// trials, from the source that a.CycleSource names, which is one for all trials
// of an operation. ok is false when there is no source. The median of these,
// each divided by its trial's calls, is a.MedianCycles.
func (a *Assay) TrialCycles(t *driver.Trial) (cycles float64, ok bool) {
	switch a.CycleSource {
	case Perf:
		return float64(t.Cycles), true
	case ClockEstimate:
		hz, _ := trialClock(t, float64(a.UsualClockHz))
		return ThreadSeconds(t) * hz, true
	}
	return 0, false
}
