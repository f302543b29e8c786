package store_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/hashassay/assay/internal/schematest"
	"github.com/hashassay/assay/internal/store"
	"github.com/hashassay/assay/internal/store/storetest"
)

// imported imports the package of Iphe into a new house.
func imported(t *testing.T) (*house, *store.Imported) {
	t.Helper()
	c := load(t, "hash-12")
	data, err := storetest.Zip(packageOf(t, c), storetest.UTF8)
	if err != nil {
		t.Fatal(err)
	}
	h := newHouse(t)
	q := accepted(c, h.download("Iphe.zip", data), data)
	q.Vectors = true
	im, err := h.store().Import(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	return h, im
}

// The file system of an import holds what import.json lists and obeys the rules
// of file systems, as a whole and in part.
func TestFiles(t *testing.T) {
	_, im := imported(t)
	var names []string
	for _, f := range im.Record.Files {
		names = append(names, f.Path)
	}
	if err := fstest.TestFS(im.Files(), names...); err != nil {
		t.Error(err)
	}
	sub, err := fs.Sub(im.Files(), "source/Iphe")
	if err != nil {
		t.Fatal(err)
	}
	if err := fstest.TestFS(sub, "Implementations/Reference_Implementation/Iphe-512/drng.c"); err != nil {
		t.Error(err)
	}
	for _, name := range []string{"import.json", "source/../import.json", "/etc/passwd", "source/nothing"} {
		if _, err := im.Files().Open(name); err == nil {
			t.Errorf("%s can be opened", name)
		}
	}
	data, err := os.ReadFile(filepath.Join(im.Folder(), "import.json"))
	if err != nil {
		t.Fatal(err)
	}
	schemas, err := schematest.Load()
	if err != nil {
		t.Fatal(err)
	}
	if err := schemas.Check("import", data); err != nil {
		t.Error(err)
	}
}

// A file of the store that is not what was imported is not given to anyone;
// a file more is not seen.
func TestDamage(t *testing.T) {
	const file = "source/Iphe/Implementations/Reference_Implementation/Iphe-512/drng.c"
	tests := []struct {
		name   string
		change func(h *house, path string) error
	}{
		{"other text", func(h *house, path string) error {
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			data[0] ^= 1
			return os.WriteFile(path, data, 0o666)
		}},
		{"longer", func(h *house, path string) error { return os.WriteFile(path, make([]byte, 1<<20), 0o666) }},
		{"empty", func(h *house, path string) error { return os.Truncate(path, 0) }},
		{"gone", func(h *house, path string) error { return os.Remove(path) }},
		{"folder", func(h *house, path string) error { return errors.Join(os.Remove(path), os.Mkdir(path, 0o777)) }},
		{"link to the same text", func(h *house, path string) error {
			moved := filepath.Join(h.dir, "outside", "drng.c")
			return errors.Join(os.Rename(path, moved), os.Symlink(moved, path))
		}},
		{"its folder a link", func(h *house, path string) error {
			moved := filepath.Join(h.dir, "outside", "Iphe-512")
			return errors.Join(os.Rename(filepath.Dir(path), moved), os.Symlink(moved, filepath.Dir(path)))
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			h, im := imported(t)
			if err := im.Check(); err != nil {
				t.Fatal(err)
			}
			if err := test.change(h, filepath.Join(im.Folder(), filepath.FromSlash(file))); err != nil {
				t.Skipf("this change cannot be made here: %v", err)
			}
			if data, err := fs.ReadFile(im.Files(), file); err == nil {
				t.Errorf("it reads as %.20q", data)
			}
			if err := im.Check(); err == nil || !strings.Contains(err.Error(), "drng.c") {
				t.Errorf("check says %v", err)
			}
		})
	}
	t.Run("a file more", func(t *testing.T) {
		_, im := imported(t)
		more := strings.Replace(file, "drng.c", "evil.c", 1)
		if err := os.WriteFile(filepath.Join(im.Folder(), filepath.FromSlash(more)), []byte("evil"), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := fs.Stat(im.Files(), more); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("it is seen: %v", err)
		}
	})
}

// import.json is read strictly.
func TestRecord(t *testing.T) {
	h, im := imported(t)
	file := filepath.Join(im.Folder(), "import.json")
	good, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct{ name, old, new, want string }{
		{"not JSON", "{", "[", "import.json:"},
		{"unknown key", `"schema": 1`, `"schema": 1, "more": 2`, "more"},
		{"twice", `"schema": 1`, `"schema": 1, "schema": 1`, "stands there twice"},
		{"missing", `"accepted"`, `"xaccepted"`, "accepted"},
		{"schema", `"schema": 1`, `"schema": 2`, "schema 2 is not known"},
		{"candidate", `"hash-12"`, `"hash-13"`, `candidate is "hash-13"`},
		{"path that leaves", `"source/Iphe/Impl`, `"source/../../Impl`, "is no path of an imported file"},
		{"path of another folder", `"source/Iphe/Impl`, `"outside/Iphe/Impl`, "is no path of an imported file"},
		{"digest", `"archive_sha256": "`, `"archive_sha256": "x`, "is no SHA-256"},
		{"time", `"imported_utc": "`, `"imported_utc": "x`, "is no time"},
		{"reason", `"accepted": "user"`, `"accepted": "nobody"`, "must be"},
	}
	for _, test := range tests {
		text := strings.Replace(string(good), test.old, test.new, 1)
		if text == string(good) {
			t.Fatalf("%s: nothing to change", test.name)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := h.store().Candidate("hash-12"); err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), "import the archive again") {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
	}
	if _, err := h.store().Candidate("hash-13"); !errors.Is(err, store.ErrNotImported) {
		t.Errorf("a candidate that is not there: %v", err)
	}
}

func TestDefaultDir(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the rules of XDG")
	}
	t.Setenv("HOME", "/home/user")
	for data, want := range map[string]string{
		"": "/home/user/.local/share/assay/store", "relative": "/home/user/.local/share/assay/store", "/data": "/data/assay/store",
	} {
		t.Setenv("XDG_DATA_HOME", data)
		if s, err := store.Open(""); err != nil || s.Dir() != want {
			t.Errorf("with %q: %+v, %v; want %s", data, s, err, want)
		}
	}
	t.Setenv("HOME", "relative") // no better than a relative XDG_DATA_HOME
	t.Setenv("XDG_DATA_HOME", "/data")
	if s, err := store.Open(""); err != nil || s.Dir() != "/data/assay/store" {
		t.Errorf("with a relative home that is not needed: %+v, %v", s, err)
	}
	t.Setenv("XDG_DATA_HOME", "")
	if s, err := store.Open(""); err == nil || !strings.Contains(err.Error(), `"relative" is not an absolute path`) {
		t.Errorf("with a relative home: %+v, %v", s, err)
	}
	t.Setenv("HOME", "")
	t.Setenv("XDG_DATA_HOME", "")
	if s, err := store.Open(""); err == nil {
		t.Errorf("without a home: %+v", s)
	}
}
