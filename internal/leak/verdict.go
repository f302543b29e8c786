package leak

import "math"

// Threshold of |t|. A normal variable exceeds it once in 150,000 times, which is the customary level of
// test vector leakage assessment. That is for one test: see FalseAlarm for many.
const Threshold = 4.5

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

// confirmed returns the tests that exceed the threshold in both runs, with the same sign, as they
// were in the first.
func confirmed(first, again []Test) []Test {
	var both []Test
	for i, t := range first {
		if t.exceeds() && again[i].exceeds() && (t.T > 0) == (again[i].T > 0) {
			both = append(both, t)
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
