package host

import (
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
)

func TestParseCPUs(t *testing.T) {
	for list, want := range map[string][]int{
		"": nil, "\n": nil, "0": {0}, "0-3,8,10-11\n": {0, 1, 2, 3, 8, 10, 11}, "4,2,2": {2, 4},
	} {
		got, err := parseCPUs(list)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: got %v, %v, want %v", list, got, err, want)
		}
	}
	for _, list := range []string{"x", "1-", "-1", "3-1", "0-99999999", "1-2-3"} {
		if got, err := parseCPUs(list); err == nil {
			t.Errorf("%q: no error, got %v", list, got)
		} else if !strings.Contains(err.Error(), list) {
			t.Errorf("%q: error does not show the list: %v", list, err)
		}
	}
}

func TestFormatCPUs(t *testing.T) {
	for _, list := range []string{"", "0", "0-1", "0-3,8,10-11", "5,7,9"} {
		cpus, _ := parseCPUs(list)
		if got := formatCPUs(cpus); got != list {
			t.Errorf("got %q, want %q", got, list)
		}
	}
}

func TestUsable(t *testing.T) {
	for _, test := range []struct {
		name string
		s    *system
		want string
	}{
		{"all", i7().system("x86_64", "6.8", "0-19"), "0-19"},
		{"affinity", i7().system("x86_64", "6.8", "3,5"), "3,5"},
		{"offline", i7().with(files{cpuDir + "online": "0-9"}).system("x86_64", "6.8", "0-19"), "0-9"},
		{"cpuset version 2, of the parent", container().system("x86_64", "6.12", "0-7"), "2-3,5"},
		{"cpuset version 1", vm().with(files{"sys/fs/cgroup/cpuset/cpuset.cpus": "1\n"}).system("x86_64", "6.1", "0-1"), "1"},
		{"cpuset version 1, effective", vm().with(files{"sys/fs/cgroup/cpuset/cpuset.effective_cpus": "0\n"}).system("x86_64", "6.1", "0-1"), "0"},
		{"path outside the tree", vm().with(files{"proc/self/cgroup": "0::/../../x\n"}).system("x86_64", "6.1", "0-1"), "0-1"},
		{"nothing in common", container().system("x86_64", "6.12", "0-1"), ""},
	} {
		if got := formatCPUs(test.s.usable()); got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
}

func TestPick(t *testing.T) {
	offline := i7().with(files{cpuDir + "online": "0-9,16-19"})
	for _, test := range []struct {
		name      string
		s         *system
		requested int
		want      int
		err       string
	}{
		{"neither cpu 0 nor its sibling", i7().system("x86_64", "6.8", "0-19"), -1, 2, ""},
		{"rather the busy core than a slow one", i7().system("x86_64", "6.8", "0-1,16-19"), -1, 0, ""},
		{"only slow cores", i7().system("x86_64", "6.8", "17-19"), -1, 17, ""},
		{"by capacity, cores of nearly the same are alike", phone().system("aarch64", "6.1", "0-7"), -1, 4, ""},
		{"single", vm().system("x86_64", "6.1", "0"), -1, 0, ""},
		{"vm", vm().system("x86_64", "6.1", "0-1"), -1, 1, ""},
		{"container", container().system("x86_64", "6.12", "0-7"), -1, 2, ""},
		{"nothing", container().system("x86_64", "6.12", "0-1"), -1, 0, "no cpu is allowed"},
		{"asked for", i7().system("x86_64", "6.8", "0-19"), 17, 17, ""},
		{"offline", offline.system("x86_64", "6.8", "0-19"), 12, 0, "cpu 12 is offline; allowed: 0-9,16-19"},
		{"not there", i7().system("x86_64", "6.8", "0-19"), 20, 0, "cpu 20 does not exist; allowed: 0-19"},
		{"not in the cpuset", container().system("x86_64", "6.12", "0-7"), 4, 0, "cpu 4 is not in the affinity mask and cpuset of this process; allowed: 2-3,5"},
	} {
		got, err := test.s.pick(test.requested)
		if test.err == "" && (err != nil || got != test.want) {
			t.Errorf("%s: got %d, %v, want %d", test.name, got, err, test.want)
		}
		if test.err != "" && (err == nil || err.Error() != test.err) {
			t.Errorf("%s: got %v, want %s", test.name, err, test.err)
		}
	}
}

func TestPickHere(t *testing.T) {
	cpus, err := AllowedCPUs()
	if runtime.GOOS != "linux" {
		if err == nil {
			t.Error("no error")
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	cpu, err := PickCPU(-1)
	if err != nil || !slices.Contains(cpus, cpu) {
		t.Errorf("picked %d of %v: %v", cpu, cpus, err)
	}
	// Pinning a thread, even the main one, must not narrow the choice.
	for range 20 {
		if err := OnCPU(cpu, func() {}); err != nil {
			t.Fatal(err)
		}
	}
	if again, _ := AllowedCPUs(); !slices.Equal(again, cpus) {
		t.Errorf("allowed cpus changed from %v to %v", cpus, again)
	}
	if _, err := PickCPU(maxCPUs); err == nil || !strings.Contains(err.Error(), "does not exist") {
		t.Errorf("cpu %d: %v", maxCPUs, err)
	}
}
