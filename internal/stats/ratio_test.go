package stats

import (
	"math"
	"testing"
)

// A machine that gets 20 % slower in the middle of round 2, between the two
// trials of that round: the ratio stays 10.
func TestRatioUnderDrift(t *testing.T) {
	a := map[int]float64{0: 10, 1: 10, 2: 10, 3: 12, 4: 12}
	b := map[int]float64{0: 1, 1: 1, 2: 1.2, 3: 1.2, 4: 1.2}
	if r, n := Ratio(a, b); math.Abs(r-10) > 1e-12 || n != 5 {
		t.Errorf("ratio %g of %d rounds, want 10 of 5", r, n)
	}
}

func TestRatioOfCommonRounds(t *testing.T) {
	if r, n := Ratio(map[int]float64{0: 6, 1: 6, 5: 100}, map[int]float64{0: 2, 1: 2, 7: 1}); r != 3 || n != 2 {
		t.Errorf("ratio %g of %d rounds, want 3 of 2", r, n)
	}
	if r, n := Ratio(map[int]float64{0: 6}, map[int]float64{1: 2}); r != 0 || n != 0 {
		t.Errorf("ratio %g of %d rounds without a common one", r, n)
	}
}
