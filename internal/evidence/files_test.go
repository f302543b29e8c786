package evidence

import (
	"os"
	"path/filepath"
	"slices"
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
