package verify

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashassay/assay/internal/evidence"
)

// golden writes the published records of C Hash (the essential figures of each), with
// the campaign and the build entries, as the folder of a dataset.
func golden(t testing.TB, dir string) {
	t.Helper()
	read := func(name string) []byte {
		data, err := os.ReadFile("../evidence/testdata/golden/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	put(t, dir, "campaign.json", read("campaign.json"))
	put(t, dir, "build.json", read("build.json"))
	var records []json.RawMessage
	if err := json.Unmarshal(read("records.json"), &records); err != nil {
		t.Fatal(err)
	}
	for _, r := range records {
		var at struct{ Path string }
		if err := json.Unmarshal(r, &at); err != nil {
			t.Fatal(err)
		}
		// The file lists records with their paths; these are none of their keys.
		text := strings.Replace(string(r), `"path": "`+at.Path+`",`, "", 1)
		put(t, dir, strings.TrimPrefix(at.Path, "performance/data/arm_1/"), []byte(text))
	}
}

func put(t testing.TB, dir, name string, data []byte) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
}

func get(t testing.TB, dir, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// replace changes the first place in a file where old stands.
func replace(t testing.TB, dir, name, old, new string) {
	t.Helper()
	text := get(t, dir, name)
	if !strings.Contains(text, old) {
		t.Fatalf("%s does not hold %s", name, old)
	}
	put(t, dir, name, []byte(strings.Replace(text, old, new, 1)))
}

// rewrite changes a record by its fields, and leaves out what a writer of it would leave out.
func rewrite(t testing.TB, dir, name string, change func(*evidence.Record)) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	r, err := evidence.ReadRecord(path)
	if err != nil {
		t.Fatal(err)
	}
	change(r)
	if err := evidence.WriteJSON(path, r); err != nil {
		t.Fatal(err)
	}
}

// edit changes keys of a JSON file, and leaves the others as they are.
func edit(t testing.TB, dir, name string, changes map[string]any) {
	t.Helper()
	keys := keysOf(t, dir, name)
	for k, v := range changes {
		raw, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		keys[k] = raw
	}
	data, err := json.Marshal(keys)
	if err != nil {
		t.Fatal(err)
	}
	put(t, dir, name, data)
}

func keysOf(t testing.TB, dir, name string) map[string]json.RawMessage {
	t.Helper()
	var keys map[string]json.RawMessage
	if err := json.Unmarshal([]byte(get(t, dir, name)), &keys); err != nil {
		t.Fatal(err)
	}
	return keys
}

// list returns the list under a key.
func list(t testing.TB, dir, name, key string) []json.RawMessage {
	t.Helper()
	var l []json.RawMessage
	if err := json.Unmarshal(keysOf(t, dir, name)[key], &l); err != nil {
		t.Fatal(err)
	}
	return l
}

func remove(t testing.TB, dir, name string) {
	t.Helper()
	if err := os.RemoveAll(filepath.Join(dir, filepath.FromSlash(name))); err != nil {
		t.Fatal(err)
	}
}

func verified(t testing.TB, dir string) *Report {
	t.Helper()
	r, err := Dataset(dir)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The published data verify without an error. What they make a reader doubt is
// stated: one process had 2 MiB more, and the dataset's build entries are of more candidates
// than its records.
func TestGolden(t *testing.T) {
	dir := t.TempDir()
	golden(t, dir)
	r := verified(t, dir)
	if r.Records != 16 || r.Trials != 80 || r.SystemID != "arm_1" {
		t.Errorf("%d records, %d trials of %s", r.Records, r.Trials, r.SystemID)
	}
	var doubts []string
	for _, f := range r.Findings {
		if f.Severity == Error {
			t.Errorf("%v", f)
		} else {
			doubts = append(doubts, f.File+": "+f.Field+": "+f.Says)
		}
	}
	want := []string{
		"build.json: instances: hash-08 built and checked: Duet-512, Duet-768, Duet-1024",
		"build.json: instances: hash-11 built and checked: Garnet_512_Cap512, Garnet_512_Cap640, Garnet_512_Cap768, Garnet_512_Cap896, Garnet_512_Cap1024, Garnet_768, Garnet_1024",
		"build.json: instances: hash-12 built and checked: Iphe-512, Iphe-768, Iphe-1024",
		"build.json: instances: hash-24 built and checked: QSH-512, QSH-768, QSH-1024",
		"records/hash-03/CHash_1024__hash_65536.json: peak_rss_bytes: 3710976",
	}
	if got := strings.Join(doubts, "\n"); got != strings.Join(want, "\n") {
		t.Errorf("doubts:\n%s\nwant\n%s", got, strings.Join(want, "\n"))
	}
	stated := strings.Join(r.NotChecked, "\n")
	for _, part := range []string{"kat/", "lib/", "processes", "environment.hostname", "load_average_start", "timing_scope"} {
		if !strings.Contains(stated, part) {
			t.Errorf("not said to be unchecked: %s\n%s", part, stated)
		}
	}
}

// Datasets that have everything verify without any finding.
func TestNoFinding(t *testing.T) {
	for name, ours := range map[string]bool{"published": false, "ours": true} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			labels := []string{"hash-90/Some-512", "hash-90/Some-1024", "hash-91/Other_512"}
			if ours {
				labels = []string{"hash-90/Some-512-c99", "hash-90/Some-1024-c99", "hash-91/Other_512-c99"}
			}
			generate(t, dir, ours, labels...)
			r := verified(t, dir)
			for _, f := range r.Findings {
				t.Errorf("%v", f)
			}
			if r.Records != 24 || r.Trials != 120 {
				t.Errorf("%d records, %d trials", r.Records, r.Trials)
			}
			if want := map[bool]int{false: 1, true: 0}[ours]; len(r.NotChecked) != want { // published: lib/
				t.Errorf("not checked: %q", r.NotChecked)
			}
		})
	}
}
