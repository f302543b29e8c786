// Package host describes the machine: its environment as records want it, what
// is not fit for measuring and how to mend it, the cycle counter and the core
// clock. It reads, and never changes, the machine's settings.
//
// Measuring needs Linux on x86-64 or AArch64 (see [CanMeasure]). Elsewhere the
// package compiles and describes the machine in brief, so that records of other
// machines can be read and shown there.
package host

import (
	"os"
	"runtime"
)

// Environment has the keys of the published schema, in their order. A nil
// pointer is written as null.
type Environment struct {
	Hostname          string  `json:"hostname"`
	Architecture      string  `json:"architecture"` // as uname -m
	CPUModel          string  `json:"cpu_model"`
	Machine           *string `json:"machine"`
	CPUNumber         int     `json:"cpu_number"`
	LogicalCPUsOnline string  `json:"logical_cpus_online"` // "0-11"
	Virtualized       bool    `json:"virtualized"`
	MemoryTotalKiB    int64   `json:"memory_total_kib"`
	OS                string  `json:"os"`
	Kernel            string  `json:"kernel"`
	Compiler          *string `json:"compiler"` // null: none was found
	CMake             *string `json:"cmake"`
	Python            *string `json:"python"` // not used by Assay; kept for readers of schema 2
	PerfEventParanoid *string `json:"perf_event_paranoid"`
	CPUFreqGovernor   *string `json:"cpufreq_governor"`
	CPUFreqDriver     *string `json:"cpufreq_driver"`
	CPUFreqMinKHz     *string `json:"cpufreq_min_khz"`
	CPUFreqMaxKHz     *string `json:"cpufreq_max_khz"`
	CPUFreqAvgKHz     *string `json:"cpufreq_avg_khz"`
	IntelNoTurbo      *string `json:"intel_pstate_no_turbo"`
	CPUFreqBoost      *string `json:"cpufreq_boost"`
	SMTControl        *string `json:"smt_control"`
	CoreClockHz       *int64  `json:"core_clock_hz"` // clock probe
	CoreClockMinHz    *int64  `json:"core_clock_min_hz"`
	CoreClockMaxHz    *int64  `json:"core_clock_max_hz"`
	CoreClockMHz      *int64  `json:"core_clock_mhz"` // rounded to 50
}

// probeWindows bounds the clock probe of Capture.
const probeWindows = 20

// Capture reads the environment of CPU number cpu. compiler is the compiler's
// version line, "" if there is none. It never fails: what cannot be read is
// null, or empty or 0 where the schema has no null. probe also estimates the
// core clock (8 to 35 ms on a thread pinned to cpu).
func Capture(cpu int, compiler string, probe bool) Environment {
	e := captureHost(cpu)
	e.CPUNumber = cpu
	e.Hostname, _ = os.Hostname()
	e.Compiler = orNull(compiler)
	e.CMake, e.Python = toolVersions()
	if probe {
		e.probeClock(cpu)
	}
	return e
}

// probeClock fills the core clock, or leaves it null if it cannot be told.
func (e *Environment) probeClock(cpu int) {
	if CanMeasure() != nil {
		return
	}
	var hz, lo, hi float64
	var ok bool
	if OnCPU(cpu, func() { hz, lo, hi, ok = EstimateClock(probeWindows) }) != nil || !ok {
		return
	}
	e.CoreClockHz, e.CoreClockMinHz, e.CoreClockMaxHz = wholeHz(hz), wholeHz(lo), wholeHz(hi)
	mhz := roundMHz(hz)
	e.CoreClockMHz = &mhz
}

func wholeHz(hz float64) *int64 {
	n := int64(hz + 0.5)
	return &n
}

// roundMHz rounds a clock in hertz to 50 MHz, the grid of nominal clocks.
func roundMHz(hz float64) int64 { return int64(hz/50e6+0.5) * 50 }

// machineName is the architecture as uname -m names it, for systems without uname.
func machineName() string {
	switch runtime.GOARCH {
	case "amd64":
		return "x86_64"
	case "arm64":
		if runtime.GOOS == "linux" {
			return "aarch64"
		}
	}
	return runtime.GOARCH
}

// orNull returns a pointer to s, or nil if s is empty.
func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
