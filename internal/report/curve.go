package report

import (
	"slices"
	"strings"

	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/stats"
)

// Curve is an implementation's cycles per byte over the message length, for charts. Its figures are those of the tables.
type Curve struct {
	ID, Label, Instance string
	Page                string // link target of the candidate's page
	Kind                string // of implementation
	Code                string // the kind for readers
	Digest              int    // bits; 0: not known
	Estimated           bool   // some of its cycles are estimates
	Points              []CurvePoint
}

// CurvePoint is an operation.
type CurvePoint struct {
	Bytes     int      // length of the message
	Message   string   // the same for headings
	PerByte   *float64 // median cycles per byte; nil: there is no such figure
	Text      string   // the figure as tables write it
	Estimated bool
	Marks     []string
	Record    string // link target
}

// Curves are the implementations of the candidates, of all of them if none is named, in the order of the tables. What has no record has no curve.
func (v View) Curves(ids ...string) []Curve {
	var curves []Curve
	for _, l := range v.lines() {
		id := l.entry.Candidate
		if l.notTimed() || len(ids) > 0 && !slices.Contains(ids, id) {
			continue
		}
		c := Curve{ID: id, Label: l.entry.Label, Instance: l.entry.Instance, Page: v.pageLink(id), Kind: l.kind, Code: v.codeOf(l.entry), Digest: v.width(l)}
		sizes := slices.Clone(l.sizes)
		slices.Sort(sizes)
		for _, n := range slices.Compact(sizes) {
			f := l.figures[n]
			c.Points = append(c.Points, CurvePoint{
				Bytes: n, Message: formatShort(n), PerByte: v.values(f).PerByte, Text: f.perByte(f.medianCycles), Estimated: f.estimated, Marks: f.allMarks(),
				Record: v.link(v.dataset.Paths[f.record]),
			})
		}
		curves = append(curves, c)
	}
	return curves
}

// KindName names a kind of implementation where there is no room to say whose code it is.
func KindName(kind string) string {
	switch {
	case kind == candidate.Submitted:
		return "submitted code"
	case kind == "c99":
		return "C99 code"
	case kind == "go":
		return "Go code"
	case strings.HasPrefix(kind, "go-"):
		return "Go code, kernel " + strings.TrimPrefix(kind, "go-")
	}
	return known(kind)
}

// Outliers are the numbers, from 0, of the trials that are outliers by the rule of that mark.
func (x Values) Outliers() []int { return stats.Summarize(x.Trials).Outliers }

// MemoryBar is one figure of memory of an implementation.
type MemoryBar struct {
	Label string
	Bytes *int64 // nil: not known
	Text  string
}

// MemoryBars is one kind of memory, for a chart of all implementations of a candidate.
type MemoryBars struct {
	Title, What string
	Bars        []MemoryBar
}

// MemoryBars are the kinds of memory that are known of at least one implementation: of calls the largest figure of all message lengths that
// were measured, of processes the highest of the medians.
func (v View) MemoryBars(id string) []MemoryBars {
	kinds := []MemoryBars{
		{Title: "Static memory", What: "loadable segments of the library: code, constants and variables"},
		{Title: "Stack of a call", What: "the deepest of all calls and message lengths measured"},
		{Title: "Heap of a call", What: "the most that was asked for and not given back, of all calls and message lengths measured"},
		{Title: "Peak of the process", What: "resident memory with driver and C library or Go runtime, an upper bound: the highest of all message lengths"},
	}
	for _, l := range v.lines() {
		e := l.entry
		if e.Candidate != id || l.notTimed() {
			continue
		}
		var stack, heap, peak *int64
		if v.dataset.Memory != nil {
			if m := v.dataset.Memory.Instances[e.Candidate+"/"+e.Label]; m != nil {
				stack = largest(m, func(f *evidence.MemoryFigures) *int64 { return f.StackBytes })
				heap = largest(m, func(f *evidence.MemoryFigures) *int64 { return f.HeapPeakBytes })
			}
		}
		for _, n := range l.sizes {
			if p := l.figures[n].peakRSS; p > 0 && (peak == nil || p > *peak) {
				peak = &p
			}
		}
		for i, bytes := range []*int64{e.ELFLoadBytes, stack, heap, peak} {
			text := formatBytes(bytes)
			switch {
			case bytes != nil && i == 3:
				text = formatKiB(*bytes)
			case bytes != nil:
				text += " B"
			}
			kinds[i].Bars = append(kinds[i].Bars, MemoryBar{e.Label, bytes, text})
		}
	}
	return slices.DeleteFunc(kinds, func(k MemoryBars) bool {
		return !slices.ContainsFunc(k.Bars, func(b MemoryBar) bool { return b.Bytes != nil })
	})
}

// largest is the largest of a kind of figure over the message lengths; nil if one of them is not known, as it might be the largest.
func largest(m *evidence.MemoryEntry, of func(*evidence.MemoryFigures) *int64) *int64 {
	var most *int64
	for _, message := range m.Messages {
		if message.Figures == nil {
			return nil
		}
		n := of(message.Figures)
		if n == nil {
			return nil
		}
		if most == nil || *n > *most {
			most = n
		}
	}
	return most
}
