package toolchain

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// tree returns the files below dir.
func tree(t *testing.T, dir string) []string {
	t.Helper()
	var files []string
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestCopySources(t *testing.T) {
	from, to := t.TempDir(), t.TempDir()
	for _, name := range []string{"candidate.toml", "kat.sha256", "vectors/X/KAT.txt", ".git/config", "c99/x.c", "c99/.x.c.swp", "inc/x.h", "c99/vectors/v.h"} {
		path := filepath.Join(from, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(name), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for link, target := range map[string]string{"alias": "c99", "inc/y.h": "x.h", "out.h": "/etc/passwd", "gone.h": "nowhere"} {
		if err := os.Symlink(target, filepath.Join(from, filepath.FromSlash(link))); err != nil {
			t.Skip("no symbolic links here:", err)
		}
	}
	root, err := os.OpenRoot(from)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	if err := copySources(root.FS(), to); err != nil {
		t.Fatal(err)
	}
	want := []string{"alias/vectors/v.h", "alias/x.c", "c99/vectors/v.h", "c99/x.c", "inc/x.h", "inc/y.h"}
	if got := tree(t, to); !slices.Equal(got, want) {
		t.Errorf("copied %q, want %q", got, want)
	}
	if got := read(t, filepath.Join(to, "inc", "y.h")); got != "inc/x.h" {
		t.Errorf("inc/y.h is %q", got)
	}
}

func TestCopySourcesEndless(t *testing.T) {
	from := t.TempDir()
	if err := os.Symlink(".", filepath.Join(from, "again")); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	err := copySources(os.DirFS(from), t.TempDir())
	if err == nil || !strings.Contains(err.Error(), "more than 32 folders deep") {
		t.Errorf("error is %v", err)
	}
}

func TestCopySourcesTooMuch(t *testing.T) {
	c := copier{files: fstest.MapFS{"a": {Data: make([]byte, 600)}, "b": {Data: make([]byte, 600)}}, dir: t.TempDir(), left: 1000}
	if err := c.folder(".", 0); err == nil || !strings.Contains(err.Error(), "keep in it what the build needs") {
		t.Errorf("error is %v", err)
	}
}
