package store_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/store"
	"github.com/hashassay/assay/internal/store/storetest"
)

// load returns a built-in candidate.
func load(t *testing.T, id string) *candidate.Candidate {
	t.Helper()
	catalogue, err := candidate.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range catalogue.Candidates {
		if c.ID == id {
			return c
		}
	}
	t.Fatalf("there is no candidate %s", id)
	return nil
}

// packageOf returns the files of a candidate's package.
func packageOf(t *testing.T, c *candidate.Candidate) []storetest.File {
	t.Helper()
	files, err := storetest.Package(c)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// house is a folder with a user's home, a folder of downloads and a place
// outside of both, which hostile archives aim at.
type house struct {
	t   *testing.T
	dir string
}

func newHouse(t *testing.T) *house {
	h := &house{t, t.TempDir()}
	for _, dir := range []string{"home", "downloads", "outside", "tmp", "work"} {
		if err := os.Mkdir(filepath.Join(h.dir, dir), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"home/letter.txt", "outside/secret.txt"} {
		if err := os.WriteFile(filepath.Join(h.dir, name), []byte("mine\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return h
}

// storeDir is where the user's store is to be.
func (h *house) storeDir() string { return filepath.Join(h.dir, "home", "data", "store") }

func (h *house) store() *store.Store {
	s, err := store.Open(h.storeDir())
	if err != nil {
		h.t.Fatal(err)
	}
	return s
}

// download puts an archive among the downloads.
func (h *house) download(name string, data []byte) string {
	file := filepath.Join(h.dir, "downloads", name)
	if err := os.WriteFile(file, data, 0o666); err != nil {
		h.t.Fatal(err)
	}
	return file
}

// listing is everything in the house, with modes and digests.
func (h *house) listing() map[string]string {
	list := map[string]string{}
	err := filepath.WalkDir(h.dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		what := info.Mode().String()
		if info.Mode().IsRegular() {
			data, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			what += fmt.Sprintf(" %x", sha256.Sum256(data))
		}
		rel, err := filepath.Rel(h.dir, name)
		list[filepath.ToSlash(rel)] = what
		return err
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return list
}

// changes lists what is in one listing and not, or in another state, in the other.
func changes(before, after map[string]string) []string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(after)) {
		if before[name] != after[name] {
			list = append(list, "new: "+name+" "+after[name])
		}
	}
	for _, name := range slices.Sorted(maps.Keys(before)) {
		if _, there := after[name]; !there {
			list = append(list, "gone: "+name)
		}
	}
	return list
}

// accepted is a request for an archive with the digest that it has.
func accepted(c *candidate.Candidate, file string, data []byte) store.Request {
	return store.Request{Candidate: c, Archive: file, Accept: fmt.Sprintf("%x", sha256.Sum256(data)), Assay: "test"}
}

// Packages in the layout of each of the five, and of one whose folders have
// Chinese names, are imported whatever the packer's ways; what is taken is what recipes
// name, under the names that they use.
func TestOfficialLayouts(t *testing.T) {
	ways := []struct {
		name string
		pack func([]storetest.File) ([]byte, error)
	}{
		{"zip", func(f []storetest.File) ([]byte, error) { return storetest.Zip(f, storetest.UTF8) }},
		{"unmarked UTF-8", func(f []storetest.File) ([]byte, error) { return storetest.Zip(f, storetest.Unmarked) }},
		{"GBK", func(f []storetest.File) ([]byte, error) { return storetest.Zip(f, storetest.GBK) }},
		{"backslashes", func(f []storetest.File) ([]byte, error) { return storetest.Zip(f, storetest.Backslash) }},
		{"tar.gz", func(f []storetest.File) ([]byte, error) { return storetest.TarGz(f, storetest.UTF8) }},
		{"tar.gz in GBK", func(f []storetest.File) ([]byte, error) { return storetest.TarGz(f, storetest.GBK) }},
		{"zip in a zip", func(f []storetest.File) ([]byte, error) {
			inner, err := storetest.Zip(f, storetest.GBK)
			if err != nil {
				return nil, err
			}
			return storetest.Zip([]storetest.File{{Name: "submission/package.zip", Data: string(inner)}}, storetest.UTF8)
		}},
	}
	for _, id := range []string{"hash-03", "hash-08", "hash-11", "hash-12", "hash-24"} {
		for _, way := range ways {
			t.Run(id+"/"+way.name, func(t *testing.T) {
				c := load(t, id)
				data, err := way.pack(packageOf(t, c))
				if err != nil {
					t.Fatal(err)
				}
				h := newHouse(t)
				t.Setenv("TMPDIR", filepath.Join(h.dir, "tmp"))
				t.Chdir(filepath.Join(h.dir, "work"))
				before := h.listing()
				q := accepted(c, h.download(c.Archive.Name, data), data)
				q.Vectors = true
				im, err := h.store().Import(t.Context(), q)
				if err != nil {
					t.Fatal(err)
				}
				for _, change := range changes(before, h.listing()) {
					if !strings.HasPrefix(change, "new: home/data") && !strings.HasPrefix(change, "new: downloads/") {
						t.Errorf("outside of the store: %s", change)
					}
				}
				if err := im.Check(); err != nil {
					t.Error(err)
				}
				checkTaken(t, c, im)
			})
		}
	}
}

// checkTaken checks which files an import of a test package has.
func checkTaken(t *testing.T, c *candidate.Candidate, im *store.Imported) {
	t.Helper()
	kept := map[string]bool{}
	for _, f := range im.Record.Files {
		kept[f.Path] = true
		base := f.Path[strings.LastIndexByte(f.Path, '/')+1:]
		if slices.Contains([]string{"Makefile", "kat", "README.txt", ".DS_Store"}, base) || strings.HasSuffix(base, ".pdf") {
			t.Errorf("%s was taken", f.Path)
		}
	}
	for _, in := range c.Instances {
		source, err := fs.Sub(im.Files(), "source")
		if err != nil {
			t.Fatal(err)
		}
		if list, err := in.Submitted.Compiled(source); err != nil || len(list) == 0 {
			t.Errorf("%s: %v to compile, %v", in.Name, list, err)
		}
		for _, e := range c.Manifest.Entries {
			if name := "vectors/" + e.Label + "/" + e.Name; e.Label == in.KATName && !kept[name] {
				t.Errorf("there is no %s", name)
			}
		}
	}
}

// An archive that nobody published is imported only if the user names its
// digest, which must be right.
func TestDigest(t *testing.T) {
	c := load(t, "hash-12")
	data, err := storetest.Zip(packageOf(t, c), storetest.UTF8)
	if err != nil {
		t.Fatal(err)
	}
	sum := fmt.Sprintf("%x", sha256.Sum256(data))
	h := newHouse(t)
	file := h.download("Iphe.zip", data)
	before := h.listing()
	for _, accept := range []string{"", c.Archive.SHA256, strings.Repeat("0", 64)} {
		_, err := h.store().Import(t.Context(), store.Request{Candidate: c, Archive: file, Accept: accept})
		if wrong := (*store.DigestError)(nil); !errors.As(err, &wrong) || wrong.Got != sum || wrong.Want != c.Archive.SHA256 {
			t.Errorf("accepting %q: %v", accept, err)
		}
	}
	if list := changes(before, h.listing()); len(list) > 0 {
		t.Errorf("left behind: %v", list)
	}
	im, err := h.store().Import(t.Context(), store.Request{Candidate: c, Archive: file, Accept: strings.ToUpper(sum)})
	if err != nil || im.Accepted != store.ByUser || im.ArchiveSHA256 != sum || im.ArchiveBytes != int64(len(data)) {
		t.Errorf("import is %+v, %v", im, err)
	}
	c.Archive.SHA256 = sum
	im, err = h.store().Import(t.Context(), store.Request{Candidate: c, Archive: file})
	if err != nil || im.Accepted != store.ByRecipe {
		t.Errorf("import is %+v, %v", im, err)
	}
	c.Archive = nil
	if _, err = h.store().Import(t.Context(), store.Request{Candidate: c, Archive: file}); err == nil || !strings.Contains(err.Error(), "not known") {
		t.Errorf("an archive of which no digest is known: %v", err)
	}
}

// A second import replaces the first; one that fails leaves it alone.
func TestReplaces(t *testing.T) {
	c := load(t, "hash-12")
	files := packageOf(t, c)
	data, err := storetest.Zip(files, storetest.UTF8)
	if err != nil {
		t.Fatal(err)
	}
	h := newHouse(t)
	q := accepted(c, h.download("Iphe.zip", data), data)
	q.Vectors = true
	first, err := h.store().Import(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	before := h.listing()

	broken, err := storetest.Zip(files[:len(files)/2], storetest.UTF8)
	if err != nil {
		t.Fatal(err)
	}
	bad := accepted(c, h.download("broken.zip", broken), broken)
	before["downloads/broken.zip"] = h.listing()["downloads/broken.zip"]
	if _, err := h.store().Import(t.Context(), bad); err == nil {
		t.Fatal("half a package was imported")
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := h.store().Import(ctx, q); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
	if list := changes(before, h.listing()); len(list) > 0 {
		t.Errorf("failed imports changed: %v", list)
	}

	q.Vectors = false
	second, err := h.store().Import(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	if len(second.Record.Files) >= len(first.Record.Files) {
		t.Errorf("%d files without vectors, %d with them", len(second.Record.Files), len(first.Record.Files))
	}
	if again, err := h.store().Candidate("hash-12"); err != nil || len(again.Record.Files) != len(second.Record.Files) {
		t.Errorf("the store has %+v, %v", again, err)
	}
	for name := range h.listing() {
		if strings.Contains(name, ".hash-12.") || strings.Contains(name, "/vectors/") {
			t.Errorf("left behind: %s", name)
		}
	}
}

// A folder that is no import is never replaced.
func TestInTheWay(t *testing.T) {
	c := load(t, "hash-12")
	data, err := storetest.Zip(packageOf(t, c), storetest.UTF8)
	if err != nil {
		t.Fatal(err)
	}
	h := newHouse(t)
	q := accepted(c, h.download("Iphe.zip", data), data)
	if err := os.MkdirAll(filepath.Join(h.storeDir(), "hash-12", "my work"), 0o777); err != nil {
		t.Fatal(err)
	}
	before := h.listing()
	if _, err := h.store().Import(t.Context(), q); !errors.Is(err, store.ErrInTheWay) {
		t.Errorf("error %v", err)
	}
	if list := changes(before, h.listing()); len(list) > 0 {
		t.Errorf("changed: %v", list)
	}
}
