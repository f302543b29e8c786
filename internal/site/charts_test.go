package site

import (
	"fmt"
	"html"
	"regexp"
	"strings"
	"testing"

	"github.com/hashassay/assay/internal/chart"
	"github.com/hashassay/assay/internal/report"
)

// content is the text of a page.
func content(t *testing.T, s *Site, path string) string {
	t.Helper()
	f := s.byPath[path]
	if f == nil {
		t.Fatalf("no %s", path)
	}
	data, err := f.Content()
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// svgs are the charts of a class of a page.
func svgs(page, class string) []string {
	return regexp.MustCompile(`(?s)<svg class="`+class+`".*?</svg>`).FindAllString(page, -1)
}

// lines maps the key of each line of a chart to what its points say.
func lines(t *testing.T, svg string) map[string][]string {
	t.Helper()
	texts := map[string][]string{}
	for _, g := range regexp.MustCompile(`(?s)<g class="series[^>]* data-series="([^"]*)".*?</g>`).FindAllStringSubmatch(svg, -1) {
		key := html.UnescapeString(g[1])
		if texts[key] != nil {
			t.Errorf("two lines of %s", key)
		}
		texts[key] = []string{}
		for _, title := range regexp.MustCompile(`<title>([^<]*)</title>`).FindAllStringSubmatch(g[0], -1) {
			texts[key] = append(texts[key], html.UnescapeString(title[1]))
		}
	}
	return texts
}

// Each row of the tables is a line of the chart above it, and the points say what the tables say.
func TestChartsHaveTheFigures(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	made{candidates: 2, labels: 4, sizes: allSizes, trials: 5}.write(t, dir)
	s := build(t, dir)
	set := newSetOf(t, s)
	view := report.NewView(readDataset(t, dir), nil, report.Links{})
	system := content(t, s, set+"/index.html")
	wide, narrow := svgs(system, "wide"), svgs(system, "narrow")
	if len(wide) != 1 || len(narrow) != 1 {
		t.Fatalf("%d wide and %d narrow charts", len(wide), len(narrow))
	}
	all := lines(t, wide[0])
	for _, id := range []string{"hash-01", "hash-02"} {
		page := content(t, s, set+"/"+id+".html")
		own := lines(t, svgs(page, "wide")[0])
		rows := 0
		for _, r := range view.CandidatePage(id).Performance {
			rows++
			short := map[int]string{32: "32 B", 128: "128 B", 512: "512 B", 1024: "1 KiB", 4096: "4 KiB", 8192: "8 KiB", 16384: "16 KiB", 65536: "64 KiB"}[r.Values.Bytes]
			want := short + ": " + r.MedianPerByte + " cycles/byte"
			if len(r.Marks) > 0 {
				want += " (" + strings.Join(r.Marks, ", ") + ")"
			}
			key := id + "/" + r.Label
			for name, chart := range map[string]map[string][]string{"system": all, "candidate": own} {
				found := 0
				for _, text := range chart[key] {
					if text == want {
						found++
					}
				}
				if found != 1 {
					t.Errorf("the chart of the %s page says %d times of %s: %q; it says %q", name, found, key, want, chart[key])
				}
			}
			if !strings.Contains(page, `<tr data-series="`+key+`"`) || !strings.Contains(system, `<tr data-series="`+key+`"`) {
				t.Errorf("no row has the key %s of its line", key)
			}
		}
		if points := len(strings.Split(strings.Join(svgs(page, "wide"), ""), "<title>")) - 1; points != rows {
			t.Errorf("%d points of %d operations", points, rows)
		}
	}
	if len(all) != 8 || len(lines(t, narrow[0])) != 8 {
		t.Errorf("%d lines, %d narrow ones", len(all), len(lines(t, narrow[0])))
	}
	if !strings.Contains(wide[0], ">≈ cycles per byte (estimated)</text>") {
		t.Error("the axis does not say that cycles are estimates")
	}
}

// newSetOf is the folder of the only dataset of a site.
func newSetOf(t *testing.T, s *Site) string {
	t.Helper()
	for path := range s.byPath {
		if folder, ok := strings.CutSuffix(path, "/method.html"); ok {
			return folder
		}
	}
	t.Fatal("no dataset in the site")
	return ""
}

// Every trial is a dot, outliers too, and each outlier that the mark means is drawn as one.
func TestEveryTrialIsADot(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	made{candidates: 1, labels: 3, sizes: allSizes, trials: 9}.write(t, dir)
	s := build(t, dir)
	page := content(t, s, newSetOf(t, s)+"/hash-01.html")
	dots, outliers := 0, 0
	for _, d := range regexp.MustCompile(`class="dot" d="([^"]*)"`).FindAllStringSubmatch(page, -1) {
		dots += strings.Count(d[1], "M")
	}
	for _, svg := range svgs(page, "one") {
		for _, d := range regexp.MustCompile(`class="mark doubt" d="([^"]*)"`).FindAllStringSubmatch(svg, -1) {
			outliers += strings.Count(d[1], "M")
		}
	}
	want := 0
	for _, r := range report.NewView(readDataset(t, dir), nil, report.Links{}).CandidatePage("hash-01").Performance {
		want += len(r.Values.Outliers())
	}
	if dots+outliers != 3*len(allSizes)*9 || outliers != want {
		t.Errorf("%d dots and %d outliers of %d trials, %d outliers", dots, outliers, 3*len(allSizes)*9, want)
	}
}

// More curves than one chart can hold make several, of one digest width each, with every curve in one of them.
func TestGroups(t *testing.T) {
	var curves []report.Curve
	for i := range 3 * chart.MaxSeries {
		curves = append(curves, report.Curve{Label: fmt.Sprint(i), Digest: []int{1024, 512, 512, 512}[i%4]})
	}
	if gs := groups(curves[:chart.MaxSeries]); len(gs) != 1 || gs[0].suffix != "" {
		t.Errorf("%d groups of %d curves", len(gs), chart.MaxSeries)
	}
	seen := map[string]int{}
	var names []string
	for _, g := range groups(curves) {
		names = append(names, g.suffix)
		if len(g.curves) > chart.MaxSeries {
			t.Errorf("%d curves in one chart", len(g.curves))
		}
		for _, c := range g.curves {
			seen[c.Label]++
			if !strings.Contains(g.suffix, fmt.Sprint(c.Digest)) {
				t.Errorf("a digest of %d bits under %q", c.Digest, g.suffix)
			}
		}
	}
	if got, want := strings.Join(names, ";"), ", 512-bit digests (1 of 3);, 512-bit digests (2 of 3);, 512-bit digests (3 of 3);, 1024-bit digests"; got != want {
		t.Errorf("groups %q, want %q", got, want)
	}
	for label, n := range seen {
		if n != 1 {
			t.Errorf("curve %s is in %d charts", label, n)
		}
	}
	if len(seen) != len(curves) {
		t.Errorf("%d of %d curves", len(seen), len(curves))
	}
}

// A kind of code has the same dash on all pages, whatever else is there, and tones follow what they tell apart.
func TestLooks(t *testing.T) {
	curve := func(id, instance, kind string) report.Curve {
		return report.Curve{ID: id, Instance: instance, Kind: kind}
	}
	l := newLooks([]report.Curve{curve("a", "x", "c99"), curve("a", "y", "go-avx2"), curve("b", "z", "go"), curve("b", "z", "go-sse")}, byCandidate)
	if l.tones["a"] != 0 || l.tones["b"] != 1 || len(l.tones) != 2 {
		t.Errorf("tones %v", l.tones)
	}
	for kind, want := range map[string]int{"go": 0, "c99": 1, "go-avx2": 3, "go-sse": 4} {
		if l.dashes[kind] != want {
			t.Errorf("%s has dash %d, want %d", kind, l.dashes[kind], want)
		}
	}
	if l.names[1] != "C99 code" || l.names[3] != "Go code, kernel avx2" || l.names[2] != "" {
		t.Errorf("names of the dashes %q", l.names)
	}
	if l := newLooks([]report.Curve{curve("a", "x", "go"), curve("a", "y", "go")}, byInstance); l.dashes["go"] != 0 || l.tones["y"] != 1 {
		t.Errorf("%+v", l)
	}
}

// What is estimated, counted, mixed or not known is said so.
func TestAxisSaysEstimated(t *testing.T) {
	y := 3.0
	point := func(estimated bool, text string) report.CurvePoint {
		p := report.CurvePoint{Bytes: 32, Message: "32 B", PerByte: &y, Text: text, Estimated: estimated}
		if text == "–" {
			p.PerByte = nil
		}
		return p
	}
	draw := func(points ...report.CurvePoint) figure {
		var curves []report.Curve
		for i, p := range points {
			curves = append(curves, report.Curve{Label: fmt.Sprint("L", i), Points: []report.CurvePoint{p}})
		}
		figures := perByteCharts(curves, newLooks(curves, byCandidate), byCandidate, true)
		if len(figures) != 1 {
			t.Fatalf("%d charts", len(figures))
		}
		return figures[0]
	}
	estimate, count, none := point(true, "≈ 3.0"), point(false, "3.0"), point(false, "–")
	for _, c := range []struct {
		points     []report.CurvePoint
		axis, text string
	}{
		{[]report.CurvePoint{count, count}, ">cycles per byte<", ""},
		{[]report.CurvePoint{estimate, estimate}, ">≈ cycles per byte (estimated)<", ""},
		{[]report.CurvePoint{estimate, count}, ">cycles per byte (≈: estimated)<", ""},
		{[]report.CurvePoint{estimate, none}, ">≈ cycles per byte (estimated)<", "No cycles are known of, and no line is shown for: L1."},
		{[]report.CurvePoint{none}, "", "No cycles are known of, and no line is shown for: L0."},
	} {
		f := draw(c.points...)
		if !strings.Contains(string(f.Chart), c.axis) || f.Text != c.text || c.axis == "" && f.Chart != "" {
			t.Errorf("want the axis %q and %q, got %q: %s", c.axis, c.text, f.Text, f.Chart)
		}
	}
}

// A figure behind a label is that of the longest message, or says which one it is of.
func TestValueBehindLabel(t *testing.T) {
	y := 3.0
	point := func(bytes int, message, text string) report.CurvePoint {
		p := report.CurvePoint{Bytes: bytes, Message: message, PerByte: &y, Text: text}
		if text == "–" {
			p.PerByte = nil
		}
		return p
	}
	curves := []report.Curve{
		{Label: "whole", Points: []report.CurvePoint{point(32, "32 B", "4.0"), point(1024, "1 KiB", "3.0")}},
		{Label: "crashed", Points: []report.CurvePoint{point(32, "32 B", "5.0"), point(1024, "1 KiB", "–")}},
	}
	drawn := string(perByteCharts(curves, newLooks(curves, byInstance), byInstance, false)[0].Chart)
	for _, want := range []string{
		`>whole<tspan class="value" dx="6">3.0</tspan>`, `>crashed<tspan class="value" dx="6">5.0 at 32 B</tspan>`,
		`aria-label="whole, 3.0 cycles per byte at 1 KiB"`, `aria-label="crashed, 5.0 cycles per byte at 32 B"`,
	} {
		if !strings.Contains(drawn, want) {
			t.Errorf("no %s in %s", want, drawn)
		}
	}
}
