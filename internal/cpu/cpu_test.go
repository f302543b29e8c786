package cpu

import (
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/cpuid/v2"
)

var present, absent Feature // one that this CPU has, and one that it lacks

func init() {
	for f := Feature(1); f < 200; f++ {
		if cpuid.CPU.Has(f) {
			present = f
		} else {
			absent = f
		}
	}
}

func register(t *testing.T) *Family {
	t.Helper()
	if present == 0 {
		t.Skip("no instruction set was found on this CPU")
	}
	before := families
	t.Cleanup(func() { families = before })
	return Register("test",
		Kernel{Name: Portable},
		Kernel{Name: "slow", Needs: []Feature{present}},
		Kernel{Name: "fast", Needs: []Feature{present}},
		Kernel{Name: "untried", Needs: []Feature{present}, OnRequest: true},
		Kernel{Name: "other", Needs: []Feature{present, absent}},
	)
}

func TestChoice(t *testing.T) {
	f := register(t)
	if f.CurrentName() != "fast" || f.Current() != 2 {
		t.Errorf("in use is %d %s, want 2 fast", f.Current(), f.CurrentName())
	}
	restore := Mask(present)
	if f.CurrentName() != Portable {
		t.Errorf("with the instruction set masked, in use is %s", f.CurrentName())
	}
	if err := f.Use("slow"); err == nil || !strings.Contains(err.Error(), "lacks "+featureName(present)) {
		t.Errorf("Use of a masked kernel: %v", err)
	}
	restore()
	if f.CurrentName() != "fast" {
		t.Errorf("after the mask, in use is %s", f.CurrentName())
	}
}

func TestUse(t *testing.T) {
	f := register(t)
	for _, name := range []string{"slow", Portable, "untried"} {
		if err := f.Use(name); err != nil || f.CurrentName() != name {
			t.Errorf("Use(%q): %v, in use is %s", name, err, f.CurrentName())
		}
	}
	for name, want := range map[string]string{
		"":      `test has no kernel "" (it has: portable, slow, fast, untried, other)`,
		"other": "this CPU cannot run kernel other of test: it lacks " + featureName(absent),
	} {
		if err := f.Use(name); err == nil || err.Error() != want {
			t.Errorf("Use(%q): %v, want %s", name, err, want)
		}
	}
	if f.CurrentName() != "untried" {
		t.Errorf("a failed Use changed the kernel to %s", f.CurrentName())
	}
}

func TestWanted(t *testing.T) {
	before := wanted
	defer func() { wanted = before }()
	for list, want := range map[string]string{
		"":                "fast",
		"slow":            "slow",
		"SLOW":            "slow",
		"other,slow,fast": "slow", // the first that can run
		"nonsense":        "fast",
		"untried":         "untried",
	} {
		wanted = split(list)
		before := families
		f := register(t)
		families = before
		if f.CurrentName() != want {
			t.Errorf("%s=%s: in use is %s, want %s", Variable, list, f.CurrentName(), want)
		}
	}
}

func TestCheckWanted(t *testing.T) {
	register(t)
	for name, want := range map[string]string{
		"slow":  "",
		"other": `this CPU cannot run kernel "other": it lacks ` + featureName(absent),
		"none":  `there is no kernel "none" (there are: fast, other, portable, slow, untried)`,
	} {
		got := ""
		if err := checkWanted(name); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

func TestKernels(t *testing.T) {
	list := register(t).Kernels()
	last := list[len(list)-1]
	if !slices.Equal(last.Missing, []string{featureName(absent)}) || len(last.Needs) != 2 || last.InUse {
		t.Errorf("the kernel that cannot run is %+v", last)
	}
	if !list[2].InUse || list[2].Missing == nil || len(list[2].Missing) != 0 || !list[3].OnRequest {
		t.Errorf("kernels are %+v", list)
	}
}

func TestRegisterRefuses(t *testing.T) {
	for name, call := range map[string]func(){
		"no portable kernel": func() { Register("x", Kernel{Name: "avx2"}) },
		"portable has needs": func() { Register("x", Kernel{Name: Portable, Needs: []Feature{present}}) },
		"no kernel":          func() { Register("x") },
		"twice":              func() { register(t); register(t) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: accepted", name)
				}
			}()
			call()
		}()
	}
}
