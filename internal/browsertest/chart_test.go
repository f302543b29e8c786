package browsertest

import (
	"fmt"
	"slices"
	"testing"
)

// A row of the figures and its line are shown together, by pointer, by keyboard and by filter, and what is shown is
// seen: the other lines are faint, the lines of rows that the filter leaves out are gone.
func TestChartOfSystem(t *testing.T) {
	s := build(t, catalogue(t), benchSet(t))
	for _, c := range []struct {
		view       View
		shown, not string // class of the chart for that width
	}{{View{Width: 1280}, "wide", "narrow"}, {View{Width: 360, Dark: true}, "narrow", "wide"}} {
		p := Start(t).Open(t, s.roots["file"], "bench_1/index.html", c.view)
		visible := func(selector string) int {
			return Eval[int](p, fmt.Sprintf("Array.from(document.querySelectorAll(%q)).filter((e) => e.getBoundingClientRect().width > 0).length", selector))
		}
		lines := p.Count("svg." + c.shown + " .series")
		if got := visible("svg." + c.shown + " .series"); lines == 0 || got != lines || visible("svg."+c.not) != 0 {
			t.Fatalf("%v: %d of %d lines, and %d charts for another width", c.view, got, lines, visible("svg."+c.not))
		}
		// Labels of lines do not lie on each other.
		if over := Eval[[]string](p, fmt.Sprintf(`(() => {
			const boxes = Array.from(document.querySelectorAll('svg.%s .label'), (e) => ({text: e.textContent, box: e.getBoundingClientRect()}));
			const chart = document.querySelector('svg.%s').getBoundingClientRect();
			boxes.sort((a, b) => a.box.top - b.box.top);
			return boxes.filter((b, i) => b.box.right > chart.right + 1 || b.box.bottom > chart.bottom + 1 ||
				i > 0 && (b.box.top + b.box.bottom) / 2 - (boxes[i-1].box.top + boxes[i-1].box.bottom) / 2 < 11).map((b) => b.text);
		})()`, c.shown, c.shown)); len(over) > 0 {
			t.Errorf("%v: labels outside of the chart or on others: %q", c.view, over)
		}

		const key = "hash-12/Iphe-512-go"
		plain := func() []string { // keys of the lines that are plain to see
			return Eval[[]string](p, fmt.Sprintf("Array.from(document.querySelectorAll('svg.%s .series')).filter((e) => getComputedStyle(e).opacity > 0.5).map((e) => e.dataset.series)", c.shown))
		}
		if got := plain(); len(got) != lines {
			t.Errorf("%v: %d of %d lines are plain to see", c.view, len(got), lines)
		}
		p.Point("#figures-table tr[data-series='" + key + "'] th")
		if got := plain(); !slices.Equal(got, []string{key}) {
			t.Errorf("%v: with the pointer on its row, %q stand out", c.view, got)
		}
		p.Point("h1")
		Eval[bool](p, fmt.Sprintf("(document.querySelector('svg.%s .series[data-series=\"%s\"]').focus(), true)", c.shown, key))
		if got := plain(); !slices.Equal(got, []string{key}) {
			t.Errorf("%v: with the focus on it, %q stand out", c.view, got)
		}
		if got := p.Count("#figures-table tr.on"); got != 1 {
			t.Errorf("%v: %d rows are lit with the line", c.view, got)
		}
		Eval[bool](p, "(document.activeElement.blur(), true)")
		p.Type("[data-filter-for=figures-table] input", "Iphe-512-go")
		if got := visible("svg." + c.shown + " .series"); got != 1 {
			t.Errorf("%v: %d lines with one row shown", c.view, got)
		}
		noFaults(t, p)
	}
}
