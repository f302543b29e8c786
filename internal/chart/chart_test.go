package chart

import (
	"encoding/xml"
	"flag"
	"html/template"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files")

// golden compares a chart with a file of testdata. The files are whole pages, to be looked at with a browser.
func golden(t *testing.T, name string, chart template.HTML) {
	t.Helper()
	page := "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\"><title>" + name +
		"</title>\n<link rel=\"stylesheet\" href=\"../chart.css\">\n" + strings.ReplaceAll(string(chart), "><", ">\n<") + "\n</html>\n"
	file := filepath.Join("testdata", name+".html")
	want, err := os.ReadFile(file)
	if *update {
		if err := os.WriteFile(file, []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	if page != string(want) {
		if err := os.WriteFile(file+".got", []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
		t.Errorf("the chart is not that of %s; it is in %s.got", file, file)
	}
}

// node is an element of a chart.
type node struct {
	name       string
	attributes map[string]string
	text       string // of the element itself and of those in it
	parents    []string
}

// parse reads a chart as XML, which must be well formed, and returns its elements in order.
func parse(t *testing.T, chart template.HTML) []*node {
	t.Helper()
	decoder := xml.NewDecoder(strings.NewReader("<page>" + string(chart) + "</page>"))
	var all, open []*node
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			return all
		}
		if err != nil {
			t.Fatalf("not well formed: %v\n%s", err, chart)
		}
		switch token := token.(type) {
		case xml.StartElement:
			n := &node{name: token.Name.Local, attributes: map[string]string{}}
			for _, a := range token.Attr {
				if _, twice := n.attributes[a.Name.Local]; twice {
					t.Fatalf("attribute %s twice", a.Name.Local)
				}
				n.attributes[a.Name.Local] = a.Value
			}
			for _, p := range open {
				n.parents = append(n.parents, p.attributes["class"])
			}
			all, open = append(all, n), append(open, n)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			for _, n := range open {
				n.text += string(token)
			}
		}
	}
}

// hostile are texts that try to be more than text.
var hostile = []string{
	`<script>alert(1)</script>`,
	`"><img src=x onerror=alert(1)>`,
	`' onmouseover='alert(1)`,
	`]]></title></svg><script>alert(1)</script>`,
	`<!-- &lt;b&gt; &amp; --> {{.}} \u003c`,
	"tab\tnewline\nreturn\rNUL\x00escape\x1b[31m delete\x7f c1\u0085",
	"not UTF-8: \xff\xc0\xaf\xed\xa0\x80",
	"right to left \u202e gnp.exe \u2066 and \u2067 isolates",
	strings.Repeat("a\u0301\u0302\u0303\u0304", 200),
	strings.Repeat("long", 2500),
	"",
}

// Whatever the texts are, a chart has the elements and attributes that it would have with harmless ones, and all text is still there.
func TestHostileText(t *testing.T) {
	shape := func(chart template.HTML) (names []string) {
		for _, n := range parse(t, chart) {
			names = append(names, n.name)
			for a, value := range n.attributes {
				if strings.HasPrefix(a, "on") || a == "style" || strings.HasPrefix(strings.TrimSpace(strings.ToLower(value)), "javascript:") {
					t.Errorf("attribute %s=%q", a, value)
				}
			}
		}
		return names
	}
	for _, text := range hostile {
		for name, chart := range map[string]func(string) template.HTML{"lines": hostileLines, "dots": hostileDots, "bars": hostileBars} {
			got, plain := chart(text), chart("plain")
			if text == "" {
				shape(got) // elements without text may be missing
				continue
			}
			if a, b := strings.Join(shape(got), " "), strings.Join(shape(plain), " "); a != b {
				t.Errorf("%s with %.40q has the elements\n%s\nand not\n%s", name, text, a, b)
			}
			// As in a template that takes it as it is.
			if strings.Contains(strings.ToLower(string(got)), "<script") || strings.Contains(string(got), "<img") || strings.Contains(string(got), "\x00") {
				t.Errorf("%s lets %.40q through", name, text)
			}
			found := false
			for _, n := range parse(t, got) {
				found = found || n.attributes["data-series"] == decoded(text)
			}
			if !found {
				t.Errorf("%s: no series has the key %.40q", name, text)
			}
		}
	}
}

// decoded is a text as it comes out of a chart again.
func decoded(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t' || r == '\n' || r == '\r':
			return ' '
		case r < ' ' || r >= 0x7f && r < 0xa0:
			return '\ufffd'
		}
		return r
	}, text)
}

func hostileLines(s string) template.HTML {
	return Lines(LineChart{
		Title: s, Description: s, XAxis: s, YAxis: s, XTicks: []Tick{{64, s}}, Dashes: []string{s}, Hollow: s,
		Series: []Series{{Key: s, Label: s, Value: s, Text: s, Link: "a.html", Points: []Point{{X: 32, Y: 3, Text: s, Doubt: true}, {X: 64, Y: 4, Text: s}}}},
	})
}

func hostileDots(s string) template.HTML {
	return Dots(DotChart{Title: s, Description: s, Key: s, Axis: s, Rows: []DotRow{
		{Label: s, Value: s, Median: 1, Lo: 0.9, Hi: 1.1, Dots: []Dot{{Value: 1}, {Value: 2, Doubt: true}}},
	}})
}

func hostileBars(s string) template.HTML {
	return Bars(BarChart{Title: s, Description: s, Bars: []Bar{{Key: s, Label: s, Value: 3, Text: s}, {Key: "none", Label: s, Text: s, None: true}}})
}

// A link leads somewhere in the site or is none.
func TestLinks(t *testing.T) {
	for link, good := range map[string]bool{
		"hash-11.html": true, "../run/hash-11.html#Garnet_768": true, "records/a%3Ab__hash_32.html": true, "#top": true,
		"": false, "javascript:alert(1)": false, "JavaScript:alert(1)": false, " javascript:alert(1)": false, "java\tscript:alert(1)": false,
		"//example.org/": false, "https://example.org/": false, "/etc/passwd": false, `\\example.org\x`: false, "data:text/html,x": false, "%zz": false,
	} {
		chart := Bars(BarChart{Bars: []Bar{{Label: "a", Value: 1, Text: "1 B", Link: link}}})
		var got []string
		for _, n := range parse(t, chart) {
			if n.name == "a" {
				got = append(got, n.attributes["href"])
				if n.attributes["tabindex"] != "-1" {
					t.Errorf("the Tab key stops at every link of a chart")
				}
			}
		}
		if good && (len(got) != 1 || got[0] != link) || !good && len(got) > 0 {
			t.Errorf("link %q: links %q", link, got)
		}
	}
}

// Equal data gives equal bytes.
func TestSameBytes(t *testing.T) {
	draw := func() template.HTML { return Lines(someLines()) + Dots(someDots()) + Bars(someBars()) }
	first := draw()
	for range 20 {
		if draw() != first {
			t.Fatal("the same data gave two charts")
		}
	}
}

// Every chart is a named group, and each line can be reached by the keyboard, is named, and belongs to a list.
func TestReachable(t *testing.T) {
	for name, chart := range map[string]template.HTML{"lines": Lines(someLines()), "dots": Dots(someDots()), "bars": Bars(someBars())} {
		series := 0
		for _, n := range parse(t, chart) {
			if n.name == "svg" && n.attributes["aria-hidden"] == "" && (n.attributes["role"] != "group" || n.attributes["aria-label"] == "") {
				t.Errorf("%s: an SVG without role or name: %v", name, n.attributes)
			}
			if n.attributes["data-series"] == "" {
				continue
			}
			series++
			if name == "lines" && (n.attributes["tabindex"] != "0" || n.attributes["role"] != "listitem" || n.attributes["aria-label"] == "") {
				t.Errorf("%s: series %v", name, n.attributes)
			}
		}
		if series == 0 {
			t.Errorf("%s: no series", name)
		}
	}
}

func TestNum(t *testing.T) {
	for x, want := range map[float64]string{0: "0", -0.04: "0", 0.06: "0.1", 1.25: "1.2", 12: "12", -3.5: "-3.5", 123.96: "124"} {
		if got := num(x); got != want {
			t.Errorf("num(%v) = %q, want %q", x, got, want)
		}
	}
}
