package replace_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/hashassay/assay/internal/replace"
)

// A folder takes the place of nothing, of a folder, and of a link, whose target
// stays; nothing else is left beside it.
func TestFolder(t *testing.T) {
	for name, prepare := range map[string]func(place, other string) error{
		"nothing": func(place, other string) error { return nil },
		"a folder": func(place, other string) error {
			return os.MkdirAll(filepath.Join(place, "old", "deep"), 0o777)
		},
		"a link": func(place, other string) error { return os.Symlink(other, place) },
	} {
		t.Run(name, func(t *testing.T) {
			dir, other := t.TempDir(), t.TempDir()
			place := filepath.Join(dir, "place")
			fresh := replace.Beside(place, "new")
			if err := os.Mkdir(fresh, 0o777); err != nil {
				t.Fatal(err)
			}
			for _, file := range []string{filepath.Join(fresh, "new"), filepath.Join(other, "kept")} {
				if err := os.WriteFile(file, nil, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			if err := prepare(place, other); err != nil {
				t.Skipf("not here: %v", err)
			}
			if err := replace.Folder(fresh, place); err != nil {
				t.Fatal(err)
			}
			if _, err := os.Stat(filepath.Join(place, "new")); err != nil {
				t.Error(err)
			}
			if _, err := os.Stat(filepath.Join(other, "kept")); err != nil {
				t.Error(err)
			}
			if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
				t.Errorf("there is %v, %v", left, err)
			}
		})
	}
}

// Where the fresh folder is not there, the place stays as it was.
func TestNothingFresh(t *testing.T) {
	place := filepath.Join(t.TempDir(), "place")
	if err := os.Mkdir(place, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := replace.Folder(replace.Beside(place, "new"), place); err == nil {
		t.Error("nothing took the place")
	}
	if _, err := os.Stat(place); err != nil {
		t.Error(err)
	}
}
