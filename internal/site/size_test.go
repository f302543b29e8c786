package site

import (
	"path"
	"testing"
	"time"

	"github.com/hashassay/assay/internal/evidence"
)

// A full run of seven candidates, in which each operation took as many trials
// as a run allows, makes a site of at most 10 MB, with no page above 300 KB.
func TestSize(t *testing.T) {
	t.Parallel()
	const site, page = 10e6, 300e3
	dir := t.TempDir()
	made{candidates: 7, labels: 8, sizes: allSizes, trials: 11}.write(t, dir)
	s := build(t, dir)
	total := 0
	byKind := map[string]int{}
	for _, f := range s.Files() {
		data, err := f.content()
		if err != nil {
			t.Fatal(err)
		}
		total += len(data)
		kind := path.Ext(f.Path)
		byKind[kind] += len(data)
		if kind == ".html" && len(data) > page {
			t.Errorf("%s has %d bytes, more than %.0f", f.Path, len(data), page)
		}
	}
	if total > site {
		t.Errorf("the site has %d bytes, more than %.0f: %v", total, site, byKind)
	}
	t.Logf("%d files, %d bytes: %v", len(s.Files()), total, byKind)
}

// TestLarge writes the site of a dataset of 2,704 records. How long that takes
// is for readers of the log: a test must not depend on what else a machine does.
func TestLarge(t *testing.T) {
	if testing.Short() {
		t.Skip("writes a dataset of 2,704 records")
	}
	dir, out := t.TempDir(), path.Join(t.TempDir(), "site")
	made{candidates: 26, labels: 13, sizes: allSizes, trials: 5}.write(t, dir)
	start := time.Now()
	s := build(t, dir)
	if err := s.Write(t.Context(), out); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d files in %v", len(s.Files()), time.Since(start))
	if want := 2 * 26 * 13 * len(allSizes); len(s.Files()) < want {
		t.Errorf("%d files, want %d for the records alone", len(s.Files()), want)
	}
}

// build reads datasets and builds their site.
func build(t *testing.T, dirs ...string) *Site {
	t.Helper()
	var sets []*evidence.Dataset
	for _, dir := range dirs {
		sets = append(sets, readDataset(t, dir))
	}
	s, err := Build(sets, nil, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}
