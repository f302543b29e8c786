package site

import (
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/export"
)

// siteOf builds the site of one dataset and returns its files.
func siteOf(t *testing.T, d *evidence.Dataset) fs.FS {
	t.Helper()
	s, err := Build([]*evidence.Dataset{d}, nil, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s.FS()
}

func readFile(t *testing.T, files fs.FS, name string) []byte {
	t.Helper()
	data, err := fs.ReadFile(files, name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// names of the downloads of the one set in a site.
func downloadNames(t *testing.T, files fs.FS) []string {
	t.Helper()
	names, err := fs.Glob(files, "*/downloads/*")
	if err != nil {
		t.Fatal(err)
	}
	for i := range names {
		_, names[i], _ = strings.Cut(names[i], "/downloads/")
	}
	return names
}

// Downloads hold what assay export writes, and the same bytes each time; the
// system's page links to each.
func TestDownloads(t *testing.T) {
	t.Parallel()
	d := readDataset(t, publishedRun(t))
	files := siteOf(t, d)
	if got, want := downloadNames(t, files), []string{"dataset.tar.gz", "trials.bench.gz", "trials.csv.gz", "trials.json.gz"}; !slices.Equal(got, want) {
		t.Fatalf("%q, want %q", got, want)
	}
	page := string(readFile(t, files, "run/index.html"))
	again := siteOf(t, readDataset(t, publishedRun(t)))
	for name, format := range map[string]export.Format{"trials.csv.gz": export.CSV, "trials.json.gz": export.JSON, "trials.bench.gz": export.Benchfmt, "dataset.tar.gz": ""} {
		data := readFile(t, files, "run/downloads/"+name)
		if !bytes.Equal(data, readFile(t, again, "run/downloads/"+name)) {
			t.Errorf("%s: the same dataset gives other bytes", name)
		}
		if !strings.Contains(page, `href="downloads/`+name+`"`) {
			t.Errorf("the page does not link to %s", name)
		}
		if format == "" {
			continue
		}
		if strings.HasSuffix(name, ".gz") {
			zip, err := gzip.NewReader(bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			if data, err = io.ReadAll(zip); err != nil {
				t.Fatal(err)
			}
		}
		var want bytes.Buffer
		if _, err := export.Write(&want, d, format); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(data, want.Bytes()) {
			t.Errorf("%s is not what export writes", name)
		}
	}
}

// A run with nothing measured, or nothing complete, offers what there is.
func TestDownloadsOfLittle(t *testing.T) {
	t.Parallel()
	dir := publishedRun(t)
	d := readDataset(t, dir)
	for _, r := range d.Records {
		r.Status = evidence.Failed
	}
	if got, want := downloadNames(t, siteOf(t, d)), []string{"dataset.tar.gz", "trials.csv.gz", "trials.json.gz"}; !slices.Equal(got, want) {
		t.Errorf("nothing complete: %q, want %q", got, want)
	}
	if err := os.RemoveAll(filepath.Join(dir, "records")); err != nil {
		t.Fatal(err)
	}
	files := siteOf(t, readDataset(t, dir))
	if got, want := downloadNames(t, files), []string{"dataset.tar.gz"}; !slices.Equal(got, want) {
		t.Errorf("no record: %q, want %q", got, want)
	}
	if packed, _ := unpack(t, readFile(t, files, "run/downloads/dataset.tar.gz")); len(packed) != 4 {
		t.Errorf("%d files in the archive, want 4", len(packed))
	}
}

// The page says what an archive lacks, whatever the name of that is.
func TestDownloadsLeftOut(t *testing.T) {
	t.Parallel()
	d := readDataset(t, publishedRun(t))
	d.Build.Instances["hash-12/x"] = &evidence.BuildEntry{Candidate: "hash-12", Label: "x", KATLog: "kat/<script>.log"}
	page := string(readFile(t, siteOf(t, d), "run/index.html"))
	if want := "Left out: <bdi>&#34;kat/&lt;script&gt;.log&#34; is not in the dataset</bdi>"; !strings.Contains(page, want) {
		t.Errorf("the page lacks %q", want)
	}
}
