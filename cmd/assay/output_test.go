package main

import (
	"os"
	"path/filepath"
	"testing"
)

func TestWriteOutput(t *testing.T) {
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	if err := os.WriteFile(path("old"), []byte("old"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("old", path("link")); err != nil {
		t.Skip(err)
	}
	for _, name := range []string{"new", "old", "link"} {
		if err := writeOutput(path(name), []byte("text of "+name)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if got, err := os.ReadFile(path(name)); string(got) != "text of "+name {
			t.Errorf("%s holds %q (%v)", name, got, err)
		}
	}
	if got, _ := os.ReadFile(path("old")); string(got) != "text of link" {
		t.Errorf("the link was not followed: its target holds %q", got)
	}
	if info, err := os.Lstat(path("link")); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link was replaced: %v", err)
	}
	if err := writeOutput(dir, nil); err == nil {
		t.Error("a folder was accepted")
	}
	if err := writeOutput(filepath.Join(dir, "none", "file"), nil); err == nil {
		t.Error("a folder that is not there was accepted")
	}
	// A device stays one.
	before, err := os.Stat(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	if err := writeOutput(os.DevNull, []byte("text")); err != nil {
		t.Error(err)
	}
	if after, err := os.Stat(os.DevNull); err != nil || after.Mode() != before.Mode() {
		t.Errorf("the null device became %v (%v)", after, err)
	}
}
