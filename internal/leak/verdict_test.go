package leak

import (
	"math"
	"testing"
)

func TestConfirmed(t *testing.T) {
	test := func(name string, t, difference float64) Test { return Test{Name: name, T: t, Difference: difference} }
	first := []Test{test("a", 5, 9), test("b", -6, -9), test("c", 4.4, 9), test("d", 50, 1), test("e", 7, 9)}
	for name, c := range map[string]struct {
		again []Test
		floor float64
		want  string
	}{
		"the same":       {first, 0, "abde"},
		"below a floor":  {first, 5, "abe"},
		"other signs":    {[]Test{test("a", -5, -9), test("b", 6, 9), test("c", 9, 9), test("d", -5, -1), test("e", 4.6, 9)}, 0, "e"},
		"other tests":    {[]Test{test("a", 1, 9), test("b", 1, 9), test("c", 9, 9), test("d", 4.5, 9), test("e", 4, 9)}, 0, ""},
		"smaller by now": {[]Test{test("a", 5, 1), test("b", -6, -9), test("c", 4.4, 9), test("d", 50, 9), test("e", 7, 4.9)}, 5, "b"},
	} {
		got := ""
		for _, x := range confirmed(first, c.again, c.floor) {
			got += x.Name
		}
		if got != c.want {
			t.Errorf("%s: confirmed %q, want %q", name, got, c.want)
		}
	}
	for _, c := range []struct {
		t, difference, doubt, floor float64
		want                        bool
	}{{5, 9, 2, 5, true}, {5, 9, 2.1, 5, false}, {5, -9, 0, 5, false}, {-5, -9, 1, 5, true}, {5, -9, 9, 0, true}, {4.5, 9, 0, 0, false}} {
		if got := len(suspicious([]Test{{T: c.t, Difference: c.difference, Doubt: c.doubt}}, c.floor)) == 1; got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
	if l := largest(first); l.Name != "d" {
		t.Errorf("largest is %+v", l)
	}
}

// 2·(3.398e-6)² = 2.309e-11 for one test.
func TestFalseAlarm(t *testing.T) {
	if p := FalseAlarm(100); math.Abs(p-2.309e-9) > 0.001e-9 {
		t.Errorf("100 tests: %v", p)
	}
	if p := FalseAlarm(math.MaxInt); p != 1 {
		t.Errorf("at most 1: %v", p)
	}
}
