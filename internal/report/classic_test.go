package report

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/evidence"
)

// publishedText reads a published page as text, from its title on: what stands
// above is the site's navigation.
func publishedText(t *testing.T, id string) []pageLine {
	t.Helper()
	data, err := os.ReadFile("testdata/pages/" + id + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	lines := pageLines(data)
	for i, l := range lines {
		if strings.HasPrefix(l.text, id) && strings.Contains(l.text, "— performance on") {
			return lines[i:]
		}
	}
	t.Fatalf("%s.txt has no title", id)
	return nil
}

func builtIn(t *testing.T) *candidate.Catalogue {
	t.Helper()
	c, err := candidate.Load()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func classicLines(t *testing.T, d *evidence.Dataset, id string) []pageLine {
	t.Helper()
	dir := t.TempDir()
	if _, err := WriteClassic(d, builtIn(t), dir); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(dir, id, "perf_arm_1.md"))
	if err != nil {
		t.Fatal(err)
	}
	return pageLines(page)
}

// The page of hash-03 made from its published records says what the published
// page says, in every line and every cell.
func TestClassicPageIsThePublishedOne(t *testing.T) {
	got, want := classicLines(t, publishedDataset(t), "hash-03"), publishedText(t, "hash-03")
	if len(want) < 60 {
		t.Fatalf("the published page has only %d lines", len(want))
	}
	for i := range max(len(got), len(want)) {
		switch {
		case i >= len(got):
			t.Errorf("published line %d: %q is missing", want[i].number, want[i].text)
		case i >= len(want):
			t.Errorf("line %d: %q is not on the published page", got[i].number, got[i].text)
		case got[i].text != want[i].text:
			t.Errorf("line %d: %q, published (line %d) %q", got[i].number, got[i].text, want[i].number, want[i].text)
		}
	}
}

// Of hash-11 the builds are at hand, so what follows from them: environment,
// known-answer table with its footnote, and the logs.
func TestClassicPageOfBuilds(t *testing.T) {
	got, want := classicLines(t, publishedDataset(t), "hash-11"), publishedText(t, "hash-11")
	section := func(lines []pageLine, from, to string) (texts []string) {
		inside := false
		for _, l := range lines {
			if strings.HasPrefix(l.text, to) {
				return texts
			}
			if inside = inside || strings.HasPrefix(l.text, from); inside {
				texts = append(texts, l.text)
			}
		}
		return texts
	}
	a, b := section(got, "2. Assessment", "4. Performance"), section(want, "2. Assessment", "4. Performance")
	if strings.Join(a, "\n") != strings.Join(b, "\n") || len(a) != 21 {
		t.Errorf("sections 2 and 3:\n%s\npublished:\n%s", strings.Join(a, "\n"), strings.Join(b, "\n"))
	}
	logs := func(lines []pageLine) (texts []string) {
		for _, l := range lines {
			if strings.Contains(l.text, " KAT log (sha256 ") {
				texts = append(texts, l.text)
			}
		}
		return texts
	}
	if a, b := logs(got), logs(want); strings.Join(a, "\n") != strings.Join(b, "\n") || len(a) != 7 {
		t.Errorf("logs:\n%s\npublished:\n%s", strings.Join(a, "\n"), strings.Join(b, "\n"))
	}
}

// The layout is pinned for a published dataset and for a run of ours, which
// has notices and estimated cycles.
func TestClassicPages(t *testing.T) {
	d := publishedDataset(t)
	written, err := WriteClassic(d, builtIn(t), filepath.Join(d.Dir, "pages"))
	if err != nil {
		t.Fatal(err)
	}
	if len(written) != 5 {
		t.Errorf("%d pages, want one for each candidate: %v", len(written), written)
	}
	small := smallDataset(t)
	ours, err := WriteClassic(small, smallCatalogue(), filepath.Join(small.Dir, "pages"))
	if err != nil {
		t.Fatal(err)
	}
	if len(ours) != 1 {
		t.Fatalf("pages of the small run: %v", ours)
	}
	for file, name := range map[string]string{written[0]: "classic_hash-03.md", written[2]: "classic_hash-11.md", ours[0]: "classic_small.md"} {
		page, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		golden(t, name, page)
	}
}

// Helper functions and yardsticks have no published pages of their own.
func TestClassicLeavesOutReferences(t *testing.T) {
	d := &evidence.Dataset{Dir: t.TempDir(), Campaign: &evidence.Campaign{SystemID: "arm_1"}, Build: &evidence.Build{Instances: map[string]*evidence.BuildEntry{
		"iccs/pseudoXOF-512": {Candidate: "iccs", Label: "pseudoXOF-512", Variant: "iccs-baseline"},
		"yardstick/SHA-512":  {Candidate: "yardstick", Label: "SHA-512", Variant: "go"},
		"hash-14/Laurus-512": {Candidate: "hash-14", Label: "Laurus-512", Variant: "reference"},
	}}}
	for _, c := range []*candidate.Catalogue{nil, builtIn(t)} {
		ids := View{dataset: d, catalogue: c}.classicIDs()
		if want := "hash-14"; ids[0] != want || c != nil && len(ids) != 1 {
			t.Errorf("pages of %v", ids)
		}
	}
	d.Campaign.SystemID = "../arm"
	if _, err := WriteClassic(d, nil, t.TempDir()); err == nil || !strings.Contains(err.Error(), "system_id") {
		t.Errorf("system ../arm: %v", err)
	}
}
