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
	return append(plainNotices(d, records, entries), cycleNotices(records, hostProblems(d, records))...)
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

	ns = append(ns, evidenceNotices(d, records)...)
	if problems := hostProblems(d, records); len(problems) > 0 {
		add("Measured on a host that is not fit:", words(strings.Join(problems, "; ")+"."))
	}
	if a := d.Campaign.Assay; a != nil {
		if a.Quick {
			add("Quick run:", words(fmt.Sprintf("for a first look; trials are planned to take %s each%s, and a full run times longer.", formatTime(float64(d.Campaign.Planning.TrialTargetS)), trialsTook(records))))
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
	if failed := failedLabels(entries); len(failed) > 0 {
		add("Known-answer check not passed in full:", append(failed, words("."))...)
	}
	if n := countUnfinished(records); n > 0 {
		add("Not finished:", words(operations(n)+", marked "), Part{unfinished, Emphasis}, words("."))
	}
	return ns
}

// trialsTook says how long the trials of records took, since the planned number of
// calls meets its target only as well as the calibration did.
func trialsTook(records []*evidence.Record) string {
	var seconds []float64
	for _, r := range records {
		for _, t := range trialFigures(r) {
			seconds = append(seconds, t.seconds)
		}
	}
	if len(seconds) == 0 {
		return ""
	}
	return fmt.Sprintf(" (here they took %s to %s)", formatTime(slices.Min(seconds)), formatTime(slices.Max(seconds)))
}

// evidenceNotices say what the dataset as a whole lacks to be believed; they stand
// where there is no room for the others, too.
func evidenceNotices(d *evidence.Dataset, records []*evidence.Record) []Notice {
	var ns []Notice
	if n := countUnfounded(records); n > 0 {
		ns = append(ns, notice("Figures that do not follow from their trials:", words(operations(n)+", marked "), Part{unfounded, Emphasis},
			words(" and not ranked. Their records were edited or damaged, or are of a program with other rules; "), Part{"assay verify", Code}, words(" says where.")))
	}
	if len(d.NotPlain) > 0 {
		ns = append(ns, notice("Not read:", words("evidence is in plain files, and these are links, pipes or devices: "+strings.Join(d.NotPlain, ", ")+".")))
	}
	if d.Campaign.EndedUTC == "" {
		ns = append(ns, notice("The run has not ended:", words("these are the figures of what was measured so far.")))
	}
	return ns
}

func countUnfounded(records []*evidence.Record) int {
	n := 0
	for _, r := range records {
		if len(r.Unfounded()) > 0 {
			n++
		}
	}
	return n
}

// operations writes a number of operations.
func operations(n int) string {
	if n == 1 {
		return "1 operation"
	}
	return fmt.Sprintf("%d operations", n)
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
// recorded, unless they stand among what was said already.
func cycleNotices(records []*evidence.Record, said []string) []Notice {
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
		texts = slices.DeleteFunc(texts, func(s string) bool { return slices.Contains(said, s) })
		if len(texts) == 0 {
			return " Why the hardware counter was not used is said above."
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
