package chart

import (
	"math"
	"testing"
)

func someBars() BarChart {
	return BarChart{Title: "Stack of a call", Bars: []Bar{
		{Key: "Iphe-512-c99", Label: "Iphe-512-c99", Value: 1320, Text: "1320 B", Link: "#memory"},
		{Key: "Iphe-768-c99", Label: "Iphe-768-c99", Value: 2112, Text: "2112 B", Tone: 1},
		{Key: "Iphe-768-go", Label: "Iphe-768-go", Text: "– (not measured)", Tone: 2, None: true},
		{Key: "Iphe-1024-c99", Label: "Iphe-1024-c99", Value: 0, Text: "0 B", Tone: 3},
	}}
}

func TestBars(t *testing.T) { golden(t, "bars", Bars(someBars())) }

// Bars begin at zero, so their lengths have the ratios of their values.
func TestBarLengths(t *testing.T) {
	var widths []float64
	for _, e := range parse(t, Bars(BarChart{Bars: []Bar{{Value: 1000}, {Value: 250}, {Value: 0}, {Value: 7, None: true}, {Value: math.NaN()}, {Value: -1}}})) {
		if e.attributes["class"] == "bar" {
			widths = append(widths, number(t, e.attributes["width"]))
		}
	}
	if len(widths) != 3 || math.Abs(widths[0]-4*widths[1]) > 0.3 || widths[2] != 0 {
		t.Errorf("1000, 250 and 0 are bars of %v", widths)
	}
	for _, none := range []Bar{{None: true}, {Value: math.Inf(1)}, {Value: -1}} {
		if Bars(BarChart{Bars: []Bar{none}}) != "" {
			t.Errorf("a chart of %+v alone", none)
		}
	}
}
