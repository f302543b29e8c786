package chart

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestSpread(t *testing.T) {
	for _, c := range []struct {
		wanted []float64
		lo, hi float64
		want   []float64
	}{
		{[]float64{10, 50, 90}, 0, 100, []float64{10, 50, 90}},         // nothing in the way
		{[]float64{50, 50}, 0, 100, []float64{45, 55}},                 // the middle of a block stays
		{[]float64{55, 50, 45}, 0, 100, []float64{60, 50, 40}},         // order of the heights, not of the list
		{[]float64{0, 0, 0}, 0, 100, []float64{0, 10, 20}},             // held at the edge
		{[]float64{100, 99}, 0, 100, []float64{100, 90}},               // at the other edge
		{[]float64{50, 52, 30, 90}, 0, 100, []float64{46, 56, 30, 90}}, // only what is in the way moves
	} {
		if got := spread(c.wanted, 10, c.lo, c.hi); !slices.Equal(got, c.want) {
			t.Errorf("spread(%v) = %v, want %v", c.wanted, got, c.want)
		}
	}
	random := rand.New(rand.NewPCG(5, 6))
	for range 1000 {
		n := 1 + random.IntN(80)
		wanted := make([]float64, n)
		for i := range wanted {
			wanted[i] = random.Float64() * 400
			if random.IntN(3) == 0 {
				wanted[i] = 100 // many at one place
			}
		}
		const gap = 12
		lo, hi := 0.0, max(400, float64(n)*gap)
		got := spread(wanted, gap, lo, hi)
		for i := range got {
			if got[i] < lo-1e-6 || got[i] > hi+1e-6 {
				t.Fatalf("label %d at %v is outside of %v to %v", i, got[i], lo, hi)
			}
			for j := range i {
				if math.Abs(got[i]-got[j]) < gap-1e-6 {
					t.Fatalf("labels %d and %d are %v apart", i, j, math.Abs(got[i]-got[j]))
				}
				if (wanted[i]-wanted[j])*(got[i]-got[j]) < 0 {
					t.Fatalf("labels %d and %d changed places", i, j)
				}
			}
		}
	}
}

func TestFit(t *testing.T) {
	for _, c := range []struct {
		text string
		ems  float64
		want string
	}{
		{"Garnet_768", 12, "Garnet_768"},
		{"Garnet_512_Cap1024-c99", 20, "Garnet_512_Cap1024-c99"},
		{"Garnet_512_Cap1024-c99", 10, "Garn…ap1024-c99"},
		{"", 5, ""},
	} {
		if got := fit(c.text, c.ems); got != c.want {
			t.Errorf("fit(%q, %v) = %q, want %q", c.text, c.ems, got, c.want)
		}
	}
	for _, text := range hostile {
		for ems := 1.0; ems < 30; ems += 0.7 {
			got := fit(text, ems)
			if widthOf(got) > ems+1e-5 && utf8.RuneCountInString(got) > 1 {
				t.Errorf("fit(%.20q, %v) is %v wide", text, ems, widthOf(got))
			}
			if n := utf8.RuneCountInString(got); n > 3*int(ems)+combining+3 {
				t.Errorf("fit(%.20q, %v) has %d characters", text, ems, n)
			}
		}
	}
	// Labels that differ in the end still do.
	short := map[string]bool{}
	for _, capacity := range []string{"512", "640", "768", "896", "1024"} {
		for _, kind := range []string{"", "-c99", "-go", "-go-avx2"} {
			short[fit("Garnet_512_Cap"+capacity+kind, narrowLines.column/narrowLines.letter)] = true
		}
	}
	if len(short) != 20 {
		t.Errorf("20 labels are %d short ones: %v", len(short), short)
	}
	if !strings.Contains(fit(strings.Repeat("x", 100), 9), "…") {
		t.Error("a text was cut and does not say so")
	}
}
