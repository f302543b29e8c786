package site

import (
	"cmp"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"github.com/hashassay/assay/internal/chart"
	"github.com/hashassay/assay/internal/report"
)

// figure is a chart with its heading.
type figure struct {
	Title string
	Text  string // more about it; "": nothing
	Chart template.HTML
}

// looks chooses tones and dashes, so that one candidate or one kind of code looks the same in all charts of a page.
type looks struct {
	tones  map[string]int // by what a chart tells apart by colour
	dashes map[string]int // by kind of implementation
	names  []string       // of the dashes
}

// newLooks chooses a tone for each thing that tone tells apart, in the order of the curves.
func newLooks(curves []report.Curve, tone func(report.Curve) string) looks {
	l := looks{tones: map[string]int{}, dashes: map[string]int{}}
	var kinds []string
	for _, c := range curves {
		if _, ok := l.tones[tone(c)]; !ok {
			l.tones[tone(c)] = len(l.tones)
		}
		if !slices.Contains(kinds, c.Kind) {
			kinds = append(kinds, c.Kind)
		}
	}
	// Go's lines are whole and C's are dashed on every page, others follow.
	rank := map[string]int{"go": 0, "c99": 1, "submitted": 2}
	last := len(rank)
	slices.SortStableFunc(kinds, func(a, b string) int {
		ra, oka := rank[a]
		rb, okb := rank[b]
		if !oka {
			ra = last
		}
		if !okb {
			rb = last
		}
		return cmp.Or(cmp.Compare(ra, rb), cmp.Compare(a, b))
	})
	next := last
	for _, k := range kinds {
		i, ok := rank[k]
		if !ok {
			i = next
			next++
		}
		l.dashes[k] = i
		for len(l.names) <= i {
			l.names = append(l.names, "")
		}
		l.names[i] = report.KindName(k)
	}
	return l
}

// perByteCharts are charts of cycles per byte over the message length: one, or several where there are more curves than one can hold. Where linked is set, labels
// lead to the candidates' pages.
func perByteCharts(curves []report.Curve, l looks, tone func(report.Curve) string, linked bool) []figure {
	var figures []figure
	for _, g := range groups(curves) {
		c := chart.LineChart{
			Title: "Cycles per byte over message length" + g.suffix, Description: "one line for each implementation; the table has the same figures",
			XAxis: "message length", YAxis: "cycles per byte", Dashes: l.names, Hollow: "hollow: the figure has a mark, which the table names",
		}
		estimates, others := 0, 0
		var without []string // labels
		longest := 0
		for _, curve := range g.curves {
			for _, p := range curve.Points {
				if p.PerByte != nil {
					longest = max(longest, p.Bytes)
				}
			}
		}
		ticks := map[int]string{}
		for _, curve := range g.curves {
			s := series(curve, longest, l, tone, linked)
			if len(s.Points) == 0 {
				without = append(without, s.Label)
			}
			c.Series = append(c.Series, s)
			for _, p := range curve.Points {
				ticks[p.Bytes] = p.Message
				switch {
				case p.PerByte == nil:
				case p.Estimated:
					estimates++
				default:
					others++
				}
			}
		}
		switch {
		case estimates > 0 && others == 0:
			c.YAxis = "≈ cycles per byte (estimated)"
		case estimates > 0:
			c.YAxis += " (≈: estimated)"
		}
		for bytes, text := range ticks {
			c.XTicks = append(c.XTicks, chart.Tick{Value: float64(bytes), Text: text})
		}
		slices.SortFunc(c.XTicks, func(a, b chart.Tick) int { return cmp.Compare(a.Value, b.Value) })
		f := figure{Title: c.Title, Chart: chart.Lines(c)}
		if len(without) > 0 {
			f.Text = "No cycles are known of, and no line is shown for: " + strings.Join(without, ", ") + "."
		}
		if f.Chart != "" || f.Text != "" {
			figures = append(figures, f)
		}
	}
	return figures
}

// series makes a line of a curve. Behind its label stands its last figure, with the message length where that is not the longest of the chart.
func series(curve report.Curve, longest int, l looks, tone func(report.Curve) string, linked bool) chart.Series {
	s := chart.Series{Key: curve.ID + "/" + curve.Label, Label: label(curve.Label), Tone: l.tones[tone(curve)], Dash: l.dashes[curve.Kind]}
	if linked {
		s.Link = curve.Page
	}
	figure, last := "", ""
	for _, p := range curve.Points {
		if p.PerByte == nil {
			continue
		}
		s.Value, figure, last = p.Text, p.Text, p.Message
		if p.Bytes < longest {
			s.Value += " at " + p.Message
		}
		point := chart.Point{X: float64(p.Bytes), Y: *p.PerByte, Text: p.Message + ": " + p.Text + " cycles/byte", Doubt: len(p.Marks) > 0}
		if point.Doubt {
			point.Text += " (" + report.OneLine(strings.Join(p.Marks, ", ")) + ")"
		}
		s.Points = append(s.Points, point)
	}
	s.Text = fmt.Sprintf("%s, %s cycles per byte at %s", s.Label, figure, last)
	return s
}

// group is the curves of a chart.
type group struct {
	suffix string // of the title
	curves []report.Curve
}

// groups is one group, or, where that is more than a chart can hold, one for each digest width, cut where need be.
func groups(curves []report.Curve) []group {
	if len(curves) <= chart.MaxSeries {
		return []group{{"", curves}}
	}
	byWidth := map[int][]report.Curve{}
	var widths []int
	for _, c := range curves {
		if byWidth[c.Digest] == nil {
			widths = append(widths, c.Digest)
		}
		byWidth[c.Digest] = append(byWidth[c.Digest], c)
	}
	slices.Sort(widths)
	var gs []group
	for _, w := range widths {
		name := fmt.Sprintf(", %d-bit digests", w)
		if w == 0 {
			name = ", digests of unknown width"
		}
		parts := slices.Collect(slices.Chunk(byWidth[w], chart.MaxSeries))
		for i, part := range parts {
			suffix := name
			if len(parts) > 1 {
				suffix = fmt.Sprintf("%s (%d of %d)", name, i+1, len(parts))
			}
			gs = append(gs, group{suffix, part})
		}
	}
	return gs
}

func byCandidate(c report.Curve) string { return c.ID }

func byInstance(c report.Curve) string { return c.Instance }

// systemCharts are the charts of a system's page.
func systemCharts(view report.View) []figure {
	curves := view.Curves()
	return perByteCharts(curves, newLooks(curves, byCandidate), byCandidate, true)
}

// candidateCharts are the charts of a candidate's page.
type candidateCharts struct {
	PerByte, Trials, Memory []figure
}

func newCandidateCharts(view report.View, page report.CandidatePage) candidateCharts {
	curves := view.Curves(page.ID)
	l := newLooks(curves, byInstance)
	tones := map[string]int{} // of labels
	for _, c := range curves {
		tones[c.Label] = l.tones[byInstance(c)]
	}
	return candidateCharts{perByteCharts(curves, l, byInstance, false), trialCharts(page, tones), memoryCharts(view.MemoryBars(page.ID), page.ID, tones)}
}

// trialCharts are the trials of each implementation, a row for each message length.
func trialCharts(page report.CandidatePage, tones map[string]int) []figure {
	var order []string
	charts := map[string]*chart.DotChart{}
	for _, r := range page.Performance {
		c := charts[r.Label]
		if c == nil {
			c = &chart.DotChart{
				Title: "Trials of " + label(r.Label), Description: "a row for each message length", Key: page.ID + "/" + r.Label, Tone: tones[r.Label],
				Axis: "time per call, off the median of its row",
			}
			charts[r.Label] = c
			order = append(order, r.Label)
		}
		x := r.Values
		if x.Seconds == nil {
			continue
		}
		row := chart.DotRow{Label: r.Message, Value: r.MedianTime, Link: r.Record, Median: *x.Seconds}
		if x.Level > 0 {
			row.Lo, row.Hi = x.Lo, x.Hi
		}
		outliers := x.Outliers()
		for i, t := range x.Trials {
			row.Dots = append(row.Dots, chart.Dot{Value: t, Doubt: slices.Contains(outliers, i)})
		}
		c.Rows = append(c.Rows, row)
	}
	var figures []figure
	for _, name := range order {
		if drawn := chart.Dots(*charts[name]); drawn != "" {
			figures = append(figures, figure{Title: label(name), Chart: drawn})
		}
	}
	return figures
}

// memoryCharts are the kinds of memory, a bar for each implementation.
func memoryCharts(kinds []report.MemoryBars, id string, tones map[string]int) []figure {
	var figures []figure
	for _, k := range kinds {
		c := chart.BarChart{Title: k.Title, Description: k.What}
		for _, b := range k.Bars {
			bar := chart.Bar{Key: id + "/" + b.Label, Label: label(b.Label), Text: b.Text, Tone: tones[b.Label], None: b.Bytes == nil}
			if b.Bytes != nil {
				bar.Value = float64(*b.Bytes)
			}
			c.Bars = append(c.Bars, bar)
		}
		if drawn := chart.Bars(c); drawn != "" {
			figures = append(figures, figure{Title: k.Title, Text: k.What, Chart: drawn})
		}
	}
	return figures
}
