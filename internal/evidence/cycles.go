package evidence

import (
	"math"

	"github.com/hashassay/assay/internal/driver"
	"github.com/hashassay/assay/internal/host"
	"github.com/hashassay/assay/internal/stats"
)

// clockTolerance is how far the core clock may move over one trial before the
// cycles estimated from it get a mark.
const clockTolerance = 0.01

// cycles are the cycle figures of an operation and where they come from.
type cycles struct {
	source       CycleSource
	reason       string // why not the hardware counter
	mean, median *Float
	usual        float64 // core clock that stood in for missing estimates, hertz; 0: none did
	moved        bool    // the clock moved over a trial, so the estimate is doubtful
}

// counterReason says why the counter's reading of a trial is not usable; ""
// when it is.
func counterReason(t *driver.Trial) string {
	text, _ := host.ExplainCounter(t.Counter.Errno, t.Cycles, t.Counter.TimeEnabled, t.Counter.TimeRunning)
	return text
}

// SchemaTrial is schema 2's view of a trial: cycles are 0 unless the counter
// counted all the time.
func SchemaTrial(t *driver.Trial) Trial {
	s := Trial{Measurements: t.Calls, Seconds: Float(t.Seconds)}
	if counterReason(t) == "" {
		s.Cycles = t.Cycles
	}
	return s
}

// cyclesOf takes the hardware counter if it counted all of every trial,
// otherwise estimates, never a mixture of both. runClock is the usual core clock
// of the whole run, for an operation around which not one estimate was made.
func cyclesOf(reports []Attempt, runClock float64) cycles {
	c := cycles{source: Perf}
	count := func(t *driver.Trial) float64 { return float64(t.Cycles) }
	for _, a := range reports {
		if c.reason = counterReason(a.Trial); c.reason != "" {
			c.source = ClockEstimate
			usual := UsualClock(Clocks(reports))
			if usual == 0 {
				usual = runClock
			}
			if usual == 0 {
				return cycles{source: None, reason: c.reason + "; and the core clock could not be estimated"}
			}
			count = func(t *driver.Trial) float64 {
				hz, steady := trialClock(t, usual)
				if t.ClockBeforeHz <= 0 && t.ClockAfterHz <= 0 {
					c.usual = usual
				}
				c.moved = c.moved || !steady
				return float64(ThreadSeconds(t) * hz) // not fused with the sum: the same on every machine
			}
			break
		}
	}
	var perCall []float64
	var sum, calls float64
	for _, a := range reports {
		n := count(a.Trial)
		sum += n
		calls += float64(a.Trial.Calls)
		perCall = append(perCall, n/float64(a.Trial.Calls))
	}
	mean, median := Float(sum/calls), Float(stats.Median(perCall))
	c.mean, c.median = &mean, &median
	return c
}

// ThreadSeconds is the time in seconds that a trial's thread had the CPU: a counter of the
// thread counts only then, and so must the estimate. The thread clock is a
// little coarser than the wall clock, which bounds it.
func ThreadSeconds(t *driver.Trial) float64 {
	if t.ThreadSeconds > 0 && t.ThreadSeconds < t.Seconds {
		return t.ThreadSeconds
	}
	return t.Seconds
}

// trialClock is the core clock during a trial in hertz: the mean of the
// estimates made just before and just after it. On a busy machine one of them
// can be missing (its windows did not agree): then the other counts, or what is
// usual. steady is false when the two differ.
func trialClock(t *driver.Trial, usual float64) (hz float64, steady bool) {
	before, after := t.ClockBeforeHz, t.ClockAfterHz
	switch {
	case before <= 0 && after <= 0:
		return usual, true
	case before <= 0:
		before = after
	case after <= 0:
		after = before
	}
	hz = (before + after) / 2
	return hz, math.Abs(before-after) <= clockTolerance*hz
}

// ClockMoved says whether the estimates of the core clock before and after a
// trial differ by more than 1 %, so that its estimated cycles are rough.
func ClockMoved(t *driver.Trial) bool {
	_, steady := trialClock(t, 0)
	return !steady
}

// UsualClock is the median of estimates of the core clock, 0 if there is none.
func UsualClock(estimates []float64) float64 {
	if len(estimates) == 0 {
		return 0
	}
	return stats.Median(estimates)
}

// Clocks returns the estimates of the core clock around the trials of
// attempts, in hertz.
func Clocks(attempts []Attempt) []float64 {
	var all []float64
	for _, a := range attempts {
		if a.Trial == nil {
			continue
		}
		for _, hz := range []float64{a.Trial.ClockBeforeHz, a.Trial.ClockAfterHz} {
			if hz > 0 {
				all = append(all, hz)
			}
		}
	}
	return all
}
