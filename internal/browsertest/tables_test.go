package browsertest

import (
	"fmt"
	"slices"
	"testing"
)

// What is needed of a wide table can be seen without scrolling it: at 1280 pixels the
// marks, at 360 what a row is and its first figure. What a row is stays when it is scrolled.
func TestWideTables(t *testing.T) {
	b := Start(t)
	s := build(t, catalogue(t), publishedSet(t), benchSet(t))
	// cut are the cells that a selector finds and that reach out of their table's box.
	cut := func(p *Page, selector string) []string {
		return Eval[[]string](p, fmt.Sprintf(`Array.from(document.querySelectorAll(%q)).filter((cell) =>
			cell.getBoundingClientRect().right > cell.closest('.scroll').getBoundingClientRect().right + 0.5).map((cell) => cell.innerText)`, selector))
	}
	for _, c := range []struct {
		file   string
		width  int
		inside []string
	}{
		{"bench_1/index.html", 1280, []string{".classes td.marks", ".classes th", "#figures-table td.marks"}},
		{"bench_1/hash-12.html", 1280, []string{"#performance td.marks"}},
		{"bench_1/index.html", 360, []string{".classes td:nth-child(-n+3)"}},
		{"bench_1/hash-12.html", 360, []string{"#performance td:nth-child(2)"}},
	} {
		t.Run(fmt.Sprintf("%d/%s", c.width, c.file), func(t *testing.T) {
			t.Parallel()
			p := b.Open(t, s.roots["file"], c.file, View{Width: c.width})
			for _, selector := range c.inside {
				if p.Count(selector) == 0 {
					t.Errorf("no %s", selector)
				}
				for _, text := range cut(p, selector) {
					t.Errorf("%s is cut: %q", selector, text)
				}
			}
			noFaults(t, p)
		})
	}
	for file, table := range map[string]string{
		"bench_1/index.html": "#figures-table", "bench_1/hash-12.html": "#performance", "compare.html": "#figures",
		"bench_1/records/hash-12/Iphe-512-c99__hash_1024.html": "#trial-table",
	} {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			p := b.Open(t, s.roots["file"], file, View{Width: 360, Dark: true})
			// How far the name of the first row and its heading are from the left edge of the box
			// once it is scrolled to its right end, and whether what is below them shows through.
			got := Eval[[]float64](p, fmt.Sprintf(`(() => {
				const table = document.querySelector(%q);
				const box = table.closest('.scroll');
				box.scrollLeft = 1e6;
				const name = table.tBodies[0].rows[0].querySelector('th') || table.tBodies[0].rows[0].cells[0];
				const away = (cell) => Math.round(cell.getBoundingClientRect().left - box.getBoundingClientRect().left - box.clientLeft);
				const solid = (cell) => Number(!/^rgba/.test(getComputedStyle(cell).backgroundColor));
				const heading = table.tHead.rows[0].cells[name.cellIndex];
				return [box.scrollLeft > 50 ? 1 : 0, away(name), away(heading), solid(name), solid(heading)];
			})()`, table))
			if want := []float64{1, 0, 0, 1, 1}; !slices.Equal(got, want) {
				t.Errorf("%s: scrolled, distance of a name and its heading, solid: %v, want %v", table, got, want)
			}
			p.Screenshot("scrolled_" + table[1:])
			noFaults(t, p)
		})
	}
}
