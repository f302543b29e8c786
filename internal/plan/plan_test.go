package plan

import (
	"math"
	"slices"
	"testing"
)

var settings = Settings{TargetS: 0.05, Trials: 5, MaxTrials: 11, MinTotal: 100, Seed: 1}

func TestCalls(t *testing.T) {
	for _, c := range []struct {
		t1   float64
		want int
	}{
		{1.0 / (1 << 20), 52429}, // 0.05 x 2^20 = 52428.8
		{3e-6, 16667},
		{0.0025, 20},
		{0.1, 20}, // slower than the target: 5 x 20 calls make the guide's 100
		{1.0 / (1 << 30), 53687092},
	} {
		e, err := settings.NewEntry(Operation{"hash-12", "Iphe-512", 32}, c.t1)
		if err != nil {
			t.Fatal(err)
		}
		if e.Calls != c.want {
			t.Errorf("t1 = %g: %d calls, want %d", c.t1, e.Calls, c.want)
		}
		if e.Calls*settings.Trials < settings.MinTotal {
			t.Errorf("t1 = %g: only %d calls in all", c.t1, e.Calls*settings.Trials)
		}
		if got := float64(e.Calls) * c.t1; got < settings.TargetS/2 {
			t.Errorf("t1 = %g: a trial of %g s is shorter than half the target", c.t1, got)
		}
		if e.Warmups < 3 || e.TimeoutS < 20*e.EstimatedS() {
			t.Errorf("t1 = %g: warmups %d, timeout %g s", c.t1, e.Warmups, e.TimeoutS)
		}
	}
}

func TestBadCalibration(t *testing.T) {
	for _, t1 := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		if _, err := settings.NewEntry(Operation{"hash-12", "Iphe-512", 32}, t1); err == nil {
			t.Errorf("t1 = %g was accepted", t1)
		}
	}
}

func TestOrder(t *testing.T) {
	const n = 48
	a, b := settings.Order(0, n), settings.Order(0, n)
	if !slices.Equal(a, b) {
		t.Error("the same seed and round gave two orders")
	}
	if slices.Equal(a, settings.Order(1, n)) {
		t.Error("two rounds have the same order")
	}
	other := settings
	other.Seed = 2
	if slices.Equal(a, other.Order(0, n)) {
		t.Error("two seeds gave the same order")
	}
	slices.Sort(a)
	for i, v := range a {
		if i != v {
			t.Fatalf("not a permutation: %v", a)
		}
	}
}

// The order is part of the evidence: a dataset's seed must give the same order
// with every later version.
func TestOrderIsFixed(t *testing.T) {
	want := []int{3, 1, 0, 7, 6, 5, 4, 2}
	if got := settings.Order(3, 8); !slices.Equal(got, want) {
		t.Errorf("order of round 3 = %v, want %v", got, want)
	}
}

func TestNames(t *testing.T) {
	op := Operation{"hash-12", "Iphe-512-c99", 32}
	if op.Path() != "hash-12/Iphe-512-c99__hash_32" {
		t.Error(op.Path())
	}
}

func TestShare(t *testing.T) {
	a := Entry{T1S: 1e-6, Calls: 50000, Warmups: 2000}
	b := Entry{T1S: 1e-3, Calls: 50, Warmups: 3}
	for range 2 { // again changes nothing
		Share(&a, &b)
		if a.Calls != 50000 || b.Calls != 50000 || a.Warmups != 2000 || b.Warmups != 2000 {
			t.Errorf("shared: %+v, %+v", a, b)
		}
		if a.TimeoutS != 30+20*1e-6*52000 || b.TimeoutS != 30+20*1e-3*52000 {
			t.Errorf("time limits %g and %g s", a.TimeoutS, b.TimeoutS)
		}
	}
	c, d := Entry{T1S: 1e-3, Calls: 50, Warmups: 3}, Entry{T1S: 1e-6, Calls: 50000, Warmups: 2000}
	if Share(&c, &d); c != b || d != a {
		t.Errorf("turned around: %+v, %+v", c, d)
	}
}
