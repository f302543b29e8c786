package leak

import (
	"bytes"
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hashassay/assay/internal/driver"
	"github.com/hashassay/assay/internal/driver/drivertest"
)

func TestMain(m *testing.M) {
	drivertest.Intercept()
	os.Exit(m.Run())
}

// play compares under a script, where time is virtual.
func play(t *testing.T, s drivertest.Script, change func(*Request)) (*Result, *driver.Program, error) {
	t.Helper()
	s.Noise = 0.1
	p := drivertest.New(t, "c", s)
	r := Request{Program: p, Target: driver.Target{Library: "/x.so", DigestBits: 512}, CPU: -1, Bytes: []int{32}, Classes: []Classes{Fixed},
		Calls: 4000, Budget: time.Minute, Seed: 7, Floor: DefaultFloor}
	if change != nil {
		change(&r)
	}
	res, err := Compare(context.Background(), r)
	return res, p, err
}

func compared(t *testing.T, s drivertest.Script, change func(*Request)) (*Result, *driver.Program) {
	t.Helper()
	res, p, err := play(t, s, change)
	if err != nil {
		t.Fatal(err)
	}
	return res, p
}

func TestConstantTimeIsNoLeak(t *testing.T) {
	res, p := compared(t, drivertest.Script{}, func(r *Request) { r.Bytes, r.Classes = []int{1, 32, 1000}, AllClasses() })
	if res.Verdict() != NoLeak || len(res.Comparisons) != 9 || res.Tests() != 99 || res.Clock != "virtual" || res.Nanoseconds(3) != 3 {
		t.Errorf("%s of %d comparisons with %d tests by clock %s", res.Verdict(), len(res.Comparisons), res.Tests(), res.Clock)
	}
	for _, c := range res.Comparisons {
		if c.Again != nil || c.First.Calls != 4000 || c.Faint() {
			t.Errorf("%+v", c)
		}
	}
	if all, _ := drivertest.Started(t, p, "stopwatch", "/x.so", 32); all != 9 || res.Calls() != 36000 {
		t.Errorf("%d processes, %d calls", all, res.Calls())
	}
}

func TestLeakIsFound(t *testing.T) {
	leaks := drivertest.Script{Rules: []drivertest.Rule{{Mode: "stopwatch", Leak: 1.5}}}
	for _, classes := range AllClasses() {
		res, p := compared(t, leaks, func(r *Request) { r.Classes = []Classes{classes} })
		c := res.Comparisons[0]
		if res.Verdict() != Leak || c.Again == nil || c.Again.Calls != c.First.Calls || !c.Largest.exceeds() {
			t.Errorf("%s: %s, %+v", classes, res.Verdict(), c)
		}
		if classes != Fixed && c.Largest.T > 0 {
			t.Errorf("%s: t is %v: messages of class 0 are even, and faster", classes, c.Largest.T)
		}
		if all, _ := drivertest.Started(t, p, "stopwatch", "/x.so", 32); all != 2 {
			t.Errorf("%s: %d processes, want one for each run", classes, all)
		}
	}
	spread := drivertest.Script{Rules: []drivertest.Rule{{Mode: "stopwatch", Spread: 8}}}
	res, _ := compared(t, spread, func(r *Request) { r.Classes = []Classes{Ones} })
	if res.Verdict() != Leak || !slices.ContainsFunc(confirmed(res.Comparisons[0].First.Tests, res.Comparisons[0].Again.Tests, 0),
		func(x Test) bool { return strings.HasPrefix(x.Name, "squares") }) {
		t.Errorf("a leak of the second order: %s %+v", res.Verdict(), res.Comparisons[0].Largest)
	}
}

// What only the first run shows is chance.
func TestUnconfirmedIsNoLeak(t *testing.T) {
	res, _ := compared(t, drivertest.Script{Rules: []drivertest.Rule{{Mode: "stopwatch", Trial: 1, Leak: 1.5}}}, nil)
	if c := res.Comparisons[0]; res.Verdict() != NoLeak || c.Again == nil || !c.Largest.exceeds() {
		t.Errorf("%s: %+v", res.Verdict(), c)
	}
}

// A sure difference below the floor is shown and not called a leak, and needs no second run.
func TestFloor(t *testing.T) {
	tiny := drivertest.Script{Rules: []drivertest.Rule{{Mode: "stopwatch", Leak: 1.05}}} // about 1 µs a call: 50 ns
	for _, c := range []struct {
		floor time.Duration
		want  Verdict
		faint bool
	}{{0, Leak, false}, {DefaultFloor, Leak, false}, {100 * time.Nanosecond, NoLeak, true}} {
		res, _ := compared(t, tiny, func(r *Request) { r.Floor, r.Classes = c.floor, []Classes{Ones} })
		x := res.Comparisons[0]
		if x.Verdict != c.want || x.Faint() != c.faint || (x.Again == nil) != c.faint {
			t.Errorf("floor %v: %s, faint %v, %+v", c.floor, x.Verdict, x.Faint(), x.Largest)
		}
		if c.floor > 0 && x.Resolution() < float64(c.floor) {
			t.Errorf("floor %v: resolution %v", c.floor, x.Resolution())
		}
	}
}

// When the time is over a run ends, but not before it has enough calls.
func TestBudget(t *testing.T) {
	res, _ := compared(t, drivertest.Script{}, func(r *Request) { r.Calls, r.Budget = 1e7, time.Nanosecond })
	if n := res.Comparisons[0].First.Calls; n < MinCalls || n > 1e6 {
		t.Errorf("%d calls", n)
	}
}

func TestFailuresAndProgress(t *testing.T) {
	var failure *driver.Failure
	_, _, err := play(t, drivertest.Script{Rules: []drivertest.Rule{{Mode: "stopwatch", Request: 2, Verdict: driver.Overflow, Detail: "too far"}}}, nil)
	if !errors.As(err, &failure) || err.Error() != "32 bytes, one fixed against random: OVERFLOW: too far" {
		t.Errorf("%v", err)
	}
	for want, change := range map[string]func(*Request){
		"no message length":       func(r *Request) { r.Bytes = nil },
		"0 bytes is not":          func(r *Request) { r.Bytes = []int{0} },
		"1999 calls are not":      func(r *Request) { r.Calls = MinCalls - 1 },
		"0s for all runs":         func(r *Request) { r.Budget = 0 },
		"floor of -1":             func(r *Request) { r.Floor = -1 },
		"no pair of classes":      func(r *Request) { r.Classes = nil },
		"length of 1048577 bytes": func(r *Request) { r.Bytes = []int{MaxBytes + 1} },
	} {
		if _, _, err := play(t, drivertest.Script{}, change); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
	last := 0.0
	compared(t, drivertest.Script{}, func(r *Request) {
		r.Bytes = []int{1, 2}
		r.Events = func(e Event) {
			if e.Done < last || e.Done > 1 || e.Again {
				t.Errorf("progress %+v after %v", e, last)
			}
			last = e.Done
		}
	})
	if last != 1 {
		t.Errorf("the last progress is %v", last)
	}
}

// The seed decides messages and order, however they are drawn; the second run has the same fixed message and other random ones.
func TestSource(t *testing.T) {
	draw := func(s *source, sizes ...int) (all []byte, classes []uint8) {
		for _, n := range sizes {
			b, c := make([]byte, n*s.bytes), make([]uint8, n)
			s.draw(b, c)
			all, classes = append(all, b...), append(classes, c...)
		}
		return all, classes
	}
	for _, classes := range AllClasses() {
		a, order := draw(newSource(1, classes, 5, 1), 100)
		b, same := draw(newSource(1, classes, 5, 1), 1, 70, 29)
		if !bytes.Equal(a, b) || !bytes.Equal(order, same) {
			t.Errorf("%s: the messages depend on the batches", classes)
		}
		again, other := draw(newSource(1, classes, 5, 2), 100)
		if bytes.Equal(order, other) {
			t.Errorf("%s: both runs have the same order", classes)
		}
		count := [2]int{}
		var of [2][]byte
		for i, class := range order {
			count[class]++
			m := a[5*i : 5*i+5]
			if of[class] == nil {
				of[class] = m
			}
			if fixed := class == 0 || classes == Ones; fixed != bytes.Equal(m, of[class]) && count[class] > 1 {
				t.Errorf("%s: message %d of class %d is %x, the first %x", classes, i, class, m, of[class])
			}
		}
		if count[0] < 30 || count[1] < 30 {
			t.Errorf("%s: %v messages of the classes", classes, count)
		}
		if i := slices.Index(other, 0); !bytes.Equal(again[5*i:5*i+5], of[0]) {
			t.Errorf("%s: the fixed message of the second run is %x, of the first %x", classes, again[5*i:5*i+5], of[0])
		}
	}
}
