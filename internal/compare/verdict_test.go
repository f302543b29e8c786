package compare

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// source gives the same random numbers in every run of a test.
func source(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }

// disturbed makes the times of n trials on a machine that disturbs: 1 % of
// noise, and a share of trials up to 1.6 times as long.
func disturbed(r *rand.Rand, n int, seconds, share float64) []float64 {
	xs := make([]float64, n)
	for i := range xs {
		xs[i] = seconds * (1 + 0.01*r.Float64())
		if r.Float64() < share {
			xs[i] *= 1 + 0.6*r.Float64()
		}
	}
	return xs
}

// The critical values of U in the usual tables (two-sided, 1 %).
func TestCriticalValues(t *testing.T) {
	for _, c := range []struct{ n, m, want int }{
		{5, 5, 0}, {5, 6, 1}, {6, 6, 2}, {7, 7, 4}, {8, 8, 7}, {9, 9, 11}, {10, 10, 16}, {11, 11, 21}, {12, 12, 27}, {20, 20, 105}, {5, 11, 5}, {11, 5, 5},
	} {
		if k, ok := rejected(c.n, c.m); k != c.want || !ok {
			t.Errorf("%d and %d trials: U up to %d is rejected (%v), want %d", c.n, c.m, k, ok, c.want)
		}
	}
	for _, c := range [][2]int{{1, 1}, {1, 11}, {2, 2}, {2, 11}, {3, 3}, {4, 4}} {
		if k, ok := rejected(c[0], c[1]); ok {
			t.Errorf("%v trials: U up to %d is rejected, want none", c, k)
		}
	}
}

func TestSamplesWithU(t *testing.T) {
	for n := 1; n <= 6; n++ {
		for m := 1; m <= 6; m++ {
			for u := range n*m + 1 {
				as, bs := samplesWithU(n, m, u)
				got := 0
				for _, a := range as {
					for _, b := range bs {
						if b > a {
							got++
						}
						if a == b {
							t.Fatalf("%d %d %d: tie", n, m, u)
						}
					}
				}
				if got != u || len(as) != n || len(bs) != m {
					t.Errorf("%d and %d numbers: U is %d, want %d", n, m, got, u)
				}
			}
		}
	}
}

// What lies outside of the interval is what the test rejects, and nothing else.
func TestIntervalIsTheTestTurnedAround(t *testing.T) {
	r := source(1)
	for range 60 {
		as := disturbed(r, 5+r.IntN(7), 1, 0.3)
		bs := disturbed(r, 5+r.IntN(7), 1.05, 0.3)
		i := ratioInterval(as, bs)
		for _, c := range []struct {
			x       float64
			outside bool
		}{{i.lo * 0.9999999, true}, {i.lo * 1.0000001, false}, {i.hi * 0.9999999, false}, {i.hi * 1.0000001, true}, {0.1, true}, {10, true}} {
			scaled := slices.Clone(as)
			for k := range scaled {
				scaled[k] *= c.x
			}
			if p := uTest(scaled, bs).P; (p < alpha) != c.outside {
				t.Errorf("%d and %d trials, interval %g to %g: p of %g is %g", len(as), len(bs), i.lo, i.hi, c.x, p)
			}
		}
	}
}

func verdictOf(as, bs []float64) Row {
	var row Row
	row.unpaired(as, bs)
	row.decide(noiseLimits(DefaultNoise))
	return row
}

func TestUnpaired(t *testing.T) {
	five := []float64{1, 1.001, 1.002, 1.003, 1.004}
	times := func(x float64, xs []float64) []float64 {
		list := slices.Clone(xs)
		for i := range list {
			list[i] *= x
		}
		return list
	}
	for _, c := range []struct {
		name    string
		as, bs  []float64
		want    Verdict
		warning string
	}{
		{"equal", five, five, Equal, "one disturbed trial hides"},
		{"5 % slower", five, times(1.05, five), Slower, "one disturbed trial hides"},
		{"5 % faster", times(1.05, five), five, Faster, ""},
		{"significant, but within the noise", five, times(1.009, five), Equal, ""},
		{"faster, but within the noise", times(1.009, five), five, Equal, ""},
		{"beyond the noise in the middle only", five, times(1.012, five), Equal, ""},
		{"one trial overlaps", five, append(times(1.05, five[:4]), 0.9), Equal, ""},
		{"four trials", five[:4], times(2, five[:4]), Equal, "cannot reach the level of 99 %: even if all of one side were slower than all of the other, p would be 0.0286"},
		{"one trial", five[:1], five[:1], Equal, "cannot reach"},
		{"all the same", []float64{1, 1, 1, 1, 1}, []float64{1, 1, 1, 1, 1}, Equal, ""},
		{"no noise at all", []float64{1, 1, 1, 1, 1}, []float64{1.05, 1.05, 1.05, 1.05, 1.05}, Slower, ""},
		{"many", slices.Concat(five, five, five), times(1.05, slices.Concat(five, five, five)), Slower, ""},
	} {
		as, bs := slices.Clone(c.as), slices.Clone(c.bs)
		row := verdictOf(c.as, c.bs)
		if row.Verdict != c.want || row.Test != MannWhitney {
			t.Errorf("%s: %s (ratio %v, p %v), want %s", c.name, row.Verdict, row.Ratio, row.P, c.want)
		}
		found := ""
		for _, w := range row.Warnings {
			found += w.Text
		}
		if !strings.Contains(found, c.warning) {
			t.Errorf("%s: warnings %q, want %q", c.name, found, c.warning)
		}
		if !slices.Equal(as, c.as) || !slices.Equal(bs, c.bs) {
			t.Errorf("%s: the trials were changed", c.name)
		}
	}
	row := verdictOf(five[:4], five[:4])
	if row.Lo != nil || row.Hi != nil {
		t.Error("four trials have an interval at 99 %")
	}
}

// With many trials, the ratio of the medians can lie outside of what the test
// does not reject. It is shown, so the interval is widened to hold it.
func TestIntervalHoldsTheRatio(t *testing.T) {
	var as, bs []float64
	for i := range 12 {
		x := 0.0001 * float64(i+1)
		as = append(as, 1-x, 100+x)
		bs = append(bs, 1+x, 0.01-x/10)
	}
	as, bs = append(as, 1), append(bs, 1)
	if i := ratioInterval(as, bs); i.hi > 0.9 {
		t.Fatalf("interval %g to %g holds 1: no example", i.lo, i.hi)
	}
	if row := verdictOf(as, bs); row.Ratio != 1 || *row.Hi != 1 || row.Verdict != Equal {
		t.Errorf("ratio %v, interval to %v, %s", row.Ratio, *row.Hi, row.Verdict)
	}
}

// Of many operations without a difference, however disturbed, about 1 in 100 at
// most is called different; a real 5 % is found where trials let it be seen.
func TestFalseAndTrueVerdicts(t *testing.T) {
	r := source(2)
	const rows = 3000
	for _, n := range []int{5, 6, 11} {
		for _, share := range []float64{0, 0.2, 0.5} {
			different, found := 0, 0
			for range rows {
				if verdictOf(disturbed(r, n, 1, share), disturbed(r, n, 1, share)).Verdict != Equal {
					different++
				}
				if verdictOf(disturbed(r, n, 1, share), disturbed(r, n, 1.05, share)).Verdict == Slower {
					found++
				}
			}
			if float64(different) > 0.015*rows {
				t.Errorf("%d trials, %g disturbed: %d of %d equal operations are called different", n, share, different, rows)
			}
			if share == 0 && found != rows {
				t.Errorf("%d trials, undisturbed: 5 %% was found in %d of %d", n, found, rows)
			}
		}
	}
}

func TestSignTest(t *testing.T) {
	ratios := func(below, same, above int) []float64 {
		return slices.Concat(slices.Repeat([]float64{0.9}, below), slices.Repeat([]float64{1}, same), slices.Repeat([]float64{1.1}, above))
	}
	for _, c := range []struct {
		below, same, above int
		want               float64
	}{
		{0, 0, 0, 1}, {1, 0, 1, 1}, {0, 0, 1, 1}, {0, 0, 8, 2.0 / 256}, {1, 0, 7, 18.0 / 256}, {7, 3, 1, 18.0 / 256}, {5, 0, 5, 1}, {0, 9, 0, 1},
	} {
		if p := signTest(ratios(c.below, c.same, c.above)); math.Abs(p-c.want) > 1e-12 {
			t.Errorf("%d below, %d above: p %g, want %g", c.below, c.above, p, c.want)
		}
	}
}

// What falls on both trials of a pair hides a difference from the test of
// independent samples, and not from that of pairs.
func TestPairedSeesThroughCommonNoise(t *testing.T) {
	r := source(3)
	var as, bs, ratios, same []float64
	for range 64 {
		common := 1 + 0.6*r.Float64()
		a, b := common*(1+0.01*r.Float64()), 1.05*common*(1+0.01*r.Float64())
		as, bs, ratios = append(as, a), append(bs, b), append(ratios, b/a)
		same = append(same, b/a/1.05)
	}
	if v := verdictOf(as, bs).Verdict; v != Equal {
		t.Errorf("unpaired: %s, want %s", v, Equal)
	}
	var row Row
	row.paired(ratios)
	row.decide(noiseLimits(DefaultNoise))
	if row.Verdict != Slower || row.Pairs != 64 || math.Abs(float64(row.Ratio)-1.05) > 0.005 || row.P > 1e-6 {
		t.Errorf("paired: %+v", row)
	}
	row = Row{}
	row.paired(same)
	row.decide(noiseLimits(DefaultNoise))
	if row.Verdict != Equal || len(row.Warnings) > 0 {
		t.Errorf("paired, equal: %+v", row)
	}
	row = Row{}
	row.paired(ratios[:7])
	row.decide(noiseLimits(DefaultNoise))
	if row.Verdict != Equal || row.Lo != nil || len(row.Warnings) != 1 || row.Warnings[0].Kind != "trials" {
		t.Errorf("seven pairs: %+v", row)
	}
	row = Row{}
	row.paired(ratios[:8])
	row.decide(noiseLimits(DefaultNoise))
	if row.Verdict != Slower {
		t.Errorf("eight pairs: %+v", row)
	}
}

func TestGeometricMean(t *testing.T) {
	if geometricMean(nil) != nil {
		t.Error("a mean of nothing")
	}
	if m := geometricMean([]Row{{Ratio: 2}, {Ratio: 0.5}, {Ratio: 8}}); math.Abs(float64(*m)-2) > 1e-12 {
		t.Errorf("mean %v, want 2", *m)
	}
}
