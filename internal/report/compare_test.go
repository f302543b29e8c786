package report

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashassay/assay/internal/evidence"
)

// publishedPages writes the pages of the published dataset to a folder, each
// changed by edit.
func publishedPages(t *testing.T, d *evidence.Dataset, edit func(id, page string) string) string {
	t.Helper()
	dir := t.TempDir()
	written, err := WriteClassic(d, builtIn(t), dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range written {
		page, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(edit(filepath.Base(filepath.Dir(file)), string(page))), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func unchanged(_, page string) string { return page }

// CHash_1024 was timed on CPU 3, the page says CPU 2: the only finding.
func TestComparePublishedPages(t *testing.T) {
	d := publishedDataset(t)
	c, err := ComparePages(d, builtIn(t), publishedPages(t, d, unchanged))
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Compared) != 5 || len(c.Findings) != 1 {
		t.Fatalf("%+v", c)
	}
	want := PageFinding{Page: "hash-03/perf_arm_1.md", Line: 19, Kind: PageCPU, Says: "CPU 2", Follows: "timed on CPU 2 (CHash_512) and CPU 3 (CHash_1024)"}
	if c.Findings[0] != want {
		t.Errorf("%+v, want %+v", c.Findings[0], want)
	}
}

// A change in each part of the page is found, with its line and both texts.
func TestComparePlantedFaults(t *testing.T) {
	d := publishedDataset(t)
	for _, test := range []struct {
		name, old, new string
		kind           PageKind
		says, follows  string // parts
	}{
		{"title", "system arm_1)", "system arm_2)", PageDiffers, "(system arm_2)", "(system arm_1)"},
		{"instance", "Parameter sets: CHash_512", "Parameter sets: CHash_511", PageDiffers, "CHash_511", "CHash_512"},
		{"processor", "Qualcomm Oryon", "Qualcomm Kryo", PageDiffers, "Kryo", "Oryon"},
		{"clock", "2.71 GHz", "3.40 GHz", PageDiffers, "3.40 GHz", "2.71 GHz"},
		{"memory", "30562 MiB", "30563 MiB", PageDiffers, "30563", "30562"},
		{"compiler", "15.2.0 /", "15.2.1 /", PageDiffers, "15.2.1", "15.2.0"},
		{"campaign end", "08:43:52", "02:47:54", PageDiffers, "02:47:54", "08:43:52"},
		{"flags", "| `CHash_1024` | guide | PASS |", "| `CHash_1024` | harness-default | PASS |", PageDiffers, "harness-default", "guide"},
		{"status", "| `CHash_1024` | guide | PASS |", "| `CHash_1024` | guide | PARTIAL |", PageDiffers, "PARTIAL", "PASS"},
		{"cycles", "| 842.9 k |", "| 842.8 k |", PageDiffers, "842.8 k", "842.9 k"},
		{"cycles per byte", "| 1148.9 |", "| 1148.8 |", PageDiffers, "1148.8", "1148.9"},
		{"time", "| 547 µs |", "| 546 µs |", PageDiffers, "546 µs", "547 µs"},
		{"throughput", "| 2.2 | 1720", "| 2.3 | 1720", PageDiffers, "2.3 1720", "2.2 1720"},
		{"calls", "115 (5 × 23)", "115 (5 × 24)", PageDiffers, "(5 × 24)", "(5 × 23)"},
		{"static", "| 14484 |", "| 14485 |", PageDiffers, "14485", "14484"},
		{"peak", "| 3624 KiB |", "| 1596 KiB |", PageDiffers, "1596 KiB", "3624 KiB"},
		{"digest", "71a608714d05cd9f", "71a608714d05cd9e", PageDiffers, "cd9e", "cd9f"},
		{"path", "CHash_512__hash_32.json`", "CHash_512__hash_33.json`", PageDiffers, "hash_33", "hash_32"},
		{"last line", "Scripts: performance/campaign.py, performance/ngcc_perf.c, performance/hashprof/ in the harness.\n", "", PageDiffers, "nothing more", "Scripts"},
		{"more", "in the harness.\n", "in the harness.\n\nMore.\n", PageDiffers, "", ""},
		{"link", "| `CHash_512` | guide | PASS |", "| `CHash_512` | guide | [PASS](x.log) |", PageMarkup, "[PASS](x.log)", "PASS"},
		{"table rule", "|---|---|---|\n", "|:--|---|--:|\n", PageMarkup, "|:--|---|--:|", "|---|---|---|"},
		{"blank line", "\n## 4.", "\n\n## 4.", PageMarkup, "", "## 4."},
	} {
		t.Run(test.name, func(t *testing.T) {
			line := 0
			dir := publishedPages(t, d, func(id, page string) string {
				if id != "hash-03" {
					return page
				}
				changed := strings.Replace(page, test.old, test.new, 1)
				if changed == page {
					t.Fatalf("the page does not hold %q", test.old)
				}
				a, b := strings.Split(page, "\n"), strings.Split(changed, "\n")
				for i := range b {
					if i >= len(a) || a[i] != b[i] {
						line = i + 1
						break
					}
				}
				return changed
			})
			c, err := ComparePages(d, builtIn(t), dir)
			if err != nil {
				t.Fatal(err)
			}
			if len(c.Findings) != 2 {
				t.Fatalf("%+v", c.Findings)
			}
			f := c.Findings[0]
			if f.Kind != test.kind || !strings.Contains(f.Says, test.says) || !strings.Contains(f.Follows, test.follows) {
				t.Errorf("%+v", f)
			}
			if f.Line != line && f.Says != "nothing more" && test.name != "more" {
				t.Errorf("line %d, want %d", f.Line, line)
			}
		})
	}
}

// A page that names the CPU of another record is no difference but a doubt;
// one that names the CPU of all its records is none.
func TestCompareCPU(t *testing.T) {
	d := publishedDataset(t)
	for _, r := range d.Records {
		r.Environment.CPUNumber = 7
	}
	for says, doubts := range map[string]int{"CPU 7": 0, "CPU 2": 1} {
		dir := publishedPages(t, d, func(_, page string) string { return strings.Replace(page, "CPU 7", says, 1) })
		c, err := ComparePages(d, builtIn(t), dir)
		if err != nil {
			t.Fatal(err)
		}
		if len(c.Findings) != doubts || doubts == 1 && (c.Findings[0].Kind != PageCPU || c.Findings[0].Follows != "timed on CPU 7 (CHash_512, CHash_1024)") {
			t.Errorf("page says %s: %+v", says, c.Findings)
		}
	}
}

// What the catalogue does not know of a candidate is the page's to say.
func TestCompareUnknownCandidate(t *testing.T) {
	d := publishedDataset(t)
	dir := publishedPages(t, d, unchanged)
	c, err := ComparePages(d, nil, dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range c.Findings {
		if f.Kind == PageDiffers {
			t.Errorf("%+v", f)
		}
	}
	d.Build.Instances["hash-11/Garnet_1024"].KAT = "MISMATCH" // nobody knows why
	dir = publishedPages(t, d, func(_, page string) string {
		return strings.Replace(page, "no cause was recorded", "The cause is [here](x.md).", 1)
	})
	if c, err = ComparePages(d, builtIn(t), dir); err != nil {
		t.Fatal(err)
	}
	for _, f := range c.Findings {
		if f.Kind == PageDiffers {
			t.Errorf("%+v", f)
		}
	}
}

func TestCompareFolders(t *testing.T) {
	d := publishedDataset(t)
	if _, err := ComparePages(d, nil, t.TempDir()); !errors.Is(err, ErrNoPages) {
		t.Errorf("empty folder: %v", err)
	}
	if _, err := ComparePages(d, nil, filepath.Join(t.TempDir(), "none")); err == nil || !strings.Contains(err.Error(), "none") {
		t.Errorf("no folder: %v", err)
	}
	dir := publishedPages(t, d, unchanged)
	// Pages may stand side by side, too.
	if err := os.Rename(filepath.Join(dir, "hash-03/perf_arm_1.md"), filepath.Join(dir, "hash-03.md")); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(dir, "hash-12"), filepath.Join(dir, "hash-13")); err != nil {
		t.Fatal(err)
	}
	c, err := ComparePages(d, builtIn(t), dir)
	if err != nil {
		t.Fatal(err)
	}
	if c.Compared[0] != "hash-03.md" || len(c.Compared) != 4 || len(c.Findings) != 3 {
		t.Fatalf("%+v", c)
	}
	if f := c.Findings[1]; f.Kind != PageMissing || f.Page != "hash-12/perf_arm_1.md" {
		t.Errorf("%+v", f)
	}
	if f := c.Findings[2]; f.Kind != PageUnknown || f.Page != "hash-13/perf_arm_1.md" {
		t.Errorf("%+v", f)
	}
}
