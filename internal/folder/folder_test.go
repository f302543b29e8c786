package folder

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func folderOf(t *testing.T, dir, text string) {
	t.Helper()
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "file"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// What is put in its place has the name, what stood there is gone, and nothing
// is left beside it.
func TestPut(t *testing.T) {
	parent := t.TempDir()
	dir := filepath.Join(parent, "place")
	for i, text := range []string{"first", "second", "third"} {
		fresh := Beside(dir, "new")
		if filepath.Dir(fresh) != parent || fresh == dir {
			t.Fatalf("%s is not beside %s", fresh, dir)
		}
		folderOf(t, fresh, text)
		if err := Put(fresh, dir, i > 0); err != nil {
			t.Fatal(err)
		}
		if data, err := os.ReadFile(filepath.Join(dir, "file")); err != nil || string(data) != text {
			t.Errorf("%q, want %q (%v)", data, text, err)
		}
		if entries, err := os.ReadDir(parent); err != nil || len(entries) != 1 {
			t.Errorf("beside it: %v (%v)", entries, err)
		}
	}
}

// Where there is nothing to put, what stands there stays.
func TestPutNothing(t *testing.T) {
	parent := t.TempDir()
	dir := filepath.Join(parent, "place")
	folderOf(t, dir, "old")
	if err := Put(filepath.Join(parent, "nothing"), dir, true); err == nil {
		t.Error("no error")
	}
	if data, err := os.ReadFile(filepath.Join(dir, "file")); err != nil || string(data) != "old" {
		t.Errorf("%q (%v)", data, err)
	}
	if entries, err := os.ReadDir(parent); err != nil || len(entries) != 1 {
		t.Errorf("beside it: %v (%v)", entries, err)
	}
}

// What is left beside a place is found by its name alone, and nothing else.
func TestLeft(t *testing.T) {
	parent := t.TempDir()
	dir := filepath.Join(parent, "my.place")
	left := []string{Beside(dir, "new"), Beside(dir, "old")}
	for _, name := range append(left, dir, Beside(filepath.Join(parent, "place"), "new"), Beside(filepath.Join(parent, "my_place"), "new"), dir+".new.01234567", filepath.Join(parent, ".my.place.new.0123456")) {
		folderOf(t, name, "x")
	}
	if err := os.WriteFile(Beside(dir, "new"), nil, 0o666); err != nil { // no folder
		t.Fatal(err)
	}
	slices.Sort(left)
	if found, err := Left(dir); err != nil || !slices.Equal(found, left) {
		t.Errorf("%q, want %q (%v)", found, left, err)
	}
	if _, err := Left(filepath.Join(parent, "nowhere", "place")); err == nil {
		t.Error("no error of a folder that is not there")
	}
}
