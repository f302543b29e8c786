package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/hashassay/assay/internal/driver"
	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/stats"
)

// RecordPage is what the template of an operation's page shows: its trials, and
// how each figure follows from them.
type RecordPage struct {
	ID, Candidate, CandidatePage string
	Label, Instance, Code        string
	Message                      string // its length
	Notices                      []Notice
	Steps                        []Step
	Trials                       []TrialRow
	Ours                         bool // trials tell more than calls, seconds and cycles
	Rounds                       bool // a trial is not that of the round of its number
	Counted, Estimated           bool // cycles of the counter, or estimates
	Marks                        []MarkReason
	More                         []string // why further rounds were run
	Failure                      FailureRow
	Facts                        []Item
}

// TrialRow is a trial, with all digits that its record has.
type TrialRow struct {
	Number, Round        int // of the trial, from 1; of its round, from 1
	Calls                int
	Seconds, PerCall     string
	ThreadSeconds, Clock string // "–" where they are not needed or not known
	Cycles, CyclesOfCall string
	CPU, Switches, Load  string
	Outlier              bool
}

// MarkReason says why an operation has a mark.
type MarkReason struct{ Mark, Text, Why string }

// RecordPage makes the page of a record of the dataset.
func (v View) RecordPage(r *evidence.Record) RecordPage {
	f := figuresOf(r)
	p := RecordPage{
		ID: r.Candidate, Candidate: v.CandidateName(r.Candidate), CandidatePage: v.pageLink(r.Candidate), Label: r.Label, Instance: r.Instance,
		Code: v.codeOfRecord(r), Message: v.message(r.InputBytes),
		Ours: r.Assay != nil, Notices: recordNotices(v.dataset, r), Estimated: f.estimated,
		Counted: !f.estimated && f.medianCycles != nil,
	}
	trials := trialFigures(r)
	p.Trials = trialRows(f, trials)
	for i, t := range trials {
		p.Rounds = p.Rounds || t.round != i
	}
	p.Steps = v.steps(f, trials)
	for _, m := range f.allMarks() {
		p.Marks = append(p.Marks, MarkReason{m, legendOf(m), whyMarked(m, f, trials)})
	}
	p.Failure, _ = v.failure(r)
	if r.Assay != nil {
		p.More = r.Assay.MoreTrials
	}
	p.Facts = append(facts(r, hostProblems(v.dataset, []*evidence.Record{r})), Item{"processor", processor(v.dataset.Campaign, []*evidence.Record{r})})
	return p
}

// trialFigure is a trial of a record of ours or of a published one.
type trialFigure struct {
	round   int
	calls   int
	seconds float64
	cycles  float64
	counts  bool // there are cycles
	report  *driver.Trial
	load    []evidence.Float
	clockHz float64 // of an estimate
	stoodIn bool    // that clock is of other trials
	thread  float64 // seconds of an estimate
}

func (t trialFigure) perCall() float64 { return t.seconds / float64(t.calls) }

func trialFigures(r *evidence.Record) []trialFigure {
	var ts []trialFigure
	if a := r.Assay; a != nil {
		for _, at := range a.Trials {
			t := trialFigure{round: at.Round, calls: at.Trial.Calls, seconds: at.Trial.Seconds, report: at.Trial, load: at.Load}
			if t.cycles, t.counts = a.TrialCycles(at.Trial); t.counts && a.CycleSource == evidence.ClockEstimate {
				t.thread = evidence.ThreadSeconds(at.Trial)
				t.clockHz = t.cycles / t.thread
				t.stoodIn = at.Trial.ClockBeforeHz <= 0 && at.Trial.ClockAfterHz <= 0
			}
			ts = append(ts, t)
		}
		return ts
	}
	if r.Figures != nil {
		for i, t := range r.Trials {
			ts = append(ts, trialFigure{round: i, calls: t.Measurements, seconds: float64(t.Seconds), cycles: float64(t.Cycles), counts: r.MeanCycles != nil})
		}
	}
	return ts
}

func perCalls(ts []trialFigure) []float64 {
	var xs []float64
	for _, t := range ts {
		xs = append(xs, t.perCall())
	}
	return xs
}

// fullTime writes seconds with all digits that they have.
func fullTime(seconds float64) string { return strconv.FormatFloat(seconds, 'f', -1, 64) + " s" }

// fineTime writes a time per call with six significant digits of the middle
// one, in its unit, so that times of trials can be told apart.
func fineTime(seconds, middle float64) string {
	name, unit := timeUnit(middle)
	return fine(seconds/unit, middle/unit) + " " + name
}

func fine(x, middle float64) string {
	digits := 0
	for m := middle; m > 0 && m < 1e5 && digits < 9; m *= 10 {
		digits++
	}
	return strconv.FormatFloat(x, 'f', digits, 64)
}

// fineCycles writes cycles: counted ones whole, estimates with six significant
// digits at most.
func fineCycles(x float64, estimated bool) string {
	if estimated {
		return approximately + " " + strconv.FormatFloat(round6(x), 'f', -1, 64)
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}

func round6(x float64) float64 {
	y, err := strconv.ParseFloat(strconv.FormatFloat(x, 'e', 5, 64), 64)
	if err != nil {
		return x
	}
	return y
}

func trialRows(f figures, ts []trialFigure) []TrialRow {
	var rows []TrialRow
	middle := stats.Median(perCalls(ts))
	outliers := map[int]bool{}
	for _, i := range stats.Summarize(perCalls(ts)).Outliers {
		outliers[i] = true
	}
	for i, t := range ts {
		row := TrialRow{
			Number: i + 1, Round: t.round + 1, Calls: t.calls, Seconds: fullTime(t.seconds), PerCall: fineTime(t.perCall(), middle),
			ThreadSeconds: missing, Clock: missing, Cycles: missing, CyclesOfCall: missing, CPU: missing, Switches: missing, Load: missing,
			Outlier: outliers[i],
		}
		if t.counts {
			row.Cycles, row.CyclesOfCall = fineCycles(t.cycles, f.estimated), fineCycles(round6(t.cycles/float64(t.calls)), f.estimated)
		}
		if t.clockHz > 0 {
			row.ThreadSeconds, row.Clock = fullTime(t.thread), fmt.Sprintf("%.4f GHz", t.clockHz/1e9)
			if t.stoodIn {
				row.Clock += " of other trials"
			}
		}
		if r := t.report; r != nil {
			row.CPU = strconv.Itoa(r.CPUBefore)
			if r.CPUAfter != r.CPUBefore {
				row.CPU += fmt.Sprintf(" to %d", r.CPUAfter)
			}
			row.Switches = fmt.Sprintf("%d + %d", r.VoluntarySw, r.InvoluntarySw)
		}
		if len(t.load) > 0 {
			row.Load = fmt.Sprintf("%.2f", float64(t.load[0]))
		}
		rows = append(rows, row)
	}
	return rows
}

// facts are what a record says of its operation beside the trials, without what
// was said above them.
func facts(r *evidence.Record, said []string) []Item {
	items := []Item{{"known-answer check", katText(r.KAT)}}
	add := func(name, value string) {
		if value != "" {
			items = append(items, Item{name, value})
		}
	}
	compiled := known(r.Flags)
	if r.Figures != nil && r.BuildFlags != "" {
		compiled += ": " + r.BuildFlags
	}
	add("build flags", compiled)
	add("planned", plannedCalls(r.Plan))
	if a := r.Assay; a != nil {
		add("cycles are from", cycleSourceText(a, said))
		if len(a.Trials) > 0 {
			add("command of the first trial", strings.Join(a.Trials[0].Trial.Process.Command, " "))
		}
	} else if len(r.Processes) > 0 {
		add("command of the first process", strings.Join(r.Processes[0].Command, " "))
	}
	add("start / end (UTC)", WholeSeconds(r.StartedUTC)+" / "+WholeSeconds(r.EndedUTC))
	return items
}

func plannedCalls(p evidence.OperationPlan) string {
	if p.Trials == 0 {
		return ""
	}
	return fmt.Sprintf("%d trials of %d calls, after %d untimed calls each", p.Trials, p.IterationsPerTrial, p.Warmups)
}

func cycleSourceText(a *evidence.Assay, said []string) string {
	why := "; " + a.CycleReason
	if slices.Contains(said, a.CycleReason) {
		why = "; why not from the counter is said above"
	}
	switch a.CycleSource {
	case evidence.Perf:
		return "the hardware counter"
	case evidence.ClockEstimate:
		return "an estimate (≈): seconds that the thread had the CPU × core clock" + why
	}
	return known(string(a.CycleSource)) + why
}
