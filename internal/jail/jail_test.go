package jail

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

func TestMask(t *testing.T) {
	t.Setenv(MaskVariable, " landlock, seccomp,")
	for _, f := range Features() {
		if off := f.Part == Landlock || f.Part == Seccomp; off && f.Lack != "turned off by ASSAY_JAIL_OFF" && f.Lack != "needs Linux" {
			t.Errorf("%s: %q", f.Part, f.Lack)
		}
	}
	if a := Available(); slices.Contains(a, Landlock) || slices.Contains(a, Seccomp) {
		t.Errorf("available: %q", a)
	}
	if err := Require(); !errors.Is(err, ErrIncomplete) || !strings.Contains(err.Error(), "landlock (") || !strings.Contains(err.Error(), "seccomp (") {
		t.Errorf("Require: %v", err)
	}
	if err := CheckEnvironment(); err != nil {
		t.Error(err)
	}
	t.Setenv(MaskVariable, "landlock,walls")
	if err := CheckEnvironment(); err == nil || err.Error() != `ASSAY_JAIL_OFF: there is no part "walls" of the jail (there are namespaces, landlock, seccomp, rlimits)` {
		t.Errorf("CheckEnvironment: %v", err)
	}
}

func TestLists(t *testing.T) {
	for _, c := range []struct {
		parts []Part
		good  bool
	}{
		{nil, true}, {Parts(), true}, {[]Part{Landlock, Rlimits}, true},
		{[]Part{Rlimits, Landlock}, false}, {[]Part{Landlock, Landlock}, false}, {[]Part{"walls"}, false}, {[]Part{""}, false},
	} {
		if err := Check(c.parts); (err == nil) != c.good {
			t.Errorf("Check(%q): %v", c.parts, err)
		}
	}
	if got := Missing([]Part{Seccomp, Namespaces}); !slices.Equal(got, []Part{Landlock, Rlimits}) {
		t.Errorf("missing: %q", got)
	}
	if got := Common(Parts(), []Part{Rlimits, Seccomp}); !slices.Equal(got, []Part{Seccomp, Rlimits}) {
		t.Errorf("common: %q", got)
	}
}
