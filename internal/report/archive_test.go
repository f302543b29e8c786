package report

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/evidence"
)

// Code from an archive is named after it. The verdict of the one instance that
// is known to fail is called so, for the published archive alone.
func TestCodeOfArchive(t *testing.T) {
	catalogue, err := candidate.Load()
	if err != nil {
		t.Fatal(err)
	}
	const digest = "9cb659f7e01a64bdcce2a4fea8a7d6e6b5687b2a0ed8ce4ffe5fa86dd3e77646"
	for _, c := range []struct {
		instance, kat string
		archive       *evidence.Archive
		code          string // with the archive
		foreseen      bool
	}{
		{"Garnet_1024_DM4x4", "MISMATCH", &evidence.Archive{Name: "Garnet.zip", SHA256: digest, Published: true}, "submitted reference code (from Garnet.zip, SHA-256 9cb659f7e01a64bd…)", true},
		{"Garnet_1024_DM4x4", "CRASH", &evidence.Archive{Name: "Garnet.zip", SHA256: digest, Published: true}, "submitted reference code (from Garnet.zip, SHA-256 9cb659f7e01a64bd…)", false},
		{"Garnet_1024_DM4x4", "MISMATCH", &evidence.Archive{Name: "my.zip", SHA256: digest, Published: false}, "code of another archive than the published one (from my.zip, SHA-256 9cb659f7e01a64bd…)", false},
		{"Garnet_768", "MISMATCH", &evidence.Archive{Name: "Garnet.zip", SHA256: digest, Published: true}, "submitted reference code (from Garnet.zip, SHA-256 9cb659f7e01a64bd…)", false},
		{"Garnet_1024_DM4x4", "MISMATCH", nil, "submitted reference code", false},
	} {
		e := &evidence.BuildEntry{
			Candidate: "hash-11", Label: c.instance, Instance: c.instance, Variant: "reference", KAT: c.kat,
			Assay: &evidence.BuildAssay{Implementation: "submitted", Language: "c", Detail: "the digest differs", Archive: c.archive},
		}
		d := &evidence.Dataset{Campaign: &evidence.Campaign{}, Build: &evidence.Build{Instances: map[string]*evidence.BuildEntry{"hash-11/" + c.instance: e}}}
		v := View{dataset: d, catalogue: catalogue}
		if got := v.codeOf(e) + ofArchive(e); got != c.code {
			t.Errorf("%s, %+v: %s, want %s", c.instance, c.archive, got, c.code)
		}
		if got := v.codeOfRecord(&evidence.Record{Candidate: "hash-11", Label: c.instance, Variant: "reference"}); !strings.HasPrefix(c.code, got) {
			t.Errorf("%s, %+v: a record is of %s", c.instance, c.archive, got)
		}
		if why := unranked(line{entry: e}, figures{}, true); (why == anotherArchive) != (c.archive != nil && !c.archive.Published) {
			t.Errorf("%s, %+v: has no place in a ranking because of %s", c.instance, c.archive, why)
		}
		_, notes := v.functional("hash-11", []*evidence.BuildEntry{e}, nil)
		foreseen := slices.ContainsFunc(notes, func(n string) bool {
			return strings.Contains(n, "known to give MISMATCH: ") && strings.Contains(n, "no C source")
		})
		if foreseen != c.foreseen {
			t.Errorf("%s, %s, %+v: footnotes are %q", c.instance, c.kat, c.archive, notes)
		}
	}
}

// The terminal's table and every layout say before the first figure that code is of another
// archive; of the published archive they say nothing.
func TestOtherArchiveIsSaid(t *testing.T) {
	for _, published := range []bool{true, false} {
		d := smallDataset(t)
		var e *evidence.BuildEntry
		for _, r := range d.Records {
			if e = d.EntryOf(r); e != nil && e.KAT == "PASS" {
				break
			}
		}
		e.Assay.Archive = &evidence.Archive{Name: "My own.zip", SHA256: strings.Repeat("5a", 32), Published: published}
		const want = anotherArchive + ": %s (My own.zip, SHA-256 5a5a5a5a5a5a5a5a…)"
		said := fmt.Sprintf(want, e.Label)
		var table strings.Builder
		if err := Table(&table, d, false); err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(table.String(), "warning: "+said); got == published {
			t.Errorf("published %v: the table is\n%s", published, table.String())
		}
		for line := range strings.Lines(table.String()) {
			if strings.HasPrefix(line, e.Label+" ") && strings.Contains(line, otherArchive) == published {
				t.Errorf("published %v: the row is %s", published, line)
			}
		}
		dir := t.TempDir()
		for name, write := range map[string]func(*evidence.Dataset, *candidate.Catalogue, string) ([]string, error){"assay": Write, "classic": WriteClassic} {
			paths, err := write(d, smallCatalogue(), filepath.Join(dir, name))
			if err != nil {
				t.Fatal(err)
			}
			pages := 0
			for _, p := range paths {
				text, err := os.ReadFile(p)
				if err != nil {
					t.Fatal(err)
				}
				if strings.Contains(string(text), said) {
					pages++
				}
			}
			if (pages == 0) != published {
				t.Errorf("published %v: %d pages of layout %s say so", published, pages, name)
			}
		}
		for _, r := range d.Records {
			if d.EntryOf(r) == e && (len(otherArchives(d, []*evidence.Record{r}, nil)) == 0) != published {
				t.Errorf("published %v: the page of a record does not say so", published)
			}
		}
	}
}
