package site

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hashassay/assay/internal/evidence"
)

// What is changed after a dataset was read, before the site is built or after, is
// in none of its files: neither by itself nor in the archive. Everything else is
// as it was.
func TestChangedFiles(t *testing.T) {
	t.Parallel()
	const record = "records/hash-12/Iphe-512-c99__hash_32.json"
	replace := func(t *testing.T, file string) {
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
	}
	for name, test := range map[string]struct {
		file   string // of the dataset
		shown  string // in the site, below the set's folder; "": only in the archive
		change func(t *testing.T, file string)
	}{
		"a record":            {record, record, func(t *testing.T, file string) { swap(t, file, `"calls": `, `"calls": 1`) }},
		"in the same length":  {record, record, func(t *testing.T, file string) { swap(t, file, `"PASS"`, `"FAIL"`) }},
		"a log":               {"kat/hash-12/Iphe-512-c99.log", "kat/hash-12/Iphe-512-c99.txt", func(t *testing.T, file string) { write(t, file, "RESULT PASS\n") }},
		"the settings":        {"campaign.json", "data/campaign.json", func(t *testing.T, file string) { swap(t, file, `"system_id": "`, `"system_id": "x`) }},
		"the plan":            {"plan.json", "", func(t *testing.T, file string) { write(t, file, "{}") }},
		"a file that is gone": {record, record, replace},
		"a link": {record, record, func(t *testing.T, file string) {
			away := filepath.Join(t.TempDir(), "same.json") // of the same content
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			write(t, away, string(data))
			replace(t, file)
			if err := os.Symlink(away, file); err != nil {
				t.Skip("no symbolic links here")
			}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := publishedRun(t)
			s := build(t, dir)
			pages := map[string]string{}
			for _, f := range s.Files() {
				if data, err := f.Content(); err != nil {
					t.Fatal(err)
				} else {
					pages[f.Path] = string(data)
				}
			}
			test.change(t, filepath.Join(dir, filepath.FromSlash(test.file)))
			base := filepath.Base(dir)
			refused := []string{base + "/downloads/dataset.tar.gz"}
			if test.shown != "" {
				refused = append(refused, base+"/"+test.shown)
			}
			for _, f := range s.Files() {
				data, err := f.Content()
				if slices.Contains(refused, f.Path) {
					if !errors.Is(err, evidence.ErrChanged) || !strings.Contains(err.Error(), filepath.FromSlash(test.file)) || len(data) > 0 {
						t.Errorf("%s: %d bytes, error %v", f.Path, len(data), err)
					}
				} else if err != nil || string(data) != pages[f.Path] {
					t.Errorf("%s is another page (%v)", f.Path, err)
				}
				delete(pages, f.Path)
			}
			if len(pages) > 0 {
				t.Errorf("%d files are missing", len(pages))
			}
			out := filepath.Join(t.TempDir(), "site")
			if err := s.Write(t.Context(), out); !errors.Is(err, evidence.ErrChanged) {
				t.Errorf("written: %v", err)
			}
			if _, err := os.Stat(out); err == nil {
				t.Error("there is a site")
			}
		})
	}
}

// A record that appears or changes between reading and building is none of the
// site, which says so.
func TestChangedBeforeBuild(t *testing.T) {
	t.Parallel()
	dir := publishedRun(t)
	d := readDataset(t, dir)
	swap(t, filepath.Join(dir, "campaign.json"), `"system_id": "`, `"system_id": "x`)
	write(t, filepath.Join(dir, "records/hash-12/late__hash_32.json"), "{}")
	write(t, filepath.Join(dir, evidence.MemoryFile), "{}")
	s, err := Build([]*evidence.Dataset{d}, nil, Options{})
	if err != nil {
		t.Fatal(err)
	}
	page := content(t, s, "run/index.html")
	for _, late := range []string{"records/hash-12/late__hash_32.json", evidence.MemoryFile} {
		if !strings.Contains(page, late+"&#34; was not there when the dataset was read") {
			t.Errorf("nothing says that %s came late", late)
		}
	}
	if s.byPath["run/data/"+evidence.MemoryFile] != nil || s.byPath["run/records/hash-12/late__hash_32.json"] != nil {
		t.Error("what came late is in the site")
	}
	if _, err := s.byPath["run/data/campaign.json"].Content(); !errors.Is(err, evidence.ErrChanged) {
		t.Errorf("campaign.json: %v", err)
	}
}

// swap replaces the first occurrence of a text in a file.
func swap(t *testing.T, file, old, new string) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(data), old) {
		t.Fatalf("%s holds no %s", file, old)
	}
	write(t, file, strings.Replace(string(data), old, new, 1))
}
