package evidence

import (
	"crypto/sha256"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// What belongs to a dataset is listed, and nothing that a run keeps besides.
func TestFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{
		"campaign.json", "build.json", "plan.json", ".plan.json.1234.tmp", "lock", "notes.txt",
		"records/hash-12/Iphe-512-go__hash_32.json", "records/hash-12/.Iphe-512-go__hash_32.json", "records/.new/x.json", "records/hash-12/deep/x.json",
		"kat/hash-12/Iphe-512-go.log", "kat/hash-12/other.log", "trials/hash-12/x.jsonl", "pages/summary.md", "lib/x.so",
	} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	d := &Dataset{
		Dir: dir,
		Build: &Build{Instances: map[string]*BuildEntry{
			"hash-12/Iphe-512-go":  {KATLog: "kat/hash-12/Iphe-512-go.log"},
			"hash-12/Iphe-512-c99": {KATLog: "../elsewhere.log"},
			"hash-12/Iphe-768-go":  {},
		}},
		Paths: map[*Record]string{{}: "records/hash-12/Iphe-512-go__hash_32.json", {Label: "linked"}: "records/linked/x.json"},
	}
	files, err := d.Files()
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"../elsewhere.log", "build.json", "campaign.json", "kat/hash-12/Iphe-512-go.log", "plan.json",
		"records/hash-12/Iphe-512-go__hash_32.json", "records/linked/x.json",
	}
	if !slices.Equal(files, want) {
		t.Errorf("%q, want %q", files, want)
	}
	if _, err := (&Dataset{Dir: filepath.Join(dir, "nowhere"), Build: &Build{}}).Files(); err == nil {
		t.Error("no error of a folder that is not there")
	}
}

// Records are read from plain files only, as assay verify reads them; what is
// something else is named. The other files of a dataset must be plain ones.
func TestPlainFiles(t *testing.T) {
	t.Parallel()
	dir := goldenDataset(t)
	away := t.TempDir()
	link := func(name string) {
		t.Helper()
		file := filepath.Join(dir, filepath.FromSlash(name))
		to := filepath.Join(away, filepath.Base(file))
		if err := os.Rename(file, to); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(to, file); err != nil {
			t.Skip("this system makes no links here: ", err)
		}
	}
	link("records/hash-03/CHash_512__hash_32.json")
	d, err := ReadDataset(dir)
	if err != nil || len(d.Records) != 15 || !slices.Equal(d.NotPlain, []string{"records/hash-03/CHash_512__hash_32.json"}) {
		t.Errorf("%d records, %q (%v)", len(d.Records), d.NotPlain, err)
	}
	if files, err := d.Files(); err != nil || !slices.Contains(files, "records/hash-03/CHash_512__hash_32.json") {
		t.Errorf("the link is not among the files: %v", err)
	}
	link("records/hash-03")
	d, err = ReadDataset(dir)
	if err != nil || len(d.Records) != 0 || !slices.Equal(d.NotPlain, []string{"records/hash-03"}) {
		t.Errorf("%d records, %q (%v)", len(d.Records), d.NotPlain, err)
	}
	link("records")
	d, err = ReadDataset(dir)
	if err != nil || len(d.Records) != 0 || !slices.Equal(d.NotPlain, []string{"records"}) {
		t.Errorf("%d records, %q (%v)", len(d.Records), d.NotPlain, err)
	}
	link("build.json")
	if _, err := ReadDataset(dir); err == nil || !strings.Contains(err.Error(), "build.json is not a regular file") {
		t.Errorf("a link for build.json: %v", err)
	}
	// The folder itself may be reached through one.
	whole := goldenDataset(t)
	way := filepath.Join(t.TempDir(), "way")
	if err := os.Symlink(whole, way); err != nil {
		t.Fatal(err)
	}
	if d, err := ReadDataset(way); err != nil || len(d.Records) != 16 || len(d.NotPlain) != 0 {
		t.Errorf("through a link: %v", err)
	}
}

// The sums of a dataset are those of the bytes that were decoded.
func TestSum(t *testing.T) {
	t.Parallel()
	dir := goldenDataset(t)
	d, err := ReadDataset(dir)
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"campaign.json", "build.json"}
	for _, name := range d.Paths {
		names = append(names, name)
	}
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, filepath.FromSlash(name)), []byte("{}"))
		if sum, ok := d.Sum(name); !ok || sum != sha256.Sum256(data) {
			t.Errorf("%s: %x, %v", name, sum, ok)
		}
	}
	if _, ok := d.Sum(MemoryFile); ok || len(names) != 18 {
		t.Errorf("%d files, and one that was not read", len(names))
	}
}
