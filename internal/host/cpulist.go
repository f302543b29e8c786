package host

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// maxCPUs bounds the CPU numbers in a list; Linux allows 8192 at most.
const maxCPUs = 1 << 16

// parseCPUs reads a CPU list as Linux writes it, "0-3,8,10-11". The list is
// returned in ascending order, nil for an empty one.
func parseCPUs(list string) ([]int, error) {
	var cpus []int
	for part := range strings.SplitSeq(strings.TrimSpace(list), ",") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		first, last, isRange := strings.Cut(part, "-")
		lo, err := strconv.Atoi(first)
		hi := lo
		if err == nil && isRange {
			hi, err = strconv.Atoi(last)
		}
		if err != nil || lo < 0 || hi < lo || hi >= maxCPUs {
			return nil, fmt.Errorf("cpu list %q: %q is neither a number nor a range", list, part)
		}
		for cpu := lo; cpu <= hi; cpu++ {
			cpus = append(cpus, cpu)
		}
	}
	slices.Sort(cpus)
	return slices.Compact(cpus), nil
}

// formatCPUs writes an ascending CPU list as Linux does: "0-3,8,10-11".
func formatCPUs(cpus []int) string {
	var parts []string
	for i := 0; i < len(cpus); {
		j := i
		for j+1 < len(cpus) && cpus[j+1] == cpus[j]+1 {
			j++
		}
		part := strconv.Itoa(cpus[i])
		if j > i {
			part += "-" + strconv.Itoa(cpus[j])
		}
		parts = append(parts, part)
		i = j + 1
	}
	return strings.Join(parts, ",")
}

// intersect returns the elements of a that b has too.
func intersect(a, b []int) []int {
	var both []int
	for _, x := range a {
		if slices.Contains(b, x) {
			both = append(both, x)
		}
	}
	return both
}
