package campaign

import (
	"math"

	"github.com/hashassay/assay/internal/driver"
	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/host"
	"github.com/hashassay/assay/internal/stats"
)

// clockTolerance is how far the core clock may move over one trial before the
// cycles estimated from it get a mark.
const clockTolerance = 0.01

// cycles are the cycle figures of an operation and where they come from.
type cycles struct {
	source       evidence.CycleSource
	reason       string // why not the hardware counter
	mean, median *evidence.Float
	usual        float64 // core clock that stood in for missing estimates, hertz; 0: none did
	moved        bool    // the clock moved over a trial, so the estimate is doubtful
}

// counterReason says why the counter's reading of a trial is not usable; ""
// when it is.
func counterReason(t *driver.Trial) string {
	text, _ := host.ExplainCounter(t.Counter.Errno, t.Cycles, t.Counter.TimeEnabled, t.Counter.TimeRunning)
	return text
}

// cyclesOf takes the hardware counter if it counted all of every trial,
// otherwise estimates, never a mixture of both. runClock is the usual core clock
// of the whole run, for an operation around which not one estimate was made.
func cyclesOf(reports []evidence.Attempt, runClock float64) cycles {
	c := cycles{source: evidence.Perf}
	count := func(t *driver.Trial) float64 { return float64(t.Cycles) }
	for _, a := range reports {
		if c.reason = counterReason(a.Trial); c.reason != "" {
			c.source = evidence.ClockEstimate
			usual := usualClock(allClocks(reports))
			if usual == 0 {
				usual = runClock
			}
			if usual == 0 {
				return cycles{source: evidence.None, reason: c.reason + "; and the core clock could not be estimated"}
			}
			count = func(t *driver.Trial) float64 {
				hz, steady := trialClock(t, usual)
				if t.ClockBeforeHz <= 0 && t.ClockAfterHz <= 0 {
					c.usual = usual
				}
				c.moved = c.moved || !steady
				return threadSeconds(t) * hz
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
	mean, median := evidence.Float(sum/calls), evidence.Float(stats.Median(perCall))
	c.mean, c.median = &mean, &median
	return c
}

// threadSeconds is the time that a trial's thread had the CPU: a counter of the
// thread counts only then, and so must the estimate. The thread clock is a
// little coarser than the wall clock, which bounds it.
func threadSeconds(t *driver.Trial) float64 {
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

// usualClock is the median of estimates, 0 if there is none.
func usualClock(estimates []float64) float64 {
	if len(estimates) == 0 {
		return 0
	}
	return stats.Median(estimates)
}

func allClocks(reports []evidence.Attempt) []float64 {
	var all []float64
	for _, a := range reports {
		for _, hz := range []float64{a.Trial.ClockBeforeHz, a.Trial.ClockAfterHz} {
			if hz > 0 {
				all = append(all, hz)
			}
		}
	}
	return all
}

// fastestRead is the least time in seconds that a core needs for a byte of a
// message that it reads at all: two loads of 32 bytes, or one of 64, a cycle,
// at 6 GHz.
const fastestRead = 1 / (64 * 6e9)

// tooFast says whether calls of that many seconds cannot have read the message:
// code that remembers the last message and its digest would look like that. For
// short messages, the call itself takes longer than reading.
func tooFast(seconds float64, bytes int) bool { return seconds < fastestRead*float64(bytes) }

// offCPULimit is the share of a trial's time that its thread may have been off
// the CPU.
const offCPULimit = 0.01

// disturbed says whether the thread of some trial lost the CPU to other work for
// more than that; its seconds then count the other work too.
func disturbed(reports []evidence.Attempt) bool {
	for _, a := range reports {
		if a.Trial.Seconds-a.Trial.ThreadSeconds > offCPULimit*a.Trial.Seconds {
			return true
		}
	}
	return false
}
