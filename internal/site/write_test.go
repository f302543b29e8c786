package site

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

func smallRun(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "small")
	made{candidates: 1, labels: 2, sizes: []int{32, 1024}, trials: 3}.write(t, dir)
	return dir
}

// The file system of a site is one by Go's own test, and holds what is written.
func TestWrite(t *testing.T) {
	t.Parallel()
	s := build(t, smallRun(t))
	var all []string
	for _, f := range s.Files() {
		all = append(all, f.Path)
	}
	if err := fstest.TestFS(s.FS(), all...); err != nil {
		t.Error(err)
	}
	out := filepath.Join(t.TempDir(), "deep", "site")
	for range 2 { // the second time in place of the first
		if err := s.Write(t.Context(), out); err != nil {
			t.Fatal(err)
		}
		written := os.DirFS(out)
		for _, name := range all {
			a, err := fs.ReadFile(s.FS(), name)
			if err != nil {
				t.Fatal(err)
			}
			b, err := fs.ReadFile(written, name)
			if err != nil || string(a) != string(b) {
				t.Errorf("%s is another file (%v)", name, err)
			}
		}
	}
	onlySite(t, filepath.Dir(out))
}

// onlySite checks that nothing was left beside the site.
func onlySite(t *testing.T, dir string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() != "site" {
			t.Errorf("%s was left", e.Name())
		}
	}
}

// A folder that holds anything else is left as it is.
func TestWriteRefuses(t *testing.T) {
	t.Parallel()
	s := build(t, smallRun(t))
	site := func(t *testing.T) string {
		dir := filepath.Join(t.TempDir(), "site")
		if err := s.Write(t.Context(), dir); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	for name, prepare := range map[string]func(t *testing.T) (dir, says string){
		"other files": func(t *testing.T) (string, string) {
			dir := t.TempDir()
			write(t, filepath.Join(dir, "thesis.txt"), "years of work")
			return dir, "other files"
		},
		"a file more": func(t *testing.T) (string, string) {
			dir := site(t)
			write(t, filepath.Join(dir, "small", "notes.txt"), "x")
			return dir, "small/notes.txt"
		},
		"a link": func(t *testing.T) (string, string) {
			dir := site(t)
			if err := os.Remove(filepath.Join(dir, "index.html")); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink("compare.html", filepath.Join(dir, "index.html")); err != nil {
				t.Skip("no symbolic links here")
			}
			return dir, "index.html"
		},
		"another manifest": func(t *testing.T) (string, string) {
			dir := t.TempDir()
			write(t, filepath.Join(dir, manifest), "my list\n")
			return dir, "something else"
		},
		"a file": func(t *testing.T) (string, string) {
			file := filepath.Join(t.TempDir(), "site")
			write(t, file, "x")
			return file, "not a folder"
		},
		"a run": func(t *testing.T) (string, string) { return smallRun(t), "other files" },
	} {
		t.Run(name, func(t *testing.T) {
			dir, says := prepare(t)
			before := snapshot(t, dir)
			err := s.Write(t.Context(), dir)
			if !errors.Is(err, ErrInTheWay) || !strings.Contains(err.Error(), says) {
				t.Errorf("%v, want %q", err, says)
			}
			if after := snapshot(t, dir); after != before {
				t.Errorf("before:\n%s\nafter:\n%s", before, after)
			}
		})
	}
}

// A page that cannot be made leaves the older site and nothing else.
func TestWriteWhole(t *testing.T) {
	t.Parallel()
	s := build(t, smallRun(t))
	out := filepath.Join(t.TempDir(), "site")
	if err := s.Write(t.Context(), out); err != nil {
		t.Fatal(err)
	}
	before := snapshot(t, out)
	broken := build(t, smallRun(t))
	broken.files[len(broken.files)/2].content = func() ([]byte, error) { return nil, errors.New("no such page") }
	if err := broken.Write(t.Context(), out); err == nil || !strings.Contains(err.Error(), "no such page") {
		t.Errorf("error %v", err)
	}
	if after := snapshot(t, out); after != before {
		t.Error("the older site was changed")
	}
	onlySite(t, filepath.Dir(out))
	if err := broken.Write(t.Context(), filepath.Join(filepath.Dir(out), "fresh")); err == nil {
		t.Error("no error")
	}
	onlySite(t, filepath.Dir(out))
}

func snapshot(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		b.WriteString(name + "\n" + string(data) + "\n")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Files that a symbolic link leads out of the dataset are not in the site.
func TestLinksOut(t *testing.T) {
	t.Parallel()
	dir := smallRun(t)
	secret := filepath.Join(t.TempDir(), "secret.log")
	write(t, secret, "top secret")
	logs, err := filepath.Glob(filepath.Join(dir, "kat", "*", "*.log"))
	if err != nil || len(logs) == 0 {
		t.Fatal(logs, err)
	}
	if err := os.Remove(logs[0]); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(secret, logs[0]); err != nil {
		t.Skip("no symbolic links here")
	}
	for _, f := range build(t, dir).Files() {
		data, err := f.Content()
		if err != nil {
			t.Errorf("%s: %v", f.Path, err)
		}
		if strings.Contains(string(data), "top secret") {
			t.Errorf("%s holds what lies outside of the dataset", f.Path)
		}
	}
}

// Writing ends with its context: nothing is left of the new site, and an older
// one is as it was.
func TestWriteInterrupted(t *testing.T) {
	t.Parallel()
	out := filepath.Join(t.TempDir(), "site")
	older := build(t, smallRun(t))
	for _, there := range []bool{false, true} {
		before := ""
		if there {
			if err := older.Write(t.Context(), out); err != nil {
				t.Fatal(err)
			}
			before = snapshot(t, out)
		}
		s := build(t, smallRun(t))
		ctx, cancel := context.WithCancel(t.Context())
		middle := s.files[len(s.files)/2]
		content := middle.content
		middle.content = func() ([]byte, error) {
			if left, err := Left(out); err != nil || len(left) != 1 {
				t.Errorf("while it is written there is %q (%v)", left, err)
			}
			cancel()
			return content()
		}
		made := 0
		last := s.files[len(s.files)-1]
		last.content = func() ([]byte, error) { made++; return nil, nil }
		if err := s.Write(ctx, out); !errors.Is(err, context.Canceled) {
			t.Errorf("error %v", err)
		}
		if made > 0 {
			t.Error("it went on")
		}
		onlySite(t, filepath.Dir(out))
		if !there {
			if _, err := os.Stat(out); err == nil {
				t.Error("there is a site")
			}
		} else if snapshot(t, out) != before {
			t.Error("the older site was changed")
		}
	}
}

// A site in a run or dataset would be an error of it, by whatever way the path
// leads there.
func TestWriteInside(t *testing.T) {
	t.Parallel()
	dir, other := smallRun(t), smallRun(t)
	s := build(t, dir)
	way := filepath.Join(t.TempDir(), "way")
	destinations := map[string]string{
		"in it": filepath.Join(dir, "site"), "deeper": filepath.Join(dir, "pages", "new", "site"), "in another run": filepath.Join(other, "site"),
		"up and down": filepath.Join(dir, "kat", "..") + string(filepath.Separator) + "site",
	}
	if err := os.Symlink(dir, way); err == nil {
		destinations["through a link"] = filepath.Join(way, "site")
		destinations["deeper through a link"] = filepath.Join(way, "records", "x", "site")
		last := filepath.Join(t.TempDir(), "last")
		if err := os.Symlink(filepath.Join(dir, "records"), last); err != nil {
			t.Fatal(err)
		}
		destinations["a link to a folder of it"] = last
	}
	before := snapshot(t, dir) + snapshot(t, other)
	for name, out := range destinations {
		if err := s.Write(t.Context(), out); !errors.Is(err, ErrInside) || !strings.Contains(err.Error(), out) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if snapshot(t, dir)+snapshot(t, other) != before {
		t.Error("a run was changed")
	}
	for _, sub := range []string{"pages", "records/x"} {
		if _, err := os.Stat(filepath.Join(dir, filepath.FromSlash(sub))); err == nil {
			t.Errorf("%s was made", sub)
		}
	}
	// Beside a run is no place in it.
	if err := s.Write(t.Context(), filepath.Join(filepath.Dir(dir), "site")); err != nil {
		t.Error(err)
	}
}

// An error is of what was wanted, not of cleaning up what never was there.
func TestWriteErrors(t *testing.T) {
	t.Parallel()
	s := build(t, smallRun(t))
	long := filepath.Join(t.TempDir(), strings.Repeat("x", 250)) // with what is put before and behind it, it is too long
	if err := s.Write(t.Context(), long); err == nil || strings.Contains(err.Error(), "unlink") || strings.Contains(err.Error(), "\n") {
		t.Errorf("a name that is too long: %v", err)
	}
	if err := s.Write(t.Context(), ""); err == nil || !strings.Contains(err.Error(), "empty") {
		t.Errorf("no name: %v", err)
	}
}
