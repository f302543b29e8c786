package compare

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"golang.org/x/perf/benchmath"

	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/stats"
)

// alpha is the share of rows without a difference that may be called different.
const alpha = 1 - Level

var thresholds = &benchmath.Thresholds{CompareAlpha: alpha}

// interval is the interval of a ratio; ok is false if the trials are too few
// for one.
type interval struct {
	lo, hi float64
	ok     bool
}

// limits are the ratios between which a difference does not count.
type limits struct{ lo, hi float64 }

func noiseLimits(noise float64) limits { return limits{1 / (1 + noise), 1 + noise} }

// decide settles the verdict, which is about B: the whole interval must lie
// beyond the limits.
func (row *Row) decide(l limits) {
	row.Verdict = Equal
	switch {
	case row.Lo == nil || !(row.P < alpha):
	case float64(*row.Lo) > l.hi:
		row.Verdict = Slower
	case float64(*row.Hi) < l.lo:
		row.Verdict = Faster
	}
}

// unpaired compares two independent samples.
func (row *Row) unpaired(as, bs []float64) {
	row.Test = MannWhitney
	ratio := stats.Median(bs) / stats.Median(as)
	c := uTest(as, bs)
	i := ratioInterval(as, bs)
	if i.ok { // the ratio of the medians nearly always lies inside
		i.lo, i.hi = min(i.lo, ratio), max(i.hi, ratio)
	}
	row.settle(ratio, i, c.P)
	n, m := len(as), len(bs)
	switch k, ok := rejected(n, m); {
	case !ok:
		row.warn("trials", fmt.Sprintf("%d against %d trials cannot reach the level of %s: even if all of one side were slower than all of the other, p would be %.3g", n, m, percent(Level), leastP(n, m)))
	case k == 0:
		row.warn("trials", fmt.Sprintf("%d against %d trials reach the level of %s only if all of one side are slower than all of the other: one disturbed trial hides a difference", n, m, percent(Level)))
	}
}

// uTest is the Mann-Whitney U-test. benchmath sorts its samples.
func uTest(as, bs []float64) benchmath.Comparison {
	sample := func(xs []float64) *benchmath.Sample { return benchmath.NewSample(slices.Clone(xs), thresholds) }
	return benchmath.AssumeNothing.Compare(sample(as), sample(bs))
}

// ratioInterval turns the U-test around. U counts the pairs of trials with
// b < x·a, that is with b/a < x, so the test of x·A against B sees nothing of the
// samples but how many of the n·m ratios b/a lie below x. It rejects the x
// that have at most k of them on one side (see rejected); what it does not reject lies
// between the (k+1)-th smallest and the (k+1)-th largest ratio. (L. E. Moses, in
// H. M. Walker and J. Lev, Statistical Inference, 1953, for differences.)
func ratioInterval(as, bs []float64) interval {
	k, ok := rejected(len(as), len(bs))
	if !ok {
		return interval{}
	}
	var ratios []float64
	for _, a := range as {
		for _, b := range bs {
			ratios = append(ratios, b/a)
		}
	}
	slices.Sort(ratios)
	return interval{ratios[k], ratios[len(ratios)-1-k], true}
}

// rejected returns the largest U, counted from the nearer end, with which the
// test rejects samples of n and m trials without ties; ok is false if it rejects none.
// benchmath itself is asked, so verdict and interval cannot disagree.
func rejected(n, m int) (k int, ok bool) {
	key := [2]int{n, m}
	if v, found := rejectedCache.Load(key); found {
		return v.(int), v.(int) >= 0
	}
	lo, hi := -1, n*m/2 // rejected at lo, not at hi
	for hi-lo > 1 {
		if middle := (lo + hi) / 2; uTest(samplesWithU(n, m, middle)).P < alpha {
			lo = middle
		} else {
			hi = middle
		}
	}
	rejectedCache.Store(key, lo)
	return lo, lo >= 0
}

var rejectedCache sync.Map // of [2]int{n, m}: int, -1 for none

// leastP is the p-value of samples that do not overlap.
func leastP(n, m int) float64 { return uTest(samplesWithU(n, m, 0)).P }

// samplesWithU returns samples of n and m numbers without ties among which u
// pairs have b > a.
func samplesWithU(n, m, u int) (as, bs []float64) {
	for i := range n {
		as = append(as, float64(i))
	}
	for j := range m {
		below := min(u, n) // how many of A lie below this one of B
		u -= below
		bs = append(bs, float64(below)-0.5+float64(j)/float64(4*m))
	}
	return as, bs
}

// paired compares by the ratios of pairs.
func (row *Row) paired(ratios []float64) {
	row.Test, row.Pairs = Sign, len(ratios)
	s := stats.MedianInterval(ratios, Level)
	i := interval{s.Lo, s.Hi, s.Level >= Level}
	row.settle(stats.Median(ratios), i, signTest(ratios))
	if !i.ok {
		row.warn("trials", fmt.Sprintf("%d pairs cannot reach the level of %s", len(ratios), percent(Level)))
	}
}

// signTest is the two-sided p-value of as many ratios above 1, or as few, if
// either is as likely. Ratios of exactly 1 say nothing.
func signTest(ratios []float64) float64 {
	above, below := 0, 0
	for _, x := range ratios {
		switch {
		case x > 1:
			above++
		case x < 1:
			below++
		}
	}
	n, few := above+below, min(above, below)
	term, tail := math.Pow(0.5, float64(n)), 0.0 // C(n,i) / 2^n for i = 0
	for i := range few + 1 {
		tail += term
		term *= float64(n-i) / float64(i+1)
	}
	return min(1, 2*tail)
}

func (row *Row) settle(ratio float64, i interval, p float64) {
	row.Ratio, row.P = evidence.Float(ratio), evidence.Float(p)
	if i.ok {
		lo, hi := evidence.Float(i.lo), evidence.Float(i.hi)
		row.Lo, row.Hi = &lo, &hi
	}
}

func (row *Row) warn(kind, text string) { row.Warnings = append(row.Warnings, Warning{kind, text}) }

// geometricMean is the n-th root of the product of the rows' ratios; nil
// without rows.
func geometricMean(rows []Row) *evidence.Float {
	if len(rows) == 0 {
		return nil
	}
	sum := 0.0
	for _, r := range rows {
		sum += math.Log(float64(r.Ratio))
	}
	mean := evidence.Float(math.Exp(sum / float64(len(rows))))
	return &mean
}
