package chart

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// lengths are those of the guide.
var lengths = []struct {
	bytes float64
	text  string
}{{32, "32 B"}, {128, "128 B"}, {512, "512 B"}, {1024, "1 KiB"}, {4096, "4 KiB"}, {8192, "8 KiB"}, {16384, "16 KiB"}, {65536, "64 KiB"}}

// someLines has lines that end at one place, a gap, a mark and a label that is too long.
func someLines() LineChart {
	chart := LineChart{
		Title: "Cycles per byte over message length", Description: "the table below has the same figures", XAxis: "message length",
		YAxis: "≈ cycles per byte (estimated)", Dashes: []string{"C99 reference", "Go package"}, Hollow: "the figure has a mark",
	}
	for _, l := range lengths {
		chart.XTicks = append(chart.XTicks, Tick{l.bytes, l.text})
	}
	for i, label := range []string{
		"CHash_512-c99", "Duet-512-c99", "Garnet_512_Cap1024-c99", "Garnet_512_Cap1024-go", "Iphe-1024-go", "Iphe-768-go", "Iphe-512-go",
		"a name that is much too long for a chart-go", "SHA-256-go",
	} {
		s := Series{Key: label, Label: label, Tone: i, Link: "hash-" + strconv.Itoa(i) + ".html"}
		if strings.HasSuffix(label, "-go") {
			s.Dash = 1
		}
		floor := 900 / math.Pow(4, float64(min(i, 4)))
		for k, l := range lengths {
			p := Point{X: l.bytes, Y: floor * (1 + 150/l.bytes), Text: fmt.Sprintf("%s: %.1f cycles per byte", l.text, floor*(1+150/l.bytes)), Link: fmt.Sprintf("records/%d.html", k)}
			switch {
			case i == 1 && k == 3:
				p.Y = math.NaN()
			case i == 5 && k == 2:
				p.Doubt = true
			}
			s.Points = append(s.Points, p)
		}
		s.Value = fmt.Sprintf("≈ %.1f", floor)
		chart.Series = append(chart.Series, s)
	}
	return chart
}

func TestLines(t *testing.T) { golden(t, "lines", Lines(someLines())) }

// Labels do not touch each other, whatever their number and wherever lines end, and none leaves the picture.
func TestLabelsApart(t *testing.T) {
	for _, n := range []int{1, 2, 9, 56, MaxSeries, 300} {
		chart := LineChart{XTicks: []Tick{{32, "32 B"}, {64, "64 B"}}}
		for i := range n {
			end := 10.0
			if i%3 == 0 {
				end = 1 + float64(i)
			}
			chart.Series = append(chart.Series, Series{Key: strconv.Itoa(i), Label: "label " + strconv.Itoa(i), Points: []Point{{X: 32, Y: 5}, {X: 64, Y: end}}})
		}
		for _, class := range []string{"wide", "narrow"} {
			least := map[string]float64{"wide": 12, "narrow": 11}[class] // pixels of text
			var heights []float64
			height := 0.0
			for _, e := range parse(t, Lines(chart)) {
				if e.name == "svg" && e.attributes["class"] == class {
					height = number(t, strings.Fields(e.attributes["viewBox"])[3])
				}
				if e.attributes["class"] == "label" && slices.Contains(e.parents, class) {
					heights = append(heights, number(t, e.attributes["y"]))
				}
			}
			slices.Sort(heights)
			if len(heights) != n || heights[0] < least || heights[n-1] > height {
				t.Fatalf("%d %s labels, %d expected, from %v to %v of %v", len(heights), class, n, heights[0], heights[n-1], height)
			}
			for i := 1; i < n; i++ {
				if heights[i]-heights[i-1] < least {
					t.Errorf("%d %s labels: two are %v apart", n, class, heights[i]-heights[i-1])
				}
			}
		}
	}
}

func number(t *testing.T, s string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// A value that cannot be drawn is a gap and moves nothing else; nothing but such values is no chart.
func TestGaps(t *testing.T) {
	line := func(ys ...float64) (drawn string) {
		s := Series{Key: "k", Label: "l"}
		for i, y := range ys {
			s.Points = append(s.Points, Point{X: math.Pow(2, float64(i)), Y: y})
		}
		for _, e := range parse(t, Lines(LineChart{XTicks: []Tick{{1, "1"}, {16, "16"}}, Series: []Series{s}})) {
			if e.attributes["class"] == "line" && slices.Contains(e.parents, "wide") {
				drawn = e.attributes["d"]
			}
		}
		return drawn
	}
	whole := line(1, 2, 3, 4, 5)
	if strings.Count(whole, "M") != 1 || strings.Count(whole, "L") != 4 {
		t.Errorf("five points are %q", whole)
	}
	for _, none := range []float64{0, -1, math.NaN(), math.Inf(1), math.Inf(-1), 1e300, 1e-300} {
		got := line(1, 2, none, 4, 5)
		if strings.Count(got, "M") != 2 || strings.Count(got, "L") != 2 || strings.Contains(got, "NaN") || strings.Contains(got, "Inf") {
			t.Errorf("a gap at %v is %q", none, got)
		}
		if !strings.HasPrefix(whole, strings.SplitN(got[1:], "M", 2)[0][:3]) && !strings.HasPrefix(got, whole[:8]) {
			t.Errorf("the gap moved the first point: %q, without it %q", got, whole)
		}
		if line(none, none) != "" || Lines(LineChart{Series: []Series{{Points: []Point{{X: none, Y: 1}}}}}) != "" {
			t.Errorf("a chart of nothing but %v", none)
		}
	}
	if Lines(LineChart{}) != "" {
		t.Error("a chart of nothing")
	}
}

// Points are where their values are: between two ticks by their logarithms.
func TestLinePlaces(t *testing.T) {
	chart := LineChart{XTicks: []Tick{{1, "1"}, {100, "100"}}, Series: []Series{{Key: "k", Label: "l", Points: []Point{{X: 1, Y: 1}, {X: 10, Y: 10}, {X: 100, Y: 100}}}}}
	var d string
	for _, e := range parse(t, Lines(chart)) {
		if e.attributes["class"] == "line" && slices.Contains(e.parents, "wide") {
			d = e.attributes["d"]
		}
	}
	var x, y [3]float64
	if _, err := fmt.Sscanf(d, "M%f %fL%f %fL%f %f", &x[0], &y[0], &x[1], &y[1], &x[2], &y[2]); err != nil {
		t.Fatal(d, err)
	}
	if math.Abs(x[1]-(x[0]+x[2])/2) > 0.1 || math.Abs(y[1]-(y[0]+y[2])/2) > 0.1 || x[2] <= x[0] || y[2] >= y[0] {
		t.Errorf("10 is not in the middle between 1 and 100, to the right and upwards: %q", d)
	}
}

// A label is shortened only where it does not fit; one that is as wide as its column does.
func TestWholeLabels(t *testing.T) {
	for _, value := range []string{"", "≈ 115.4", "≈ 7.1"} {
		for n := 1; n <= 24; n++ {
			label := strings.Repeat("Iphe-1024-c99", 3)[:n]
			chart := Lines(LineChart{Series: []Series{{Label: label, Value: value, Points: []Point{{X: 1, Y: 1}}}}})
			for _, e := range parse(t, chart) {
				if e.attributes["class"] == "label" && slices.Contains(e.parents, "wide") && e.text != label+value {
					t.Errorf("label %q with %q is %q", label, value, e.text)
				}
			}
		}
	}
}

// A line that another one hides is drawn wider, the more of them lie on it, and the
// legend says so; lines that part anywhere are not.
func TestHiddenLines(t *testing.T) {
	line := func(key string, ys ...float64) Series {
		s := Series{Key: key, Label: key}
		for i, y := range ys {
			s.Points = append(s.Points, Point{X: lengths[i].bytes, Y: y})
		}
		return s
	}
	classes := func(chart LineChart, want map[string]string) string {
		t.Helper()
		drawn := Lines(chart)
		for _, e := range parse(t, drawn) {
			if key := e.attributes["data-series"]; key != "" {
				got := ""
				for _, c := range strings.Fields(e.attributes["class"]) {
					if strings.HasPrefix(c, "under") {
						got = c
					}
				}
				if got != want[key] {
					t.Errorf("%s has the class %q, want %q", key, got, want[key])
				}
			}
		}
		return string(drawn)
	}
	const note = "another line lies on it"
	hidden := classes(LineChart{Series: []Series{
		line("a", 900, 300, 100), line("b", 900.5, 300, 100), line("parts", 900, 300, 200), line("c", 901, 300.2, 100.1), line("short", 900, 300), line("far", 20, 10, 5),
	}}, map[string]string{"a": "under2", "b": "under1"})
	if !strings.Contains(hidden, note) {
		t.Error("the legend does not say what a wide line is")
	}
	if apart := classes(LineChart{Dashes: []string{"C"}, Series: []Series{line("a", 900, 300, 100), line("b", 500, 300, 100)}}, nil); strings.Contains(apart, note) {
		t.Error("the legend explains wide lines where there is none")
	}
	var many []Series
	want := map[string]string{}
	for i := range 6 {
		key := strconv.Itoa(i)
		many = append(many, line(key, 9, 8, 7))
		if below := min(5-i, MaxUnder); below > 0 {
			want[key] = "under" + strconv.Itoa(below)
		}
	}
	classes(LineChart{Series: many}, want)
}
