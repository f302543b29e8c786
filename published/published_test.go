package published

import (
	"strings"
	"testing"
)

func TestSystems(t *testing.T) {
	systems := Systems()
	if len(systems) != 2 || systems[0].ID != "arm_1" || systems[1].ID != "x86_1" {
		t.Fatalf("%d systems", len(systems))
	}
	for _, s := range systems {
		if s.Source == "" || s.Environment["processor"] == "" || len(s.Candidates) != 5 {
			t.Errorf("%s: source %q, processor %q, %d candidates", s.ID, s.Source, s.Environment["processor"], len(s.Candidates))
		}
		rows := 0
		for _, c := range s.Candidates {
			for _, f := range c.Performance {
				rows++
				if f.Instance == "" || f.Bytes < 32 || f.MeanCycles == "" || !(f.CyclesPerByte > 0) {
					t.Errorf("%s %s: %+v", s.ID, c.ID, f)
				}
			}
		}
		if rows != 8*18 { // every instance that was timed, at eight lengths
			t.Errorf("%s: %d rows", s.ID, rows)
		}
	}
}

// Figures that stand on the published pages.
func TestLookup(t *testing.T) {
	f, ok := Systems()[0].Lookup("hash-03", "CHash_512", 65536)
	if !ok || f.MeanCycles != "75.29 M" || f.CyclesPerByte != 1148.9 {
		t.Errorf("%+v, %t", f, ok)
	}
	f, ok = Systems()[1].Lookup("hash-12", "Iphe-512", 65536)
	if !ok || f.CyclesPerByte != 82.4 {
		t.Errorf("%+v, %t", f, ok)
	}
	if _, ok := Systems()[0].Lookup("hash-11", "Garnet_1024_DM4x4", 32); ok {
		t.Error("an instance that was not timed has a figure")
	}
}

func TestCause(t *testing.T) {
	cause, notTimed, known := Cause("hash-11", "Garnet_1024_DM4x4")
	if !known || !notTimed || !strings.HasPrefix(cause, "No reference source: ") {
		t.Errorf("%q, %t, %t", cause, notTimed, known)
	}
	if cause, _, known := Cause("hash-11", "Garnet_1024"); known {
		t.Errorf("an instance that passed has a cause: %q", cause)
	}
}
