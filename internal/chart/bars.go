package chart

import (
	"html/template"
	"strings"
)

// BarChart is a chart of bars that begin at zero. Each says its own value, so there is no axis.
type BarChart struct {
	Title       string
	Description string
	Bars        []Bar
}

// Bar is one value.
type Bar struct {
	Key   string // of the series, as in the table
	Label string // above the bar
	Value float64
	Text  string // the value with its unit, behind the bar
	Link  string // of the value; relative; "": none
	Tone  int
	None  bool // there is no value: no bar, only the text
}

// The layout of a chart of bars: a label over each bar, so that a label of any length has the whole width.
const (
	barRow, barHeight = 31, 10
	barValue          = 84 // at least, for the text behind the longest bar
)

// Bars draws a chart of bars. The result is empty if no bar has a value.
func Bars(chart BarChart) template.HTML {
	most, some := 0.0, false
	for _, b := range chart.Bars {
		if b.drawable() {
			most, some = max(most, b.Value), true
		}
	}
	if !some {
		return ""
	}
	x := scale{lo: 0, hi: max(most, 1), from: 1, to: width - barValue}
	var c canvas
	c.open("div", "class", "chart bars")
	c.figure("one", width, float64(len(chart.Bars)*barRow)+6, chart.Title, chart.Description)
	var zeros strings.Builder
	for i, b := range chart.Bars {
		top := float64(i * barRow)
		c.open("g", "class", look(b.Tone, 0), "data-series", b.Key)
		c.element("text", fit(b.Label, width/letter), "class", "label", "x", "0", "y", num(top+letter+2))
		zeros.WriteString("M1 " + num(top+15) + "v" + num(barHeight+4))
		end := x.from
		if b.drawable() {
			end = x.at(b.Value)
			c.empty("rect", "class", "bar", "x", num(x.from), "y", num(top+17), "width", num(end-x.from), "height", num(barHeight))
		}
		c.linked(b.Link, func() {
			c.element("text", fit(b.Text, (width-end-5)/letter), "class", "value", "x", num(end+5), "y", num(top+17+barHeight-1))
		})
		c.close("g")
	}
	c.empty("path", "class", "zero", "d", zeros.String())
	c.close("svg")
	c.close("div")
	return c.html()
}

func (b Bar) drawable() bool { return !b.None && finite(b.Value) && b.Value >= 0 }
