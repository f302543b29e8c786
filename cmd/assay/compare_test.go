package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashassay/assay/internal/compare"
	"github.com/hashassay/assay/internal/evidence"
)

// publishedRun writes the published records of hash-03 as a dataset whose
// CHash_512 takes that many times as long for messages above 512 bytes.
func publishedRun(t *testing.T, slower float64) string {
	t.Helper()
	const source = "../../internal/evidence/testdata/golden/"
	dir := t.TempDir()
	for _, name := range []string{"campaign.json", "build.json"} {
		data, err := os.ReadFile(source + name)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), data, 0o666)
		}
		if err != nil {
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
		var at struct{ Path string }
		if err := json.Unmarshal(raw, &at); err != nil {
			t.Fatal(err)
		}
		r, err := evidence.DecodeRecord(at.Path, raw)
		if err != nil {
			t.Fatal(err)
		}
		if r.Label == "CHash_512" && r.InputBytes > 512 {
			for i := range r.Trials {
				r.Trials[i].Cycles = uint64(slower * float64(r.Trials[i].Cycles))
			}
		}
		path := filepath.Join(dir, "records", r.Candidate, filepath.Base(at.Path))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := evidence.WriteJSON(path, r); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// The exit code of --fail-on-regression, and what is said.
func TestFailOnRegression(t *testing.T) {
	before, after := publishedRun(t, 1), publishedRun(t, 1.05)
	lost := publishedRun(t, 1)
	if err := os.Remove(filepath.Join(lost, "records/hash-03/CHash_1024__hash_32.json")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		args []string
		code int
		err  string // on standard error
	}{
		{"the same", []string{before, before, "--fail-on-regression", "2%"}, exitOK, ""},
		{"slower", []string{before, after, "--fail-on-regression", "2%"}, exitFailed, "assay: 5 of 16 operations are slower in B by more than 2 %\n"},
		{"slower, per cent without its sign", []string{before, after, "--fail-on-regression", "2"}, exitFailed, "assay: 5 of 16 operations are slower in B by more than 2 %\n"},
		{"slower by less", []string{before, after, "--fail-on-regression", "10%"}, exitOK, ""},
		{"slower, nobody asked", []string{before, after}, exitOK, ""},
		{"faster", []string{after, before, "--fail-on-regression", "2%"}, exitOK, ""},
		{"slower by less than the noise", []string{before, after, "--fail-on-regression", "2%", "--noise", "6%"}, exitOK, ""},
		{"lost", []string{before, lost, "--fail-on-regression", "2%"}, exitFailed, "assay: 1 operations of A have no figure to compare in B\n"},
		{"lost, nobody asked", []string{before, lost}, exitOK, ""},
		{"JSON", []string{before, after, "--fail-on-regression", "2%", "--json"}, exitFailed, "assay: 5 of 16"},
	} {
		var stdout, stderr strings.Builder
		code := run(append([]string{"compare"}, c.args...), strings.NewReader(""), &stdout, &stderr)
		if code != c.code || !strings.HasPrefix(stderr.String(), c.err) || c.err == "" && stderr.Len() > 0 || stdout.Len() == 0 {
			t.Errorf("%s: exit code %d, want %d\n%s%s", c.name, code, c.code, stderr.String(), stdout.String())
		}
		if c.name == "JSON" {
			var res compare.Result
			if err := json.Unmarshal([]byte(stdout.String()), &res); err != nil || res.Count(compare.Slower) != 5 || len(res.Regressions()) != 5 {
				t.Errorf("JSON: %v\n%s", err, stdout.String())
			}
		}
	}
}
