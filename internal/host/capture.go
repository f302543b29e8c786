package host

import "strconv"

// environment reads all that the files of a Linux machine say about CPU cpu.
func (s *system) environment(cpu int) Environment {
	virtual, _ := s.virtualized(cpu)
	freq := func(name string) *string { return orNull(s.perCPU(cpu, "cpufreq/"+name)) }
	return Environment{
		Architecture:      s.arch,
		CPUModel:          s.cpuModel(cpu),
		Machine:           orNull(s.machine()),
		CPUNumber:         cpu,
		LogicalCPUsOnline: s.text(cpuDir + "online"),
		Virtualized:       virtual,
		MemoryTotalKiB:    s.memoryKiB(),
		OS:                s.osName(),
		Kernel:            s.kernel,
		PerfEventParanoid: orNull(s.paranoid()),
		CPUFreqGovernor:   freq("scaling_governor"),
		CPUFreqDriver:     freq("scaling_driver"),
		CPUFreqMinKHz:     freq("scaling_min_freq"),
		CPUFreqMaxKHz:     freq("scaling_max_freq"),
		CPUFreqAvgKHz:     freq("cpuinfo_avg_freq"),
		IntelNoTurbo:      orNull(s.text(noTurboFile)),
		CPUFreqBoost:      orNull(s.text(s.boostFile(cpu))),
		SMTControl:        orNull(s.text(cpuDir + "smt/control")),
	}
}

const noTurboFile = cpuDir + "intel_pstate/no_turbo"

// boostFile is the switch for boost: one for the machine, or one per policy
// with drivers that have only that.
func (s *system) boostFile(cpu int) string {
	if whole := cpuDir + "cpufreq/boost"; s.exists(whole) {
		return whole
	}
	return cpuDir + "cpu" + strconv.Itoa(cpu) + "/cpufreq/boost"
}

// paranoid is the level of kernel.perf_event_paranoid, "" without perf events.
func (s *system) paranoid() string { return s.text("proc/sys/kernel/perf_event_paranoid") }
