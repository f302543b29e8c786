package host

import (
	"strings"
	"testing"
)

func TestLoadAverage(t *testing.T) {
	if got := vm().system("x86_64", "6.1", "0").loadAverage(); got != [3]float64{0.05, 0.06, 0.03} {
		t.Errorf("got %v", got)
	}
	if got := (files{}).system("x86_64", "6.1", "0").loadAverage(); got != [3]float64{} {
		t.Errorf("no file: got %v", got)
	}
}

func TestBusyShare(t *testing.T) {
	//       user nice system idle iowait irq softirq steal guest guest_nice
	const before = "cpu  1 2 3 4 5 6 7 8 9 10\ncpu0 9 9 9 9 9 9 9 9 9 9\ncpu1 100 1 20 1000 50 1 2 3 40 0\nintr 1\n"
	for _, test := range []struct {
		name, after string
		want        float64
	}{
		{"idle", "cpu1 100 1 20 1008 52 1 2 3 40 0\n", 0},
		{"user", "cpu1 105 1 20 1005 50 1 2 3 45 0\n", 0.5},
		{"stolen", "cpu1 100 1 20 1008 50 1 2 5 40 0\n", 0.2},
		{"all kinds", "cpu1 101 2 21 1004 50 2 3 4 40 0\n", 0.6},
		{"no time passed", "cpu1 100 1 20 1000 50 1 2 3 40 0\n", 0},
		{"file gone", "", 0},
		{"broken", "cpu1 a b c d e f\n", 0},
		{"counted backwards", "cpu1 90 1 20 1100 50 1 2 3 40 0\n", 0},
	} {
		f := files{"proc/stat": before}
		s := f.system("x86_64", "6.1", "0-1")
		got := s.busyShare(1, func() { s.root = files{"proc/stat": test.after}.system("", "", "").root })
		if got != test.want {
			t.Errorf("%s: got %v, want %v", test.name, got, test.want)
		}
	}
}

// stat is a line of proc(5) with the fields up to the last CPU.
func stat(pid, name, state, cpu string) string {
	return pid + " (" + name + ") " + state + strings.Repeat(" 0", 35) + " " + cpu + " 0 0 0\n"
}

func TestCheckBusy(t *testing.T) {
	s := files{
		"proc/7/task/7/stat":   stat("7", "a b) R 1 (x", "R", "1"),
		"proc/7/task/8/stat":   stat("8", "sleeper", "S", "1"),
		"proc/9/task/9/stat":   stat("9", "elsewhere", "R", "0"),
		"proc/42/task/43/stat": stat("43", "assay", "R", "1"),
		"proc/50/task/50/stat": stat("50", "gcc", "R", "1"),
		"proc/51/task/51/stat": "51 (short) R 1 2\n",
		"proc/52/task/52/stat": "broken\n",
		"proc/self/stat":       stat("42", "assay", "R", "1"),
	}.system("x86_64", "6.1", "0-1")
	if got := s.checkBusy(1, busyLimit, 42); got != nil {
		t.Errorf("at the limit: %v", got)
	}
	got := s.checkBusy(1, 0.5, 42)
	if len(got) != 1 || got[0].ID != "load" || got[0].Text != "cpu 1 is 50 % busy with other work: a b) R 1 (x (7), gcc (50)" {
		t.Errorf("got %v", got)
	}
	if got := s.checkBusy(3, 0.5, 42); len(got) != 1 || got[0].Text != "cpu 3 is 50 % busy with other work" {
		t.Errorf("nobody to name: got %v", got)
	}
}
