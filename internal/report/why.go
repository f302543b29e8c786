package report

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/stats"
)

// whyMarked says what gave an operation a mark, with the numbers; "" where the
// record does not tell.
func whyMarked(mark string, f figures, ts []trialFigure) string {
	switch {
	case mark == unfinished:
		if a := f.record.Assay; a != nil && len(a.Failures) > 0 {
			return fmt.Sprintf("%d %s gave no trial; what happened stands below", len(a.Failures), plural(len(a.Failures), "attempt"))
		}
		return fmt.Sprintf("the record’s status is %s", f.record.Status)
	case mark == unfounded:
		return "other than its trials give: " + strings.Join(f.record.Unfounded(), ", ")
	case mark == meanOff:
		return "off the median: " + strings.Join(slices.DeleteFunc([]string{
			named("mean time", offMedian(f.meanSeconds, f.medianSeconds)), named("mean cycles", offMedian(f.meanCycles, f.medianCycles)),
		}, func(s string) bool { return s == "" }), ", ")
	case strings.HasPrefix(mark, warning):
		if a := f.record.Assay; a != nil && a.KATDetail != "" {
			return a.KATDetail
		}
		return "the known-answer status of the record is " + known(f.record.KAT)
	}
	perCall := perCalls(ts)
	if len(perCall) == 0 {
		return ""
	}
	switch stats.Mark(mark) {
	case stats.Spread, stats.Outlier:
		for why := range strings.SplitSeq(stats.Disagree(perCall), "; ") {
			if strings.HasPrefix(why, "max/min") == (mark == string(stats.Spread)) {
				return why
			}
		}
	case stats.TooFast:
		median := stats.Median(perCall)
		if median > 0 {
			return fmt.Sprintf("%d B in %s", f.record.InputBytes, fineTime(median, median))
		}
	case stats.Busy, stats.Clock, stats.NoClock:
		return doubtfulTrials(stats.Mark(mark), ts)
	}
	return ""
}

func named(name, off string) string {
	if off == "" {
		return ""
	}
	return name + " " + off
}

// doubtfulTrials names the trials that a mark of their process or clock is for.
func doubtfulTrials(mark stats.Mark, ts []trialFigure) string {
	var texts []string
	stands := map[string][]string{} // clocks that stand in -> trials
	for i, t := range ts {
		r := t.report
		if r == nil {
			continue
		}
		switch {
		case mark == stats.Busy && evidence.Disturbed(r):
			texts = append(texts, fmt.Sprintf("trial %d: %.1f %% of its time", i+1, 100*(r.Seconds-r.ThreadSeconds)/r.Seconds))
		case mark == stats.Clock && evidence.ClockMoved(r):
			texts = append(texts, fmt.Sprintf("trial %d: %.3f GHz before, %.3f GHz after, %.1f %% apart", i+1, r.ClockBeforeHz/1e9, r.ClockAfterHz/1e9,
				200*math.Abs(r.ClockBeforeHz-r.ClockAfterHz)/(r.ClockBeforeHz+r.ClockAfterHz)))
		case mark == stats.NoClock && t.stoodIn:
			hz := fmt.Sprintf("%.3f GHz", t.clockHz/1e9)
			stands[hz] = append(stands[hz], fmt.Sprint(i+1))
		}
	}
	for _, hz := range slices.Sorted(maps.Keys(stands)) {
		noun := "trial "
		if len(stands[hz]) > 1 {
			noun = "trials "
		}
		texts = append(texts, noun+strings.Join(stands[hz], ", ")+": "+hz+" stand in")
	}
	return strings.Join(texts, "; ")
}
