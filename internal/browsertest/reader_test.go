package browsertest

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/report"
)

// What a reader does with pages: sort, filter, find a line of a chart. The fixture of TestScript has
// the corners; this is whether the pages and the script mean the same.

// cyclesOf are the cycles that a call takes by the medians of the records, label by label.
func cyclesOf(d *evidence.Dataset, bytes int) map[string]float64 {
	cycles := map[string]float64{}
	for _, r := range d.Records {
		if r.InputBytes == bytes && r.Assay.MedianCycles != nil {
			cycles[r.Label] = float64(*r.Assay.MedianCycles)
		}
	}
	return cycles
}

func TestSystemPage(t *testing.T) {
	d := benchSet(t)
	s := build(t, catalogue(t), d)
	p := Start(t).Open(t, s.roots["file"], "bench_1/index.html", View{Width: 1280})
	const rows = "#figures-table tbody tr th[scope=row]"
	written := p.Texts(rows)
	if len(written) != len(d.Build.Instances) {
		t.Fatalf("%d rows for %d implementations", len(written), len(d.Build.Instances))
	}

	// By the cycles of the records, not by their text ("≈ 9597" comes before "≈ 22.0 k").
	cycles := cyclesOf(d, 1024)
	fastest := slices.SortedStableFunc(slices.Values(written), func(a, b string) int { return cmp.Compare(cycles[a], cycles[b]) })
	heading := func(text string) string {
		t.Helper()
		i := slices.Index(p.Texts("#figures-table thead th"), text)
		if i < 0 {
			t.Fatalf("no heading %q among %q", text, p.Texts("#figures-table thead th"))
		}
		return fmt.Sprintf("#figures-table thead th:nth-child(%d) button", i+1)
	}
	p.Click(heading("1 KiB: cycles"))
	wantTexts(t, p, rows, fastest...)
	p.Click(heading("1 KiB: cycles"))
	down := slices.Clone(fastest)
	slices.Reverse(down)
	wantTexts(t, p, rows, down...)
	p.Click(heading("1 KiB: cycles"))
	wantTexts(t, p, rows, written...)

	// An operation that gave no figure is last, whichever way.
	for range 2 {
		p.Click(heading("64 KiB: cycles"))
		if got := p.Texts(rows); got[len(got)-1] != "CHash_1024-c99" {
			t.Errorf("last by 64 KiB is %s, want the one that crashed", got[len(got)-1])
		}
	}
	// Every heading sorts, and says so.
	for i := range p.Texts("#figures-table thead th") {
		th := fmt.Sprintf("#figures-table thead th:nth-child(%d)", i+1)
		p.Click(th + " button")
		if got := Eval[string](p, fmt.Sprintf("document.querySelector(%q).getAttribute('aria-sort')", th)); got != "ascending" && got != "descending" {
			t.Errorf("%s: aria-sort is %q", p.Texts(th), got)
		}
	}

	// Filters: by text, width and implementation, alone and together.
	p.Type("[data-filter-for=figures-table] input", "iphe")
	wantSet(t, p, rows, "Iphe-512-c99", "Iphe-512-go", "Iphe-1024-c99", "Iphe-1024-go")
	p.Choose("[data-filter-for=figures-table] select[id$=width]", "1024")
	wantSet(t, p, rows, "Iphe-1024-c99", "Iphe-1024-go")
	p.Choose("[data-filter-for=figures-table] select[id$=kind]", "go")
	wantSet(t, p, rows, "Iphe-1024-go")
	wantTexts(t, p, "[data-filter-for=figures-table] [role=status]", fmt.Sprintf("1 of %d rows shown", len(written)))
	p.Click("[data-filter-for=figures-table] button")
	wantSet(t, p, rows, written...)

	// A row and its line in the chart are shown together, from either end.
	lit := func(want string) {
		t.Helper()
		got := Eval[[]string](p, "Array.from(new Set(Array.from(document.querySelectorAll('.on'), (e) => (e.ownerSVGElement ? 'line ' : 'row ') + e.dataset.series))).sort()")
		if !slices.Equal(got, []string{"line " + want, "row " + want}) {
			t.Errorf("lit: %q, want row and line of %s", got, want)
		}
		if p.Count(".chart.has-on") == 0 {
			t.Error("no chart says that one of its lines is lit")
		}
	}
	p.Point("#figures-table tr[data-series='hash-12/Iphe-512-go'] th")
	lit("hash-12/Iphe-512-go")
	p.Point(".chart svg.wide .series[data-series='hash-08/Duet-512-c99'] path")
	lit("hash-08/Duet-512-c99")
	Eval[bool](p, "document.querySelector(\".chart svg.wide .series[data-series='hash-08/Duet-512-c99']\").focus(), true")
	p.Point("h1")
	lit("hash-08/Duet-512-c99")

	// Lines of rows that the filter leaves out are left out too.
	shown := func() []string {
		return Eval[[]string](p, `Array.from(new Set(Array.from(document.querySelectorAll('.chart.lines svg.wide .series'))
			.filter((e) => e.getClientRects().length > 0).map((e) => e.dataset.series))).sort()`)
	}
	before := len(shown())
	p.Choose("[data-filter-for=figures-table] select[id$=kind]", "go")
	for _, key := range shown() {
		if !strings.HasSuffix(key, "-go") {
			t.Errorf("the chart shows %s, which is filtered out", key)
		}
	}
	if n := len(shown()); n == 0 || n >= before {
		t.Errorf("%d lines are shown of %d", n, before)
	}
	noFaults(t, p)
}

func wantSet(t *testing.T, p *Page, selector string, want ...string) {
	t.Helper()
	got := p.Texts(selector)
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%s: %q, want %q", selector, got, want)
	}
}

// With scripts off every figure is there: all that the view model has for a page, and
// all that the page shows with scripts on.
func TestWithoutScripts(t *testing.T) {
	sets := []*evidence.Dataset{publishedSet(t), benchSet(t)}
	s := build(t, catalogue(t), sets...)
	b := Start(t)
	for _, l := range s.looks(t) {
		if l.from != "file" || l.view != Views[0] { // each kind once
			continue
		}
		t.Run(l.file, func(t *testing.T) {
			t.Parallel()
			with := b.Open(t, s.roots["file"], l.file, View{Width: 1280})
			without := b.Open(t, s.roots["file"], l.file, View{Width: 1280, NoScripts: true})
			if n := without.Count("button, input, select"); n != 0 {
				t.Errorf("%d controls that do nothing", n)
			}
			// What the script itself adds are controls and the views that it makes
			// of tables; figures are those of the page as it was sent.
			if kind(l.file) != "compare" {
				const figures = "main td, main th, main dd, main li, main svg text, main p:not([role=status])"
				lost := without.Texts(figures)
				for _, text := range with.Texts(figures) {
					if i := slices.Index(lost, text); i >= 0 {
						lost = slices.Delete(lost, i, i+1)
					} else if text != "" {
						t.Errorf("only with scripts on: %q", text)
					}
				}
			}
			noFaults(t, with)
			noFaults(t, without)
		})
	}
	for _, d := range sets {
		view := report.NewView(d, catalogue(t), report.Links{})
		t.Run("figures of "+d.Campaign.SystemID, func(t *testing.T) {
			t.Parallel()
			folder := d.Campaign.SystemID + "/"
			p := b.Open(t, s.roots["file"], folder+"index.html", View{Width: 1280, NoScripts: true})
			n := 0
			cells := strings.Join(p.Texts("#figures-table td, #figures-table th"), "\n") + "\n"
			for _, row := range view.SummaryPage().Rows {
				for _, cell := range row.Cells {
					for _, figure := range []string{cell.Cycles, cell.PerByte} {
						n++
						if !strings.Contains(cells, figure) {
							t.Errorf("%s: the system page lacks %q", row.Label, figure)
						}
					}
				}
			}
			for _, id := range d.CandidateIDs() {
				p.Go(folder + id + ".html")
				text := "\n" + strings.Join(p.Texts("main td, main th"), "\n") + "\n"
				for _, row := range view.CandidatePage(id).Performance {
					for _, figure := range []string{
						row.MeanCycles, row.PerByte, row.MeanTime, row.Throughput, row.Calls, row.MedianCycles, row.MedianPerByte, row.MedianTime, row.Interval,
						row.Spread,
					} {
						n++
						if figure != "" && !strings.Contains(text, figure) {
							t.Errorf("%s %s: the candidate's page lacks %q", row.Label, row.Message, figure)
						}
					}
				}
			}
			if n < 100 {
				t.Errorf("only %d figures were looked for", n)
			}
		})
	}
}

// Someone who has never seen the site finds which instance is fastest at 1 KiB and why
// a figure carries a mark, by links and words alone: from the first page in two steps.
func TestFirstVisit(t *testing.T) {
	d := benchSet(t)
	s := build(t, catalogue(t), d)
	p := Start(t).Open(t, s.roots["http"], "index.html", View{Width: 360})
	facts := strings.Join(p.Texts("main"), " ")
	if !regexp.MustCompile(`Fastest at 1 KiB.*Iphe-512-go`).MatchString(facts) {
		t.Errorf("the landing page does not say what is fastest at 1 KiB: %s", facts)
	}
	p.Follow("main h3 a")
	// The marks of the outlier lead to its record, which says what they mean and what gave them.
	p.Follow("tr[data-series='hash-12/Iphe-512-c99'] td.marks a")
	record := strings.Join(p.Texts("main"), " ")
	if !regexp.MustCompile(`spread.*the slowest trial took more than 1.02 times as long per call as the fastest.*max/min 2\.0`).MatchString(record) {
		t.Errorf("the marks lead to %q", record)
	}
	noFaults(t, p)
}
