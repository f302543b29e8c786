package export

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchproc"

	"github.com/hashassay/assay/internal/evidence"
)

// results writes a dataset in the benchmark format and reads it back with the
// reader that benchstat uses.
func results(t *testing.T, d *evidence.Dataset) (text string, rs []*benchfmt.Result, units benchfmt.UnitMetadataMap) {
	t.Helper()
	var out bytes.Buffer
	if _, err := Write(&out, d, Benchfmt); err != nil {
		t.Fatal(err)
	}
	text = out.String()
	r := benchfmt.NewReader(&out, "run.txt")
	for r.Scan() {
		switch rec := r.Result().(type) {
		case *benchfmt.Result:
			rs = append(rs, rec.Clone())
		case *benchfmt.SyntaxError:
			t.Error(rec)
		}
	}
	if err := r.Err(); err != nil {
		t.Fatal(err)
	}
	return text, rs, r.Units()
}

// What benchstat reads is what the rows say.
func TestBenchfmtReadsBack(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		d     *evidence.Dataset
		unit  string
		units int
	}{
		{golden(t), "cycles/op", 3},
		{counted.dataset(t), "cycles/op", 4},
		{estimated.dataset(t), "est-cycles/op", 3},
		{nowhere.dataset(t), "", 2},
	} {
		_, rs, units := results(t, c.d)
		rows := rowsOf(t, c.d)
		if len(rs) != len(rows) {
			t.Fatalf("%d results of %d rows", len(rs), len(rows))
		}
		for i, r := range rs {
			row := &rows[i]
			if seconds, _ := r.Value("sec/op"); r.Iters != row.Calls || seconds != float64(row.PerCallS) {
				t.Errorf("%s: %d calls, %v s", r.Name, r.Iters, seconds)
			}
			if row.Cycles != nil {
				if cycles, ok := r.Value(c.unit); !ok || cycles != float64(*row.PerCallCycles) {
					t.Errorf("%s: %v %s, want %v", r.Name, cycles, c.unit, *row.PerCallCycles)
				}
			}
			if len(r.Values) != c.units {
				t.Errorf("%s: values %v", r.Name, r.Values)
			}
			if n, ok := r.Value("instructions/op"); ok && n != float64(*row.Instructions)/float64(row.Calls) {
				t.Errorf("%s: %v instructions", r.Name, n)
			}
			base, parts := r.Name.Parts()
			if string(base) != "Hash" || string(parts[len(parts)-1]) != fmt.Sprintf("/size=%d", row.InputBytes) {
				t.Errorf("%s: parts %q", r.Name, parts)
			}
			if got := r.GetConfig("cpu"); got != row.CPUModel {
				t.Errorf("%s: cpu %q, want %q", r.Name, got, row.CPUModel)
			}
		}
		if c.unit != "" && units.GetBetter(c.unit) != -1 {
			t.Errorf("%s: nothing says that less is better", c.unit)
		}
	}
}

// tables returns the tables, and the rows in each, that benchstat makes of
// results: by configuration, and by name.
func tables(t *testing.T, rs []*benchfmt.Result) map[string]map[string]int {
	t.Helper()
	filter, err := benchproc.NewFilter("*")
	if err != nil {
		t.Fatal(err)
	}
	var parser benchproc.ProjectionParser
	config, err := parser.Parse(".config", filter)
	if err != nil {
		t.Fatal(err)
	}
	name, err := parser.Parse(".fullname", filter)
	if err != nil {
		t.Fatal(err)
	}
	m := map[string]map[string]int{}
	for _, r := range rs {
		table := config.Project(r).String()
		if m[table] == nil {
			m[table] = map[string]int{}
		}
		m[table][name.Project(r).String()]++
	}
	return m
}

// Two runs on one machine stand in one table although library, assay and
// driver differ between them, which is what one compares; another CPU does not.
func TestTwoRunsInOneTable(t *testing.T) {
	t.Parallel()
	a, b := estimated.dataset(t), estimated.dataset(t)
	b.Campaign.Assay.Version, b.Campaign.Assay.Seed = "v2", 8
	for _, r := range b.Records {
		r.LibrarySHA256, r.BuildFlags, r.Assay.Version = strings.Repeat("0", 64), "-O3", "v2"
		r.Environment.CoreClockHz = nil
	}
	_, first, _ := results(t, a)
	text, second, _ := results(t, b)
	m := tables(t, slices.Concat(first, second))
	if len(m) != 1 {
		t.Errorf("%d tables: %q", len(m), slices.Collect(maps.Keys(m)))
	}
	for _, rows := range m {
		if len(rows) != 8 {
			t.Errorf("%d rows, want 8", len(rows))
		}
		for name, n := range rows {
			if n != 10 {
				t.Errorf("%s: %d trials, want 5 of each run", name, n)
			}
		}
	}
	for _, want := range []string{strings.Repeat("0", 64), "flags go: -O3", "assay v2", "seed 8", "clock-estimate, the kernel has no hardware cycle counter"} {
		if !strings.Contains(text, want) {
			t.Errorf("the comments do not tell of %q", want)
		}
	}
	for _, r := range b.Records {
		r.Environment.CPUModel = "another"
	}
	_, second, _ = results(t, b)
	if m := tables(t, slices.Concat(first, second)); len(m) != 2 {
		t.Errorf("two machines: %d tables", len(m))
	}
}

// The names keep apart what must not be averaged.
func TestNames(t *testing.T) {
	row := func(label, instance, impl, kernel, kat string) Row {
		return Row{What: What{Candidate: "hash-99", Label: label, Instance: instance, Implementation: impl, KernelPath: kernel, InputBytes: 32}, Evidence: Evidence{KAT: kat}}
	}
	rows := []Row{
		row("Mix-512", "Mix-512", "submitted", "", "PASS"),
		row("Mix-512-go", "Mix-512", "go", "avx2", "PASS"),
		row("Mix-512-c99", "Mix-512", "c99", "", "MISMATCH"),
		row("one", "Both", "submitted", "", "PASS"),
		row("two", "Both", "submitted", "", "PASS"),
		row("blank", "C Hash/v\u00a02", "submitted", "", "PASS"),
	}
	want := []string{
		"Hash/candidate=hash-99/instance=Mix-512/impl=submitted/size=32",
		"Hash/candidate=hash-99/instance=Mix-512/impl=go/kernel=avx2/size=32",
		"Hash/candidate=hash-99/instance=Mix-512/impl=c99/kat=MISMATCH/size=32",
		"Hash/candidate=hash-99/instance=Both/impl=submitted/label=one/size=32",
		"Hash/candidate=hash-99/instance=Both/impl=submitted/label=two/size=32",
		"Hash/candidate=hash-99/instance=C_Hash_v_2/impl=submitted/size=32",
	}
	names := newNames(rows)
	for i := range rows {
		if got := names.of(&rows[i]); got != want[i] {
			t.Errorf("name %s, want %s", got, want[i])
		}
	}
}

// Operations that did not finish are left out, and named in the notes and in
// the text.
func TestBenchfmtLeavesOut(t *testing.T) {
	t.Parallel()
	d := failed.dataset(t)
	var out bytes.Buffer
	notes, err := Write(&out, d, Benchfmt)
	if err != nil || len(notes) != 3 || !strings.Contains(notes[1], "512 bytes: left out") || !strings.Contains(notes[2], "1024 bytes: left out") {
		t.Fatalf("notes %q, %v", notes, err)
	}
	if text := out.String(); strings.Contains(text, "size=512 ") || !strings.Contains(text, "# "+notes[1]+"\n") || !strings.Contains(text, "size=4096 ") {
		t.Errorf("the text:\n%s", text)
	}
	// With nothing else there is nothing to compare.
	for _, r := range d.Records {
		r.Status = evidence.Failed
	}
	if _, err := Write(io.Discard, d, Benchfmt); err == nil || !strings.Contains(err.Error(), "complete") {
		t.Errorf("no complete operation: %v", err)
	}
}

// Text of the machine cannot break the format's lines.
func TestLinesStayWhole(t *testing.T) {
	t.Parallel()
	d := counted.dataset(t)
	for _, r := range d.Records {
		r.Environment.CPUModel = "Two\nBenchmarkForged 1 1 sec/op"
		r.BuildFlags = "-O2\nBenchmarkForged 1 1 sec/op"
	}
	_, rs, _ := results(t, d)
	if len(rs) != 40 {
		t.Errorf("%d results, want 40", len(rs))
	}
}

// brokenWriter takes so many bytes and no more.
type brokenWriter struct{ left int }

var errFull = errors.New("full")

func (w *brokenWriter) Write(p []byte) (int, error) {
	if len(p) > w.left {
		return 0, errFull
	}
	w.left -= len(p)
	return len(p), nil
}

// An error of the writer, wherever it comes, is an error of the export.
func TestWriterFails(t *testing.T) {
	d := golden(t)
	for _, f := range Formats() {
		var whole bytes.Buffer
		if _, err := Write(&whole, d, f); err != nil {
			t.Fatal(err)
		}
		for _, n := range []int{0, 100, whole.Len() / 2, whole.Len() - 1} {
			if _, err := Write(&brokenWriter{n}, d, f); !errors.Is(err, errFull) {
				t.Errorf("%s: full after %d bytes: %v", f, n, err)
			}
		}
	}
}
