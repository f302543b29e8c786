package report

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashassay/assay/internal/evidence"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares got with a file in testdata. On a mismatch it writes what it
// got beside it.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(got, want) {
		os.Remove(path + ".got")
		return
	}
	if err := os.WriteFile(path+".got", got, 0o666); err != nil {
		t.Fatal(err)
	}
	t.Errorf("%s differs: see %s.got (go test -update rewrites it)", path, path)
}

// publishedDataset writes the published records of hash-03 on arm_1 as a
// dataset and reads it.
func publishedDataset(t *testing.T) *evidence.Dataset {
	t.Helper()
	const source = "../evidence/testdata/golden/"
	dir := t.TempDir()
	for _, name := range []string{"campaign.json", "build.json"} {
		data, err := os.ReadFile(source + name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(source + "records.json")
	if err != nil {
		t.Fatal(err)
	}
	var records []json.RawMessage
	if err := json.Unmarshal(data, &records); err != nil {
		t.Fatal(err)
	}
	for _, raw := range records {
		var r struct{ Path string }
		if err := json.Unmarshal(raw, &r); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, strings.TrimPrefix(r.Path, "performance/data/arm_1/"))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, raw, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	d, err := evidence.ReadDataset(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Records) != 16 {
		t.Fatalf("%d records, want 16", len(d.Records))
	}
	return d
}

// compareTable compares cells with a table of the published page
// (tab-separated, with a heading).
func compareTable(t *testing.T, file string, rows [][]string) {
	t.Helper()
	data, err := os.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	published := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")[1:]
	if len(rows) != len(published) {
		t.Fatalf("%s: %d rows, want %d", file, len(rows), len(published))
	}
	for i, line := range published {
		want := strings.Split(line, "\t")
		if len(rows[i]) != len(want) {
			t.Fatalf("%s row %d: %d cells, want %d", file, i+1, len(rows[i]), len(want))
		}
		for j := range want {
			if rows[i][j] != want[j] {
				t.Errorf("%s row %d (%s, %s): cell %d is %q, published %q", file, i+1, want[0], want[1], j+1, rows[i][j], want[j])
			}
		}
	}
}

// The published page of hash-03 on arm_1, made from its published records,
// equals what was published, cell by cell.
func TestPublishedFigures(t *testing.T) {
	v := View{dataset: publishedDataset(t)}
	p := v.classic("hash-03", statements{})

	var performance [][]string
	for _, r := range p.Performance {
		performance = append(performance, []string{r.Label, r.Message, r.MeanCycles, r.PerByte, r.MeanTime, r.Throughput, r.Calls})
	}
	compareTable(t, "hash-03_section4.tsv", performance)

	var resources [][]string
	for _, r := range p.Resources {
		resources = append(resources, []string{r.Label, r.Operation, r.Static, r.Baseline, r.Peak})
	}
	compareTable(t, "hash-03_section5.tsv", resources)

	var index [][]string
	for _, r := range p.Evidence {
		item := r.Item
		if r.Digest != "" {
			item += " (sha256 " + r.Digest + ")"
		}
		index = append(index, []string{r.Label, item, r.Path})
	}
	compareTable(t, "hash-03_section7.tsv", index)
}

// The whole page of a published dataset is pinned too, its medians and
// intervals among it, which the published page does not have.
func TestPublishedPage(t *testing.T) {
	d := publishedDataset(t)
	dir := filepath.Join(d.Dir, "pages")
	written, err := Write(d, nil, dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(written) != 8 {
		t.Errorf("%d pages, want 5 candidates, summary, method and performance: %v", len(written), written)
	}
	for _, name := range []string{"hash-03.md", "hash-11.md", "method.md", "summary.md"} {
		page, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		golden(t, "arm_1_"+name, page)
	}
}
