package compare

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/hashassay/assay/internal/evidence"
)

func mustCompare(t *testing.T, a, b *maker, o Options) *Result {
	t.Helper()
	res, err := Datasets(a.d, b.d, o)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func kinds(ws []Warning) string {
	var list []string
	for _, w := range ws {
		list = append(list, w.Kind)
	}
	return strings.Join(list, " ")
}

func near(x evidence.Float, want float64) bool { return math.Abs(float64(x)-want) <= 1e-3*want }

// Two runs of the same code, and one of code that is 5 % slower in one
// operation.
func TestDatasets(t *testing.T) {
	a, b := newMaker("a"), newMaker("b")
	for _, n := range []int{32, 1024, 65536} {
		a.add("Iphe-512-c99", n, around(1e-6*float64(n), 6)...)
		a.add("Iphe-768-c99", n, around(1e-6*float64(n), 6)...)
		b.add("Iphe-512-c99", n, around(1.002e-6*float64(n), 6)...)
		slow := 1.0
		if n == 1024 {
			slow = 1.05
		}
		b.add("Iphe-768-c99", n, around(slow*1e-6*float64(n), 6)...).LibrarySHA256 = "another"
	}
	limit := 0.02
	res := mustCompare(t, a, b, Options{Regression: &limit})
	if res.Size() != 6 || res.Count(Equal) != 5 || res.Count(Slower) != 1 || res.Count(Faster) != 0 || res.Machines {
		t.Errorf("%d rows, %d equal, %d slower", res.Size(), res.Count(Equal), res.Count(Slower))
	}
	found := res.Regressions()
	if len(found) != 1 || found[0].B.Label != "Iphe-768-c99" || found[0].Bytes != 1024 || !near(found[0].Ratio, 1.05) || found[0].SameCode {
		t.Errorf("regressions %+v", found)
	}
	row := res.Groups[0].Rows[0]
	if row.Bytes != 32 || row.Measure != CPUTime || !near(row.A.Median, 32.08e-6) || !near(row.Ratio, 1.002) || !row.SameCode || row.Lo == nil ||
		*row.Lo > 1.002 || *row.Hi < 1.002 || len(row.A.Trials) != 6 || row.A.Record != "records/hash-12/Iphe-512-c99__hash_32.json" {
		t.Errorf("first row: %+v", row)
	}
	if want := math.Pow(1.002*1.002*1.002*1.05, 1.0/6); !near(*res.Groups[0].Mean, want) {
		t.Errorf("mean %v, want %v", *res.Groups[0].Mean, want)
	}
	if len(res.Warnings) > 0 {
		t.Errorf("warnings %v", res.Warnings)
	}
	// A larger limit: slower, but no regression. A larger noise threshold: no difference.
	limit = 0.06
	if res = mustCompare(t, a, b, Options{Regression: &limit}); len(res.Regressions()) > 0 || res.Count(Slower) != 1 {
		t.Errorf("limit 6 %%: %d regressions, %d slower", len(res.Regressions()), res.Count(Slower))
	}
	if res = mustCompare(t, a, b, Options{Noise: 0.06}); res.Count(Slower) != 0 {
		t.Error("noise 6 %: still slower")
	}
	// The other way round.
	if res = mustCompare(t, b, a, Options{}); res.Count(Faster) != 1 || res.Count(Slower) != 0 {
		t.Errorf("turned around: %d faster, %d slower", res.Count(Faster), res.Count(Slower))
	}
}

// Means cover shared rows only, and what is missing is told with the reason.
func TestMissing(t *testing.T) {
	a, b := newMaker("a"), newMaker("b")
	for _, label := range []string{"Iphe-512-c99", "Iphe-512-go", "Iphe-768-c99", "Iphe-768-go"} {
		a.add(label, 32, around(1e-6, 6)...)
	}
	b.add("Iphe-512-c99", 32, around(1e-6, 6)...)
	b.add("Iphe-768-c99", 32, around(1e-6, 6)...).Status = evidence.Failed
	b.d.Build.Instances["hash-12/Iphe-512-go"] = &evidence.BuildEntry{Candidate: "hash-12", Label: "Iphe-512-go", KAT: "MISMATCH"}
	b.add("Iphe-1024-go"[:8]+"-x", 32, around(1e-6, 6)...) // a label that A has not
	res := mustCompare(t, a, b, Options{})
	if len(res.Groups[0].Rows) != 1 || float64(*res.Groups[0].Mean) != 1 {
		t.Errorf("%d rows, mean %v", len(res.Groups[0].Rows), *res.Groups[0].Mean)
	}
	text := func(list []Missing) string {
		var s []string
		for _, m := range list {
			s = append(s, m.Label+" "+m.Why)
		}
		return strings.Join(s, "; ")
	}
	if got, want := text(res.Lost), "Iphe-512-go known-answer test in B: MISMATCH; Iphe-768-c99 not measured to the end in B"; got != want {
		t.Errorf("lost: %s, want %s", got, want)
	}
	if got, want := text(res.OnlyA), "Iphe-768-go not in B"; got != want {
		t.Errorf("only in A: %s, want %s", got, want)
	}
	if got, want := text(res.OnlyB), "Iphe-102-x not in A"; got != want {
		t.Errorf("only in B: %s, want %s", got, want)
	}
	// What A did not finish is only in B.
	a, b = newMaker("a"), newMaker("b")
	a.add("Iphe-512-c99", 32, around(1e-6, 6)...).Status = evidence.Failed
	a.add("Iphe-512-go", 32, around(1e-6, 6)...)
	b.add("Iphe-512-c99", 32, around(1e-6, 6)...)
	b.add("Iphe-512-go", 32, around(1e-6, 6)...)
	if res = mustCompare(t, a, b, Options{}); text(res.OnlyB) != "Iphe-512-c99 not measured to the end in A" || len(res.Lost) > 0 {
		t.Errorf("only in B: %s, lost: %s", text(res.OnlyB), text(res.Lost))
	}
}

func TestNothing(t *testing.T) {
	a, b := newMaker("a"), newMaker("b")
	if _, err := Datasets(a.d, b.d, Options{}); !errors.Is(err, ErrNothing) {
		t.Errorf("empty runs: %v", err)
	}
	a.add("Iphe-512-c99", 32, around(1e-6, 6)...)
	b.add("Iphe-768-c99", 32, around(1e-6, 6)...)
	if _, err := Datasets(a.d, b.d, Options{}); !errors.Is(err, ErrNothing) || !strings.Contains(err.Error(), "Iphe-512-c99") {
		t.Errorf("nothing in common: %v", err)
	}
}

// The measure is the best that both sides have.
func TestMeasure(t *testing.T) {
	pair := func() (a, b *maker, x, y *evidence.Record) {
		a, b = newMaker("a"), newMaker("b")
		return a, b, a.add("Iphe-512-c99", 32, around(1e-6, 6)...), b.add("Iphe-512-c99", 32, around(1e-6, 6)...)
	}
	check := func(name string, a, b *maker, want Measure, median, ratio float64) {
		t.Helper()
		row := mustCompare(t, a, b, Options{}).Groups[0].Rows[0]
		if row.Measure != want || !near(row.A.Median, median) || !near(row.Ratio, ratio) {
			t.Errorf("%s: measure %s, median %v, ratio %v, want %s, %g, %g", name, row.Measure, row.A.Median, row.Ratio, want, median, ratio)
		}
	}
	a, b, x, y := pair()
	check("no counter", a, b, CPUTime, 1.0025e-6, 1)
	counted(x, 3e9)
	check("a counter on one side", a, b, CPUTime, 1.0025e-6, 1)
	counted(y, 3.3e9)
	check("counters", a, b, Cycles, 3007.5, 1.1)
	y.Assay.Trials[2].Trial.ThreadSeconds = 0
	check("counters, no thread clock", a, b, Cycles, 3007.5, 1.1)

	a, b, _, y = pair()
	y.Assay.Trials[2].Trial.ThreadSeconds = 0
	check("no thread clock in one trial", a, b, WallTime, 1.1*1.0025e-6, 1)

	a, b, x, _ = pair()
	published(x)
	check("published, without a counter", a, b, WallTime, 1.1*1.0025e-6, 1)
	a, b, x, y = pair()
	counted(x, 3e9)
	counted(y, 3e9)
	published(x)
	check("published, with counters", a, b, Cycles, 3007.5, 1)

	// Different machines: cycles only, estimated ones if need be.
	a, b, x, y = pair()
	b.d.Campaign.EnvironmentAtStart.CPUModel = "another"
	check("other machine", a, b, EstimatedCycles, 3007.5, 1)
	for i := range y.Assay.Trials {
		y.Assay.Trials[i].Trial.ClockAfterHz = 0
		y.Assay.Trials[i].Trial.ClockBeforeHz = 6e9
	}
	check("other machine, another clock", a, b, EstimatedCycles, 3007.5, 2)
	y.Assay.Trials[0].Trial.ClockBeforeHz = 0
	y.Assay.UsualClockHz = 6e9
	check("other machine, a clock is missing", a, b, EstimatedCycles, 3007.5, 2)
	counted(x, 3e9)
	check("other machine, one counter", a, b, EstimatedCycles, 3007.5, 2)
	counted(y, 3e9)
	check("other machine, counters", a, b, Cycles, 3007.5, 1)
	y.Assay.CycleSource = evidence.None
	y.MeanCycles = nil
	if _, err := Datasets(a.d, b.d, Options{}); !errors.Is(err, ErrNothing) || !strings.Contains(err.Error(), "no cycles on both sides") {
		t.Errorf("other machine, no cycles: %v", err)
	}
}

// What was different when B was measured is said.
func TestCircumstances(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(b *maker, y *evidence.Record)
		want   string
	}{
		{"nothing", func(b *maker, y *evidence.Record) {}, ""},
		{"machine", func(b *maker, y *evidence.Record) { b.d.Campaign.EnvironmentAtStart.Hostname = "b" }, "machine"},
		{"kernel", func(b *maker, y *evidence.Record) { b.d.Campaign.EnvironmentAtStart.Kernel = "6.2" }, "host"},
		{"cpu", func(b *maker, y *evidence.Record) { b.d.Campaign.EnvironmentAtStart.CPUNumber = 3 }, "host"},
		{"compiler", func(b *maker, y *evidence.Record) { b.d.Campaign.EnvironmentAtStart.Compiler = nil }, "compiler"},
		{"Go, for C code", func(b *maker, y *evidence.Record) { b.d.Campaign.Assay.GoVersion = "go1.27" }, ""},
		{"driver", func(b *maker, y *evidence.Record) { b.d.Campaign.Assay.Drivers["c"] = "bb" }, "driver"},
		{"no driver", func(b *maker, y *evidence.Record) { b.d.Campaign.Assay.Drivers = nil }, ""},
		{"emulator", func(b *maker, y *evidence.Record) { b.d.Campaign.Assay.ExecPrefix = []string{"qemu"} }, "emulator"},
		{"trial length", func(b *maker, y *evidence.Record) { b.d.Campaign.Planning.TrialTargetS = 0.5 }, "plan"},
		{"published", func(b *maker, y *evidence.Record) { b.d.Campaign.Assay = nil }, "driver"},
		{"clock", func(b *maker, y *evidence.Record) { hz := int64(2.9e9); y.Environment.CoreClockHz = &hz }, "clock"},
		{"clock that differs little", func(b *maker, y *evidence.Record) { hz := int64(2.99e9); y.Environment.CoreClockHz = &hz }, ""},
		{"clock that is not known", func(b *maker, y *evidence.Record) { y.Environment.CoreClockHz = nil }, ""},
		{"same library, other speed", func(b *maker, y *evidence.Record) {
			for _, a := range y.Assay.Trials {
				a.Trial.ThreadSeconds *= 1.05
			}
		}, "controls"},
		{"other library, other speed", func(b *maker, y *evidence.Record) {
			y.LibrarySHA256 = "another"
			for _, a := range y.Assay.Trials {
				a.Trial.ThreadSeconds *= 1.05
			}
		}, ""},
		{"trials far apart", func(b *maker, y *evidence.Record) {
			for i, a := range y.Assay.Trials {
				a.Trial.ThreadSeconds *= 0.95 + 0.02*float64(i)
			}
		}, "resolution"},
	} {
		a, b := newMaker("a"), newMaker("b")
		x, y := a.add("Iphe-512-c99", 32, around(1e-6, 6)...), b.add("Iphe-512-c99", 32, around(1e-6, 6)...)
		hz := int64(3e9)
		x.Environment.CoreClockHz, y.Environment.CoreClockHz = &hz, &hz
		c.change(b, y)
		if got := kinds(mustCompare(t, a, b, Options{}).Warnings); got != c.want {
			t.Errorf("%s: warnings %q, want %q", c.name, got, c.want)
		}
	}
	// Cycles are those of any clock.
	p, q := newMaker("a"), newMaker("b")
	for i, m := range []*maker{p, q} {
		r, hz := m.add("Iphe-512-c99", 32, around(1e-6, 6)...), int64(3e9-3e8*float64(i))
		counted(r, 3e9)
		r.Environment.CoreClockHz = &hz
	}
	if got := kinds(mustCompare(t, p, q, Options{}).Warnings); got != "" {
		t.Errorf("counters, another clock: warnings %q", got)
	}
	// With Go code, Go's version counts.
	a, b := newMaker("a"), newMaker("b")
	a.add("Iphe-512-go", 32, around(1e-6, 6)...)
	b.add("Iphe-512-go", 32, around(1e-6, 6)...)
	b.d.Campaign.Assay.GoVersion = "go1.27"
	if got := kinds(mustCompare(t, a, b, Options{}).Warnings); got != "compiler" {
		t.Errorf("another Go: warnings %q", got)
	}
}

// Where identical code took longer in B, other code must take longer than that
// to be slower, and no less to be faster.
func TestControls(t *testing.T) {
	runs := func(drift float64, rows int) (a, b *maker) {
		a, b = newMaker("a"), newMaker("b")
		for i := range rows {
			a.add("Iphe-512-c99", 32<<i, around(1e-6, 6)...)
			b.add("Iphe-512-c99", 32<<i, around(drift*1e-6, 6)...)
		}
		for i, ratio := range []float64{0.95, 1.045, 1.07, 1.12} {
			a.add("Iphe-768-c99", 32<<i, around(1e-6, 6)...)
			b.add("Iphe-768-c99", 32<<i, around(ratio*1e-6, 6)...).LibrarySHA256 = "another"
		}
		return a, b
	}
	limit := 0.05
	for _, c := range []struct {
		drift    float64
		rows     int
		verdicts string // of the four
		regress  int
		warnings string
	}{
		{1.05, 8, "faster, no difference, slower, slower", 1, "drift"},
		{1.05, 7, "faster, slower, slower, slower", 2, "controls"}, // too few to tell
		{1.005, 8, "faster, slower, slower, slower", 2, ""},
		{0.92, 8, "no difference, slower, slower, slower", 2, "drift"},
	} {
		a, b := runs(c.drift, c.rows)
		res := mustCompare(t, a, b, Options{Regression: &limit})
		var got []string
		regress := 0
		for row := range res.rows {
			if row.B.Label == "Iphe-768-c99" {
				got = append(got, string(row.Verdict))
				if row.Regressed {
					regress++
				}
			}
		}
		if strings.Join(got, ", ") != c.verdicts || regress != c.regress {
			t.Errorf("drift %g of %d: %q, %d regressions", c.drift, c.rows, got, regress)
		}
		var ws []string
		for _, w := range res.Warnings {
			if w.Kind != "resolution" {
				ws = append(ws, w.Kind)
			}
		}
		if strings.Join(ws, " ") != c.warnings {
			t.Errorf("drift %g of %d: warnings %q, want %q", c.drift, c.rows, ws, c.warnings)
		}
		if c.rows == 8 && (res.Controls == nil || res.Controls.Rows != 8 || !near(res.Controls.Ratio, c.drift)) || c.rows < 8 && res.Controls != nil {
			t.Errorf("drift %g of %d: controls %+v", c.drift, c.rows, res.Controls)
		}
	}
}

// A ratio above the limit is no regression without a verdict.
func TestNoRegressionWithoutAVerdict(t *testing.T) {
	a, b := newMaker("a"), newMaker("b")
	a.add("Iphe-512-c99", 32, around(1e-6, 6)...)
	b.add("Iphe-512-c99", 32, 0.9e-6, 0.95e-6, 1.1e-6, 1.15e-6, 1.2e-6, 1.3e-6)
	limit := 0.02
	res := mustCompare(t, a, b, Options{Regression: &limit})
	if row := res.Groups[0].Rows[0]; row.Ratio < 1.1 || row.Verdict != Equal || len(res.Regressions()) > 0 {
		t.Errorf("%+v", row)
	}
}

// A regression that the trials cannot rule out is said to be one; a possible
// improvement is not.
func TestResolutionOfRegressions(t *testing.T) {
	a, b := newMaker("a"), newMaker("b")
	a.add("Iphe-512-c99", 32, around(1e-6, 6)...)
	b.add("Iphe-512-c99", 32, 0.9e-6, 0.92e-6, 0.95e-6, 1e-6, 1.001e-6, 1.002e-6)
	limit := 0.05
	if got := kinds(mustCompare(t, a, b, Options{Regression: &limit}).Warnings); got != "" {
		t.Errorf("limit 5 %%: warnings %q", got)
	}
	if got := kinds(mustCompare(t, a, b, Options{}).Warnings); got != "resolution" {
		t.Errorf("no limit: warnings %q", got)
	}
	limit = 0.0005
	if got := kinds(mustCompare(t, a, b, Options{Regression: &limit}).Warnings); got != "resolution" {
		t.Errorf("limit 0.05 %%: warnings %q", got)
	}
}

// What speaks against comparing two records is said at the row.
func TestRowWarnings(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(y *evidence.Record)
		want   string
	}{
		{"nothing", func(y *evidence.Record) {}, ""},
		{"digest", func(y *evidence.Record) { y.Assay.Digest = "ff" }, "digest"},
		{"flags", func(y *evidence.Record) { y.Flags = "harness-default" }, "flags"},
		{"build flags", func(y *evidence.Record) { y.BuildFlags = "-O3" }, "flags"},
		{"kernel", func(y *evidence.Record) { y.Assay.Kernel = "avx2" }, "kernel"},
		{"vectors", func(y *evidence.Record) { y.KAT = "NOKAT" }, "kat"},
		{"few trials", func(y *evidence.Record) {
			y.Assay.Trials = y.Assay.Trials[:3]
			y.Figures.Trials = y.Figures.Trials[:3]
		}, "trials"},
	} {
		a, b := newMaker("a"), newMaker("b")
		a.add("Iphe-512-c99", 32, around(1e-6, 6)...)
		c.change(b.add("Iphe-512-c99", 32, around(1e-6, 6)...))
		row := mustCompare(t, a, b, Options{}).Groups[0].Rows[0]
		if got := kinds(row.Warnings); got != c.want {
			t.Errorf("%s: warnings %q, want %q", c.name, got, c.want)
		}
	}
}

func TestOrder(t *testing.T) {
	a, b := newMaker("a"), newMaker("b")
	for _, label := range []string{"Iphe-768-go", "Iphe-512-go", "Iphe-512-c99"} {
		for _, n := range []int{65536, 32} {
			a.add(label, n, around(1e-6, 6)...)
			b.add(label, n, around(1e-6, 6)...)
		}
	}
	var got []int
	var labels []string
	for _, r := range mustCompare(t, a, b, Options{}).Groups[0].Rows {
		got = append(got, r.Bytes)
		labels = append(labels, r.B.Label)
	}
	if !slices.Equal(got, []int{32, 65536, 32, 65536, 32, 65536}) || labels[0] != "Iphe-512-c99" || labels[5] != "Iphe-768-go" {
		t.Errorf("order %v %v", labels, got)
	}
}

// The measure of a row is what others show of one record, too.
func TestPerCall(t *testing.T) {
	r := &evidence.Record{Status: evidence.Failed, Assay: &evidence.Assay{}}
	for _, m := range []Measure{Cycles, CPUTime, WallTime, EstimatedCycles} {
		if xs, ok := m.PerCall(r); ok {
			t.Errorf("%s of a record without a trial: %v", m, xs)
		}
	}
	mean := evidence.Float(300)
	published := &evidence.Record{Status: evidence.Complete, Figures: &evidence.Figures{
		MeanCycles: &mean, Trials: []evidence.Trial{{Measurements: 10, Seconds: 2, Cycles: 3000}, {Measurements: 20, Seconds: 5, Cycles: 8000}},
	}}
	for m, want := range map[Measure][]float64{Cycles: {300, 400}, WallTime: {0.2, 0.25}, CPUTime: nil} {
		xs, ok := m.PerCall(published)
		if ok != (want != nil) || !slices.Equal(xs, want) {
			t.Errorf("%s of a published record: %v, %v, want %v", m, xs, ok, want)
		}
	}
}
