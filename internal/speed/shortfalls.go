package main

// shortfall says why a figure may miss its goal: by the instance and the column.
type shortfall struct {
	instance, column string // column: "256-bit", "AVX-512", "short", "batch"
	why              string
}

var known = []shortfall{}

// shortfalls explains the goals that were missed in this run.
func (m *measurement) shortfalls(p printer) {
	var lines []string
	note := func(instance, column string, value float64, ok bool, goal float64) {
		if !ok || value <= goal*within {
			return
		}
		why := "no reason is known"
		for _, s := range known {
			if s.instance == instance && s.column == column {
				why = s.why
			}
		}
		lines = append(lines, "`"+instance+"`, "+column+": "+why)
	}
	for _, g := range goals {
		if !m.measured(g.Instance) {
			continue
		}
		v, ok := m.ticks(g.Instance, g.AVX2, long, false)
		note(g.Instance, "256-bit", v, ok, g.AVX2Goal)
		v, ok = m.ticks(g.Instance, g.AVX512, long, false)
		note(g.Instance, "AVX-512", v, ok, g.Goal512)
		_, s := m.bestShort(g.Instance)
		if c, ok := m.find(g.Instance, "c99", short, false); ok && g.Short == 0 {
			note(g.Instance, "short", s*g.ShortTimes, true, c)
		} else if g.Short > 0 {
			note(g.Instance, "short", s*m.ticksPerS, true, g.Short)
		}
	}
	for _, g := range batchGoals {
		v, ok := m.ticks(g.Instance, m.lastKernel(g.Instance), batchMessages*batchBytes, true)
		if m.measured(g.Instance) {
			note(g.Instance, "batch", v, ok, g.Goal)
		}
	}
	if len(lines) == 0 || m.ticksPerS == 0 {
		return
	}
	p("## Where a goal is missed\n")
	for _, l := range lines {
		p("- %s.", l)
	}
	p("")
}
