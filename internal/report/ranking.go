package report

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/evidence"
)

// RankedBytes is the message length that rankings are made at: 1 KiB.
const RankedBytes = 1024

// RankClass ranks the instances of one digest width by one kind of code. Other
// widths promise another security and other kinds of code are of other makers,
// so neither is ranked with it.
type RankClass struct {
	Digest int    // bits
	Kind   string // of implementation
	Code   string // the kind for readers
	Rows   []Rank // by place, within one by median
	Left   []Unranked
}

// Rank is an operation's place in its class.
type Rank struct {
	Place     int // 1 + how many operations are faster by the whole of their intervals
	Label, ID string
	Candidate string // identifier and name
	Page      string // link target of the candidate's page
	Cell      SummaryCell
	Time      string
}

// Unranked is an implementation without a place.
type Unranked struct{ Label, Why string }

// Ranking ranks the submissions' operations of RankedBytes by median time per
// call. An operation's place is one more than the number of those that were shown to be
// faster, by intervals that lie apart, so that several can have one place; they
// are in the order of places, and within one of medians. What did not finish, did
// not pass its vectors, or does not follow from its trials is not ranked.
func (v View) Ranking() []RankClass {
	var classes []RankClass
	classOf := func(digest int, kind, code string) *RankClass {
		for i := range classes {
			if classes[i].Digest == digest && classes[i].Kind == kind {
				return &classes[i]
			}
		}
		classes = append(classes, RankClass{Digest: digest, Kind: kind, Code: code})
		return &classes[len(classes)-1]
	}
	for _, l := range v.lines() {
		if v.role(l.entry) != candidate.Submission {
			continue
		}
		row := v.summaryRow(l)
		f, ok := l.figures[RankedBytes]
		c := classOf(row.Digest, row.Kind, v.code(row.ID, row.Kind, "")) // without the kernel that one line chose
		switch why := unranked(l, f, ok); {
		case why != "":
			c.Left = append(c.Left, Unranked{row.Label, why})
		default:
			i := slices.Index(summarySizes[:], RankedBytes)
			c.Rows = append(c.Rows, Rank{Label: row.Label, ID: row.ID, Candidate: row.Candidate, Page: row.CandidatePage, Cell: row.Cells[i], Time: l.time(RankedBytes)})
		}
	}
	for i := range classes {
		c := &classes[i]
		slices.SortStableFunc(c.Rows, func(a, b Rank) int { return cmp.Compare(*a.Cell.Values.Seconds, *b.Cell.Values.Seconds) })
		for j := range c.Rows {
			c.Rows[j].Place = 1
			for k := range c.Rows {
				if c.Rows[k].Cell.Values.before(c.Rows[j].Cell.Values) {
					c.Rows[j].Place++
				}
			}
		}
		// A wide interval can have a lower place than a narrow one before it.
		slices.SortStableFunc(c.Rows, func(a, b Rank) int { return cmp.Compare(a.Place, b.Place) })
	}
	slices.SortStableFunc(classes, func(a, b RankClass) int {
		return cmp.Or(cmp.Compare(a.Digest, b.Digest), cmp.Compare(kindOrder(a.Kind), kindOrder(b.Kind)), cmp.Compare(a.Kind, b.Kind))
	})
	return classes
}

// before says that all of x's interval lies below y's. Without intervals the
// medians alone decide.
func (x Values) before(y Values) bool {
	if x.Level == 0 || y.Level == 0 {
		return *x.Seconds < *y.Seconds
	}
	return x.Hi < y.Lo
}

// unranked says why a line has no place; "": it has one.
func unranked(l line, f figures, measured bool) string {
	switch {
	case ofAnother(l.entry):
		return anotherArchive
	case l.entry.KAT != "PASS":
		return "known-answer check: " + katText(l.entry.KAT)
	case !measured:
		return fmt.Sprintf("not timed at %s", formatShort(RankedBytes))
	case f.record.Status != evidence.Complete || f.medianSeconds == nil:
		return fmt.Sprintf("did not finish at %s", formatShort(RankedBytes))
	case slices.Contains(f.marks, unfounded):
		return fmt.Sprintf("its figures at %s do not follow from its trials", formatShort(RankedBytes))
	}
	return ""
}

// kindOrder puts submitted code first, then C, then Go.
func kindOrder(kind string) int {
	switch kind {
	case candidate.Submitted:
		return 0
	case "c99":
		return 1
	case "go":
		return 2
	}
	return 3
}
