package leak

import "math"

// moments are the number, mean and sum of squared deviations of values that come one after another (Welford's
// recurrence, which does not lose digits where the mean is large and the deviations small).
type moments struct {
	n    int
	mean float64
	m2   float64
}

func (m *moments) add(x float64) {
	m.n++
	d := x - m.mean
	m.mean += d / float64(m.n)
	m.m2 += d * (x - m.mean)
}

// variance is the unbiased sample variance; 0 for fewer than two values.
func (m *moments) variance() float64 {
	if m.n < 2 {
		return 0
	}
	return m.m2 / float64(m.n-1)
}

// quantum is the least variance that a class is taken to have: a clock that counts whole ticks cuts off a part of a tick,
// which is spread evenly and so has variance 1/12. Without it, constant samples would give a quotient of
// two zeros, or an infinite t for two constants that differ by one tick.
const quantum = 1.0 / 12

// welch is Welch's t, the difference of two means by its standard error, which it returns too. Unlike Student's
// it does not ask for equal variances. With fewer than two values in a class there is none: 0.
func welch(a, b *moments) (t, standardError float64) {
	if a.n < 2 || b.n < 2 {
		return 0, 0
	}
	standardError = math.Sqrt(max(a.variance(), quantum)/float64(a.n) + max(b.variance(), quantum)/float64(b.n))
	return (a.mean - b.mean) / standardError, standardError
}
