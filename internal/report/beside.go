package report

import (
	"fmt"
	"slices"

	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/compare"
	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/stats"
	"github.com/hashassay/assay/published"
)

// BesideRow is an implementation with its figures at all message lengths, to be
// set beside those of other runs.
type BesideRow struct {
	ID, Candidate, CandidatePage string // identifier; with name; link target
	Instance, Label, Kind, Code  string
	KAT                          string
	Passed                       bool
	Digest                       int    // bits; 0: not known
	Library                      string // SHA-256; "": there is none
	Flags                        string // "": the guide's, or those of Go
	Cells                        map[int]BesideCell
}

// BesideCell is the figure of one message length.
type BesideCell struct {
	Text      string // cycles per byte; without cycles, the time of a call
	Reach     string // how far the interval of that figure reaches from it: "±0.2 %"
	Record    string // link target
	Marks     []string
	Complete  bool
	Estimated bool   // Cycles are estimates
	Cycles    Middle // of one call, by the counter or estimated
	Time      Middle // of one call in seconds: on the CPU, or by the wall clock if Wall
	Wall      bool
}

// Middle is a median over trials (of what others published, a mean) with the ends of
// its interval. The zero value is none; without an interval Lo and Hi are 0.
type Middle struct{ Median, Lo, Hi float64 }

// middleOf is the median that has the interval of all pages.
func middleOf(xs []float64) Middle {
	if len(xs) == 0 {
		return Middle{}
	}
	i := stats.MedianInterval(xs, stats.Confidence)
	return Middle{stats.Median(xs), i.Lo, i.Hi}
}

// reach writes the larger of the distances between a median and the ends of its
// interval; "" without an interval.
func (m Middle) reach() string {
	if m.Lo == 0 || m.Median == 0 {
		return ""
	}
	return fmt.Sprintf("±%.1f %%", 100*max(m.Hi-m.Median, m.Median-m.Lo)/m.Median)
}

// Beside lists all implementations, candidates and labels in natural order.
func (v View) Beside() []BesideRow {
	var rows []BesideRow
	for _, l := range v.lines() {
		e := l.entry
		row := BesideRow{
			ID: e.Candidate, Candidate: v.CandidateName(e.Candidate), CandidatePage: v.pageLink(e.Candidate),
			Instance: e.Instance, Label: e.Label, Kind: l.kind, Code: v.codeOf(e),
			KAT: l.kat(), Passed: e.KAT == "PASS", Library: e.LibrarySHA256, Cells: map[int]BesideCell{},
		}
		if e.Flags != "guide" && e.Flags != "go" {
			row.Flags = e.Flags
		}
		row.Digest = v.width(l)
		for n, f := range l.figures {
			if c, ok := besideCell(f); ok {
				c.Record = v.link(v.dataset.Paths[f.record])
				row.Cells[n] = c
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// besideCell makes a cell of a record's figures; ok is false where it has none.
func besideCell(f figures) (c BesideCell, ok bool) {
	r := f.record
	if r.Figures == nil {
		return c, false
	}
	c = BesideCell{Complete: r.Status == evidence.Complete, Estimated: f.estimated, Marks: f.marks}
	measure := compare.Cycles
	if f.estimated {
		measure = compare.EstimatedCycles
	}
	if xs, known := measure.PerCall(r); known && f.medianCycles != nil {
		c.Cycles = middleOf(xs)
	}
	xs, known := compare.CPUTime.PerCall(r)
	if !known { // all have that of the wall clock
		xs, _ = compare.WallTime.PerCall(r)
		c.Wall = true
	}
	c.Time = middleOf(xs)
	switch {
	case c.Cycles.Median > 0 && r.InputBytes > 0:
		c.Text, c.Reach = f.perByte(f.medianCycles), c.Cycles.reach()
	case c.Cycles.Median > 0:
		c.Text, c.Reach = f.cycles(f.medianCycles)+" c", c.Cycles.reach()
	default:
		c.Text, c.Reach = formatTime(c.Time.Median), c.Time.reach()
	}
	return c, true
}

// PublishedSystem is a system whose figures others published.
type PublishedSystem struct {
	ID, Processor string
	Source        string // where the figures stood
	Rows          []BesideRow
}

// BesidePublished lists the systems that others published figures of: means over
// all calls, of the submission's own code, as printed. catalogue, which may be nil,
// has the names and widths that other rows have; otherwise names are those published.
func BesidePublished(catalogue *candidate.Catalogue) []PublishedSystem {
	v := View{catalogue: catalogue}
	var systems []PublishedSystem
	for _, s := range published.Systems() {
		system := PublishedSystem{ID: s.ID, Processor: s.Environment["processor"], Source: s.Source}
		for _, c := range s.Candidates {
			system.Rows = append(system.Rows, v.besidePublished(c)...)
		}
		systems = append(systems, system)
	}
	return systems
}

func (v View) besidePublished(c published.Candidate) []BesideRow {
	var rows []BesideRow
	for _, f := range c.Performance {
		i := slices.IndexFunc(rows, func(r BesideRow) bool { return r.Instance == f.Instance })
		if i < 0 {
			i = len(rows)
			row := BesideRow{
				ID: c.ID, Candidate: c.ID + " " + c.Name, Instance: f.Instance, Label: f.Instance, Kind: candidate.Submitted, Code: "submitted reference code",
				KAT: missing, Passed: true, Cells: map[int]BesideCell{},
			}
			if known := v.candidate(c.ID); known != nil {
				row.Candidate = v.CandidateName(c.ID)
				row.Digest = known.DigestBits(f.Instance)
			}
			if k := slices.IndexFunc(c.KAT, func(k published.KATRow) bool { return k.Instance == f.Instance }); k >= 0 {
				row.KAT, row.Passed = katText(c.KAT[k].Status), c.KAT[k].Status == "PASS"
			}
			rows = append(rows, row)
		}
		rows[i].Cells[f.Bytes] = BesideCell{
			Text: formatTenths(f.CyclesPerByte), Complete: true, Cycles: Middle{Median: f.CyclesPerByte * float64(f.Bytes)},
		}
	}
	return rows
}

// LegendOf says what a mark means; "" for one that is not ours.
func LegendOf(mark string) string { return legendOf(mark) }

// ShortLength writes a message length for headings: "32 B", "1 KiB".
func ShortLength(bytes int) string { return formatShort(bytes) }
