package chart

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestLogTicks(t *testing.T) {
	texts := func(ticks []Tick) (s string) {
		for _, t := range ticks {
			s += t.Text + " "
		}
		return s
	}
	for _, c := range []struct {
		lo, hi float64
		most   int
		want   string
	}{
		{2.1, 6300, 14, "2 5 10 20 50 100 200 500 1000 2000 5000 10000 "},
		{2.1, 6300, 8, "  10   100   1000   10000 "},
		{11, 11, 14, "10 20 "},
		{10, 10, 14, "10 20 "},
		{0.3, 0.7, 14, "0.2 0.5 1 "},
	} {
		got := logTicks(c.lo, c.hi, c.most)
		if texts(got) != c.want {
			t.Errorf("%v to %v: %q, want %q", c.lo, c.hi, texts(got), c.want)
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		lo := math.Pow(10, random.Float64()*180-90)
		hi := lo * math.Pow(10, random.Float64()*9)
		most := 4 + random.IntN(12)
		ticks := logTicks(lo, hi, most)
		if n := len(ticks); n < 2 || ticks[0].Value > lo || ticks[n-1].Value < hi {
			t.Fatalf("%v to %v: %v", lo, hi, ticks)
		}
		if ticks[1].Value <= lo && ticks[len(ticks)-2].Value > hi {
			t.Fatalf("%v to %v: %v is too far", lo, hi, ticks)
		}
		labelled := 0
		for i, tick := range ticks {
			if tick.Text != "" {
				labelled++
			}
			if i > 0 && tick.Value <= ticks[i-1].Value {
				t.Fatalf("%v: not ascending", ticks)
			}
		}
		if labelled == 0 || labelled > most {
			t.Fatalf("%v to %v: %d texts, at most %d: %v", lo, hi, labelled, most, ticks)
		}
	}
}

func TestLinearTicks(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		lo, hi := -2-90*random.Float64(), 2+math.Pow(10, random.Float64()*9)
		for most := 2; most <= 5; most++ {
			values, step := linearTicks(lo, hi, most)
			if len(values) == 0 || len(values) > most || step <= 0 {
				t.Fatalf("%v to %v: %v", lo, hi, values)
			}
			zero := false
			for _, v := range values {
				zero = zero || v == 0
				if v < lo || v > hi {
					t.Fatalf("%v to %v: %v is outside", lo, hi, v)
				}
			}
			if !zero {
				t.Fatalf("%v to %v: %v has no 0", lo, hi, values)
			}
		}
	}
}

func TestScale(t *testing.T) {
	s := scale{logarithmic: true, lo: 1, hi: 100, from: 200, to: 100}
	for x, want := range map[float64]float64{1: 200, 10: 150, 100: 100} {
		if got := s.at(x); math.Abs(got-want) > 1e-9 {
			t.Errorf("at(%v) = %v, want %v", x, got, want)
		}
	}
	s = scale{lo: -2, hi: 8, from: 0, to: 10}
	if got := s.at(3); math.Abs(got-5) > 1e-9 {
		t.Errorf("at(3) = %v", got)
	}
}
