package chart

import (
	"html/template"
	"math"
	"slices"
	"strconv"
	"strings"
)

// LineChart is a chart of lines over two logarithmic axes.
type LineChart struct {
	Title       string   // what a screen reader calls the chart
	Description string   // one sentence more; the table that holds the same figures should be named here
	XAxis       string   // what is along the axis, with its unit
	YAxis       string   //
	XTicks      []Tick   // the places of the x axis, ascending
	Series      []Series // in the order of the table
	Dashes      []string // what each dash stands for, by its number
	Hollow      string   // what hollow marks stand for
}

// Series is one line.
type Series struct {
	Key    string // the same as that of the rows with the same figures
	Label  string // written at the end of the line; shortened where it is too long
	Link   string // of the label; relative; "": none
	Value  string // written after the label; "": nothing
	Text   string // what a screen reader says; "": the label
	Tone   int    // colour and shape of the marks
	Dash   int
	Points []Point // ascending in X
}

// Point is one value of a series. On a logarithmic axis a value that is not positive cannot be drawn: it is a gap in the line.
type Point struct {
	X, Y  float64
	Text  string // what the point says when it is pointed at
	Link  string // relative; "": none
	Doubt bool   // the figure has a mark: drawn hollow
}

// MaxSeries is how many series one chart of lines should have: each has its label, so that the height of a chart grows with them, and
// with more of them it is taller than any screen.
const MaxSeries = 64

// lineLayout is one of the two ways that a chart of lines is drawn: the units are pixels at the size it is made for.
type lineLayout struct {
	class     string
	width     float64 // of the whole; it is as high as its labels need
	least     float64 // height of the plot
	letter    float64 // size of the text, as in the stylesheet
	row       float64 // between labels
	column    float64 // at most, for labels
	leader    float64 // from the plot to the labels
	yTicks    int     // at most
	gapTicks  float64 // between texts of the x axis, at least
	withTexts bool    // values behind labels; texts and links of points
}

// Text is not below 11 pixels where a narrow one is 320 wide, as it is on a telephone of 360, nor where a wide one is 700 wide.
var (
	wideLines   = lineLayout{class: "wide", width: 760, least: 330, letter: 12, row: 13.5, column: 300, leader: 34, yTicks: 14, gapTicks: 4, withTexts: true}
	narrowLines = lineLayout{class: "narrow", width: 320, least: 260, letter: 11, row: 12.5, column: 136, leader: 15, yTicks: 10, gapTicks: 4}
)

// Lines draws a chart of lines, each with its label at its end. It is drawn twice, wide and narrow, and the stylesheet shows one of the two.
// The result is empty if there is no point that can be drawn.
func Lines(chart LineChart) template.HTML {
	var c canvas
	xs, ys, ok := chart.ranges()
	if !ok {
		return ""
	}
	c.open("div", "class", "chart lines")
	hidden := chart.draw(&c, wideLines, xs, ys)
	hidden = chart.draw(&c, narrowLines, xs, ys) || hidden
	chart.legend(&c, hidden)
	c.close("div")
	return c.html()
}

// drawable says whether a point has a place on logarithmic axes.
func (p Point) drawable() bool { return logarithmic(p.X) && logarithmic(p.Y) }

// logarithmic says whether a value has a place on a logarithmic axis. There is no measured value beyond the limits.
func logarithmic(x float64) bool { return x > 1e-100 && x < 1e100 }

// ranges are the smallest and the largest value of both axes. ok is false where there is no point at all.
func (chart LineChart) ranges() (xs, ys [2]float64, ok bool) {
	xs, ys = [2]float64{math.Inf(1), 0}, [2]float64{math.Inf(1), 0}
	for _, s := range chart.Series {
		for _, p := range s.Points {
			if p.drawable() {
				xs = [2]float64{min(xs[0], p.X), max(xs[1], p.X)}
				ys = [2]float64{min(ys[0], p.Y), max(ys[1], p.Y)}
				ok = true
			}
		}
	}
	for _, t := range chart.XTicks {
		if logarithmic(t.Value) {
			xs = [2]float64{min(xs[0], t.Value), max(xs[1], t.Value)}
		}
	}
	if xs[0] == xs[1] { // a single length: in the middle
		xs = [2]float64{xs[0] / 2, xs[1] * 2}
	}
	return xs, ys, ok
}

// draw says whether some line lies under another.
func (chart LineChart) draw(c *canvas, l lineLayout, xs, ys [2]float64) (hidden bool) {
	drawn := make([]Series, 0, len(chart.Series))
	for _, s := range chart.Series {
		for _, p := range s.Points {
			if p.drawable() {
				drawn = append(drawn, s)
				break
			}
		}
	}
	ticks := logTicks(ys[0], ys[1], l.yTicks)
	left, labels := 0.0, 0.0
	for _, t := range ticks {
		left = max(left, widthOf(t.Text)*l.letter+8)
	}
	const swatch = 14
	for _, s := range drawn {
		labels = max(labels, min(l.labelWidth(s), l.column))
	}
	top := 2.4 * l.letter
	height := max(l.least, float64(len(drawn))*l.row+4)
	bottom := top + height
	x := scale{true, xs[0], xs[1], left, l.width - labels - l.leader - swatch}
	y := scale{true, ticks[0].Value, ticks[len(ticks)-1].Value, bottom, top}

	c.figure(l.class, l.width, bottom+3.4*l.letter, chart.Title, chart.Description)
	chart.axes(c, l, x, y, ticks)
	ends, wanted := make([]float64, len(drawn)), make([]float64, len(drawn)) // of the lines
	for i, s := range drawn {
		for _, p := range s.Points {
			if p.drawable() {
				ends[i], wanted[i] = x.at(p.X), y.at(p.Y)
			}
		}
	}
	placed := spread(wanted, l.row, top+l.row/2, bottom-l.row/2)
	c.open("g", "role", "list")
	for i, s := range drawn {
		below := under(drawn, i, x, y)
		hidden = hidden || below > 0
		chart.series(c, l, s, below, x, y)
		c.empty("path", "class", "leader", "d", "M"+num(ends[i]+5)+" "+num(wanted[i])+"L"+num(x.to+l.leader-2)+" "+num(placed[i]))
		l.label(c, s, x.to+l.leader, placed[i], labels)
		c.close("g")
	}
	c.close("g")
	c.close("svg")
	return hidden
}

// labelWidth is what the label of a series needs.
func (l lineLayout) labelWidth(s Series) float64 {
	w := widthOf(s.Label) * l.letter
	if l.withTexts && s.Value != "" {
		w += (widthOf(s.Value) + 0.5) * l.letter
	}
	return w
}

// axes draws the axes, their lines across the plot and their texts, none of which a screen reader needs.
func (chart LineChart) axes(c *canvas, l lineLayout, x, y scale, ticks []Tick) {
	c.open("g", "class", "axes", "aria-hidden", "true")
	c.element("text", fit(chart.YAxis, l.width/l.letter), "x", "0", "y", num(l.letter))
	var major, minor strings.Builder
	for _, t := range ticks {
		at := num(y.at(t.Value))
		line := &minor
		if t.Text != "" {
			line = &major
		}
		line.WriteString("M" + num(x.from) + " " + at + "H" + num(x.to))
	}
	next := math.Inf(-1)
	for _, t := range chart.XTicks {
		if !logarithmic(t.Value) {
			continue
		}
		at, half := x.at(t.Value), widthOf(fit(t.Text, 8))*l.letter/2
		major.WriteString("M" + num(at) + " " + num(y.to) + "V" + num(y.from+4))
		if at-half < next {
			continue // its text would touch the one before
		}
		next = at + half + l.gapTicks
		c.element("text", fit(t.Text, 8), "class", "middle", "x", num(at), "y", num(y.from+1.4*l.letter))
	}
	c.empty("path", "class", "grid minor", "d", minor.String())
	c.empty("path", "class", "grid", "d", major.String())
	for _, t := range ticks {
		if t.Text != "" {
			c.element("text", t.Text, "class", "end", "x", num(x.from-5), "y", num(y.at(t.Value)+l.letter/3))
		}
	}
	c.element("text", fit(chart.XAxis, (x.to-x.from)/l.letter+4), "class", "middle", "x", num((x.from+x.to)/2), "y", num(y.from+2.9*l.letter))
	c.close("g")
}

// series opens the group of a series and draws its line and points, wider where lines lie on it: below is how many.
func (chart LineChart) series(c *canvas, l lineLayout, s Series, below int, x, y scale) {
	text := s.Text
	if text == "" {
		text = s.Label
	}
	class := look(s.Tone, s.Dash)
	if below > 0 {
		class += " under" + strconv.Itoa(min(below, MaxUnder))
	}
	c.open("g", "class", class, "data-series", s.Key, "tabindex", "0", "role", "listitem", "aria-label", text)
	var line strings.Builder
	pen := "M"
	for _, p := range s.Points {
		if !p.drawable() {
			pen = "M"
			continue
		}
		line.WriteString(pen + num(x.at(p.X)) + " " + num(y.at(p.Y)))
		pen = "L"
	}
	if l.withTexts {
		c.empty("path", "class", "hit", "d", line.String()) // what the pointer meets: a line of two pixels is hard to
	}
	c.empty("path", "class", "line", "d", line.String())
	var sure, doubtful strings.Builder
	for _, p := range s.Points {
		if p.drawable() {
			b := &sure
			if p.Doubt {
				b = &doubtful
			}
			if l.withTexts {
				marker(b, s.Tone, x.at(p.X), y.at(p.Y))
			} else {
				b.WriteString("M" + num(x.at(p.X)) + " " + num(y.at(p.Y)) + "h0") // the stylesheet gives it round ends
			}
		}
	}
	mark := "mark"
	if !l.withTexts {
		mark = "spot"
	}
	if sure.Len() > 0 {
		c.empty("path", "class", mark, "d", sure.String())
	}
	if doubtful.Len() > 0 {
		c.empty("path", "class", mark+" doubt", "d", doubtful.String())
	}
	if !l.withTexts {
		if doubtful.Len() > 0 {
			c.empty("path", "class", "hole", "d", doubtful.String())
		}
		return
	}
	for _, p := range s.Points {
		if p.drawable() && p.Text+p.Link != "" {
			c.linked(p.Link, func() {
				c.open("circle", "cx", num(x.at(p.X)), "cy", num(y.at(p.Y)), "r", "6") // larger than the mark, to be met
				c.element("title", p.Text)
				c.close("circle")
			})
		}
	}
}

// hides is how near in units all points of two lines are for the later one to hide the other: about the width of a line.
const hides = 1.8

// MaxUnder is how many widths a line has that others lie on.
const MaxUnder = 3

// under says how many of the lines after the i-th are drawn over all of it.
func under(drawn []Series, i int, x, y scale) int {
	n := 0
	for _, later := range drawn[i+1:] {
		if covers(later, drawn[i], x, y) {
			n++
		}
	}
	return n
}

// covers says whether each point of s that is drawn has one of over at its place, so that s cannot be seen below it.
func covers(over, s Series, x, y scale) bool {
	for _, p := range s.Points {
		if p.drawable() && !slices.ContainsFunc(over.Points, func(q Point) bool {
			return q.drawable() && math.Abs(x.at(q.X)-x.at(p.X)) < hides && math.Abs(y.at(q.Y)-y.at(p.Y)) < hides
		}) {
			return false
		}
	}
	return true
}

// label writes a mark of the series and its label.
func (l lineLayout) label(c *canvas, s Series, left, at, width float64) {
	var d strings.Builder
	marker(&d, s.Tone, left+5, at)
	c.empty("path", "class", "mark", "d", d.String())
	room := width
	if l.withTexts && s.Value != "" {
		room -= (widthOf(s.Value) + 0.5) * l.letter
	}
	c.linked(s.Link, func() {
		c.open("text", "class", "label", "x", num(left+14), "y", num(at+l.letter/3))
		c.WriteString(escape(fit(s.Label, room/l.letter)))
		if l.withTexts && s.Value != "" {
			c.element("tspan", s.Value, "class", "value", "dx", "6")
		}
		c.close("text")
	})
}

// legend says under the chart what dashes and hollow marks stand for.
func (chart LineChart) legend(c *canvas, hidden bool) {
	used, doubt := map[int]bool{}, false
	for _, s := range chart.Series {
		for _, p := range s.Points {
			if p.drawable() {
				used[s.Dash] = true
				doubt = doubt || p.Doubt
			}
		}
	}
	var entries canvas
	for i, text := range chart.Dashes {
		if used[i] && text != "" {
			entries.open("li")
			entries.open("svg", "class", "key d"+strconv.Itoa(wrap(i, Dashes)), "viewBox", "0 0 36 10", "aria-hidden", "true")
			entries.empty("path", "class", "line", "d", "M1 5H35")
			entries.close("svg")
			entries.WriteString(escape(text))
			entries.close("li")
		}
	}
	if doubt && chart.Hollow != "" {
		entries.open("li")
		entries.open("svg", "class", "key", "viewBox", "0 0 36 10", "aria-hidden", "true")
		var d strings.Builder
		marker(&d, 0, 18, 5)
		entries.empty("path", "class", "mark doubt", "d", d.String())
		entries.close("svg")
		entries.WriteString(escape(chart.Hollow))
		entries.close("li")
	}
	if hidden {
		entries.open("li")
		entries.open("svg", "class", "key", "viewBox", "0 0 36 10", "aria-hidden", "true")
		entries.open("g", "class", "under1")
		entries.empty("path", "class", "line", "d", "M1 5H35")
		entries.close("g")
		entries.empty("path", "class", "line", "d", "M1 5H35")
		entries.close("svg")
		entries.WriteString(escape("wide and pale: another line lies on it"))
		entries.close("li")
	}
	if entries.Len() == 0 {
		return
	}
	c.open("ul", "class", "legend")
	c.WriteString(entries.String())
	c.close("ul")
}
