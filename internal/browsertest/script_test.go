package browsertest

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// scriptPage opens testdata/script.html with the site's script.
func scriptPage(t *testing.T, b *Browser, v View) *Page {
	t.Helper()
	dir := t.TempDir()
	for name, from := range map[string]string{"script.html": "testdata/script.html", "site.js": "../site/assets/site.js"} {
		data, err := os.ReadFile(filepath.FromSlash(from))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return b.Open(t, fileRoot(dir), "script.html", v)
}

// fileRoot is the address of a folder.
func fileRoot(dir string) string {
	return "file://" + strings.TrimSuffix("/"+strings.TrimPrefix(filepath.ToSlash(dir), "/"), "/") + "/"
}

func noFaults(t *testing.T, p *Page) {
	t.Helper()
	for _, f := range p.Faults() {
		t.Errorf("%v: %s", p.View, f)
	}
}

func wantTexts(t *testing.T, p *Page, selector string, want ...string) {
	t.Helper()
	if got := p.Texts(selector); !slices.Equal(got, want) {
		t.Errorf("%s: %q, want %q", selector, got, want)
	}
}

const labels = "tbody th[scope=row]"

func TestScript(t *testing.T) {
	b := Start(t)
	written := []string{"Mix-10", "Mix-9", "Alpha", "Zeta", "Eta"}

	t.Run("without", func(t *testing.T) {
		p := scriptPage(t, b, View{Width: 1280, NoScripts: true})
		wantTexts(t, p, labels, written...)
		if n := p.Count("button, input, select"); n != 0 {
			t.Errorf("%d things to press that do nothing", n)
		}
		if n := p.Count("svg [tabindex='0']"); n != 4 {
			t.Errorf("%d lines of the charts can have the focus, want 4", n)
		}
		noFaults(t, p)
	})

	t.Run("sort", func(t *testing.T) {
		p := scriptPage(t, b, View{Width: 1280})
		// Only headings that say how have a button, and those over one column.
		wantTexts(t, p, "th button", "Label", "32 B", "1 KiB")
		sorted := func(want string) {
			t.Helper()
			got := ""
			if p.Count("th[aria-sort]") > 0 {
				got = strings.Join(p.Texts("th[aria-sort]"), ",") + " " + Eval[string](p, "document.querySelector('th[aria-sort]').getAttribute('aria-sort')")
			}
			if got != want {
				t.Errorf("sorted by %q, want %q", got, want)
			}
		}
		sorted("")
		first, label := "thead tr:nth-child(2) th:nth-child(1) button", "thead tr:nth-child(1) th:nth-child(1) button"
		// By value, not by text; a missing one is last; groups stay groups.
		p.Click(first)
		wantTexts(t, p, labels, "Mix-10", "Alpha", "Mix-9", "Eta", "Zeta")
		sorted("32 B ascending")
		wantTexts(t, p, "table ~ [role=status], .scroll ~ [role=status], [role=status].visually-hidden", "Sorted by 32 B, ascending")
		wantTexts(t, p, "tbody tr:first-child", "256 bits", "512 bits")
		p.Click(first)
		wantTexts(t, p, labels, "Alpha", "Mix-10", "Mix-9", "Zeta", "Eta")
		sorted("32 B descending")
		p.Click(first)
		wantTexts(t, p, labels, written...)
		sorted("")
		// Equal values keep the order they were written in.
		p.Click("thead tr:nth-child(2) th:nth-child(2) button")
		wantTexts(t, p, labels, "Mix-9", "Alpha", "Mix-10", "Zeta", "Eta")
		// Another column takes over; 9 comes before 10; with the keyboard too.
		Eval[bool](p, "document.querySelector('"+label+"').focus(), true")
		p.Press(kb.Enter)
		wantTexts(t, p, labels, "Alpha", "Mix-9", "Mix-10", "Eta", "Zeta")
		sorted("Label ascending")
		noFaults(t, p)
	})

	t.Run("filter", func(t *testing.T) {
		p := scriptPage(t, b, View{Width: 360})
		status := "[data-filter-for] [role=status]"
		wantTexts(t, p, status, "5 rows")
		p.Type("input[type=search]", "MIX 9000")
		wantTexts(t, p, labels, "Mix-9")
		wantTexts(t, p, status, "1 of 5 rows shown")
		// A group without a row is not shown, nor are lines of the rows left out;
		// a chart of other series keeps its lines.
		wantTexts(t, p, "th[scope=rowgroup]", "256 bits")
		if got := p.Texts("svg .series"); len(got) != 2 {
			t.Errorf("%d lines are shown, want that of the row and that of the other chart", len(got))
		}
		if tab := Eval[string](p, "document.querySelector('svg .series[tabindex=\"0\"]').dataset.series"); tab != "c" {
			t.Errorf("the chart's stop of the Tab key is %s, which is not shown", tab)
		}
		p.Click("[data-filter-for] button")
		wantTexts(t, p, labels, written...)
		wantTexts(t, p, status, "5 rows")
		// Nobody knows the digest of Mix-9, which gave none: it stays.
		p.Choose("select[id$=width]", "512")
		wantTexts(t, p, labels, "Mix-9", "Zeta", "Eta")
		p.Choose("select[id$=kind]", "go")
		wantTexts(t, p, labels)
		wantTexts(t, p, status, "0 of 5 rows shown")
		p.Choose("select[id$=width]", "")
		wantTexts(t, p, labels, "Mix-10", "Alpha")
		// What is sorted stays filtered.
		p.Click("thead tr:nth-child(1) th:nth-child(1) button")
		wantTexts(t, p, labels, "Alpha", "Mix-10")
		noFaults(t, p)
	})

	t.Run("highlight", func(t *testing.T) {
		p := scriptPage(t, b, View{Width: 1280})
		lit := func(want ...string) {
			t.Helper()
			got := Eval[[]string](p, "Array.from(document.querySelectorAll('.on')).map((e) => e.tagName.toLowerCase() + ' ' + e.dataset.series)")
			if !slices.Equal(got, want) {
				t.Errorf("lit: %q, want %q", got, want)
			}
			charts := Eval[[]bool](p, "Array.from(document.querySelectorAll('.chart, svg#other')).map((e) => e.classList.contains('has-on'))")
			if !slices.Equal(charts, []bool{len(want) > 0, false}) {
				t.Errorf("charts with a lit line: %v", charts)
			}
		}
		lit()
		p.Point("tr[data-series=b] td")
		lit("g b", "tr b")
		p.Point("g[data-series=a] path")
		lit("g a", "tr a")
		p.Point("h1")
		lit()
		// The focus does the same, and the pointer goes before it.
		Eval[bool](p, "document.querySelector('g[data-series=c]').focus(), true")
		lit("g c", "tr c")
		p.Point("tr[data-series=b] td")
		lit("g b", "tr b")
		p.Point("h1")
		lit("g c", "tr c")
		noFaults(t, p)
	})

	t.Run("keys", func(t *testing.T) {
		p := scriptPage(t, b, View{Width: 1280})
		at := func(want string) {
			t.Helper()
			got := Eval[string](p, "(() => { const e = document.activeElement; return e.getAttribute('href') || e.dataset.series || e.tagName; })()")
			if got != want {
				t.Errorf("the focus is on %s, want %s", got, want)
			}
		}
		p.Press(kb.Tab)
		at("a")
		for _, step := range [][2]string{
			{kb.ArrowDown, "b"}, {kb.ArrowRight, "#b1"}, {kb.ArrowRight, "#b1"}, {kb.ArrowLeft, "b"}, {kb.End, "c"}, {kb.ArrowDown, "c"},
			{kb.Home, "a"}, {kb.ArrowRight, "#a1"}, {kb.ArrowRight, "#a2"}, {kb.Escape, "a"}, {kb.ArrowDown, "b"},
		} {
			p.Press(step[0])
			at(step[1])
		}
		// One chart is one stop, and it is where it was left.
		p.Press(kb.Tab)
		at("z")
		Eval[bool](p, "document.activeElement.blur(), true")
		if stops := Eval[[]string](p, "Array.from(document.querySelectorAll('svg [tabindex=\"0\"]')).map((e) => e.dataset.series)"); !slices.Equal(stops, []string{"b", "z"}) {
			t.Errorf("stops of the Tab key: %q", stops)
		}
		noFaults(t, p)
	})
}
