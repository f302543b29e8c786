package evidence

// ByRound returns the per-call times of a record's trials in seconds by round
// (from 0), for stats.Ratio. Published records hold no rounds; their trials
// count in order.
func ByRound(r *Record) map[int]float64 {
	m := map[int]float64{}
	if r.Assay != nil {
		for _, a := range r.Assay.Trials {
			if a.Trial != nil {
				m[a.Round] = a.Trial.Seconds / float64(a.Trial.Calls)
			}
		}
		return m
	}
	if r.Figures != nil {
		for i, t := range r.Trials {
			m[i] = float64(t.Seconds) / float64(t.Measurements)
		}
	}
	return m
}
