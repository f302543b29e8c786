package host

import (
	"fmt"
	"strconv"
)

// counterReading is what a test of the cycle counter gave.
type counterReading struct {
	errno                    int   // of perf_event_open
	err                      error // of using the counter, or of pinning a thread
	cycles, enabled, running uint64
}

// probeRounds are the rounds of the addition chain that a counter must count:
// 600 000 cycles, some tenths of a millisecond.
const probeRounds = 10000

// probeCounter opens the counter on cpu and counts a known piece of work.
func probeCounter(cpu int) (r counterReading) {
	err := OnCPU(cpu, func() {
		var c *PerfCounter
		if c, r.errno = OpenCounter(cpu); r.errno != 0 {
			return
		}
		defer c.Close()
		if r.err = c.Start(); r.err != nil {
			return
		}
		numbers := [3]uint64{1, 1, 1}
		addChain(probeRounds, &numbers)
		r.cycles, _, r.enabled, r.running, r.err = c.Stop()
	})
	if err != nil {
		r.err = err
	}
	return r
}

// checkCounter judges a test of the cycle counter, and the permission level
// for it.
func (s *system) checkCounter(r counterReading) []Problem {
	const why = "cycles are estimated from time and clock instead of counted"
	var problems []Problem
	text, mend := ExplainCounter(r.errno, r.cycles, r.enabled, r.running)
	if r.err != nil {
		text, mend = r.err.Error(), nil
	}
	level := s.paranoid()
	if r.errno == errnoEACCES && level != "" {
		text += fmt.Sprintf(" (its level is %s)", level)
	}
	if text == "" && r.cycles < probeRounds*chainSteps/2 {
		// No core does two dependent additions in a cycle.
		text = fmt.Sprintf("the cycle counter opened but counts wrongly: %d cycles for %d dependent additions", r.cycles, probeRounds*chainSteps)
	}
	if text != "" {
		problems = append(problems, Problem{ID: "counter", Text: text, Why: why, Mend: mend})
	}
	if n, err := strconv.Atoi(level); err == nil && n > 2 && r.errno != errnoEACCES {
		// A privileged user may count in spite of the level.
		problems = append(problems, Problem{
			ID: "paranoid", Text: "kernel.perf_event_paranoid is " + level + ", above 2",
			Why:  "processes without privileges cannot count cycles",
			Mend: []string{"sudo sysctl kernel.perf_event_paranoid=2"}, Info: text == "",
		})
	}
	return problems
}
