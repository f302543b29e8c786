package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashassay/assay/internal/evidence"
)

// notices are what a reader must know before the first figure. They stand on
// top of every page, as Markdown, and below every table of the terminal.
func notices(d *evidence.Dataset, records []*evidence.Record, entries []*evidence.BuildEntry) []string {
	var ns []string
	add := func(title, rest string) { ns = append(ns, "**"+title+"** "+rest) }

	if problems := hostProblems(d, records); len(problems) > 0 {
		add("Measured on a host that is not fit:", text(strings.Join(problems, "; "))+".")
	}
	if a := d.Campaign.Assay; a != nil {
		if a.Quick {
			add("Quick run:", fmt.Sprintf("trials of about %s each, for a first look; a full run times longer.", text(formatTime(float64(d.Campaign.Planning.TrialTargetS)))))
		}
		if a.Pair != nil {
			add("Paired run:", fmt.Sprintf("it compares A, %s, with B, %s, trial by trial; `assay compare` says which is faster.", code(a.Pair.A.Given), code(a.Pair.B.Given)))
		}
		if len(a.ExecPrefix) > 0 {
			add("Not run by the processor itself:", fmt.Sprintf("every process was started through %s; times and cycles mean nothing.", code(strings.Join(a.ExecPrefix, " "))))
		}
		if len(a.LeftOut) > 0 {
			add("Left out:", text(strings.Join(a.LeftOut, "; "))+".")
		}
	}
	if d.Campaign.EndedUTC == "" {
		add("The run has not ended:", "these are the figures of what was measured so far.")
	}
	if labels := failedLabels(entries); len(labels) > 0 {
		add("Known-answer check not passed in full:", strings.Join(labels, ", ")+".")
	}
	if n := countUnfinished(records); n > 0 {
		noun := "operations"
		if n == 1 {
			noun = "operation"
		}
		add("Not finished:", fmt.Sprintf("%d %s, marked *partial*.", n, noun))
	}
	return append(ns, cycleNotices(records)...)
}

// hostProblems are those of the campaign and of each record, each once.
func hostProblems(d *evidence.Dataset, records []*evidence.Record) []string {
	problems := slices.Clone(d.Campaign.HostProblems)
	for _, r := range records {
		if r.Assay != nil {
			problems = append(problems, r.Assay.HostProblems...)
		}
	}
	return distinct(problems)
}

// distinct keeps the first of equal strings.
func distinct(list []string) []string {
	var kept []string
	for _, s := range list {
		if !slices.Contains(kept, s) {
			kept = append(kept, s)
		}
	}
	return kept
}

func failedLabels(entries []*evidence.BuildEntry) []string {
	var labels []string
	for _, e := range entries {
		if e.KAT != "PASS" {
			labels = append(labels, code(e.Label)+" "+text(katText(e.KAT)))
		}
	}
	return labels
}

func countUnfinished(records []*evidence.Record) int {
	n := 0
	for _, r := range records {
		if r.Status != evidence.Complete {
			n++
		}
	}
	return n
}

// cycleNotices explain estimated and missing cycles, with the reasons that were
// recorded.
func cycleNotices(records []*evidence.Record) []string {
	reasons := map[evidence.CycleSource][]string{}
	for _, r := range records {
		if r.Assay != nil && r.Figures != nil {
			source := r.Assay.CycleSource
			reasons[source] = append(reasons[source], r.Assay.CycleReason)
		}
	}
	because := func(source evidence.CycleSource) string {
		texts := slices.DeleteFunc(distinct(reasons[source]), func(s string) bool { return s == "" })
		if len(texts) == 0 {
			return ""
		}
		return " The hardware counter was not used: " + text(strings.Join(texts, "; ")) + "."
	}
	var ns []string
	if len(reasons[evidence.ClockEstimate]) > 0 {
		ns = append(ns, "**Figures with "+approximately+" are estimated cycles:** seconds that the thread had the CPU × core clock. The clock is estimated in the same process just before and just after the timed calls; "+clockShare(records)+" Times are measured."+because(evidence.ClockEstimate))
	}
	if len(reasons[evidence.None]) > 0 {
		ns = append(ns, "**No cycles where "+missing+" stands:** there was neither a usable counter nor a steady clock."+because(evidence.None))
	}
	return ns
}

// clockShare says for how many trials the clock had to be taken from others.
func clockShare(records []*evidence.Record) string {
	all, without := 0, 0
	for _, r := range records {
		if r.Assay == nil || r.Assay.CycleSource != evidence.ClockEstimate {
			continue
		}
		for _, a := range r.Assay.Trials {
			if t := a.Trial; t != nil {
				all++
				if t.ClockBeforeHz <= 0 && t.ClockAfterHz <= 0 {
					without++
				}
			}
		}
	}
	if without == 0 {
		return "that worked for all trials."
	}
	return fmt.Sprintf("for %d of %d trials that did not work, and the median clock around other trials of the operation, or of the run, stands in (mark: no clock).", without, all)
}
