package chart

import (
	"fmt"
	"html/template"
	"math"
	"strings"
	"testing"
)

func someDots() DotChart {
	chart := DotChart{Title: "Trials of Iphe-512-go", Key: "hash-12/Iphe-512-go", Axis: "a trial's time per call, off the median"}
	for i, l := range lengths {
		median := 1e-6 * (1 + float64(i))
		row := DotRow{
			Label: l.text, Value: fmt.Sprintf("%.3g µs", median*1e6), Link: fmt.Sprintf("records/%d.html", i),
			Median: median, Lo: median * 0.999, Hi: median * 1.004,
		}
		for _, off := range []float64{-0.001, 0, 0.002, 0.004, -0.0005} {
			row.Dots = append(row.Dots, Dot{Value: median * (1 + off)})
		}
		if i == 3 {
			row.Hi = median * 1.35
			row.Dots[3] = Dot{Value: row.Hi, Doubt: true}
		}
		chart.Rows = append(chart.Rows, row)
	}
	return chart
}

func TestDots(t *testing.T) { golden(t, "dots", Dots(someDots())) }

// One row of trials, and where its dots are.
func places(t *testing.T, chart template.HTML) (dots []float64, median, lo, hi float64, ticks string) {
	t.Helper()
	for _, e := range parse(t, chart) {
		switch class := e.attributes["class"]; {
		case class == "dot" || class == "mark doubt":
			for _, d := range strings.Split(e.attributes["d"], "M")[1:] {
				dots = append(dots, number(t, strings.Fields(d)[0]))
			}
		case class == "median":
			if _, err := fmt.Sscanf(e.attributes["d"], "M%f", &median); err != nil {
				t.Fatal(err)
			}
		case class == "interval":
			var y float64
			if _, err := fmt.Sscanf(e.attributes["d"], "M%f %fH%f", &lo, &y, &hi); err != nil {
				t.Fatal(err)
			}
			lo, hi = lo+1, hi-1
		case class == "middle" && (strings.Contains(e.text, "%") || e.text == "0"):
			ticks += e.text + "; "
		}
	}
	return dots, median, lo, hi, ticks
}

func TestDotPlaces(t *testing.T) {
	row := func(values ...float64) template.HTML {
		r := DotRow{Label: "32 B", Median: 100, Lo: values[0], Hi: values[len(values)-1]}
		for _, v := range values {
			r.Dots = append(r.Dots, Dot{Value: v})
		}
		return Dots(DotChart{Rows: []DotRow{r}})
	}
	// Trials that agree within 0.1 % lie together: the axis does not magnify them.
	dots, median, lo, hi, ticks := places(t, row(99.9, 100, 100.1))
	if ticks != "−2 %; −1 %; 0; +1 %; +2 %; " {
		t.Errorf("ticks %q", ticks)
	}
	if len(dots) != 3 || dots[1] != median || dots[2]-dots[0] > 12 || dots[0] != lo || dots[2] != hi {
		t.Errorf("dots at %v, median at %v, interval %v to %v", dots, median, lo, hi)
	}
	// An outlier stretches the axis, and the others keep their distances in proportion.
	dots, median, _, _, ticks = places(t, row(98, 100, 102, 141))
	if ticks != "0; +10 %; +20 %; +30 %; +40 %; " {
		t.Errorf("ticks %q", ticks)
	}
	if per := (dots[3] - median) / 41; math.Abs((dots[2]-median)/2-per) > 0.06 || math.Abs((median-dots[0])/2-per) > 0.06 {
		t.Errorf("dots at %v, median at %v", dots, median)
	}
	// Values that are no numbers are no dots.
	dots, _, _, _, _ = places(t, Dots(DotChart{Rows: []DotRow{{Median: 1, Dots: []Dot{{Value: 1}, {Value: math.NaN()}, {Value: math.Inf(1)}}}}}))
	if len(dots) != 1 {
		t.Errorf("dots at %v", dots)
	}
	for _, median := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		if got := Dots(DotChart{Rows: []DotRow{{Median: median, Dots: []Dot{{Value: 1}}}}}); got != "" {
			t.Errorf("a chart of a row with the median %v", median)
		}
	}
	// Beyond anything that can be, there still is a chart.
	if got := string(row(1, 100, 1e300)); strings.Contains(got, "NaN") || strings.Contains(got, "Inf") {
		t.Errorf("a huge value: %s", got)
	}
}
