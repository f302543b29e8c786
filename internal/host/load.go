package host

import (
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"time"
)

// LoadAverage returns the 1, 5 and 15 minute load averages, zeros if they are
// not known.
func LoadAverage() [3]float64 { return thisSystem().loadAverage() }

func (s *system) loadAverage() (load [3]float64) {
	fields := strings.Fields(s.text("proc/loadavg"))
	for i := range min(len(load), len(fields)) {
		load[i], _ = strconv.ParseFloat(fields[i], 64)
	}
	return load
}

// loadLimit is the 1 minute load above which a machine with n CPUs counts as
// busy: one for Assay's own work, and an eighth of the CPUs for others. What
// runs on other cores still takes cache, memory bandwidth and clock.
func loadLimit(n int) float64 { return 1 + float64(n)/8 }

// busyTime is how long a CPU was watched by busyShare at least. The kernel
// counts in hundredths of a second.
const busyTime = 100 * time.Millisecond

// busyLimit is the share of its time that a CPU may be busy before measuring.
// One tick of the kernel's count in busyTime is a tenth.
const busyLimit = 0.2

// cpuTicks reads the ticks that a CPU spent busy and in all since boot. Time
// stolen by a hypervisor counts as busy: it is missing from measurements too.
func (s *system) cpuTicks(cpu int) (busy, total uint64, ok bool) {
	for line := range strings.SplitSeq(s.text("proc/stat"), "\n") {
		fields := strings.Fields(line)
		if len(fields) < 6 || fields[0] != "cpu"+strconv.Itoa(cpu) {
			continue
		}
		// user nice system idle iowait irq softirq steal; guest times after
		// these are contained in user and nice.
		for i, f := range fields[1:min(len(fields), 9)] {
			n, err := strconv.ParseUint(f, 10, 64)
			if err != nil {
				return 0, 0, false
			}
			total += n
			if i != 3 && i != 4 {
				busy += n
			}
		}
		return busy, total, true
	}
	return 0, 0, false
}

// busyShare watches cpu while pause lasts and returns the share of that time
// that it was not idle, 0 if that is not known.
func (s *system) busyShare(cpu int, pause func()) float64 {
	busy0, total0, ok0 := s.cpuTicks(cpu)
	pause()
	busy1, total1, ok1 := s.cpuTicks(cpu)
	if !ok0 || !ok1 || total1 <= total0 || busy1 < busy0 {
		return 0
	}
	return float64(busy1-busy0) / float64(total1-total0)
}

// runnable names the tasks of other processes that are running or ready to run
// on cpu: "name (pid)". Tasks that others hide are not seen.
func (s *system) runnable(cpu, self int) []string {
	stats, _ := fs.Glob(s.root, "proc/[0-9]*/task/[0-9]*/stat")
	var tasks []string
	for _, f := range stats {
		if strings.HasPrefix(f, "proc/"+strconv.Itoa(self)+"/") {
			continue
		}
		name, state, on, ok := parseTask(s.text(f))
		if ok && state == "R" && on == cpu {
			pid, _, _ := strings.Cut(strings.TrimPrefix(f, "proc/"), "/")
			tasks = append(tasks, fmt.Sprintf("%s (%s)", name, pid))
		}
	}
	slices.Sort(tasks)
	return slices.Compact(tasks)
}

// parseTask reads the name, state and last CPU out of a stat file as proc(5)
// describes it. The name may contain blanks and parentheses.
func parseTask(stat string) (name, state string, cpu int, ok bool) {
	open, closing := strings.IndexByte(stat, '('), strings.LastIndexByte(stat, ')')
	if open < 0 || closing < open {
		return "", "", 0, false
	}
	fields := strings.Fields(stat[closing+1:]) // from field 3, the state
	const processor = 39 - 3
	if len(fields) <= processor {
		return "", "", 0, false
	}
	cpu, err := strconv.Atoi(fields[processor])
	return stat[open+1 : closing], fields[0], cpu, err == nil
}
