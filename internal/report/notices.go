package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashassay/assay/internal/evidence"
)

// Notice is what a reader must know before the first figure.
type Notice struct {
	Title string // a few words with a colon, for emphasis
	Parts []Part
}

// Part is a piece of a notice's text.
type Part struct {
	Text  string
	Style Style
}

// Line is the text in one line, with the blanks that divide it from its
// neighbours.
func (p Part) Line() string {
	before, words, after := p.divided()
	return before + words + after
}

func (p Part) divided() (before, words, after string) {
	words = OneLine(p.Text)
	if strings.HasPrefix(p.Text, " ") {
		before = " "
	}
	if words != "" && strings.HasSuffix(p.Text, " ") {
		after = " "
	}
	return before, words, after
}

// Style is how a part is set.
type Style int

// The styles.
const (
	Plain    Style = iota
	Code           // a name or a command, letter by letter
	Emphasis       // a mark
)

func notice(title string, parts ...Part) Notice { return Notice{title, parts} }

func words(s string) Part { return Part{s, Plain} }

// notices stand on top of every page, and below every table of the terminal.
func notices(d *evidence.Dataset, records []*evidence.Record, entries []*evidence.BuildEntry) []Notice {
	return append(plainNotices(d, records, entries), cycleNotices(records)...)
}

// recordNotices are those of one operation. Its page shows itself where its
// cycles are from.
func recordNotices(d *evidence.Dataset, r *evidence.Record) []Notice {
	return plainNotices(d, []*evidence.Record{r}, nil)
}

// plainNotices are all but those about cycles.
func plainNotices(d *evidence.Dataset, records []*evidence.Record, entries []*evidence.BuildEntry) []Notice {
	var ns []Notice
	add := func(title string, parts ...Part) { ns = append(ns, notice(title, parts...)) }

	if problems := hostProblems(d, records); len(problems) > 0 {
		add("Measured on a host that is not fit:", words(strings.Join(problems, "; ")+"."))
	}
	if a := d.Campaign.Assay; a != nil {
		if a.Quick {
			add("Quick run:", words(fmt.Sprintf("trials of about %s each, for a first look; a full run times longer.", formatTime(float64(d.Campaign.Planning.TrialTargetS)))))
		}
		if a.Pair != nil {
			add("Paired run:", words("it compares A, "), Part{a.Pair.A.Given, Code}, words(", with B, "), Part{a.Pair.B.Given, Code},
				words(", trial by trial; "), Part{"assay compare", Code}, words(" says which is faster."))
		}
		if len(a.ExecPrefix) > 0 {
			add("Not run by the processor itself:", words("every process was started through "), Part{strings.Join(a.ExecPrefix, " "), Code}, words("; times and cycles mean nothing."))
		}
		if len(a.LeftOut) > 0 {
			add("Left out:", words(strings.Join(a.LeftOut, "; ")+"."))
		}
	}
	if others := otherArchives(d, records, entries); len(others) > 0 {
		add("Not the submission's own code:", words(evidence.AnotherArchive+": "+strings.Join(others, "; ")+"."))
	}
	if d.Campaign.EndedUTC == "" {
		add("The run has not ended:", words("these are the figures of what was measured so far."))
	}
	if failed := failedLabels(entries); len(failed) > 0 {
		add("Known-answer check not passed in full:", append(failed, words("."))...)
	}
	if n := countUnfinished(records); n > 0 {
		noun := "operations"
		if n == 1 {
			noun = "operation"
		}
		add("Not finished:", words(fmt.Sprintf("%d %s, marked ", n, noun)), Part{unfinished, Emphasis}, words("."))
	}
	return ns
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

func failedLabels(entries []*evidence.BuildEntry) []Part {
	var parts []Part
	for _, e := range entries {
		if e.KAT == "PASS" {
			continue
		}
		if parts != nil {
			parts = append(parts, words(", "))
		}
		parts = append(parts, Part{e.Label, Code}, words(" "+katText(e.KAT)))
	}
	return parts
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
func cycleNotices(records []*evidence.Record) []Notice {
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
		return " The hardware counter was not used: " + strings.Join(texts, "; ") + "."
	}
	var ns []Notice
	if len(reasons[evidence.ClockEstimate]) > 0 {
		ns = append(ns, notice("Figures with "+approximately+" are estimated cycles:", words("seconds that the thread had the CPU × core clock. The clock is estimated in the same process just before and just after the timed calls; "+clockShare(records)+" Times are measured."+because(evidence.ClockEstimate))))
	}
	if len(reasons[evidence.None]) > 0 {
		ns = append(ns, notice("No cycles where "+missing+" stands:", words("there was neither a usable counter nor a steady clock."+because(evidence.None))))
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
