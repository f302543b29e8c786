package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/evidence"
)

// summarySizes are the message lengths of summaries: 32 B, 1 KiB, 64 KiB.
var summarySizes = [3]int{32, 1024, 65536}

// guideCalls is the number of measurements that the guide recommends.
const guideCalls = 100

// SummaryPage is what the template of the summary shows.
type SummaryPage struct {
	System, Architecture string
	Notices              []Notice
	Sizes                []string // headings
	XOF                  bool     // cells hold the ratio to pseudoXOF
	SHA                  bool     // rows hold the ratio to SHA-512
	RatioOf              string   // what these ratios compare
	Coverage             string   // which known-answer files PASS stands for; "" if nothing tells
	Rows                 []SummaryRow
	Legends              []Legend
	Files                []EvidenceRow
}

// SummaryRow is an implementation.
type SummaryRow struct {
	Candidate, CandidatePage string // page: link target
	Label, Code, KAT         string
	Cells                    []SummaryCell
	Time, Throughput         string // of the shortest and of the longest message
	SHA                      string // ratio to SHA-512, longest message
	Marks                    []string
	Counts                   []MarkCount // the same
	ID, Instance, Kind       string      // of the candidate; of the implementation
	Digest                   int         // bits; 0: not known
	Role                     candidate.Role
}

// MarkCount is a mark of an implementation.
type MarkCount struct {
	Mark  string
	Where string // with the message lengths that have it: "busy (32 B, 1 KiB)"
	Count int    // of these
}

// SummaryCell is one message length.
type SummaryCell struct {
	Cycles, Ratio, PerByte, Interval, Record string
	XOF, SHAOfSize                           string // ratios without brackets
	Marks                                    []string
	Values                                   Values
}

// line is an implementation with its figures by message length, for summaries
// of both kinds.
type line struct {
	entry   *evidence.BuildEntry
	kind    string
	figures map[int]figures
	sizes   []int // ascending
}

// lines lists all implementations: candidates, then labels, in natural order.
func lines(d *evidence.Dataset) []line {
	type implementation struct{ candidate, label string }
	records := map[implementation][]*evidence.Record{}
	for _, r := range d.Records {
		of := implementation{r.Candidate, r.Label}
		records[of] = append(records[of], r)
	}
	var ls []line
	for _, id := range d.CandidateIDs() {
		for _, e := range d.Entries(id) {
			l := line{entry: e, kind: kindOf(e), figures: map[int]figures{}}
			for _, r := range records[implementation{id, e.Label}] {
				l.figures[r.InputBytes] = figuresOf(r)
				l.sizes = append(l.sizes, r.InputBytes)
			}
			ls = append(ls, l)
		}
	}
	return ls
}

// marks are the marks of a line, each with the message lengths it was given for.
func (l line) marks() []string {
	at := map[string][]string{}
	var order []string
	for _, n := range l.sizes {
		for _, m := range l.figures[n].doubts() {
			if at[m] == nil {
				order = append(order, m)
			}
			at[m] = append(at[m], formatShort(n))
		}
	}
	var marks []string
	for _, m := range order {
		where := strings.Join(at[m], ", ")
		if len(at[m]) == len(l.sizes) && len(l.sizes) > 1 {
			where = "all sizes"
		}
		marks = append(marks, m+" ("+where+")")
	}
	return marks
}

// counts are the marks of a line with the number of message lengths that have
// each, for tables without room for these.
func (l line) counts() []MarkCount {
	var counts []MarkCount
	for i, where := range l.marks() {
		name := l.distinctMarks()[i]
		n := 0
		for _, bytes := range l.sizes {
			if slices.Contains(l.figures[bytes].doubts(), name) {
				n++
			}
		}
		counts = append(counts, MarkCount{name, where, n})
	}
	return counts
}

// markNames are the marks without the message lengths, for the legend.
func (l line) markNames() []string {
	var names []string
	for _, n := range l.sizes {
		names = append(names, l.figures[n].doubts()...)
	}
	if l.entry.KAT != "PASS" {
		names = append(names, warning)
	}
	return names
}

// distinctMarks are the marks of all message lengths, each once; on a terminal
// there is no room to say where (the pages do).
func (l line) distinctMarks() []string {
	var names []string
	for _, n := range l.sizes {
		for _, m := range l.figures[n].doubts() {
			if !slices.Contains(names, m) {
				names = append(names, m)
			}
		}
	}
	if ofAnother(l.entry) {
		names = append(names, otherArchive)
	}
	return names
}

// notTimed says that there is not one record.
func (l line) notTimed() bool { return len(l.figures) == 0 }

func (l line) kat() string {
	if l.notTimed() {
		return katText(l.entry.KAT) + " (not timed)"
	}
	return katText(l.entry.KAT)
}

// time is the median time of a message length.
func (l line) time(bytes int) string {
	return optional(l.figures[bytes].medianSeconds, formatTime)
}

// throughput is MB/s by the median time of a message length.
func (l line) throughput(bytes int) string {
	f, ok := l.figures[bytes]
	if !ok {
		return missing
	}
	return optional(f.medianThroughput(), formatTenths)
}

func (v View) SummaryPage() SummaryPage {
	d := v.dataset
	var entries []*evidence.BuildEntry
	p := SummaryPage{
		System: known(d.Campaign.SystemID), Files: v.files(),
		XOF: len(v.references.xof) > 0, SHA: len(v.references.sha) > 0, RatioOf: v.references.basis(d.Records),
	}
	_, p.Architecture = architecture(d.Campaign.EnvironmentAtStart.Architecture)
	for _, n := range summarySizes {
		p.Sizes = append(p.Sizes, formatShort(n))
	}
	var marks []string
	all := v.lines()
	p.Coverage = coverageLine(d, all)
	for _, l := range all {
		entries = append(entries, l.entry)
		marks = append(marks, l.markNames()...)
		p.Rows = append(p.Rows, v.summaryRow(l))
	}
	p.Notices = notices(d, d.Records, entries)
	p.Legends = legends(marks)
	return p
}

func (v View) summaryRow(l line) SummaryRow {
	id := l.entry.Candidate
	row := SummaryRow{
		Candidate: v.CandidateName(id), CandidatePage: v.pageLink(id),
		Label: l.entry.Label, Code: v.codeOf(l.entry), KAT: l.kat(), Marks: l.marks(), Counts: l.counts(),
		Time:       l.time(summarySizes[0]),
		Throughput: l.throughput(summarySizes[len(summarySizes)-1]), SHA: missing,
		ID: id, Instance: l.entry.Instance, Kind: l.kind, Role: v.role(l.entry),
	}
	row.Digest = v.width(l)
	for _, n := range summarySizes {
		f, ok := l.figures[n]
		if !ok {
			row.Cells = append(row.Cells, SummaryCell{Cycles: missing, PerByte: missing, Interval: missing, XOF: missing, SHAOfSize: missing, Values: Values{Bytes: n}})
			continue
		}
		c := SummaryCell{
			Cycles: f.cycles(f.medianCycles), PerByte: f.perByte(f.medianCycles), Interval: f.relativeInterval(),
			Record: v.link(v.dataset.Paths[f.record]), Values: v.values(f), Marks: f.allMarks(),
		}
		if f.record.Figures != nil && f.record.Measurements < guideCalls {
			c.Cycles += fmt.Sprintf(" (n=%d)", f.record.Measurements)
		}
		var xof string
		xof, row.SHA = v.references.ratios(f.record)
		c.XOF, c.SHAOfSize = xof, row.SHA
		if xof != missing {
			c.Ratio = " (" + xof + "×)"
		}
		row.Cells = append(row.Cells, c)
	}
	return row
}

// codes lists which code was measured, for the method page.
func (v View) codes() []string {
	var cs []string
	for _, l := range v.lines() {
		if c := v.codeOf(l.entry); !slices.Contains(cs, c) {
			cs = append(cs, c)
		}
	}
	return cs
}
