package leak

import (
	"math"
	"math/rand/v2"
	"testing"
)

// made returns n samples of alternating class, ticks as f says.
func made(n int, f func(i int, class uint8) uint32) []sample {
	s := make([]sample, n)
	for i := range s {
		class := uint8(i % 2)
		s[i] = sample{f(i, class), class}
	}
	return s
}

func named(t *testing.T, tests []Test, name string) Test {
	t.Helper()
	for _, x := range tests {
		if x.Name == name {
			return x
		}
	}
	t.Fatalf("no test %q", name)
	return Test{}
}

// The crops hold the share of calls that they say, by the ticks of both classes together.
func TestCrops(t *testing.T) {
	// Ticks 1 to 5000, each once in each class.
	tests := compare(made(10000, func(i int, class uint8) uint32 { return uint32(i/2) + 1 }))
	for name, each := range map[string]int{"all calls": 5000, "fastest 10 %": 500, "fastest 25 %": 1250, "fastest 50 %": 2500, "fastest 75 %": 3750,
		"fastest 90 %": 4500, "fastest 95 %": 4750, "fastest 99 %": 4950, "fastest 99.9 %": 4995, "squares of all calls": 5000, "squares of fastest 95 %": 4750} {
		x := named(t, tests, name)
		if x.Calls != [2]int{each, each} || x.T != 0 || x.Difference != 0 {
			t.Errorf("%+v, want %d calls in each class and no difference", x, each)
		}
		if want := float64(each+1) / 2; name[0] != 's' && (math.Abs(x.Mean[0]-want) > 1e-9 || math.Abs(x.Mean[1]-want) > 1e-9) {
			t.Errorf("%s: means %v, want %v", name, x.Mean, want)
		}
	}
	if len(tests) != len(battery) {
		t.Errorf("%d tests", len(tests))
	}
}

// An outlier hides a difference from the means of all calls; the crops see it.
func TestCropsAgainstOutliers(t *testing.T) {
	tests := compare(made(8000, func(i int, class uint8) uint32 {
		if i == 4000 {
			return 1e9 // an interrupt
		}
		return 1000 + uint32(i/2%50) + 20*uint32(class)
	}))
	if x := named(t, tests, "all calls"); x.exceeds() {
		t.Errorf("%+v exceeds the threshold", x)
	}
	x := named(t, tests, "fastest 99 %")
	if !x.exceeds() || x.T > 0 || math.Abs(x.Difference+20) > 1 {
		t.Errorf("%+v: class 1 is slower by 20", x)
	}
}

// Equal means and unequal spread: only the squares see it. The difference is that of the standard deviations.
func TestSquares(t *testing.T) {
	tests := compare(made(8000, func(i int, class uint8) uint32 {
		sign := 1 - 2*(i/2%2)
		return uint32(1000 + sign*(10+30*int(class)))
	}))
	if x := named(t, tests, "all calls"); x.T != 0 {
		t.Errorf("%+v: the means are equal", x)
	}
	if x := named(t, tests, "squares of all calls"); !x.exceeds() || x.Mean != [2]float64{100, 1600} || math.Abs(x.Difference+30) > 0.1 {
		t.Errorf("%+v, want mean squares of 100 and 1600", x)
	}
}

// A limit on an edge of the distribution makes half a tick look large; the difference shows what it is.
func TestDifferenceOnAnEdge(t *testing.T) {
	tests := compare(made(20000, func(i int, class uint8) uint32 {
		switch k := i / 2 % 100; {
		case k < 40:
			return 1000
		case k == 40 && class == 0:
			return 2001 // instead of 2000: one call in a hundred is one tick slower
		case k < 60:
			return 2000
		}
		return 3000
	}))
	x := named(t, tests, "fastest 50 %")
	if math.Abs(x.Mean[0]-x.Mean[1]) < 5 || math.Abs(x.Difference) > 0.1 {
		t.Errorf("%+v: want means far apart and a small difference", x)
	}
}

// Without crops the standard error of the difference is that of t; the shares of a crop make it larger, never smaller than the
// error of the calls that count.
func TestDoubt(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	tests := compare(made(20000, func(int, uint8) uint32 { return uint32(1000 + r.IntN(100)) }))
	if x := named(t, tests, "all calls"); math.Abs(x.Doubt/x.Error-1) > 1e-3 {
		t.Errorf("%+v", x)
	}
	for _, x := range tests[1:9] {
		if x.Doubt < 0.9*x.Error {
			t.Errorf("%+v", x)
		}
	}
	// The standard deviation of the squares' test: that of a normal sample's is s / sqrt(2 n), of an even one's smaller.
	if x := named(t, tests, "squares of all calls"); !(x.Doubt > 0) || x.Doubt > 28.9/math.Sqrt(20000)*2 {
		t.Errorf("%+v", x)
	}
}

// With few, equal or no samples there is no NaN and no alarm.
func TestDegenerateSamples(t *testing.T) {
	for name, samples := range map[string][]sample{
		"none":      nil,
		"one":       {{5, 0}},
		"one class": made(4000, func(int, uint8) uint32 { return 7 })[:1],
		"few":       made(100, func(i int, class uint8) uint32 { return 100 * uint32(class) }),
		"constant":  made(4000, func(int, uint8) uint32 { return 7 }),
		"saturated": made(4000, func(int, uint8) uint32 { return math.MaxUint32 }),
	} {
		for _, x := range compare(samples) {
			for _, v := range []float64{x.T, x.Error, x.Difference, x.Doubt, x.Mean[0], x.Mean[1]} {
				if math.IsNaN(v) || math.IsInf(v, 0) {
					t.Errorf("%s: %+v", name, x)
				}
			}
			if x.exceeds() {
				t.Errorf("%s: %+v exceeds the threshold", name, x)
			}
		}
	}
}

// Samples of one distribution, from a fixed seed: no test exceeds, whatever the shape.
func TestNoAlarm(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		samples := make([]sample, 20000)
		for i := range samples {
			ticks := 1000 + r.ExpFloat64()*50
			if r.IntN(1000) == 0 {
				ticks *= 50
			}
			samples[i] = sample{uint32(ticks), uint8(r.IntN(2))}
		}
		if l := largest(compare(samples)); l.exceeds() {
			t.Errorf("%+v", l)
		}
	}
}
