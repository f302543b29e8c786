package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashassay/assay/internal/evidence"
)

// goldenDataset makes a dataset of the published records of hash-03 on arm_1.
func goldenDataset(t *testing.T) string {
	t.Helper()
	const golden = "../../internal/evidence/testdata/golden/"
	read := func(name string) []byte {
		data, err := os.ReadFile(golden + name)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	dir := t.TempDir()
	put := func(name string, data []byte) {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	put("campaign.json", read("campaign.json"))
	var build evidence.Build
	if err := json.Unmarshal(read("build.json"), &build); err != nil {
		t.Fatal(err)
	}
	for name, e := range build.Instances {
		if e.Candidate != "hash-03" { // their records are not at hand
			delete(build.Instances, name)
		}
	}
	data, err := json.Marshal(build)
	if err != nil {
		t.Fatal(err)
	}
	put("build.json", data)
	var records []map[string]json.RawMessage
	if err := json.Unmarshal(read("records.json"), &records); err != nil {
		t.Fatal(err)
	}
	for _, r := range records {
		var path string
		if err := json.Unmarshal(r["path"], &path); err != nil {
			t.Fatal(err)
		}
		delete(r, "path")
		data, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		put(strings.TrimPrefix(path, "performance/data/arm_1/"), data)
	}
	return dir
}

func assay(t *testing.T, want int, args ...string) (stdout, stderr string) {
	t.Helper()
	var out, errs strings.Builder
	if code := run(args, strings.NewReader(""), &out, &errs); code != want {
		t.Errorf("assay %s: exit code %d, want %d\n%s%s", strings.Join(args, " "), code, want, out.String(), errs.String())
	}
	return out.String(), errs.String()
}

// The published records of hash-03 verify without an error, and so does the
// page that was made of them; its processor row is doubtful, since CHash_1024
// was timed on another CPU.
func TestVerifyPages(t *testing.T) {
	dir, pages := goldenDataset(t), t.TempDir()
	written, _ := assay(t, exitOK, "report", dir, "--layout", "classic", "-o", pages)
	page := filepath.Join(pages, "hash-03", "perf_arm_1.md")
	if strings.TrimSpace(written) != page {
		t.Fatalf("written: %s", written)
	}
	out, _ := assay(t, exitOK, "verify", dir, "--pages", pages)
	if want := "doubt: hash-03/perf_arm_1.md: line 19 (processor row): says CPU 2; follows: timed on CPU 2 (CHash_512) and CPU 3 (CHash_1024)\n"; !strings.Contains(out, want) || strings.Contains(out, "error:") {
		t.Errorf("%s", out)
	}
	assay(t, exitFailed, "verify", dir, "--pages", pages, "--strict")

	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(page, []byte(strings.Replace(string(text), "| 6563.4 |", "| 6563.5 |", 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	out, _ = assay(t, exitFailed, "verify", dir, "--pages", pages)
	if want := "error: hash-03/perf_arm_1.md: line 40: says CHash_512 32 B 210.0 k 6563.5 77.9 µs 0.4 35375 (5 × 7075); follows: CHash_512 32 B 210.0 k 6563.4 77.9 µs 0.4 35375 (5 × 7075)\n"; !strings.Contains(out, want) {
		t.Errorf("%s", out)
	}
	out, _ = assay(t, exitFailed, "verify", dir, "--pages", pages, "--json")
	if !json.Valid([]byte(out)) || !strings.Contains(out, `"field": "line 40"`) {
		t.Errorf("%s", out)
	}
}

func TestVerifyPagesWrongUse(t *testing.T) {
	dir := goldenDataset(t)
	for _, test := range []struct{ pages, stderr string }{
		{filepath.Join(dir, "none"), "assay: pages: open "},
		{t.TempDir(), "hint: assay report DATASET --layout classic -o DIR writes such pages"},
	} {
		if _, stderr := assay(t, exitWrong, "verify", dir, "--pages", test.pages); !strings.Contains(stderr, test.stderr) {
			t.Errorf("%s: %s", test.pages, stderr)
		}
	}
	if _, stderr := assay(t, exitWrong, "report", dir, "--layout", "html"); stderr != "assay: layout \"html\" is not known\nhint: the layouts are assay and classic\n" {
		t.Errorf("%s", stderr)
	}
}

// The robust figures of a published record, which holds none, are computed.
func TestResultsOfPublishedRecords(t *testing.T) {
	out, _ := assay(t, exitOK, "report", goldenDataset(t), "--json")
	var res struct {
		Rows []struct {
			Label string   `json:"label"`
			Bytes int      `json:"input_bytes"`
			Level float64  `json:"interval_level"`
			Ratio float64  `json:"spread_ratio"`
			CPUs  []int    `json:"cpus"`
			Peak  *float64 `json:"peak_rss_median_bytes"`
		} `json:"rows"`
	}
	if err := json.Unmarshal([]byte(out), &res); err != nil {
		t.Fatal(err)
	}
	if len(res.Rows) != 16 {
		t.Fatalf("%d rows", len(res.Rows))
	}
	for _, r := range res.Rows {
		cpu := 2
		if r.Label == "CHash_1024" {
			cpu = 3
		}
		// Maxima over processes are not passed off as medians.
		if r.Level != 0.9375 || r.Ratio < 1 || r.Ratio > 1.01 || len(r.CPUs) != 1 || r.CPUs[0] != cpu || r.Peak != nil {
			t.Errorf("%+v", r)
		}
	}
}
