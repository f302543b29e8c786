package evidence

// ByRound returns the per-call times of a record's trials in seconds by round
// (from 0), for stats.Ratio. Published records hold no rounds; their trials
// count in order.
func ByRound(r *Record) map[int]float64 { return byRound(r, false) }

// CyclesByRound returns the per-call counted cycles likewise.
func CyclesByRound(r *Record) map[int]float64 { return byRound(r, true) }

func byRound(r *Record, cycles bool) map[int]float64 {
	m := map[int]float64{}
	add := func(round, calls int, seconds float64, counted uint64) {
		if cycles {
			seconds = float64(counted)
		}
		m[round] = seconds / float64(calls)
	}
	if r.Assay != nil {
		for _, a := range r.Assay.Trials {
			if t := a.Trial; t != nil {
				add(a.Round, t.Calls, t.Seconds, t.Cycles)
			}
		}
	} else if r.Figures != nil {
		for i, t := range r.Trials {
			add(i, t.Measurements, float64(t.Seconds), t.Cycles)
		}
	}
	return m
}
