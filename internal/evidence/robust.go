package evidence

import (
	"math"
	"slices"

	"github.com/hashassay/assay/internal/driver"
	"github.com/hashassay/assay/internal/host"
	"github.com/hashassay/assay/internal/stats"
)

// Derive computes from a.Trials, one call of which hashes inputBytes, the
// figures that follow from them: robust times, cycles, memory, and the marks. runClockHz is the usual
// core clock of the whole run, for an operation around which not one estimate
// was made; 0 if there is none.
func (a *Assay) Derive(inputBytes int, runClockHz float64) {
	if len(a.Trials) == 0 {
		a.CycleSource, a.CycleReason = None, "no trial"
		return
	}
	var perCall, baseline, peak []float64
	for _, at := range a.Trials {
		t := at.Trial
		perCall = append(perCall, t.Seconds/float64(t.Calls))
		baseline = append(baseline, float64(t.BaselineRSS))
		peak = append(peak, float64(t.PeakRSS))
	}
	s := stats.Summarize(perCall)
	a.MedianSeconds = Float(s.Median)
	a.IntervalLo, a.IntervalHi = Float(s.Interval.Lo), Float(s.Interval.Hi)
	a.IntervalLevel, a.SpreadRatio = Float(s.Interval.Level), Float(s.SpreadRatio)
	a.BaselineRSS, a.PeakRSS = int64(stats.Median(baseline)), int64(stats.Median(peak))
	a.Marks = []string{}
	for _, m := range s.Marks {
		a.Marks = append(a.Marks, string(m))
	}
	if TooFast(s.Median, inputBytes) {
		a.Marks = append(a.Marks, string(stats.TooFast))
	}
	if disturbed(a.Trials) {
		a.Marks = append(a.Marks, string(stats.Busy))
	}
	c := cyclesOf(a.Trials, runClockHz)
	a.CycleSource, a.CycleReason = c.source, c.reason
	a.MeanCycles, a.MedianCycles, a.UsualClockHz = c.mean, c.median, Float(c.usual)
	if c.usual > 0 {
		a.Marks = append(a.Marks, string(stats.NoClock))
	}
	if c.moved {
		a.Marks = append(a.Marks, string(stats.Clock))
	}
}

// fastestRead is the least time in seconds that a core needs for a byte of a
// message that it reads at all: two loads of 32 bytes, or one of 64, a cycle,
// at 6 GHz.
const fastestRead = 1 / (64 * 6e9)

// TooFast says whether calls of that many seconds cannot have read the message:
// code that remembers the last message and its digest would look like that. For
// short messages, the call itself takes longer than reading.
func TooFast(seconds float64, bytes int) bool { return seconds < fastestRead*float64(bytes) }

// offCPULimit is the share of a trial's time that its thread may have been off
// the CPU.
const offCPULimit = 0.01

// Disturbed says whether the thread of a trial lost the CPU to other work for
// more than 1 % of it; its seconds then count the other work too.
func Disturbed(t *driver.Trial) bool { return t.Seconds-t.ThreadSeconds > offCPULimit*t.Seconds }

// disturbed says whether some trial was.
func disturbed(reports []Attempt) bool {
	return slices.ContainsFunc(reports, func(a Attempt) bool { return Disturbed(a.Trial) })
}

// SetClocks puts the estimates of the core clock made around the trials into
// the environment: their median, minimum and maximum, and the median rounded to
// 50 MHz. Without an estimate it leaves the environment as it is.
func SetClocks(e *host.Environment, trials []Attempt) {
	all := Clocks(trials)
	if len(all) == 0 {
		return
	}
	median := stats.Median(all)
	hz, mhz := int64(median), int64(math.Round(median/50e6))*50
	lo, hi := hz, hz
	for _, x := range all {
		lo, hi = min(lo, int64(x)), max(hi, int64(x))
	}
	e.CoreClockHz, e.CoreClockMinHz, e.CoreClockMaxHz, e.CoreClockMHz = &hz, &lo, &hi, &mhz
}
