package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/stats"
)

// Marks of our own, besides those of package stats.
const (
	unfinished = "partial"   // the operation did not finish
	warning    = "⚠"         // the known-answer test was not passed
	meanOff    = "mean"      // the guide's mean is far off the median
	unfounded  = "unfounded" // stored figures do not follow from the trials
)

// figures are the numbers that pages and tables show of one record.
type figures struct {
	record        *evidence.Record
	estimated     bool     // cycles rest on the estimated core clock
	meanCycles    *float64 // per call; nil: no cycles
	medianCycles  *float64
	meanSeconds   *float64 // per call; nil: no trial
	medianSeconds *float64
	throughput    *float64 // MB/s by the mean
	interval      stats.Interval
	spread        *float64
	marks         []string
	baselineRSS   int64 // bytes; 0: unknown
	peakRSS       int64
	highestRSS    int64 // of the processes' peaks
	medianRSS     bool  // baseline and peak are medians over the processes; otherwise maxima
	trials        []evidence.Trial
}

// figuresOf reads the figures of a record of ours, or of a published one,
// whose robust figures are computed here from its trials.
func figuresOf(r *evidence.Record) figures {
	f := figures{record: r}
	if r.Status != evidence.Complete {
		f.marks = append(f.marks, unfinished)
	}
	if len(r.Unfounded()) > 0 {
		f.marks = append(f.marks, unfounded)
	}
	if r.Figures == nil {
		return f
	}
	f.trials = r.Trials
	f.meanSeconds = number(&r.MeanSeconds)
	f.throughput = number(r.ThroughputMBs)
	f.highestRSS = r.PeakRSSBytes
	if f.baselineRSS, f.peakRSS, f.medianRSS = r.MedianRSS(); !f.medianRSS {
		f.baselineRSS, f.peakRSS = r.BaselineRSSBytes, r.PeakRSSBytes
	}
	a := r.Assay
	if a == nil {
		f.meanCycles, f.medianCycles = number(r.MeanCycles), number(r.MedianTrialCycles)
		f.medianSeconds = number(&r.MedianTrialSeconds)
		s := r.Robust()
		f.interval, f.spread = s.Interval, &s.SpreadRatio
		for _, m := range s.Marks {
			f.marks = append(f.marks, string(m))
		}
		return f
	}
	f.estimated = a.CycleSource == evidence.ClockEstimate
	if a.CycleSource != evidence.None {
		f.meanCycles, f.medianCycles = number(a.MeanCycles), number(a.MedianCycles)
	}
	f.medianSeconds = number(&a.MedianSeconds)
	f.interval = stats.Interval{Lo: float64(a.IntervalLo), Hi: float64(a.IntervalHi), Level: float64(a.IntervalLevel)}
	f.spread = number(&a.SpreadRatio)
	f.marks = append(f.marks, a.Marks...)
	return f
}

func number(x *evidence.Float) *float64 { return (*float64)(x) }

// meanLimit is the share of the median that the guide's mean may differ by
// without a mark: as much as trials may without disagreeing.
const meanLimit = stats.SpreadLimit - 1

// offMedian says how far a mean is off its median where that is more than
// meanLimit: "+22.7 %"; otherwise it is "".
func offMedian(mean, median *float64) string {
	if mean == nil || median == nil || *median <= 0 {
		return ""
	}
	off := *mean / *median - 1
	if math.Abs(off) <= meanLimit {
		return ""
	}
	return signed(100*off) + " %"
}

// signed writes a difference with its sign, "0.0" for what rounds to nothing.
func signed(x float64) string {
	s := fmt.Sprintf("%+.1f", x)
	if s == "-0.0" || s == "+0.0" {
		return "0.0"
	}
	return strings.Replace(s, "-", "−", 1)
}

// marked writes a mean, with how far it is off the median where that is far.
func marked(mean, off string) string {
	if off == "" || mean == missing {
		return mean
	}
	return mean + " (" + off + ")"
}

// relativeInterval writes the interval of the median as distances from it:
// "−0.1 to +0.2 % (93.75 %)".
func (f figures) relativeInterval() string {
	if f.interval.Level == 0 || f.medianSeconds == nil || *f.medianSeconds <= 0 {
		return missing
	}
	away := func(x float64) string { return signed(100 * (x / *f.medianSeconds - 1)) }
	return fmt.Sprintf("%s to %s %% (%s %%)", away(f.interval.Lo), away(f.interval.Hi), formatPercent(100*f.interval.Level))
}

// headline writes the median of cycles: counted ones whole, so that nothing of
// a figure is lost, estimates as far as they can be believed.
func (f figures) headline() string {
	if f.medianCycles != nil && !f.estimated && *f.medianCycles < 1e7 {
		return fmt.Sprintf("%.0f", *f.medianCycles)
	}
	return f.cycles(f.medianCycles)
}

// cycles writes a number of cycles, with the sign of an estimate where it is one.
func (f figures) cycles(x *float64) string { return f.sign(optional(x, formatCycles)) }

// perByte writes cycles per byte of the message.
func (f figures) perByte(cycles *float64) string {
	if cycles == nil || f.record.InputBytes == 0 {
		return missing
	}
	return f.sign(formatTenths(*cycles / float64(f.record.InputBytes)))
}

func (f figures) sign(s string) string {
	if s == missing || !f.estimated {
		return s
	}
	return approximately + " " + s
}

// medianThroughput is MB/s (10^6 bytes) by the median time.
func (f figures) medianThroughput() *float64 {
	if f.medianSeconds == nil || *f.medianSeconds == 0 || f.record.InputBytes == 0 {
		return nil
	}
	x := float64(f.record.InputBytes) / *f.medianSeconds / 1e6
	return &x
}

// katText writes a known-answer status; one that is not PASS has a warning sign.
func katText(status string) string {
	if status == "PASS" {
		return status
	}
	if status == "" {
		status = "not checked"
	}
	return warning + " " + OneLine(status)
}

// doubts are the marks of the figures themselves.
func (f figures) doubts() []string {
	marks := slices.Clone(f.marks)
	if offMedian(f.meanSeconds, f.medianSeconds) != "" || offMedian(f.meanCycles, f.medianCycles) != "" {
		marks = append(marks, meanOff)
	}
	return marks
}

// allMarks are the marks of a row, the known-answer status among them.
func (f figures) allMarks() []string {
	marks := f.doubts()
	if f.record.KAT != "PASS" {
		marks = append(marks, katText(f.record.KAT))
	}
	return marks
}

// legendOf says what a mark means.
func legendOf(mark string) string {
	switch {
	case mark == unfinished:
		return "the operation did not finish: the figures are of the trials that did, if there are any"
	case mark == unfounded:
		return "figures that the record holds do not follow from its trials, by the rules of this program (it was edited or damaged, or is of a program with others): assay verify says which"
	case mark == meanOff:
		return fmt.Sprintf("the guide's mean is more than %.0f %% off the median (the candidate's page says by how much): some trials moved it", 100*meanLimit)
	case mark == otherArchive:
		return evidence.AnotherArchive + ", so the figures are not those of the submission"
	case strings.HasPrefix(mark, warning):
		return "the implementation did not pass the full known-answer check (section 3 of the candidate's page says why), so its figures may be of something else than the candidate"
	}
	return stats.Mark(mark).Legend()
}

// legends explains the marks that occur, each kind once, in the order they are
// first seen.
func legends(marks []string) []Legend {
	var ls []Legend
	for _, m := range marks {
		if strings.HasPrefix(m, warning) {
			m = warning
		}
		known := slices.ContainsFunc(ls, func(l Legend) bool { return l.Mark == m })
		if text := legendOf(m); text != "" && !known {
			ls = append(ls, Legend{m, text})
		}
	}
	return ls
}

type Legend struct{ Mark, Text string }
