package site

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hashassay/assay/internal/evidence"
)

// publishedRun is a dataset of two records, which lies in a folder of its own.
func publishedRun(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "run")
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("..", "publish", "testdata", "run"))); err != nil {
		t.Fatal(err)
	}
	return dir
}

func readDataset(t *testing.T, dir string) *evidence.Dataset {
	t.Helper()
	d, err := evidence.ReadDataset(dir)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func sourceOf(t *testing.T, d *evidence.Dataset) *source {
	t.Helper()
	s, err := newSource(d)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// unpack returns the content of the files of an archive, and their headers in order.
func unpack(t *testing.T, data []byte) (map[string]string, []*tar.Header) {
	t.Helper()
	zip, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	files, headers := map[string]string{}, []*tar.Header(nil)
	for r := tar.NewReader(zip); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return files, headers
		}
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		files[h.Name] = string(text)
		headers = append(headers, h)
	}
}

// An archive holds the evidence, byte for byte, and nothing else of a run; what
// comes out of it is a dataset.
func TestArchive(t *testing.T) {
	t.Parallel()
	dir := publishedRun(t)
	d := readDataset(t, dir)
	data, err := archive(sourceOf(t, d), began(d), "lab_1")
	if err != nil {
		t.Fatal(err)
	}
	files, headers := unpack(t, data)
	want := []string{
		"lab_1/build.json", "lab_1/campaign.json", "lab_1/kat/hash-12/Iphe-512-c99.log", "lab_1/plan.json",
		"lab_1/records/hash-12/Iphe-512-c99__hash_1024.json", "lab_1/records/hash-12/Iphe-512-c99__hash_32.json",
	}
	var names []string
	out := t.TempDir()
	for _, h := range headers {
		names = append(names, h.Name)
		if h.Typeflag != tar.TypeReg || h.Mode != 0o644 || h.Uid != 0 || h.Gid != 0 || h.Uname != "" || !h.ModTime.Equal(began(d)) {
			t.Errorf("%+v", h)
		}
		name := strings.TrimPrefix(h.Name, "lab_1/")
		original, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || files[h.Name] != string(original) {
			t.Errorf("%s is another file: %v", h.Name, err)
		}
		write(t, filepath.Join(out, name), files[h.Name])
	}
	if !slices.Equal(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
	if again := readDataset(t, out); len(again.Records) != len(d.Records) {
		t.Errorf("%d records come out, %d went in", len(again.Records), len(d.Records))
	}
	if !began(d).Equal(time.Date(2026, 11, 30, 15, 50, 25, 0, time.UTC)) {
		t.Errorf("the run began at %v", began(d))
	}
}

// Where and when the files lie makes no difference.
func TestArchiveIsTheSame(t *testing.T) {
	t.Parallel()
	var first []byte
	for i := range 2 {
		dir := publishedRun(t)
		for _, name := range []string{"campaign.json", "plan.json"} {
			if err := os.Chtimes(filepath.Join(dir, name), time.Unix(int64(i), 0), time.Unix(int64(i), 0)); err != nil {
				t.Fatal(err)
			}
			if err := os.Chmod(filepath.Join(dir, name), 0o600+os.FileMode(i)<<6); err != nil {
				t.Fatal(err)
			}
		}
		d := readDataset(t, dir)
		data, err := archive(sourceOf(t, d), began(d), "lab_1")
		if err != nil {
			t.Fatal(err)
		}
		if i > 0 && !bytes.Equal(data, first) {
			t.Error("the same files give another archive")
		}
		first = data
	}
}

// Nothing from outside of the dataset gets in, by link or by name, and what is
// left out is said.
func TestArchiveStaysInside(t *testing.T) {
	t.Parallel()
	dir := publishedRun(t)
	d := readDataset(t, dir)
	secret := filepath.Join(filepath.Dir(dir), "secret")
	write(t, filepath.Join(secret, "x.json"), `"top secret"`)
	for link, to := range map[string]string{
		"link.json": filepath.Join("..", "secret", "x.json"), "absolute.json": filepath.Join(secret, "x.json"),
		"inside.json": "plan.json", "records/linked": secret, "kat/away": secret, "gone.json": "nothing",
	} {
		if err := os.Symlink(to, filepath.Join(dir, filepath.FromSlash(link))); err != nil {
			t.Skip("this system makes no links here: ", err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "folder.json"), 0o777); err != nil {
		t.Fatal(err)
	}
	d.Paths[&evidence.Record{}] = "records/linked/x.json" // as if it had been read through the link
	for i, log := range []string{"../secret/x.json", filepath.ToSlash(secret) + "/x.json", "kat/away/x.json", "kat/../../secret/x.json", `..\secret\x.json`, "kat/missing.log", "kat\x00.log"} {
		name := string(rune('a' + i))
		d.Build.Instances["hash-12/"+name] = &evidence.BuildEntry{Candidate: "hash-12", Label: name, KATLog: log}
	}
	data, err := archive(sourceOf(t, d), began(d), "lab_1")
	if err != nil {
		t.Fatal(err)
	}
	files, _ := unpack(t, data)
	if len(files) != 6 {
		t.Errorf("%d files, want 6", len(files))
	}
	for name, text := range files {
		if strings.Contains(text, "secret") || strings.Contains(name, "..") || strings.Contains(name, "link") {
			t.Errorf("%s got in", name)
		}
	}
	left := sourceOf(t, d).left
	for _, want := range []string{
		`"link.json" is not a regular file`, `"absolute.json" is not a regular file`, `"inside.json" is not a regular file`, `"folder.json" is not a regular file`,
		`"gone.json" is not a regular file`, `"../secret/x.json" is no path inside of the dataset`, `"kat/../../secret/x.json" is no path inside of the dataset`,
		`"records/linked/x.json" is not in the dataset`, `"kat/away/x.json" is not in the dataset`, `"kat/missing.log" is not in the dataset`, `"kat\x00.log" is not in the dataset`,
	} {
		if !slices.Contains(left, want) {
			t.Errorf("nothing says that %s; left out are %q", want, left)
		}
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// A time that nobody can mean is none.
func TestBegan(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int64{"": 0, "yesterday": 0, "1066-10-14T00:00:00Z": 0, "2026-11-30T15:50:25.9+01:00": 1796050225, "99999-01-01T00:00:00Z": 0} {
		if got := began(&evidence.Dataset{Campaign: &evidence.Campaign{StartedUTC: text}}); got.Unix() != want || got.Nanosecond() != 0 {
			t.Errorf("%q: %v, want %d", text, got, want)
		}
	}
}
