package leak

import (
	"math"
	"time"
)

// Threshold of |t|. A normal variable exceeds it once in 150,000 times, which is the customary level of
// test vector leakage assessment. That is for one test: see FalseAlarm for many.
const Threshold = 4.5

// A difference below the floor is not called a leak, however sure it is: with a million calls the method sees a tenth of
// a nanosecond, and then it sees the machine. On a Zen 4 server, straight-line code (the portable Duet-512 and
// Garnet-512) showed 0.1 to 1.1 ns between one fixed message and random ones, with |t| up to 25, a sign that
// changes with the fixed message, and no bit of the message that mattered by itself: most likely the power that data
// takes, for such processors stretch clock cycles when the voltage droops. Loops that do the same work on any message
// showed nothing. A branch predicted wrongly costs 13 cycles or more and a line that is not in the
// first-level cache 10 or more, which is 3 ns and upwards, and code that leaks makes many of them.
const (
	// DefaultFloor is the part of the floor that does not grow with the call.
	DefaultFloor = 2 * time.Nanosecond
	// relativeFloor is the part that does: what the machine does to each block adds up.
	relativeFloor = 3e-4
)

// Verdict is the outcome for an implementation or one comparison.
type Verdict string

// The verdicts. NoLeak is no proof that there is none.
const (
	NoLeak Verdict = "no leak found"
	Leak   Verdict = "leak"
)

// FalseAlarm bounds the probability that at least one of so many tests reports a leak although both classes
// have the same distribution of times: each has to exceed the threshold in a first run and, with the same sign, in a
// second. The bound (of Bonferroni) holds however the tests of a run depend on each other, as those of crops
// do, and as far as t is normal.
func FalseAlarm(tests int) float64 {
	oneSide := math.Erfc(Threshold/math.Sqrt2) / 2
	return min(1, float64(tests)*2*oneSide*oneSide)
}

// suspicious returns the tests that exceed the threshold and whose difference, less twice its standard error, is not
// below floor ticks. Floor 0 asks for t alone.
func suspicious(tests []Test, floor float64) []Test {
	var found []Test
	for _, t := range tests {
		size := math.Copysign(1, t.T)*t.Difference - 2*t.Doubt // negative where they have other signs
		if t.exceeds() && (floor == 0 || size >= floor) {
			found = append(found, t)
		}
	}
	return found
}

// confirmed returns the tests of the first run that are suspicious in both, with the same sign.
func confirmed(first, again []Test, floor float64) []Test {
	var both []Test
	for _, t := range suspicious(first, floor) {
		for _, u := range suspicious(again, floor) {
			if t.Name == u.Name && t.T > 0 == (u.T > 0) {
				both = append(both, t)
			}
		}
	}
	return both
}

// largest returns the test with the largest |t|, the first of equals.
func largest(tests []Test) Test {
	var l Test
	for i, t := range tests {
		if i == 0 || math.Abs(t.T) > math.Abs(l.T) {
			l = t
		}
	}
	return l
}
