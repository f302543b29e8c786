package browsertest

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hashassay/assay/internal/compare"
	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/report"
)

// The compare page, in one browser and of one site: making these takes longer than
// most of the tests.
func TestCompare(t *testing.T) {
	b := Start(t)
	bench, later, arm := benchSet(t), laterSet(t), publishedSet(t)
	s := build(t, catalogue(t), bench, later, arm)
	t.Run("agrees", func(t *testing.T) { compareAgrees(t, b, s, bench, later, arm) })
	t.Run("address", func(t *testing.T) { compareAddress(t, b, s) })
	t.Run("circumstances", func(t *testing.T) { compareCircumstances(t, b) })
	t.Run("without ratio", func(t *testing.T) { compareWithoutRatio(t, b, s) })
	t.Run("looks", func(t *testing.T) { compareLooks(t, b, s) })
	t.Run("without scripts", func(t *testing.T) { compareWithoutScripts(t, b, s, bench, arm) })
}

// laterSet is a later run on the machine of benchSet: one library made faster, one
// slower, and one that this run does not have.
func laterSet(t testing.TB) *evidence.Dataset {
	r := newRun(t, "bench_2", time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC))
	r.campaign.Assay.GoVersion = "go1.26.1"
	r.implementation("hash-12", "Iphe-512", "c99", 512, 2000, 11.5, map[int]operationFactors{128: outlier})
	r.implementation("hash-12", "Iphe-512", "go", 512, 300.7, 2.501, nil)
	r.implementation("hash-08", "Duet-512", "c99", 512, 2777, 23, map[int]operationFactors{32: {1}})
	r.implementation("hash-03", "CHash_1024", "c99", 1024, 4000, 11, nil)
	return r.set()
}

// comparePage opens the compare page of a site at an address.
func comparePage(t *testing.T, b *Browser, s built, address string, v View) *Page {
	t.Helper()
	return b.Open(t, s.roots["file"], "compare.html#"+address, v)
}

// rowsBeside are the texts of the cells of the table that sets a side beside A.
func rowsBeside(p *Page, side string) [][]string {
	return Eval[[][]string](p, fmt.Sprintf(`Array.from(document.querySelectorAll('[aria-labelledby="beside-%s"] tbody tr'))
		.map((tr) => Array.from(tr.cells).map((td) => td.innerText.replace(/\s+/g, ' ').trim()))`, side))
}

// headings are those of the same table.
func headings(p *Page, side string) []string {
	return p.Texts(`[aria-labelledby="beside-` + side + `"] thead th`)
}

// column finds a column by its heading.
func column(t *testing.T, p *Page, side, heading string) int {
	t.Helper()
	all := headings(p, side)
	i := slices.Index(all, heading)
	if i < 0 {
		t.Fatalf("beside %s: no column %q in %q", side, heading, all)
	}
	return i
}

// The ratios of the page are those of assay compare, to the last digit shown, and
// its measures, too: between runs of one machine, of different machines, and
// within a run.
func compareAgrees(t *testing.T, b *Browser, s built, bench, later, arm *evidence.Dataset) {
	compared := 0
	check := func(name string, r *compare.Result, a, bName string) {
		t.Run(name, func(t *testing.T) {
			var page *Page
			at := ""
			for _, g := range r.Groups {
				for _, row := range g.Rows {
					key := func(system, label string) string { return system + "/" + row.Candidate + "/" + url.PathEscape(label) }
					address := "a=" + key(a, row.A.Label) + "&b=" + key(bName, row.B.Label)
					switch {
					case page == nil:
						page = comparePage(t, b, s, address, View{Width: 1280})
					case address != at:
						Eval[bool](page, fmt.Sprintf(`new Promise((r) => { addEventListener('hashchange', () => r(true), {once: true}); location.hash = %q; })`, address))
					}
					at = address
					n := report.ShortLength(row.Bytes)
					rows := rowsBeside(page, "b")
					i := slices.IndexFunc(rows, func(cells []string) bool { return cells[0] == n })
					if i < 0 {
						t.Fatalf("%s: no row of %s", address, n)
					}
					ratio := rows[i][column(t, page, "b", "ratio B/A")]
					if want := ratioText(float64(row.Ratio)); strings.Fields(ratio)[0] != want {
						t.Errorf("%s, %s: ratio %s, assay compare says %s", address, n, ratio, want)
					}
					if said := page.Texts("section.pair > p")[0]; !strings.Contains(said, measures[row.Measure]) {
						t.Errorf("%s: %q, assay compare compares %s", address, said, row.Measure)
					}
					compared++
				}
			}
			noFaults(t, page)
		})
	}
	result := func(r *compare.Result, err error) *compare.Result {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	check("runs", result(compare.Datasets(bench, later, compare.Options{})), "bench_1", "bench_2")
	check("implementations", result(compare.Within(bench, compare.Impl, compare.Options{})), "bench_1", "bench_1")
	check("counted", result(compare.Within(arm, compare.Instances, compare.Options{})), "arm_1", "arm_1")
	other := newRun(t, "bench_3", time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC))
	other.campaign.EnvironmentAtStart.Hostname = "elsewhere"
	other.implementation("hash-12", "Iphe-512", "c99", 512, 1800, 12.3, nil)
	otherSet := other.set()
	s = build(t, catalogue(t), bench, otherSet)
	check("machines", result(compare.Datasets(bench, otherSet, compare.Options{})), "bench_1", "bench_3")
	if compared < 40 {
		t.Errorf("only %d rows were compared", compared)
	}
}

// measures are the page's words for those of assay compare.
var measures = map[compare.Measure]string{
	compare.Cycles: "Compared by cycles, counted", compare.EstimatedCycles: "Compared by cycles, estimated",
	compare.CPUTime: "Compared by time on the CPU", compare.WallTime: "Compared by wall time.",
}

// ratioText is how assay compare writes a ratio.
func ratioText(x float64) string {
	if x >= 0.1 {
		return fmt.Sprintf("%.3f", x)
	}
	return fmt.Sprintf("%.5f", x) // 0.01 to 0.1 have four digits so; smaller ones are in no test
}

// What is chosen is in the address, and what is in the address is chosen.
func compareAddress(t *testing.T, b *Browser, s built) {
	chosen := func(p *Page, side string) []string {
		return Eval[[]string](p, fmt.Sprintf(`['system', 'instance', 'implementation'].map((k) => document.getElementById('side-%s-' + k).selectedOptions[0].text)`, side))
	}
	want := func(t *testing.T, p *Page, side string, texts ...string) {
		t.Helper()
		if got := chosen(p, side); !slices.Equal(got, texts) {
			t.Errorf("side %s: %q, want %q", side, got, texts)
		}
	}
	address := func(p *Page) string { return Eval[string](p, "location.hash") }
	choose := func(p *Page, selector, text string) {
		t.Helper()
		value := Eval[string](p, fmt.Sprintf(`(Array.from(document.querySelector(%q).options).find((o) => o.text === %q) || {value: 'none'}).value`, selector, text))
		p.Choose(selector, value)
	}

	// changing does what changes the address, and waits until the page has heard of it: browsers tell it later.
	changing := func(p *Page, change func()) {
		t.Helper()
		Eval[bool](p, "window.told = new Promise((tell) => addEventListener('hashchange', () => tell(true), {once: true})), true")
		change()
		Eval[bool](p, "window.told")
	}

	t.Run("none", func(t *testing.T) {
		// Newest first: what this page is opened for, mostly.
		p := comparePage(t, b, s, "", View{Width: 1280})
		want(t, p, "a", "bench_2", "CHash_1024", "CHash_1024-c99 (our own C99 reference)")
		want(t, p, "b", "bench_1", "CHash_1024", "CHash_1024-c99 (our own C99 reference)")
		if got := address(p); got != "" {
			t.Errorf("address %q before anything is chosen", got)
		}
		noFaults(t, p)
	})
	t.Run("read", func(t *testing.T) {
		// Without the candidate, as other pages may link.
		p := comparePage(t, b, s, "a=bench_1/Iphe-512-c99&b=bench_2/hash-12/Iphe-512-c99&b=published:arm_1/hash-12/Iphe-512&n=1024", View{Width: 1280})
		want(t, p, "a", "bench_1", "Iphe-512", "Iphe-512-c99 (our own C99 reference)")
		want(t, p, "b", "bench_2", "Iphe-512", "Iphe-512-c99 (our own C99 reference)")
		want(t, p, "c", "arm_1, published means", "Iphe-512", "Iphe-512 (submitted reference code)")
		rows := rowsBeside(p, "b")
		if len(rows) != 1 || rows[0][0] != "1 KiB" {
			t.Errorf("rows beside B: %q", rows)
		}
		// 2000 + 14 × 1024 against 2000 + 11.5 × 1024 cycles.
		if i := column(t, p, "b", "ratio B/A"); !strings.HasPrefix(rows[0][i], "0.843 ") {
			t.Errorf("ratio %q", rows[0][i])
		}
		if i := column(t, p, "b", "marks"); rows[0][i] != "A: spread, outlier" {
			t.Errorf("marks %q", rows[0][i])
		}
		if p.Count("#ratios .series") != 2 || p.Count("#ratios .chosen") != 1 {
			t.Error("the chart has not two lines and the chosen length")
		}
		notices := strings.Join(p.Texts("#compare ul.notices li"), "\n")
		for _, text := range []string{"C: as published, mean", "† Different machines: only cycles per byte"} {
			if !strings.Contains(notices, text) {
				t.Errorf("notices without %q: %s", text, notices)
			}
		}
		if got := headings(p, "c"); slices.ContainsFunc(got, func(h string) bool { return strings.Contains(h, "time") }) {
			t.Errorf("times of different machines are set side by side: %q", got)
		}
		if rows := rowsBeside(p, "c"); !strings.HasSuffix(rows[0][column(t, p, "c", "ratio C/A")], "†") || rows[0][2] != "64.6" {
			t.Errorf("a published figure: %q", rows)
		}
		if code := p.Texts("section.pair code"); !slices.Equal(code, []string{"assay compare " + base(s, "bench_1") + " " + base(s, "bench_2")}) {
			t.Errorf("commands %q", code)
		}
		noFaults(t, p)
	})
	t.Run("write", func(t *testing.T) {
		p := comparePage(t, b, s, "a=bench_1/hash-12/Iphe-512-c99&b=bench_1/hash-12/Iphe-512-go", View{Width: 360})
		changing(p, func() { choose(p, "#side-b-system", "bench_2") }) // keeps what can be kept
		want(t, p, "b", "bench_2", "Iphe-512", "Iphe-512-go (Go package (kernel avx2))")
		changing(p, func() { choose(p, "#side-a-instance", "Duet-768") })
		changing(p, func() { choose(p, "#side-a-implementation", "Duet-768-go (Go package (kernel avx2))") })
		changing(p, func() { choose(p, "#compare-length", "64 KiB") })
		if got := address(p); got != "#a=bench_1/hash-08/Duet-768-go&b=bench_2/hash-12/Iphe-512-go&n=65536" {
			t.Errorf("address %q", got)
		}
		changing(p, func() { p.Click("#compare-swap") })
		if got := address(p); got != "#a=bench_2/hash-12/Iphe-512-go&b=bench_1/hash-08/Duet-768-go&n=65536" {
			t.Errorf("address after swapping: %q", got)
		}
		changing(p, func() { p.Click("#compare-add") })
		if p.Count("section.pair") != 2 || p.Count("fieldset") != 3 {
			t.Error("nothing was added")
		}
		changing(p, func() { p.Click("#side-c-remove") })
		if p.Count("section.pair") != 1 {
			t.Error("nothing was removed")
		}
		if said := p.Texts("#compare ul.notices li"); !slices.Contains(said, "A and B are different functions: Iphe-512 and Duet-768.") {
			t.Errorf("different functions: %q", said)
		}
		Eval[bool](p, "new Promise((r) => { addEventListener('hashchange', () => setTimeout(() => r(true)), {once: true}); history.back(); })")
		if p.Count("section.pair") != 2 {
			t.Error("the browser's way back does not show the view before")
		}
		noFaults(t, p)
	})
	t.Run("linked", func(t *testing.T) {
		p := b.Open(t, s.roots["file"], "bench_1/hash-12.html", View{Width: 1280})
		p.Go(Eval[string](p, `Array.from(document.querySelectorAll('a[href*="compare.html#"]')).find((a) => a.textContent === 'Iphe-1024').getAttribute('href').replace('../', '')`))
		want(t, p, "a", "bench_1", "Iphe-1024", "Iphe-1024-c99 (our own C99 reference)")
		want(t, p, "b", "bench_1", "Iphe-1024", "Iphe-1024-go (Go package (kernel avx2))")
		// And back: a figure leads to its record.
		p.Go(Eval[string](p, `document.querySelector('section.pair tbody tr:nth-child(4) td:nth-child(4) a').getAttribute('href')`))
		if h := p.Texts("h1"); len(h) != 1 || !strings.Contains(h[0], "Iphe-1024-go") || !strings.Contains(h[0], "1024") && !strings.Contains(h[0], "1 KiB") {
			t.Errorf("the figure leads to %q", h)
		}
		noFaults(t, p)
	})
	t.Run("wrong", func(t *testing.T) {
		p := comparePage(t, b, s, "a=nobody/X&b=bench_1/hash-12/Iphe-512-go&b=%zz/%3Cb%3E&n=7&z=1", View{Width: 1280})
		said := p.Texts("#compare ul.notices:first-child li, #compare ul.notices li")
		for _, text := range []string{"In the address: nothing here is called nobody/X.", "In the address: nothing here is called %zz/%3Cb%3E.", "In the address: no message length is called 7."} {
			if !slices.Contains(said, text) {
				t.Errorf("%q is not said: %q", text, said)
			}
		}
		want(t, p, "a", "bench_1", "Iphe-512", "Iphe-512-go (Go package (kernel avx2))")
		noFaults(t, p)
	})
}

// What was different between two runs of one machine is said where it matters.
func compareCircumstances(t *testing.T, b *Browser) {
	r := newRun(t, "bench_4", time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC))
	clock, compiler := int64(3.1e9), "gcc (Test) 15.1.0"
	r.campaign.EnvironmentAtStart.CoreClockHz, r.campaign.EnvironmentAtStart.Compiler = &clock, &compiler
	r.campaign.Assay.GoVersion = "go1.26.1"
	for _, kind := range []string{"c99", "go"} {
		e := r.implementation("hash-12", "Iphe-512", kind, 512, 2000, 14, nil)
		e.LibrarySHA256 = strings.Repeat("5a", 32)
	}
	s := build(t, catalogue(t), benchSet(t), r.set())
	const (
		changed   = "The core clock was 3.000 GHz in A and 3.100 GHz in B (median of the estimates around the trials): times differ by that alone."
		compilers = "C compiler: gcc (Test) 14.2.0 in A, gcc (Test) 15.1.0 in B."
		goes      = "Go: go1.26.0 in A, go1.26.1 in B."
	)
	for address, want := range map[string][]string{
		"a=bench_1/Iphe-512-c99&b=bench_4/Iphe-512-c99": {compilers, changed},
		"a=bench_1/Iphe-512-go&b=bench_4/Iphe-512-go":   {goes, changed},
		"a=bench_4/Iphe-512-c99&b=bench_4/Iphe-512-go":  nil,
		"a=bench_1/Iphe-512-c99&b=published:arm_1/hash-12/Iphe-512": {
			"† Different machines: only cycles per byte are compared, and a ratio is that of the code and of the processors together.",
			"B: as published, mean: of the submission’s own code, rounded to a tenth of a cycle per byte, without an interval. Beside it stands a median.",
		},
	} {
		p := comparePage(t, b, s, address, View{Width: 1280})
		if got := p.Texts("#compare ul.notices li"); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", address, got, want)
		}
		noFaults(t, p)
	}
}

// base is the name of the folder that a set of a site was read from.
func base(s built, folder string) string { return s.bases[folder] }

// Figures that cannot be compared have no ratio, and the page says why.
func compareWithoutRatio(t *testing.T, b *Browser, s built) {
	p := comparePage(t, b, s, "a=bench_1/hash-03/CHash_1024-c99&b=bench_2/hash-03/CHash_1024-c99&b=bench_1/hash-24/QSH-512-c99", View{Width: 1280})
	rows := rowsBeside(p, "b")
	last := rows[len(rows)-1]
	if last[0] != "64 KiB" || !slices.Contains(last, "not measured: A") {
		t.Errorf("a crash: %q", last)
	}
	if said := strings.Join(p.Texts("#compare ul.notices li"), "\n"); !strings.Contains(said, "C: known-answer check: ⚠ MISMATCH") {
		t.Errorf("vectors that did not pass: %s", said)
	}
	p.Go("compare.html#a=bench_1/hash-08/Duet-512-c99&b=bench_2/hash-08/Duet-512-c99&n=32")
	rows = rowsBeside(p, "b")
	if i := column(t, p, "b", "intervals"); rows[0][i] != "none: too few trials" {
		t.Errorf("one trial: %q", rows)
	}
	noFaults(t, p)
}

// The view is as accessible as pages are, in all views and with six rows at once.
func compareLooks(t *testing.T, b *Browser, s built) {
	axe := LoadAxe(t)
	address := "a=bench_1/hash-12/Iphe-512-c99&b=bench_1/hash-12/Iphe-512-go&b=bench_2/hash-12/Iphe-512-c99&b=published:arm_1/hash-12/Iphe-512&b=published:x86_1/hash-12/Iphe-512&b=bench_1/hash-08/Duet-512-c99"
	for _, v := range Views {
		t.Run(v.String(), func(t *testing.T) {
			t.Parallel()
			p := comparePage(t, b, s, address, v)
			if n := p.Count("#ratios .series"); n != 5 {
				t.Errorf("%d lines", n)
			}
			for _, wide := range p.Overflow() {
				t.Error(wide)
			}
			for _, small := range p.SmallText(11) {
				t.Errorf("small text in a chart: %s", small)
			}
			p.Screenshot("compare-six")
			noFaults(t, p)                      // axe-core itself asks for files, which file:// forbids
			if v != Views[1] && v != Views[2] { // both widths and both schemes once
				return
			}
			for _, f := range axe.Audit(p) {
				if f.Grave() {
					t.Error(f)
				}
			}
		})
	}
}

// Without the script every figure is in the table.
func compareWithoutScripts(t *testing.T, b *Browser, s built, bench, arm *evidence.Dataset) {
	p := comparePage(t, b, s, "", View{Width: 1280, NoScripts: true})
	if n := len(p.Texts("#compare, #compare *")); n != 0 {
		t.Errorf("%d empty places of the script are shown", n)
	}
	texts := Eval[map[string][]string](p, `Object.fromEntries(Array.from(document.querySelectorAll('#figures tbody tr'))
		.map((tr) => [tr.cells[0].innerText.trim() + ' ' + tr.cells[2].innerText.trim(), Array.from(tr.cells).slice(6).map((td) => td.innerText.replace(/\s+/g, ' ').trim())]))`)
	sizes := p.Texts("#figures th[data-bytes]")
	figures := 0
	for _, r := range bench.Records {
		if r.Figures == nil {
			continue
		}
		cells := texts["bench_1 "+r.Label]
		i := slices.Index(sizes, report.ShortLength(r.InputBytes))
		if i < 0 || len(cells) <= i {
			t.Fatalf("no figure of %s at %d bytes", r.Label, r.InputBytes)
		}
		want := fmt.Sprintf("≈ %.1f ", float64(*r.Assay.MedianCycles)/float64(r.InputBytes))
		if !strings.HasPrefix(cells[i], want) {
			t.Errorf("%s at %d bytes: %q, want %q", r.Label, r.InputBytes, cells[i], want)
		}
		if marked := strings.HasSuffix(cells[i], " a b"); marked != (len(r.Assay.Marks) == 2) {
			t.Errorf("%s at %d bytes: %q with marks %q", r.Label, r.InputBytes, cells[i], r.Assay.Marks)
		}
		figures++
	}
	if figures < 60 {
		t.Errorf("only %d figures", figures)
	}
	for _, r := range arm.Records { // counted cycles, without ≈
		want := fmt.Sprintf("%.1f ±", float64(*r.MedianTrialCycles)/float64(r.InputBytes))
		if cells := texts["arm_1 "+r.Label]; len(cells) != 8 || !strings.HasPrefix(cells[slices.Index(sizes, report.ShortLength(r.InputBytes))], want) {
			t.Errorf("%s of arm_1 at %d bytes: %q, want %q", r.Label, r.InputBytes, cells, want)
		}
	}
	if got := texts["arm_1, published means Iphe-512"]; len(got) != 8 || got[0] != "408.1" {
		t.Errorf("published figures: %q", got)
	}
	wantTexts(t, p, "#marks dt", "a: spread", "b: outlier")
	noFaults(t, p)
}
