package host

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Check lists the problems of measuring on CPU cpu, the gravest first. It
// watches the CPU for a tenth of a second and opens the cycle counter on it;
// it changes nothing: the commands of [Problem.Mend] are for the user to run.
func Check(cpu int) []Problem {
	if err := CanMeasure(); err != nil {
		return []Problem{{ID: "platform", Text: err.Error(), Why: "only known answers can be checked here", Mend: []string{}}}
	}
	s := thisSystem()
	var problems []Problem
	if s.unusable(cpu) == "" {
		busy := s.busyShare(cpu, func() { time.Sleep(busyTime) })
		problems = append(problems, s.checkBusy(cpu, busy, os.Getpid())...)
		problems = append(problems, s.checkCounter(probeCounter(cpu))...)
	}
	problems = append(problems, s.checkSettings(cpu)...)
	slices.SortStableFunc(problems, func(a, b Problem) int { return gravity(a) - gravity(b) })
	for i := range problems {
		if problems[i].Mend == nil {
			problems[i].Mend = []string{} // a list in JSON, too
		}
	}
	return problems
}

// order of the problems in a listing.
var order = []string{
	"platform", "cpuset", "counter", "paranoid", "virtual", "hybrid", "turbo", "governor", "frequency", "smt", "load",
	"memory", "kernel", "avx2", "cpufreq",
}

func gravity(p Problem) int {
	g := slices.Index(order, p.ID)
	if p.Info {
		g += len(order)
	}
	return g
}

// checkSettings lists the problems that the files of the machine show. Of a
// CPU that is not online they show nothing.
func (s *system) checkSettings(cpu int) []Problem {
	if p, bad := s.checkCPU(cpu); bad && !slices.Contains(s.online(), cpu) {
		return []Problem{p}
	}
	var problems []Problem
	for _, check := range []func(cpu int) (Problem, bool){
		s.checkCPU, s.checkVirtual, s.checkHybrid, s.checkTurbo, s.checkGovernor, s.checkFrequency,
		s.checkSMT, s.checkLoad, s.checkMemory, s.checkKernel, s.checkAVX2, s.checkCPUFreq,
	} {
		if p, bad := check(cpu); bad {
			problems = append(problems, p)
		}
	}
	return problems
}

// checkCPU looks whether this process may run on cpu.
func (s *system) checkCPU(cpu int) (p Problem, bad bool) {
	why := s.unusable(cpu)
	if why == "" {
		return p, false
	}
	p = Problem{ID: "cpuset", Text: fmt.Sprintf("%s; allowed: %s", why, formatCPUs(s.usable())), Why: "nothing can be measured there"}
	switch online := s.online(); {
	case slices.Contains(online, cpu):
		// A cpuset can only be changed from outside, an affinity mask from inside.
		if set := s.cpuset(); set == nil || slices.Contains(set, cpu) {
			p.Mend = []string{fmt.Sprintf("taskset -p -c %s $$", formatCPUs(online))}
		}
	case slices.Contains(s.present(), cpu):
		p.Mend = []string{write("1", fmt.Sprintf("%scpu%d/online", cpuDir, cpu))}
	}
	return p, true
}

func (s *system) checkVirtual(cpu int) (p Problem, bad bool) {
	virtual, why := s.virtualized(cpu)
	return Problem{ID: "virtual", Text: "this is a virtual machine: " + why,
		Why: "the host decides when this cpu runs and at which clock, unseen from here"}, virtual
}

func (s *system) checkHybrid(cpu int) (p Problem, bad bool) {
	low := s.efficiency()
	var fast []int
	for _, c := range s.usable() {
		if !slices.Contains(low, c) {
			fast = append(fast, c)
		}
	}
	p = Problem{ID: "hybrid", Text: fmt.Sprintf("cpu %d is an efficiency core", cpu),
		Why: "figures of such a core are not comparable with those of performance cores"}
	if len(fast) > 0 {
		p.Text += ", performance cores: " + formatCPUs(fast)
	}
	return p, slices.Contains(low, cpu)
}

func (s *system) checkTurbo(cpu int) (p Problem, bad bool) {
	p = Problem{ID: "turbo", Why: "the clock changes with heat and with the load of other cores"}
	boost := s.boostFile(cpu)
	switch {
	case s.text(noTurboFile) == "0":
		p.Text, p.Mend = "turbo is on (intel_pstate)", []string{write("1", noTurboFile)}
	case s.text(boost) == "1":
		p.Text, p.Mend = "boost is on (cpufreq)", []string{write("0", boost)}
	}
	return p, p.Text != ""
}

func (s *system) checkGovernor(cpu int) (p Problem, bad bool) {
	governor := s.perCPU(cpu, "cpufreq/scaling_governor")
	return Problem{ID: "governor", Text: fmt.Sprintf("the frequency governor of cpu %d is %s, not performance", cpu, governor),
		Why:  "the clock follows the load, so short trials run slower",
		Mend: []string{write("performance", fmt.Sprintf("%scpu%d/cpufreq/scaling_governor", cpuDir, cpu))},
	}, governor != "" && governor != "performance"
}

// checkFrequency looks for a clock that may move where no turbo switch could
// hold it.
func (s *system) checkFrequency(cpu int) (p Problem, bad bool) {
	least, most := s.perCPU(cpu, "cpufreq/scaling_min_freq"), s.perCPU(cpu, "cpufreq/scaling_max_freq")
	bad = least != most && s.text(noTurboFile) == "" && s.text(s.boostFile(cpu)) == ""
	return Problem{ID: "frequency", Text: fmt.Sprintf("the clock of cpu %d may move between %s and %s kHz", cpu, least, most),
		Why:  "there is no turbo switch here, only minimum = maximum holds the clock",
		Mend: []string{write(most, fmt.Sprintf("%scpu%d/cpufreq/scaling_min_freq", cpuDir, cpu))},
	}, bad
}

func (s *system) checkSMT(cpu int) (p Problem, bad bool) {
	siblings := s.siblings(cpu)
	p = Problem{ID: "smt", Text: fmt.Sprintf("cpu %d shares its core with cpu %s (smt)", cpu, formatCPUs(siblings)),
		Why: "what runs there takes execution units and cache from the measured code"}
	for _, c := range siblings {
		p.Mend = append(p.Mend, write("0", fmt.Sprintf("%scpu%d/online", cpuDir, c))+"   # this core only")
	}
	if s.text(cpuDir+"smt/control") == "on" {
		p.Mend = append(p.Mend, write("off", cpuDir+"smt/control")+"   # or the whole machine")
	}
	return p, len(siblings) > 0
}

func (s *system) checkLoad(int) (p Problem, bad bool) {
	load, n := s.loadAverage()[0], len(s.online())
	return Problem{ID: "load", Text: fmt.Sprintf("the load average is %.2f on %d cpus", load, n),
		Why: "other programs take cache, memory bandwidth and clock"}, n > 0 && load > loadLimit(n)
}

// checkBusy judges the share of its time that cpu was busy.
func (s *system) checkBusy(cpu int, share float64, self int) []Problem {
	if share <= busyLimit {
		return nil
	}
	p := Problem{ID: "load", Text: fmt.Sprintf("cpu %d is %.0f %% busy with other work", cpu, 100*share),
		Why: "the measured process would share the cpu"}
	if tasks := s.runnable(cpu, self); len(tasks) > 0 {
		p.Text += ": " + strings.Join(tasks, ", ")
	}
	return []Problem{p}
}

func (s *system) checkMemory(int) (p Problem, bad bool) {
	kib := s.memoryKiB()
	return Problem{ID: "memory", Text: fmt.Sprintf("the machine has %d MiB of memory, the guide asks for more than 4 GB", kib/1024),
		Why: "the longest known-answer messages have 1 GiB"}, kib > 0 && kib*1024 < 4e9
}

func (s *system) checkKernel(int) (p Problem, bad bool) {
	major, minor, err := kernelVersion(s.kernel)
	return Problem{ID: "kernel", Text: fmt.Sprintf("the kernel is %s, the guide asks for Linux 4.19 or later", s.kernel),
		Why: "results are not in the guide's environment"}, err == nil && (major < 4 || major == 4 && minor < 19)
}

// kernelVersion reads the first two numbers of a release such as "6.1.0-13-amd64".
func kernelVersion(release string) (major, minor int, err error) {
	first, rest, ok := strings.Cut(release, ".")
	if !ok {
		return 0, 0, errors.New("not a kernel release")
	}
	if end := strings.IndexFunc(rest, func(r rune) bool { return r < '0' || r > '9' }); end >= 0 {
		rest = rest[:end]
	}
	major, err = strconv.Atoi(first)
	if err == nil {
		minor, err = strconv.Atoi(rest)
	}
	return major, minor, err
}

func (s *system) checkAVX2(cpu int) (p Problem, bad bool) {
	has, known := s.hasFlag(cpu, "avx2")
	return Problem{ID: "avx2", Text: "the cpu has no AVX2, the guide asks for it",
		Why: "results are not in the guide's environment"}, s.arch == "x86_64" && known && !has
}

func (s *system) checkCPUFreq(cpu int) (p Problem, bad bool) {
	return Problem{ID: "cpufreq", Text: "no cpufreq: the clock is set by firmware or hypervisor",
		Why: "it cannot be fixed from here, so it is measured with each trial", Info: true,
	}, s.perCPU(cpu, "cpufreq/scaling_driver") == "" && s.perCPU(cpu, "cpufreq/scaling_governor") == ""
}

// write is the command that writes a value to a file of the system.
func write(value, file string) string { return fmt.Sprintf("echo %s | sudo tee /%s", value, file) }
