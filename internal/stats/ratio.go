package stats

// Ratio compares two operations measured in the same rounds: the median over
// the rounds of a/b. as and bs map rounds to per-call times; rounds that only
// one of the two ran do not count. Both trials of a round ran close to each
// other, so a machine that drifts moves both and leaves their ratio alone,
// which a ratio of two medians does not promise. n is the number of common
// rounds; with none the ratio is 0.
func Ratio(as, bs map[int]float64) (ratio float64, n int) {
	var ratios []float64
	for round, a := range as {
		if b := bs[round]; b > 0 {
			ratios = append(ratios, a/b)
		}
	}
	if len(ratios) == 0 {
		return 0, 0
	}
	return Median(ratios), len(ratios)
}
