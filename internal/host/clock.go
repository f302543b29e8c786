package host

import (
	"math"
	"runtime"
	"slices"
	"time"
)

const (
	// clockWindow is the least duration of one window: long enough that reading
	// the time (some 100 ns) is lost in it, short enough that most windows pass
	// without an interrupt.
	clockWindow = time.Millisecond

	// mulWindows bounds the windows of multiplications, of a third of that
	// length each: they need 2 %, not 0.2 %.
	mulWindows = 6

	// clockAgree is the relative width within which three windows agree.
	clockAgree = 0.002

	// mulTolerance is how far the multiplications may be from a whole number of
	// cycles, relative to that number.
	mulTolerance = 0.02
)

// EstimateClock estimates the core clock of the CPU the calling thread runs on, in hertz:
// windows of at least 1 ms of a chain of dependent register-to-register
// additions (one cycle each), the highest value that three windows agree on
// within 0.2 %. ok is false when they never agree, or when a chain of dependent multiplications
// contradicts it. lo and hi are the extremes of all windows.
//
// The highest value is taken because all that can disturb a window, interrupts
// and a hypervisor that takes the CPU away, makes it look slower; three
// windows must agree on it because a change of the clock, or of the time
// base, can make one look faster.
//
// The caller must have locked the goroutine to its thread and pinned that
// thread; EstimateClock does neither. windows bounds the windows of additions; an estimate
// takes some 4 ms, and about 1 ms for each window that was needed.
func EstimateClock(windows int) (hz, lo, hi float64, ok bool) {
	s := [3]uint64{1, 1, 1}
	add := func(rounds int) { addChain(rounds, &s) }
	rounds := windowRounds(add)
	var adds []float64
	for len(adds) < max(windows, 1) && !topAgrees(adds) { // further windows would not change it
		adds = append(adds, stepsPerSecond(add, rounds))
	}
	lo, hi = slices.Min(adds), slices.Max(adds)
	if hz, ok = agreed(adds); !ok {
		return 0, lo, hi, false
	}
	x := uint64(3)
	mul := func(rounds int) { x = mulChain(rounds, x, 5) }
	for range mulWindows {
		if wholeLatency(hz / stepsPerSecond(mul, rounds/9+1)) {
			return hz, lo, hi, true
		}
	}
	return 0, lo, hi, false
}

// agreed returns the highest value that three of the windows agree on within
// clockAgree: the middle one of the three.
func agreed(windows []float64) (value float64, ok bool) {
	w := slices.Sorted(slices.Values(windows))
	for i := len(w) - 1; i >= 2; i-- {
		if threeAgree(w[i-2], w[i]) {
			return w[i-1], true
		}
	}
	return 0, false
}

// topAgrees reports whether the three highest windows agree, so that further
// ones are not needed.
func topAgrees(windows []float64) bool {
	w := slices.Sorted(slices.Values(windows))
	n := len(w)
	return n >= 3 && threeAgree(w[n-3], w[n-1])
}

func threeAgree(lowest, highest float64) bool {
	return lowest > 0 && highest-lowest <= clockAgree*highest
}

// wholeLatency reports whether cycles, the duration of one multiplication of
// 64 bits as measured, is one that a core has: 3, 4 or 5 cycles on x86-64 (3
// since Nehalem and Zen), and on AArch64 also 2 (Neoverse N2 and V2, Cortex-A710 and later).
func wholeLatency(cycles float64) bool {
	whole := math.Round(cycles)
	least := 3.0
	if runtime.GOARCH == "arm64" {
		least = 2
	}
	return whole >= least && whole <= 5 && math.Abs(cycles-whole) <= mulTolerance*whole
}

// windowRounds returns how many rounds of chain last for clockWindow, found by
// doubling; this also warms the CPU up.
func windowRounds(chain func(rounds int)) int {
	for rounds := 1000; ; rounds *= 2 {
		start := rawTime()
		chain(rounds)
		if d := rawTime() - start; d >= clockWindow {
			return rounds
		} else if d >= clockWindow/4 {
			// Near enough to scale; the surplus covers a clock that still rises.
			return int(float64(rounds)*float64(clockWindow)/float64(d)*1.25) + 1
		}
	}
}

// stepsPerSecond runs one window.
func stepsPerSecond(chain func(rounds int), rounds int) float64 {
	start := rawTime()
	chain(rounds)
	d := rawTime() - start
	if d <= 0 {
		return 0
	}
	return float64(rounds) * chainSteps / d.Seconds()
}
