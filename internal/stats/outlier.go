package stats

import "math"

// OutlierLimit is the modified z-score above which a trial is an outlier, as
// recommended by B. Iglewicz and D. C. Hoaglin, "How to Detect and Handle
// Outliers", ASQC Basic References in Quality Control, volume 16, 1993.
const OutlierLimit = 3.5

// OutlierFloor is the share of the median that an outlier must differ by at
// least. Trials on a quiet machine can agree so closely that a deviation of
// 0.05 % scores above the limit; that is no doubt about a figure, and no reason
// to measure on.
const OutlierFloor = 0.005

// The two factors make the score an ordinary z-score when the values are
// normally distributed with standard deviation σ:
//
//   - the median absolute deviation from the median then is Φ⁻¹(3/4) σ,
//     because half of the values lie within it, and Φ⁻¹(3/4) = 0.67449, which
//     Iglewicz and Hoaglin use as 0.6745;
//   - the mean absolute deviation then is sqrt(2/π) σ, and sqrt(π/2) = 1.253314.
const (
	normalMAD    = 0.6745
	normalMeanAD = 1.2533141373155003
)

// modifiedZScores returns the signed modified z-scores of xs:
//
//	0.6745 (x - median) / MAD
//
// MAD is the median of the absolute deviations from the median. It is 0 when at
// least half of the values are equal; then the mean absolute deviation takes
// its place, (x - median) / (1.2533 MeanAD), so that one differing trial among
// four equal ones scores 5/1.2533 = 3.99 and is an outlier, while two equal
// ones among five (2.5/1.2533 = 1.99) are not. All scores are 0 when all values
// are equal.
func modifiedZScores(xs []float64) []float64 {
	scores := make([]float64, len(xs))
	if len(xs) == 0 {
		return scores
	}
	median := Median(xs)
	deviations := make([]float64, len(xs))
	var sum float64
	for i, x := range xs {
		deviations[i] = math.Abs(x - median)
		sum += deviations[i]
	}
	if sum == 0 {
		return scores
	}
	unit := Median(deviations) / normalMAD
	if unit == 0 {
		unit = normalMeanAD * sum / float64(len(xs))
	}
	for i, x := range xs {
		scores[i] = (x - median) / unit
	}
	return scores
}

// outliers returns the indices of the values whose modified z-score is above
// the limit and that differ from the median by more than the floor.
func outliers(xs []float64) []int {
	var found []int
	median := Median(xs)
	for i, z := range modifiedZScores(xs) {
		if math.Abs(z) > OutlierLimit && math.Abs(xs[i]-median) > OutlierFloor*median {
			found = append(found, i)
		}
	}
	return found
}
