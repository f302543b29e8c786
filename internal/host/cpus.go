package host

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
)

// AllowedCPUs lists the CPUs this process may run on (affinity and cpuset),
// ascending. The error says why they are not known.
func AllowedCPUs() ([]int, error) {
	if _, err := processAffinity(); err != nil {
		return nil, err
	}
	cpus := thisSystem().usable()
	if len(cpus) == 0 {
		return nil, errors.New("no cpu is both online and in the affinity mask and cpuset of this process")
	}
	return cpus, nil
}

// usable lists the CPUs that are online, in the affinity mask and in the cpuset.
func (s *system) usable() []int {
	cpus := s.allowed
	if online := s.online(); online != nil {
		cpus = intersect(cpus, online)
	}
	if set := s.cpuset(); set != nil {
		cpus = intersect(cpus, set)
	}
	return cpus
}

// cpuset lists the CPUs of this process's control group, nil if none limits
// them. A group without the file is under the limits of the nearest one above
// that has it.
func (s *system) cpuset() []int {
	for line := range strings.SplitSeq(s.text("proc/self/cgroup"), "\n") {
		fields := strings.SplitN(line, ":", 3) // number, controllers, path
		if len(fields) != 3 {
			continue
		}
		var mount string
		var files []string
		switch {
		case slices.Contains(strings.Split(fields[1], ","), "cpuset"): // version 1
			mount, files = "sys/fs/cgroup/cpuset", []string{"cpuset.effective_cpus", "cpuset.cpus"}
		case fields[0] == "0": // version 2
			mount, files = "sys/fs/cgroup", []string{"cpuset.cpus.effective"}
		default:
			continue
		}
		for dir := path.Clean("/" + fields[2]); ; dir = path.Dir(dir) {
			for _, f := range files {
				if cpus := s.cpus(path.Join(mount, dir, f)); cpus != nil {
					return cpus
				}
			}
			if dir == "/" {
				break
			}
		}
	}
	return nil
}

// PickCPU returns requested if it is allowed, or the best allowed CPU when
// requested is negative (a performance core, not CPU 0 if there is another).
// The error lists the allowed CPUs and says whether the one asked for is
// offline, does not exist, or is not allowed.
func PickCPU(requested int) (int, error) {
	if _, err := AllowedCPUs(); err != nil {
		return 0, fmt.Errorf("pick a cpu: %w", err)
	}
	return thisSystem().pick(requested)
}

func (s *system) pick(requested int) (int, error) {
	usable := s.usable()
	if requested >= 0 {
		if why := s.unusable(requested); why != "" {
			return 0, fmt.Errorf("%s; allowed: %s", why, formatCPUs(usable))
		}
		return requested, nil
	}
	if len(usable) == 0 {
		return 0, errors.New("no cpu is allowed")
	}
	efficiency := s.efficiency()
	// CPU 0 takes interrupts and housekeeping, its sibling shares the core.
	housekeeping := append(s.siblings(0), 0)
	rank := func(cpu int) (r int) {
		if slices.Contains(efficiency, cpu) {
			r += 2
		}
		if slices.Contains(housekeeping, cpu) {
			r++
		}
		return r
	}
	return slices.MinFunc(usable, func(a, b int) int { return rank(a) - rank(b) }), nil
}

// unusable says why this process cannot run on cpu, "" if it can.
func (s *system) unusable(cpu int) string {
	switch {
	case slices.Contains(s.usable(), cpu):
		return ""
	case slices.Contains(s.online(), cpu):
		return fmt.Sprintf("cpu %d is not in the affinity mask and cpuset of this process", cpu)
	case slices.Contains(s.present(), cpu):
		return fmt.Sprintf("cpu %d is offline", cpu)
	default:
		return fmt.Sprintf("cpu %d does not exist", cpu)
	}
}

// siblings lists the other online CPUs (hardware threads) on the core of cpu.
func (s *system) siblings(cpu int) []int {
	all := s.cpus(cpuDir + "cpu" + strconv.Itoa(cpu) + "/topology/thread_siblings_list")
	if online := s.online(); online != nil {
		all = intersect(all, online)
	}
	return slices.DeleteFunc(all, func(c int) bool { return c == cpu })
}

// efficiencyShare is the share of the highest capacity below which a core is
// called an efficiency core. Cores of one kind differ by up to 10 % where some
// have a higher boost clock than others.
const efficiencyShare = 0.9

// efficiency lists the online efficiency cores of a hybrid CPU, nil if all
// cores are alike. Intel's are in the event source cpu_atom; elsewhere the
// scheduler's capacity tells.
func (s *system) efficiency() []int {
	for _, f := range []string{"sys/devices/cpu_atom/cpus", "sys/bus/event_source/devices/cpu_atom/cpus"} {
		if atom := s.cpus(f); atom != nil {
			return atom
		}
	}
	online := s.online()
	capacity := make(map[int]float64, len(online))
	highest := 0.0
	for _, cpu := range online {
		if c, err := strconv.ParseFloat(s.perCPU(cpu, "cpu_capacity"), 64); err == nil {
			capacity[cpu] = c
			highest = max(highest, c)
		}
	}
	var low []int
	for _, cpu := range online {
		if c, ok := capacity[cpu]; ok && c < efficiencyShare*highest {
			low = append(low, cpu)
		}
	}
	return low
}
