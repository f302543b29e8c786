// Package stats computes the figures of a record: the guide's mean, and robust
// figures that one bad trial cannot move.
//
// A trial is one process that timed many calls; its per-call figure is one
// value here. There are few trials (5 to 11), they are not normally distributed
// (code and data placement makes whole processes slow), and none is ever
// dropped. Therefore: the median, its exact order-statistic interval, which
// assumes nothing about the distribution, and marks that say when the trials
// disagree.
package stats

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// SpreadLimit is the ratio of the slowest to the fastest trial above which the
// trials disagree. Five trials of one program on a quiet core with a fixed
// clock agree within about 0.5 %; the placement effects seen in published data
// are 40 % and more. 2 % lies clear of both.
const SpreadLimit = 1.02

// Mark is a doubt about a set of trials.
type Mark string

// The marks, and what their legend says, are shown with every figure.
const (
	Spread  Mark = "spread"   // max/min of per-call times above 1.02
	Outlier Mark = "outlier"  // a trial with modified z-score above 3.5, more than 0.5 % off the median
	Clock   Mark = "clock"    // cycles were estimated while the core clock moved by more than 1 %
	NoClock Mark = "no clock" // no core clock could be estimated around some trial, so that of other trials stands in
	TooFast Mark = "too fast" // less time than reading the message takes
	Busy    Mark = "busy"     // other work had the CPU for more than 1 % of a trial
)

// Legend says what the mark means, in one sentence without a full stop.
func (m Mark) Legend() string {
	switch m {
	case Spread:
		return fmt.Sprintf("the slowest trial took more than %.2f times as long per call as the fastest", SpreadLimit)
	case Outlier:
		return fmt.Sprintf("at least one trial has a modified z-score above %.1f and is more than %.1f %% off the median; it is kept and shown, and the median is hardly moved by it", OutlierLimit, 100*OutlierFloor)
	case Clock:
		return "the core clock moved by more than 1 % over a trial, so its estimated cycles are rough"
	case NoClock:
		return "the core clock could not be estimated around at least one trial; its estimated cycles rest on the clock around other trials of the operation or, if there is none, of the run"
	case TooFast:
		return "a call takes less time than reading the message from the nearest cache would (64 bytes a cycle at 6 GHz): the code does not hash the message in each call"
	case Busy:
		return "other work had the CPU for more than 1 % of a trial's time: wall times hold that time, cycles and times on the CPU do not"
	}
	return ""
}

// Summary is the robust summary of per-call figures of trials.
type Summary struct {
	N           int
	Median      float64
	Interval    Interval
	Min, Max    float64
	SpreadRatio float64 // max/min; 1 for equal trials; +Inf if only the minimum is 0
	Outliers    []int   // indices of trials with modified z-score above 3.5, ascending
	Marks       []Mark
}

// Summarize computes the summary; xs are per-call times (seconds) or cycles,
// finite and not negative. It leaves xs as it is. The summary of no values is
// the zero Summary with SpreadRatio 1.
func Summarize(xs []float64) Summary {
	if len(xs) == 0 {
		return Summary{SpreadRatio: 1}
	}
	s := Summary{
		N:        len(xs),
		Median:   Median(xs),
		Interval: medianInterval(xs),
		Min:      slices.Min(xs),
		Max:      slices.Max(xs),
		Outliers: outliers(xs),
	}
	s.SpreadRatio = spreadRatio(s.Min, s.Max)
	if s.SpreadRatio > SpreadLimit {
		s.Marks = append(s.Marks, Spread)
	}
	if len(s.Outliers) > 0 {
		s.Marks = append(s.Marks, Outlier)
	}
	return s
}

// spreadRatio is max/min, defined for all values that are not negative.
func spreadRatio(lo, hi float64) float64 {
	switch {
	case lo == hi:
		return 1
	case lo == 0:
		return math.Inf(1)
	}
	return hi / lo
}

// Median returns the median (mean of the middle two for even n), NaN of no
// values. It leaves xs as it is.
func Median(xs []float64) float64 {
	n := len(xs)
	if n == 0 {
		return math.NaN()
	}
	sorted := slices.Sorted(slices.Values(xs))
	if n%2 == 1 {
		return sorted[n/2]
	}
	return (sorted[n/2-1] + sorted[n/2]) / 2
}

// Disagree says why the trials need further rounds, or "" if they agree.
// Trials are counted from 1 in the text.
func Disagree(xs []float64) string {
	s := Summarize(xs)
	var why []string
	if slices.Contains(s.Marks, Spread) {
		why = append(why, fmt.Sprintf("max/min %.4f is above %.2f", s.SpreadRatio, SpreadLimit))
	}
	if len(s.Outliers) > 0 {
		scores := modifiedZScores(xs)
		var each []string
		for _, i := range s.Outliers {
			each = append(each, fmt.Sprintf("%d (%.1f)", i+1, math.Abs(scores[i])))
		}
		noun := "trial"
		if len(each) > 1 {
			noun = "trials"
		}
		why = append(why, fmt.Sprintf("modified z-score of %s %s is above %.1f", noun, strings.Join(each, ", "), OutlierLimit))
	}
	return strings.Join(why, "; ")
}
