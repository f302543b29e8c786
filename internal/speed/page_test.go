package main

import (
	"math"
	"strings"
	"testing"

	"github.com/hashassay/assay/internal/candidate"
)

// A measurement by hand: ticks of 2 GHz, so a tick is half a nanosecond.
func measured(t *testing.T) *measurement {
	t.Helper()
	catalogue, err := candidate.Load()
	if err != nil {
		t.Fatal(err)
	}
	in, err := catalogue.FindInstance("Iphe-512")
	if err != nil {
		t.Fatal(err)
	}
	m := &measurement{Rounds: 3, ticksPerS: 2e9, instances: []*candidate.Instance{in}, noC: ""}
	for k, ticks := range map[key]float64{
		{"Iphe-512", "c99", long, false}:     50 * long,
		{"Iphe-512", "avx2", long, false}:    4 * long, // goal 3.6
		{"Iphe-512", "avx512", long, false}:  2 * long, // goal 2.5
		{"Iphe-512", "c99", short, false}:    500,      // not a kernel: never the best
		{"Iphe-512", "avx2", short, false}:   900,      // goal 620
		{"Iphe-512", "avx512", short, false}: 800,
		{"SHA-512", "library", long, false}:  4 * long,
		{"SHA-512", "library", short, false}: 400,
	} {
		m.contenders = append(m.contenders, &contender{key: k, best: ticks / m.ticksPerS})
	}
	return m
}

func TestPage(t *testing.T) {
	page := measured(t).page()
	for _, want := range []string{
		"| `Iphe-512` | 61 | 50.0 | 4.00 (goal 3.60: **missed**) | 2.00 (goal 2.50: reached) | 25.0 | avx512 800 (goal 620: **missed**) |",
		"| `Iphe-512` | go, kernel avx512 | 1.000 | 0.50 | 25.0 | 400 | – |",
		"| `SHA-512` | go standard library | 2.000 | 1.00 | – | 200 | – |",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s:\n%s", want, page)
		}
	}
	if strings.Contains(page, "Garnet") {
		t.Error("the page shows what was not measured")
	}
}

func TestCell(t *testing.T) {
	for _, c := range []struct {
		value float64
		ok    bool
		want  string
	}{
		{1.99, true, "1.99 (goal 2.00: reached)"},
		{2, true, "2.00 (goal 2.00: reached)"},
		{2.19, true, "2.19 (goal 2.00: within 10 %)"},
		{2.21, true, "2.21 (goal 2.00: **missed**)"},
		{1, false, missing},
	} {
		if got := cell(c.value, c.ok, 2, "%.2f"); got != c.want {
			t.Errorf("%v: %s, want %s", c.value, got, c.want)
		}
	}
}

// Every goal names an instance that there is, with kernels that its package
// could have.
func TestGoals(t *testing.T) {
	catalogue, err := candidate.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range goals {
		if _, err := catalogue.FindInstance(g.Instance); err != nil {
			t.Error(err)
		}
		if g.AVX2Goal <= 0 || g.Goal512 <= 0 || g.Reference <= 0 || (g.Short > 0) == (g.ShortTimes > 0) {
			t.Errorf("goals of %s are %+v", g.Instance, g)
		}
	}
}

func TestTurn(t *testing.T) {
	calls := 0
	c := &contender{best: math.Inf(1), work: func(n int) (float64, error) {
		calls += n
		return float64(n) * 1e-6, nil // a microsecond a call
	}}
	for range 2 {
		if err := c.turn(); err != nil {
			t.Fatal(err)
		}
	}
	if want := int(slice.Seconds() / 1e-6); c.calls < want*9/10 || c.calls > want*11/10 || math.Abs(c.best-1e-6) > 1e-9 {
		t.Errorf("%d calls a turn, %g s each; want about %d and 1e-6", c.calls, c.best, want)
	}
}
