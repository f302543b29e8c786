package main

import (
	"fmt"
	"runtime"
	"strings"

	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/cpu"
	"github.com/hashassay/assay/internal/host"
)

// page is the Markdown page of what was measured.
func (m *measurement) page() string {
	var b strings.Builder
	p := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	p("# Speed of the Go packages\n")
	p("This page is written by a command, on whatever machine it is run:\n")
	p("    go run ./internal/speed -o docs/performance.md\n")
	p("Everything below was measured in turns in one run of that command, %d short times each, and the least time of each is shown. On a machine that others use, too,", m.Rounds)
	p("the least is what the code needs; a run of `assay run` shows medians, which are higher, with their evidence and doubts.\n")
	m.environment(p)
	m.goalTable(p)
	m.batchTable(p)
	m.parallelLine(p)
	m.wholeTable(p)
	return b.String()
}

type printer func(format string, args ...any)

func (m *measurement) environment(p printer) {
	e := host.Capture(m.CPU, m.compiler, false)
	p("| item | value |\n|---|---|")
	p("| date (UTC) | %s |", m.began.UTC().Format("2006-01-02 15:04"))
	p("| processor | %s, one core of %d |", e.CPUModel, runtime.NumCPU())
	if m.ticksPerS > 0 {
		p("| time-stamp counter | %.3f GHz: one tick is %.3f ns |", m.ticksPerS/1e9, 1e9/m.ticksPerS)
	}
	if m.clock > 0 {
		p("| core clock (estimated before the first round) | %.2f GHz |", m.clock/1e9)
	}
	p("| Go | %s %s/%s |", runtime.Version(), runtime.GOOS, runtime.GOARCH)
	if m.noC != "" {
		p("| C compiler | none, so C is not measured: %s |", m.noC)
	} else {
		p("| C compiler | %s, with the guide's flags |", m.compiler)
	}
	p("")
}

// ticks is a time of one call in ticks, per byte.
func (m *measurement) ticks(instance, code string, bytes int, batch bool) (float64, bool) {
	s, ok := m.find(instance, code, bytes, batch)
	return s * m.ticksPerS / float64(bytes), ok && m.ticksPerS > 0
}

const missing = "–"

// cell shows a figure beside its goal.
func cell(value float64, ok bool, goal float64, format string) string {
	if !ok {
		return missing
	}
	verdict := "reached"
	switch {
	case value > goal*within:
		verdict = "**missed**"
	case value > goal:
		verdict = "within 10 %"
	}
	return fmt.Sprintf(format+" (goal "+format+": %s)", value, goal, verdict)
}

// bestShort is the least time of a message of short bytes over all kernels.
func (m *measurement) bestShort(instance string) (kernel string, seconds float64) {
	for _, c := range m.contenders {
		if c.Instance == instance && c.Bytes == short && c.Code != "c99" && !c.Batch && (kernel == "" || c.best < seconds) {
			kernel, seconds = c.Code, c.best
		}
	}
	return kernel, seconds
}

func (m *measurement) measured(instance string) bool {
	for _, in := range m.instances {
		if in.Name == instance {
			return true
		}
	}
	return false
}

func (m *measurement) goalTable(p printer) {
	p("## Kernels against their goals\n")
	if m.ticksPerS == 0 {
		p("The goals are in ticks of the time-stamp counter of x86-64, which this machine has not.\n")
		return
	}
	p("Ticks of the time-stamp counter per byte of a message of %d bytes; the last column, ticks for a whole message of %d bytes. The goals and the column \"submission's C\" were measured", long, short)
	p("once on another server CPU with a counter of 2.3 GHz; ours here, ticks of this machine's counter. \"times\" is the time of our C99 reference, by that of the AVX-512 kernel.\n")
	p("| instance | submission's C, there | our C99 | 256-bit kernel | AVX-512 kernel | times | %d bytes, best kernel |", short)
	p("|---|--:|--:|---|---|--:|---|")
	for _, g := range goals {
		if !m.measured(g.Instance) {
			continue
		}
		c, haveC := m.ticks(g.Instance, "c99", long, false)
		avx2, have2 := m.ticks(g.Instance, g.AVX2, long, false)
		avx512, have512 := m.ticks(g.Instance, g.AVX512, long, false)
		ours, times := missing, missing
		if haveC {
			ours = fmt.Sprintf("%.1f", c)
		}
		if haveC && have512 {
			times = fmt.Sprintf("%.1f", c/avx512)
		}
		p("| `%s` | %.0f | %s | %s | %s | %s | %s |", g.Instance, g.Reference, ours,
			cell(avx2, have2, g.AVX2Goal, "%.2f"), cell(avx512, have512, g.Goal512, "%.2f"), times, m.shortCell(g))
	}
	p("")
}

// shortCell is the figure for a message of short bytes. Where the goal is a
// multiple of the reference, ours stands in for the submission's own.
func (m *measurement) shortCell(g goal) string {
	kernel, s := m.bestShort(g.Instance)
	if kernel == "" {
		return missing
	}
	if g.Short > 0 {
		return kernel + " " + cell(s*m.ticksPerS, true, g.Short, "%.0f")
	}
	c, ok := m.find(g.Instance, "c99", short, false)
	if !ok {
		return missing
	}
	verdict := "reached"
	switch times := c / s; {
	case times < g.ShortTimes/within:
		verdict = "**missed**"
	case times < g.ShortTimes:
		verdict = "within 10 %"
	}
	return fmt.Sprintf("%s %.0f, %.1f times our C99 (goal %.0f times the submission's C: %s)", kernel, s*m.ticksPerS, c/s, g.ShortTimes, verdict)
}

func (m *measurement) batchTable(p printer) {
	p("## Batches\n")
	p("Several independent messages side by side: %d messages of %d bytes in one call, ticks per byte with the kernel in use by default; \"gain\" is the time of one message after the other, with the same", batchMessages, batchBytes)
	p("kernel, by that of the batch.\n")
	p("| instance | lanes | kernel | ticks/byte | gain |\n|---|--:|---|---|--:|")
	for _, g := range batchGoals {
		kernel := m.lastKernel(g.Instance)
		value, ok := m.ticks(g.Instance, kernel, batchMessages*batchBytes, true)
		if !m.measured(g.Instance) || !ok {
			continue
		}
		gain := missing
		if single, ok := m.ticks(g.Instance, kernel, long, false); ok {
			gain = fmt.Sprintf("%.2f", single/value)
		}
		p("| `%s` | %d | %s | %s | %s |", g.Instance, g.Lanes, kernel, cell(value, true, g.Goal, "%.2f"), gain)
	}
	p("")
}

// lastKernel is the fastest kernel of an instance that this CPU has.
func (m *measurement) lastKernel(instance string) string {
	kernel := cpu.Portable
	for _, in := range m.instances {
		for _, im := range in.Implementations {
			if in.Name == instance && im.Kernel != "" && len(im.Missing) == 0 {
				kernel = im.Kernel
			}
		}
	}
	return kernel
}

func (m *measurement) parallelLine(p printer) {
	if m.parallel[1] == 0 {
		return
	}
	times := m.parallel[0] / m.parallel[1]
	verdict := "reached"
	if times < parallelGoal {
		verdict = "**missed**"
	}
	p("## Two CPUs for one message\n")
	p("%s of %d MiB: %.2f ms with one CPU, %.2f ms with two, %.2f times as fast (goal %.1f: %s). The two were measured in turns, with the digest asked for.\n",
		parallelInstance, parallelBytes>>20, m.parallel[0]*1e3, m.parallel[1]*1e3, times, parallelGoal, verdict)
}

func (m *measurement) wholeTable(p printer) {
	p("## All instances and kernels\n")
	p("Messages of %d bytes in nanoseconds per byte, also as a multiple of Go's own SHA-512 (crypto/sha512) and how many times as fast as our C99 reference; messages of %d bytes in nanoseconds.\n", long, short)
	p("| instance | code | ns/byte | × SHA-512 | times C99 | %d bytes: ns | batch: ns/byte |\n|---|---|--:|--:|--:|--:|--:|", short)
	sha, haveSHA := m.find("SHA-512", "library", long, false)
	for _, c := range m.contenders {
		if c.Bytes != long || c.Batch {
			continue
		}
		ratio, times, few, batch := missing, missing, missing, missing
		if haveSHA {
			ratio = fmt.Sprintf("%.2f", c.best/sha)
		}
		if s, ok := m.find(c.Instance, "c99", long, false); ok {
			times = fmt.Sprintf("%.1f", s/c.best)
		}
		if s, ok := m.find(c.Instance, c.Code, short, false); ok {
			few = fmt.Sprintf("%.0f", s*1e9)
		}
		if s, ok := m.find(c.Instance, c.Code, batchMessages*batchBytes, true); ok && c.Code != cpu.Portable {
			batch = fmt.Sprintf("%.3f", s*1e9/(batchMessages*batchBytes))
		}
		p("| `%s` | %s | %.3f | %s | %s | %s | %s |", c.Instance, c.codeName(), c.best*1e9/long, ratio, times, few, batch)
	}
}

// codeName says what a contender is.
func (c *contender) codeName() string {
	switch c.Code {
	case "c99":
		return "C99"
	case "library":
		return string(candidate.Go) + " standard library"
	}
	return "go, kernel " + c.Code
}
