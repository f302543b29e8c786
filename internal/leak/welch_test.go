package leak

import (
	"math"
	"testing"
)

func momentsOf(xs ...float64) *moments {
	m := &moments{}
	for _, x := range xs {
		m.add(x)
	}
	return m
}

// Values worked out by hand: means 3 and 6, variances 2.5 and 10, so t = -3 / sqrt(2.5/5 + 10/5) = -3 / sqrt(2.5).
func TestWelch(t *testing.T) {
	a, b := momentsOf(1, 2, 3, 4, 5), momentsOf(2, 4, 6, 8, 10)
	if a.mean != 3 || b.mean != 6 || a.variance() != 2.5 || b.variance() != 10 {
		t.Errorf("means %v and %v, variances %v and %v", a.mean, b.mean, a.variance(), b.variance())
	}
	got, se := welch(a, b)
	if want := -1.8973665961010275; math.Abs(got-want) > 1e-12 || math.Abs(se-math.Sqrt(2.5)) > 1e-12 {
		t.Errorf("t is %v with standard error %v, want %v and %v", got, se, want, math.Sqrt(2.5))
	}
	if back, _ := welch(b, a); back != -got {
		t.Errorf("the other way round t is %v, want %v", back, -got)
	}
	// Unequal numbers: means 2 and 20, variances 1 and 200/3; t = -18 / sqrt(1/3 + 200/12).
	got, _ = welch(momentsOf(1, 2, 3), momentsOf(10, 20, 20, 30))
	if want := -18 / math.Sqrt(1.0/3+200.0/12); math.Abs(got-want) > 1e-12 {
		t.Errorf("t is %v, want %v", got, want)
	}
}

// The variance survives a mean that is far larger.
func TestVarianceKeepsDigits(t *testing.T) {
	if v := momentsOf(1e9+1, 1e9+2, 1e9+3, 1e9+4, 1e9+5).variance(); v != 2.5 {
		t.Errorf("variance %v, want 2.5", v)
	}
}

// Constant, equal, few and no values give a number.
func TestWelchOfConstants(t *testing.T) {
	for _, c := range []struct {
		a, b *moments
		want float64
	}{
		{momentsOf(7, 7, 7), momentsOf(7, 7, 7, 7), 0},
		{momentsOf(), momentsOf(), 0},
		{momentsOf(1), momentsOf(5, 6, 7), 0},
		{momentsOf(0, 0), momentsOf(0, 0), 0},
		// one tick apart: -1 / sqrt(2 · (1/12) / 6) = -6
		{momentsOf(7, 7, 7, 7, 7, 7), momentsOf(8, 8, 8, 8, 8, 8), -6},
	} {
		if got, _ := welch(c.a, c.b); math.Abs(got-c.want) > 1e-12 || math.IsNaN(got) {
			t.Errorf("t of %+v and %+v is %v, want %v", c.a, c.b, got, c.want)
		}
	}
}
