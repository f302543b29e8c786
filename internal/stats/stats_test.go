package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// The published trials of Garnet_768 with 32-byte messages, cycles per call:
// one process of five fell into a bad placement and took twice as long.
var garnet768 = []float64{8933, 8931, 8924, 8920, 17836}

func TestGarnet768(t *testing.T) {
	s := Summarize(garnet768)
	if s.Median != 8931 {
		t.Errorf("median %v, want 8931", s.Median)
	}
	if want := (Interval{Lo: 8920, Hi: 17836, Level: 0.9375}); s.Interval != want {
		t.Errorf("interval %+v, want %+v", s.Interval, want)
	}
	if s.Min != 8920 || s.Max != 17836 || math.Abs(s.SpreadRatio-17836.0/8920) > 1e-15 {
		t.Errorf("min %v, max %v, spread %v", s.Min, s.Max, s.SpreadRatio)
	}
	if !slices.Equal(s.Outliers, []int{4}) {
		t.Errorf("outliers %v, want [4]", s.Outliers)
	}
	if !slices.Equal(s.Marks, []Mark{Spread, Outlier}) {
		t.Errorf("marks %v", s.Marks)
	}
	// The score by hand: deviations 2, 0, 7, 11, 8905 have the median 7.
	if z, want := modifiedZScores(garnet768)[4], 0.6745*8905/7; math.Abs(z-want) > 1e-9 {
		t.Errorf("modified z-score %v, want %v", z, want)
	}
	const why = "max/min 1.9996 is above 1.02; modified z-score of trial 5 (858.1) is above 3.5"
	if got := Disagree(garnet768); got != why {
		t.Errorf("Disagree: %q, want %q", got, why)
	}
}

// One trial of five 2.14 times slower (Garnet_768, 4096 B), one 42 % slower
// (Garnet_1024, 8192 B).
func TestOneSlowTrial(t *testing.T) {
	for _, factor := range []float64{2.14, 1.42} {
		xs := []float64{43.1, 43.11, 43.09 * factor, 43.1, 43.12}
		s := Summarize(xs)
		if s.Median != 43.11 || !slices.Equal(s.Outliers, []int{2}) {
			t.Errorf("factor %v: median %v, outliers %v", factor, s.Median, s.Outliers)
		}
	}
}

func TestFiveEqual(t *testing.T) {
	s := Summarize([]float64{3, 3, 3, 3, 3})
	if len(s.Marks) != 0 || len(s.Outliers) != 0 || s.SpreadRatio != 1 {
		t.Errorf("%+v", s)
	}
	if want := (Interval{3, 3, 0.9375}); s.Interval != want {
		t.Errorf("interval %+v", s.Interval)
	}
	if d := Disagree([]float64{3, 3, 3, 3, 3}); d != "" {
		t.Errorf("Disagree: %q", d)
	}
}

func TestMADZero(t *testing.T) {
	tests := []struct {
		name     string
		xs       []float64
		outliers []int
	}{
		{"one of five", []float64{3, 3, 3.03, 3, 3}, []int{2}},
		{"one of five, within the floor", []float64{3, 3, 3.003, 3, 3}, nil},
		{"one of five, lower", []float64{2.9, 3, 3, 3, 3}, []int{0}},
		{"two of five", []float64{3, 3.1, 3.1, 3, 3}, nil},
		{"one of three", []float64{3, 3, 4}, nil},
		{"one of eleven", []float64{3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 9}, []int{10}},
		{"all zero", []float64{0, 0, 0}, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := Summarize(test.xs).Outliers; !slices.Equal(got, test.outliers) {
				t.Errorf("outliers %v, want %v", got, test.outliers)
			}
		})
	}
}

func TestSpreadMark(t *testing.T) {
	// 1.02 itself is not above the limit.
	if d := Disagree([]float64{100, 101, 102, 101, 101.5}); d != "" {
		t.Errorf("ratio 1.02: %q", d)
	}
	if d := Disagree([]float64{100, 101, 102.1, 101, 101.5}); !strings.HasPrefix(d, "max/min 1.0210 is above 1.02") {
		t.Errorf("ratio 1.021: %q", d)
	}
	if r := Summarize([]float64{0, 1}).SpreadRatio; !math.IsInf(r, 1) {
		t.Errorf("min 0: spread %v", r)
	}
}

// coverage computes the exact level of [i-th, j-th smallest of n] (from 1) in
// integers: the median is inside when at least i and fewer than j values lie
// below it.
func coverage(n, i, j int) float64 {
	choose, sum := 1, 0
	for k := 0; k <= n; k++ {
		if i <= k && k < j {
			sum += choose
		}
		choose = choose * (n - k) / (k + 1)
	}
	return float64(sum) / float64(int(1)<<n)
}

func TestIntervals(t *testing.T) {
	if iv := Summarize([]float64{7}).Interval; iv != (Interval{}) {
		t.Errorf("one value: %+v", iv)
	}
	for n := 2; n <= 20; n++ {
		xs := make([]float64, n)
		for i, p := range rand.New(rand.NewPCG(1, uint64(n))).Perm(n) {
			xs[i] = float64(p + 1)
		}
		before := slices.Clone(xs)
		iv := Summarize(xs).Interval
		if !slices.Equal(xs, before) {
			t.Fatalf("n = %d: values were reordered", n)
		}
		if want := coverage(n, int(iv.Lo), int(iv.Hi)); iv.Level != want {
			t.Errorf("n = %d: [%v, %v] at level %v, want %v", n, iv.Lo, iv.Hi, iv.Level, want)
		}
		switch {
		case n < 6 && (iv.Lo != 1 || iv.Hi != float64(n)):
			t.Errorf("n = %d: [%v, %v], want [min, max]", n, iv.Lo, iv.Hi)
		case n >= 6 && iv.Level < 0.95:
			t.Errorf("n = %d: level %v below 0.95", n, iv.Level)
		case n >= 6 && iv.Lo+iv.Hi != float64(n+1):
			t.Errorf("n = %d: [%v, %v] is lopsided", n, iv.Lo, iv.Hi)
		case n >= 6 && coverage(n, int(iv.Lo)+1, int(iv.Hi)-1) >= 0.95:
			t.Errorf("n = %d: [%v, %v] is not the narrowest", n, iv.Lo, iv.Hi)
		}
	}
	if l := Summarize([]float64{1, 2, 3, 4, 5}).Interval.Level; l != 0.9375 {
		t.Errorf("five values: level %v, want 0.9375", l)
	}
}

func TestMedian(t *testing.T) {
	xs := []float64{4, 1, 3, 2}
	if m := Median(xs); m != 2.5 {
		t.Errorf("median %v, want 2.5", m)
	}
	if !slices.Equal(xs, []float64{4, 1, 3, 2}) {
		t.Errorf("values were reordered: %v", xs)
	}
	if m := Median([]float64{9, 1, 5}); m != 5 {
		t.Errorf("median %v, want 5", m)
	}
	if !math.IsNaN(Median(nil)) {
		t.Error("median of nothing is a number")
	}
	if s := Summarize(nil); s.N != 0 || s.SpreadRatio != 1 || s.Marks != nil {
		t.Errorf("summary of nothing: %+v", s)
	}
}

func TestLegends(t *testing.T) {
	for _, m := range []Mark{Spread, Outlier} {
		if m.Legend() == "" {
			t.Errorf("no legend for %q", m)
		}
	}
}
