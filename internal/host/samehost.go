package host

import "fmt"

// SameHost names what differs between two captures in a way that makes their
// measurements incomparable, as "kernel: 6.8.0 -> 6.11.0"; nil if nothing
// does. It is asked before a run is resumed. What may change while a run goes
// on (clock readings, versions of tools that do not touch the code) is not compared.
func SameHost(a, b Environment) (diff []string) {
	compare := func(key, x, y string) {
		if x != y {
			diff = append(diff, fmt.Sprintf("%s: %s -> %s", key, x, y))
		}
	}
	text := func(s string) string {
		if s == "" {
			return "none"
		}
		return s
	}
	value := func(p *string) string {
		if p == nil {
			return "none"
		}
		return *p
	}
	compare("hostname", text(a.Hostname), text(b.Hostname))
	compare("architecture", text(a.Architecture), text(b.Architecture))
	compare("cpu_model", text(a.CPUModel), text(b.CPUModel))
	compare("kernel", text(a.Kernel), text(b.Kernel))
	compare("cpu_number", fmt.Sprint(a.CPUNumber), fmt.Sprint(b.CPUNumber))
	compare("cpufreq_governor", value(a.CPUFreqGovernor), value(b.CPUFreqGovernor))
	compare("cpufreq_min_khz", value(a.CPUFreqMinKHz), value(b.CPUFreqMinKHz))
	compare("cpufreq_max_khz", value(a.CPUFreqMaxKHz), value(b.CPUFreqMaxKHz))
	compare("intel_pstate_no_turbo", value(a.IntelNoTurbo), value(b.IntelNoTurbo))
	compare("cpufreq_boost", value(a.CPUFreqBoost), value(b.CPUFreqBoost))
	return diff
}
