package chart

import (
	"html/template"
	"math"
	"strings"
)

// DotChart shows every trial of an implementation's operations as a dot, each as far from the median of its own operation as the trial
// was, in per cent, and the later the lower in its row. One axis serves all rows, so that a trial that is off stands out, and it never shows
// less than ±[LeastPercent], so that the noise of trials that agree looks like what it is.
type DotChart struct {
	Title       string
	Description string
	Key         string // of the series, as in the table
	Tone        int
	Axis        string // what a dot's place means
	Rows        []DotRow
}

// DotRow is one operation.
type DotRow struct {
	Label  string  // left of the dots
	Value  string  // right of the dots
	Link   string  // of its label and value; relative; "": none
	Median float64 // of the trials, in any unit; a row whose median is not positive is left out
	Lo, Hi float64 // the interval of the median, in the same unit; both 0: there is none
	Dots   []Dot   // in the order of the trials
}

// Dot is one trial.
type Dot struct {
	Value float64 // in the unit of the median
	Doubt bool    // an outlier: drawn hollow and larger
}

// LeastPercent is the part of the axis that is always shown, on both sides of the median.
const LeastPercent = 2

// The layout of a chart of dots. It is as wide as a telephone; a page puts several side by side.
const (
	dotTop, dotRow     = 6.0, 20
	dotLabel, dotValue = 58, 66 // columns left and right of the dots
	dotFall            = 5.0    // of the first trial above the middle of its row, and of the last one below
)

// Dots draws a chart of dots. The result is empty if there is no row to draw.
func Dots(chart DotChart) template.HTML {
	var rows []DotRow
	lo, hi := -float64(LeastPercent), float64(LeastPercent)
	for _, r := range chart.Rows {
		if !finite(r.Median) || r.Median <= 0 {
			continue
		}
		rows = append(rows, r)
		for _, d := range r.Dots {
			if finite(d.Value) {
				lo, hi = min(lo, r.away(d.Value)), max(hi, r.away(d.Value))
			}
		}
	}
	if len(rows) == 0 {
		return ""
	}
	bottom := dotTop + float64(len(rows)*dotRow)
	x := scale{lo: lo, hi: hi, from: dotLabel + 10, to: width - dotValue - 10}

	var c canvas
	c.open("div", "class", "chart dots")
	c.figure("one", width, bottom+3.2*letter, chart.Title, chart.Description)
	c.open("g", "class", "axes", "aria-hidden", "true")
	var grid strings.Builder
	for _, t := range percentTicks(x) {
		if t.Value != 0 {
			grid.WriteString("M" + num(x.at(t.Value)) + " " + num(dotTop) + "V" + num(bottom+3))
		}
		c.element("text", t.Text, "class", "middle", "x", num(x.at(t.Value)), "y", num(bottom+1.4*letter))
	}
	c.empty("path", "class", "grid", "d", grid.String())
	c.empty("path", "class", "zero", "d", "M"+num(x.at(0))+" "+num(dotTop-3)+"V"+num(bottom+3))
	c.element("text", fit(chart.Axis, width/letter), "class", "middle", "x", num(width/2), "y", num(bottom+2.9*letter))
	c.close("g")
	c.open("g", "class", look(chart.Tone, 0), "data-series", chart.Key)
	// What all rows have alike is one path for all of them: there are many rows, and a page has to stay small.
	var intervals, medians, dots, doubtful strings.Builder
	for i, r := range rows {
		y := dotTop + float64(i*dotRow) + dotRow/2
		if (r.Lo != 0 || r.Hi != 0) && finite(r.Lo) && finite(r.Hi) {
			from, to := x.at(max(r.away(r.Lo), x.lo)), x.at(min(r.away(r.Hi), x.hi))
			intervals.WriteString("M" + num(from-1) + " " + num(y) + "H" + num(to+1))
		}
		medians.WriteString("M" + num(x.at(0)) + " " + num(y-7) + "v14")
		r.place(&dots, &doubtful, x, y)
	}
	for _, p := range []struct{ class, d string }{
		{"interval", intervals.String()}, {"median", medians.String()}, {"dot", dots.String()}, {"mark doubt", doubtful.String()},
	} {
		if p.d != "" {
			c.empty("path", "class", p.class, "d", p.d)
		}
	}
	for i, r := range rows {
		y := num(dotTop + float64(i*dotRow) + dotRow/2 + letter/3)
		c.linked(r.Link, func() {
			c.element("text", fit(r.Label, dotLabel/letter), "class", "end", "x", num(dotLabel), "y", y)
			c.element("text", fit(r.Value, dotValue/letter), "class", "value", "x", num(width-dotValue), "y", y)
		})
	}
	c.close("g")
	c.close("svg")
	c.close("div")
	return c.html()
}

// away is how far a value is off the median, in per cent of it, up to what an axis can show.
func (r DotRow) away(value float64) float64 { return min(100*(value/r.Median-1), 1e9) }

// place writes the dots of a row whose middle is at the height y, and its outliers.
func (r DotRow) place(dots, doubtful *strings.Builder, x scale, y float64) {
	for i, d := range r.Dots {
		if !finite(d.Value) {
			continue
		}
		at, down := x.at(r.away(d.Value)), 0.0
		if n := len(r.Dots); n > 1 {
			down = dotFall * (2*float64(i)/float64(n-1) - 1)
		}
		if d.Doubt {
			doubtful.WriteString("M" + num(at) + " " + num(y+down) + "m-4 0a4 4 0 1 0 8 0 4 4 0 1 0-8 0z")
		} else {
			dots.WriteString("M" + num(at) + " " + num(y+down) + "h0") // the stylesheet gives it round ends
		}
	}
}

// percentTicks are the ticks of the axis, 0 among them: as many as have room for their texts.
func percentTicks(x scale) (ticks []Tick) {
	for most := 5; most > 1; most-- {
		values, step := linearTicks(x.lo, x.hi, most)
		decimals := max(0, -int(math.Floor(math.Log10(step)+1e-9)))
		ticks = nil
		next, room := math.Inf(-1), true
		for _, v := range values {
			t := Tick{v, percent(v, decimals)}
			half := widthOf(t.Text) * letter / 2
			room = room && x.at(v)-half >= next
			next = x.at(v) + half + 4
			ticks = append(ticks, t)
		}
		if room {
			return ticks
		}
	}
	return []Tick{{0, percent(0, 0)}}
}

// percent writes a tick: "−2 %", "0", "+20 %".
func percent(v float64, decimals int) string {
	s := plain(math.Abs(v), decimals)
	switch {
	case v < 0:
		return "−" + s + " %"
	case v > 0:
		return "+" + s + " %"
	}
	return "0"
}
