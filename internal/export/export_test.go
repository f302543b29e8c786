package export

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/hashassay/assay/docs/schema"
	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/schematest"
	"github.com/hashassay/assay/internal/stats"
)

func rowsOf(t *testing.T, d *evidence.Dataset) []Row {
	t.Helper()
	rows, err := Rows(d)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// byRecord groups rows by their record.
func byRecord(rows []Row) map[string][]Row {
	m := map[string][]Row{}
	for _, r := range rows {
		m[r.Record] = append(m[r.Record], r)
	}
	return m
}

// median is the median over rows of a figure that all of them have.
func median(t *testing.T, rows []Row, figure func(*Row) *evidence.Float) evidence.Float {
	t.Helper()
	var xs []float64
	for i := range rows {
		x := figure(&rows[i])
		if x == nil {
			t.Fatalf("%s, trial %d: the figure is missing", rows[i].Record, rows[i].Number)
		}
		xs = append(xs, float64(*x))
	}
	return evidence.Float(stats.Median(xs))
}

func perCallCycles(r *Row) *evidence.Float  { return r.PerCallCycles }
func perCallSeconds(r *Row) *evidence.Float { return &r.PerCallS }

// The figures of the published records follow from the rows to the last bit.
func TestPublished(t *testing.T) {
	d := golden(t)
	rows := rowsOf(t, d)
	if len(rows) != 80 {
		t.Fatalf("%d rows, want 80", len(rows))
	}
	groups := byRecord(rows)
	for _, r := range d.Records {
		group := groups[d.Paths[r]]
		if got := median(t, group, perCallSeconds); got != r.MedianTrialSeconds {
			t.Errorf("%s: median of %v s, want %v", d.Paths[r], got, r.MedianTrialSeconds)
		}
		if got := median(t, group, perCallCycles); got != *r.MedianTrialCycles {
			t.Errorf("%s: median of %v cycles, want %v", d.Paths[r], got, *r.MedianTrialCycles)
		}
	}
	// The first trial of the first record, by hand.
	row := rows[0]
	if row.Label != "CHash_512" || row.InputBytes != 32 || row.Number != 1 || row.Trials != 5 || row.Calls != 7075 ||
		row.Seconds != 0.55143625 || *row.Cycles != 1485846912 || row.CycleSource != evidence.Perf || row.Warmups != 3 {
		t.Errorf("first row: %+v", row)
	}
	if got, want := float64(*row.PerByteCycles), 1485846912.0/7075/32; math.Abs(got/want-1) > 1e-15 {
		t.Errorf("%v cycles per byte, want %v", got, want)
	}
	if got, want := float64(*row.ThroughputMBs), 32*7075/0.55143625/1e6; math.Abs(got/want-1) > 1e-15 {
		t.Errorf("%v MB/s, want %v", got, want)
	}
	// What the records leave out comes from the campaign; what nobody knows is not made up.
	if row.CPUModel != "Qualcomm Oryon" || row.Compiler != "gcc (Ubuntu 15.2.0-16ubuntu1) 15.2.0" || row.OSKernel != "7.0.0-34-generic" ||
		row.CPUNumber != 2 || *row.CPUFreqMaxKHz != "2707200" || row.Implementation != "submitted" || row.Variant != "reference" {
		t.Errorf("first row: %+v", row)
	}
	if row.Round != nil || row.CounterErrno != nil || row.Seed != nil || row.PeakRSS != nil || row.WallS != nil || row.CPUFreqGovernor != nil || row.Digest != "" {
		t.Errorf("first row holds what the dataset does not: %+v", row)
	}
}

// A complete published record tells more of its processes.
func TestPublishedProcesses(t *testing.T) {
	d := golden(t)
	r := d.Records[0]
	for i, trial := range r.Trials {
		r.Processes = append(r.Processes, evidence.Process{
			Status: "ok", Trials: []evidence.Trial{trial}, WallS: evidence.Float(i + 1),
			Meta: &evidence.Meta{BaselineRSSBytes: fmt.Sprint(1000 + i), PeakRSSBytes: fmt.Sprint(2000 + i)},
		})
		if i == 1 { // a process that gave no trial stands between
			r.Processes = append(r.Processes, evidence.Process{Status: evidence.HardTimeout, WallS: 99})
		}
	}
	for i, row := range rowsOf(t, d)[:5] {
		if *row.WallS != evidence.Float(i+1) || *row.BaselineRSS != int64(1000+i) || *row.PeakRSS != int64(2000+i) {
			t.Errorf("trial %d: %v s, %d and %d bytes", i+1, *row.WallS, *row.BaselineRSS, *row.PeakRSS)
		}
	}
	// Processes whose trials are not the record's are nobody's.
	r.Processes[0].Trials = []evidence.Trial{{Measurements: 1, Seconds: 1}}
	if row := rowsOf(t, d)[0]; row.WallS != nil || row.PeakRSS != nil {
		t.Errorf("trial 1: %v s, peak %v", row.WallS, row.PeakRSS)
	}
}

// Cycles of a trial come from where the record says, and the record's figures
// follow from them.
func TestCycles(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		run    scripted
		source evidence.CycleSource
	}{
		{counted, evidence.Perf},
		{estimated, evidence.ClockEstimate},
		{multiplexed, evidence.ClockEstimate}, // one trial without its counter: all are estimated
		{clockless, evidence.ClockEstimate},   // one without its clock: that of the others stands in
		{nowhere, evidence.None},
	} {
		t.Run(c.run.name, func(t *testing.T) {
			t.Parallel()
			d := c.run.dataset(t)
			groups := byRecord(rowsOf(t, d))
			for _, r := range d.Records {
				group := groups[d.Paths[r]]
				if len(group) != len(r.Trials) {
					t.Fatalf("%d bytes: %d rows of %d trials", r.InputBytes, len(group), len(r.Trials))
				}
				if got := median(t, group, perCallSeconds); got != r.MedianTrialSeconds || got != r.Assay.MedianSeconds {
					t.Errorf("%d bytes: median of %v s, want %v", r.InputBytes, got, r.MedianTrialSeconds)
				}
				for _, row := range group {
					if row.CycleSource != c.source || row.CycleReason != r.Assay.CycleReason {
						t.Errorf("%d bytes: cycles from %s (%s), want %s", r.InputBytes, row.CycleSource, row.CycleReason, c.source)
					}
				}
				if c.source == evidence.None {
					if group[0].Cycles != nil || group[0].PerCallCycles != nil || group[0].PerByteCycles != nil {
						t.Errorf("%d bytes: cycles from nowhere", r.InputBytes)
					}
					continue
				}
				if got := median(t, group, perCallCycles); got != *r.Assay.MedianCycles {
					t.Errorf("%d bytes: median of %v cycles, want %v", r.InputBytes, got, *r.Assay.MedianCycles)
				}
				var cycles, calls float64
				for _, row := range group {
					cycles += float64(*row.Cycles)
					calls += float64(row.Calls)
				}
				if got := evidence.Float(cycles / calls); got != *r.Assay.MeanCycles {
					t.Errorf("%d bytes: mean of %v cycles, want %v", r.InputBytes, got, *r.Assay.MeanCycles)
				}
			}
		})
	}
}

// A row of our own holds everything that tells it from another.
func TestOwnRow(t *testing.T) {
	t.Parallel()
	d := counted.dataset(t)
	row := rowsOf(t, d)[0]
	entry := d.Build.Instances["hash-12/Iphe-512-go"]
	if row.LibrarySHA256 == "" || row.LibrarySHA256 != entry.LibrarySHA256 || row.DriverSHA256 != d.Campaign.Assay.Drivers["go"] ||
		row.KATLogSHA256 != entry.KATLogSHA256 || row.KernelPath == "" || row.KernelPath != entry.Assay.Kernel ||
		row.Compiler != d.Campaign.Assay.GoVersion || row.BuildFlags != entry.Assay.BuildFlags || row.Flags != "go" || row.Language != "go" {
		t.Errorf("origin: %+v", row)
	}
	if *row.CounterErrno != 0 || *row.Instructions != 2**row.CounterCycles || *row.Seed != 7 || *row.Round != 0 || *row.DigestBytes != 64 ||
		row.Digest != entry.Assay.Digests["32"] || row.StartedUTC == "" || *row.Migrations != 0 {
		t.Errorf("process: %+v", row)
	}
}

// What the three formats say of a trial is the same.
func TestFormatsAgree(t *testing.T) {
	t.Parallel()
	for name, d := range map[string]*evidence.Dataset{"published": golden(t), "ours": estimated.dataset(t)} {
		var table, list bytes.Buffer
		for f, w := range map[Format]io.Writer{CSV: &table, JSON: &list} {
			if notes, err := Write(w, d, f); err != nil || len(notes) > 0 {
				t.Fatalf("%s: %s: %v, %v", name, f, notes, err)
			}
		}
		lines, err := csv.NewReader(&table).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		var objects []map[string]any
		decoder := json.NewDecoder(bytes.NewReader(list.Bytes()))
		decoder.UseNumber()
		if err := decoder.Decode(&objects); err != nil {
			t.Fatal(err)
		}
		if len(lines) != len(objects)+1 || len(objects) < 40 {
			t.Fatalf("%s: %d lines, %d objects", name, len(lines), len(objects))
		}
		if !slices.Equal(lines[0], Columns()) || len(objects[0]) != len(lines[0]) {
			t.Errorf("%s: columns %q", name, lines[0])
		}
		for i, object := range objects {
			for k, column := range lines[0] {
				if got, want := lines[i+1][k], asCell(t, object[column]); got != want {
					t.Errorf("%s: row %d, %s: %q in the table, %q in the list", name, i, column, got, want)
				}
			}
		}
		schemas, err := schematest.Load()
		if err != nil {
			t.Fatal(err)
		}
		if err := schemas.Check("export", list.Bytes()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// asCell writes a JSON value as a cell should hold it.
func asCell(t *testing.T, v any) string {
	t.Helper()
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	case bool, json.Number:
		return fmt.Sprint(v)
	case []any:
		var parts []string
		for _, x := range v {
			parts = append(parts, x.(string))
		}
		return strings.Join(parts, "; ")
	}
	t.Fatalf("a %T in a row", v)
	return ""
}

// The schema explains every column, in order.
func TestSchemaHasTheColumns(t *testing.T) {
	data, err := schema.Files.ReadFile("export.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var s struct {
		Items struct {
			Properties json.RawMessage
			Required   []string
		}
	}
	if err := json.Unmarshal(data, &s); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(s.Items.Required, Columns()) {
		t.Errorf("required: %q\ncolumns:  %q", s.Items.Required, Columns())
	}
	var keys []string
	decoder := json.NewDecoder(bytes.NewReader(s.Items.Properties))
	decoder.Token() // {
	for decoder.More() {
		key, err := decoder.Token()
		if err != nil {
			t.Fatal(err)
		}
		keys = append(keys, key.(string))
		var skip json.RawMessage
		if err := decoder.Decode(&skip); err != nil {
			t.Fatal(err)
		}
	}
	if !slices.Equal(keys, Columns()) {
		t.Errorf("properties: %q\ncolumns:    %q", keys, Columns())
	}
}

// Every field of Row can be written: a new type would be found here.
func TestCells(t *testing.T) {
	for _, f := range columns() {
		cell(reflect.New(f.Type).Elem().Interface())
		if f.Type.Kind() == reflect.Pointer {
			cell(reflect.New(f.Type.Elem()).Interface())
		}
	}
}

// Trials of an operation that failed are rows, and say so; one without any
// trial is named.
func TestFailedOperations(t *testing.T) {
	t.Parallel()
	d := failed.dataset(t)
	var out bytes.Buffer
	notes, err := Write(&out, d, CSV)
	if err != nil || len(notes) != 1 || notes[0] != "hash-12/Iphe-512-go, 1024 bytes: no trial, so no row: CRASH: signal 11 (SIGSEGV)" {
		t.Errorf("notes %q, %v", notes, err)
	}
	partial := 0
	for _, row := range rowsOf(t, d) {
		if row.InputBytes == 512 {
			partial++
			if row.Status != evidence.Failed || row.Failures != 1 || row.Trials != 2 {
				t.Errorf("512 bytes: %s, %d failures, trial %d of %d", row.Status, row.Failures, row.Number, row.Trials)
			}
		} else if row.Status != evidence.Complete {
			t.Errorf("%d bytes: %s", row.InputBytes, row.Status)
		}
	}
	if partial != 2 {
		t.Errorf("%d rows of the operation that failed, want 2", partial)
	}
}

func TestRefuses(t *testing.T) {
	d := golden(t)
	if _, err := Write(io.Discard, d, "xml"); err == nil || !strings.Contains(err.Error(), "xml") {
		t.Errorf("unknown format: %v", err)
	}
	d.Records = nil
	var out bytes.Buffer
	for _, f := range Formats() {
		if _, err := Write(&out, d, f); err == nil || out.Len() > 0 {
			t.Errorf("%s: no trials: %v, %d bytes", f, err, out.Len())
		}
	}
}

// A record of ours whose two lists of trials differ has been tampered with;
// neither is exported.
func TestContradiction(t *testing.T) {
	t.Parallel()
	d := counted.dataset(t)
	r := d.Records[3]
	for name, change := range map[string]func(){
		"assay.trials":          func() { r.Trials = r.Trials[:4] },
		"assay.trials[0].trial": func() { r.Trials[0].Seconds *= 2 },
	} {
		trials := slices.Clone(r.Trials)
		change()
		if _, err := Rows(d); err == nil || !strings.Contains(err.Error(), d.Paths[r]) || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
		r.Trials = trials
	}
	if _, err := Rows(d); err != nil {
		t.Error(err)
	}
}

// Code of another archive than the published one cannot be taken for the submission's in any
// format.
func TestArchive(t *testing.T) {
	d := counted.dataset(t)
	e := d.Build.Instances["hash-12/Iphe-512-go"]
	before := e.Assay.Archive
	defer func() { e.Assay.Archive = before }()
	digest := strings.Repeat("5a", 32)
	for _, published := range []bool{true, false} {
		e.Assay.Archive = &evidence.Archive{Name: "mine.zip", SHA256: digest, Published: published}
		for _, row := range rowsOf(t, d) {
			if ours := row.Label == "Iphe-512-go"; ours != (row.Published != nil) || ours && (row.Archive != "mine.zip" || row.ArchiveSHA256 != digest || *row.Published != published) {
				t.Fatalf("published %v: %s: %+v", published, row.Label, row.Origin)
			}
		}
		var out strings.Builder
		if _, err := Write(&out, d, Benchfmt); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(out.String(), "/archive=other/") == published || strings.Contains(out.String(), digest+": "+evidence.AnotherArchive) == published || !strings.Contains(out.String(), "from archive mine.zip, SHA-256 "+digest) {
			t.Errorf("published %v:\n%.3000s", published, out.String())
		}
	}
}
