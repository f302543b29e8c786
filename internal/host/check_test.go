package host

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// ids lists the problems' IDs, those for information in parentheses.
func ids(problems []Problem) string {
	var list []string
	for _, p := range problems {
		id := p.ID
		if p.Info {
			id = "(" + id + ")"
		}
		list = append(list, id)
	}
	return strings.Join(list, " ")
}

func TestCheckSettings(t *testing.T) {
	ready := i7().with(files{noTurboFile: "1\n", cpuDir + "smt/control": "off\n", cpuDir + "online": "0,2,4,6,8,10,12,14,16-19\n"})
	ready = ready.cpufreq(20, "performance", "intel_pstate", "2100000", "2100000")
	for _, test := range []struct {
		name string
		s    *system
		cpu  int
		want string
	}{
		{"i7 from the shop", i7().system("x86_64", "6.8.0-85-generic", "0-19"), 2, "turbo governor smt"},
		{"i7, efficiency core", i7().system("x86_64", "6.8.0", "0-19"), 17, "hybrid turbo governor"},
		{"i7, made ready", ready.system("x86_64", "6.8.0", "0-19"), 2, ""},
		{"i7, sibling offline", ready.system("x86_64", "6.8.0", "0-19"), 3, "cpuset"},
		{"server", epyc().system("x86_64", "6.12.0", "0-7"), 1, "turbo"},
		{"laptop arm_1", oryon().system("aarch64", "7.0.0-34-generic", "0-11"), 2, ""},
		{"phone, efficiency core", phone().system("aarch64", "6.1", "0-7"), 1, "hybrid governor frequency memory"},
		{"phone, fast core", phone().system("aarch64", "6.1", "0-7"), 7, "governor frequency memory"},
		{"vm", vm().system("x86_64", "6.18.44-fc", "0-1"), 1, "virtual (cpufreq)"},
		{"container", container().system("x86_64", "6.12.0", "0-7"), 4, "cpuset turbo"},
		{"no such cpu", epyc().system("x86_64", "6.12.0", "0-7"), 8, "cpuset"},
		{"old kernel", oryon().system("aarch64", "4.18.0-553.el8", "0-11"), 2, "kernel"},
		{"oldest kernel allowed", oryon().system("aarch64", "4.19.0", "0-11"), 2, ""},
		{"older kernel", oryon().system("aarch64", "3.20", "0-11"), 2, "kernel"},
		{"odd kernel", oryon().system("aarch64", "custom", "0-11"), 2, ""},
		{"busy", oryon().with(files{"proc/loadavg": "2.51 1 1 1/1 1"}).system("aarch64", "7.0", "0-11"), 2, "load"},
		{"just not busy", oryon().with(files{"proc/loadavg": "2.50 9 9 1/1 1"}).system("aarch64", "7.0", "0-11"), 2, ""},
		{"small", oryon().with(files{"proc/meminfo": "MemTotal:        3906249 kB\n"}).system("aarch64", "7.0", "0-11"), 2, "memory"},
		{"just enough", oryon().with(files{"proc/meminfo": "MemTotal:        3906250 kB\n"}).system("aarch64", "7.0", "0-11"), 2, ""},
		{"old cpu", vm().with(files{"proc/cpuinfo": cpuinfoX86(2, "Xeon X5650", "fpu sse2 hypervisor")}).system("x86_64", "6.1", "0-1"), 1, "virtual avx2 (cpufreq)"},
	} {
		got := test.s.checkSettings(test.cpu)
		if ids(got) != test.want {
			t.Errorf("%s: got %q, want %q", test.name, ids(got), test.want)
		}
		for _, p := range got {
			if p.Text == "" || p.Why == "" || strings.Contains(p.Text, "\n") {
				t.Errorf("%s: %s: not one line with a reason: %q, %q", test.name, p.ID, p.Text, p.Why)
			}
		}
	}
}

func TestMend(t *testing.T) {
	perPolicy := epyc().without(cpuDir + "cpufreq/").with(files{cpuDir + "cpu3/cpufreq/boost": "1\n"})
	for _, test := range []struct {
		name, id string
		s        *system
		cpu      int
		text     string
		mend     []string
	}{
		{"turbo", "turbo", i7().system("x86_64", "6.8", "0-19"), 2, "turbo is on (intel_pstate)",
			[]string{"echo 1 | sudo tee /sys/devices/system/cpu/intel_pstate/no_turbo"}},
		{"boost", "turbo", epyc().system("x86_64", "6.8", "0-7"), 2, "boost is on (cpufreq)",
			[]string{"echo 0 | sudo tee /sys/devices/system/cpu/cpufreq/boost"}},
		{"boost of a policy", "turbo", perPolicy.system("x86_64", "6.8", "0-7"), 3, "boost is on (cpufreq)",
			[]string{"echo 0 | sudo tee /sys/devices/system/cpu/cpu3/cpufreq/boost"}},
		{"governor", "governor", i7().system("x86_64", "6.8", "0-19"), 2, "the frequency governor of cpu 2 is powersave, not performance",
			[]string{"echo performance | sudo tee /sys/devices/system/cpu/cpu2/cpufreq/scaling_governor"}},
		{"frequency", "frequency", phone().system("aarch64", "6.1", "0-7"), 7, "the clock of cpu 7 may move between 300000 and 2800000 kHz",
			[]string{"echo 2800000 | sudo tee /sys/devices/system/cpu/cpu7/cpufreq/scaling_min_freq"}},
		{"smt", "smt", i7().system("x86_64", "6.8", "0-19"), 2, "cpu 2 shares its core with cpu 3 (smt)",
			[]string{"echo 0 | sudo tee /sys/devices/system/cpu/cpu3/online   # this core only",
				"echo off | sudo tee /sys/devices/system/cpu/smt/control   # or the whole machine"}},
		{"hybrid", "hybrid", i7().system("x86_64", "6.8", "0-19"), 16, "cpu 16 is an efficiency core, performance cores: 0-15", nil},
		{"offline", "cpuset", i7().with(files{cpuDir + "online": "0-9"}).system("x86_64", "6.8", "0-9"), 12, "cpu 12 is offline; allowed: 0-9",
			[]string{"echo 1 | sudo tee /sys/devices/system/cpu/cpu12/online"}},
		{"affinity", "cpuset", i7().system("x86_64", "6.8", "0-9"), 12, "cpu 12 is not in the affinity mask and cpuset of this process; allowed: 0-9",
			[]string{"taskset -p -c 0-19 $$"}},
		{"cpuset", "cpuset", container().system("x86_64", "6.8", "2-3,5"), 4, "cpu 4 is not in the affinity mask and cpuset of this process; allowed: 2-3,5", nil},
		{"absent", "cpuset", vm().system("x86_64", "6.8", "0-1"), 4, "cpu 4 does not exist; allowed: 0-1", nil},
	} {
		problems := test.s.checkSettings(test.cpu)
		i := slices.IndexFunc(problems, func(p Problem) bool { return p.ID == test.id })
		if i < 0 {
			t.Errorf("%s: not found", test.name)
			continue
		}
		if p := problems[i]; p.Text != test.text || !reflect.DeepEqual(p.Mend, test.mend) {
			t.Errorf("%s: got %q, %q", test.name, p.Text, p.Mend)
		}
	}
}

func TestCheckCounter(t *testing.T) {
	const work = probeRounds * chainSteps
	good := counterReading{cycles: work, enabled: 200000, running: 200000}
	for _, test := range []struct {
		name    string
		level   string
		reading counterReading
		want    string
		text    string // contained in the first problem's text
	}{
		{"good", "2", good, "", ""},
		{"good for a privileged user", "4", good, "(paranoid)", "is 4, above 2"},
		{"refused", "4", counterReading{errno: errnoEACCES}, "counter", "(its level is 4)"},
		{"forbidden", "2", counterReading{errno: errnoEPERM}, "counter", "EPERM"},
		{"none, and not allowed", "3", counterReading{errno: errnoENOENT}, "counter paranoid", "ENOENT"},
		{"level not known", "", good, "", ""},
		{"zero", "2", counterReading{enabled: 9, running: 9}, "counter", "reads 0"},
		{"multiplexed", "2", counterReading{cycles: work, enabled: 9, running: 8}, "counter", "88.9 %"},
		{"too few", "2", counterReading{cycles: work/2 - 1, enabled: 9, running: 9}, "counter", "counts wrongly: 299999 cycles for 600000"},
		{"read error", "2", counterReading{err: errors.New("read: broken")}, "counter", "read: broken"},
	} {
		s := files{"proc/sys/kernel/perf_event_paranoid": test.level}.system("x86_64", "6.1", "0")
		got := s.checkCounter(test.reading)
		if ids(got) != test.want || len(got) > 0 && !strings.Contains(got[0].Text, test.text) {
			t.Errorf("%s: got %q: %v", test.name, ids(got), got)
		}
	}
}

func TestCheckHere(t *testing.T) {
	if CanMeasure() != nil {
		if got := Check(0); ids(got) != "platform" {
			t.Errorf("got %v", got)
		}
		return
	}
	cpu, err := PickCPU(-1)
	if err != nil {
		t.Fatal(err)
	}
	problems := Check(cpu)
	for i, p := range problems {
		if !slices.Contains(order, p.ID) || p.ID == "cpuset" || p.Mend == nil {
			t.Errorf("unexpected: %#v", p)
		}
		if i > 0 && gravity(p) < gravity(problems[i-1]) {
			t.Errorf("%s stands after %s", p.ID, problems[i-1].ID)
		}
	}
	// Whether there is a counter is told the same way by opening one.
	var errno int
	if err := OnCPU(cpu, func() {
		c, e := OpenCounter(cpu)
		if errno = e; e == 0 {
			c.Close()
		}
	}); err != nil {
		t.Fatal(err)
	}
	if text, _ := ExplainCounter(errno, 1, 1, 1); errno != 0 && (len(problems) == 0 || !strings.HasPrefix(problems[0].Text, text)) {
		t.Errorf("no counter (%s), but the problems are %v", text, problems)
	}
	if none := Check(maxCPUs); len(none) == 0 || none[0].ID != "cpuset" {
		t.Errorf("a cpu that does not exist: %v", none)
	}
	if b, err := json.Marshal(problems); err != nil || strings.Contains(string(b), `"mend":null`) {
		t.Errorf("JSON: %s, %v", b, err)
	}
}

func TestProblemString(t *testing.T) {
	p := Problem{Text: "turbo is on", Why: "the clock changes"}
	if got := p.String(); got != "turbo is on: the clock changes" {
		t.Errorf("got %q", got)
	}
	p.Why = ""
	if got := p.String(); got != "turbo is on" {
		t.Errorf("got %q", got)
	}
}

func TestCanMeasure(t *testing.T) {
	for _, test := range []struct{ os, arch, err string }{
		{"linux", "amd64", ""}, {"linux", "arm64", ""}, {"darwin", "arm64", "darwin/arm64"},
		{"windows", "amd64", "windows/amd64"}, {"linux", "riscv64", "this is riscv64"},
	} {
		err := canMeasure(test.os, test.arch)
		if (err == nil) != (test.err == "") || err != nil && !strings.Contains(err.Error(), test.err) {
			t.Errorf("%s/%s: %v", test.os, test.arch, err)
		}
	}
}
