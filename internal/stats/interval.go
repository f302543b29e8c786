package stats

import "slices"

// Confidence is the level asked for when there are enough trials (six) to
// attain it.
const Confidence = 0.95

// Interval is an exact order-statistic confidence interval of the median: its
// ends are two of the values.
type Interval struct {
	Lo, Hi float64
	Level  float64 // attained confidence, e.g. 0.9375 for five trials; 0 when there is none (fewer than two)
}

// medianInterval is MedianInterval at Confidence.
func medianInterval(xs []float64) Interval { return MedianInterval(xs, Confidence) }

// MedianInterval returns the interval of the median of xs: the narrowest one
// symmetric in rank that attains the confidence level, or [min, max] where none
// does. It leaves xs as it is.
//
// The number of values below the median is binomial(n, 1/2). The k-th smallest
// and the k-th largest value enclose the median unless fewer than k values fall
// on one side of it, so their level is 1 - 2 sum over i < k of C(n,i) / 2^n.
// For k = 1 that is 1 - 2/2^n, 93.75 % for five values, and no assumption-free
// interval attains more.
//
// It is computed here because golang.org/x/perf/benchmath, asked for 95 %,
// answers with an infinite end for fewer than six values, and for more with the
// shortest interval in rank even if it is lopsided (first to seventh of eight).
func MedianInterval(xs []float64, confidence float64) Interval {
	n := len(xs)
	if n < 2 {
		return Interval{}
	}
	sorted := slices.Sorted(slices.Values(xs))
	k, level := 0, 0.0
	term := 1.0 // C(n,i) / 2^n for i = k, by halving n times
	for range n {
		term /= 2
	}
	tail := 0.0
	for i := 0; 2*(i+1) <= n; i++ {
		tail += term
		if i > 0 && 1-2*tail < confidence {
			break
		}
		k, level = i, 1-2*tail
		term *= float64(n-i) / float64(i+1)
	}
	return Interval{Lo: sorted[k], Hi: sorted[n-1-k], Level: level}
}
