package verify

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/evidence"
)

// archive checks what an entry says of the archive that its code is from: only
// a submission's own code has one, all of a candidate's is from the archive that
// campaign.json names, and whether that is the published one is known here.
func (c *checker) archive(n *notes, at func(string) string, e *evidence.BuildEntry) {
	a := e.Assay.Archive
	imported := ""
	if c.campaign != nil && c.campaign.Assay != nil {
		imported = c.campaign.Assay.Imports[e.Candidate]
	}
	if a == nil {
		if e.Assay.Implementation == candidate.Submitted && imported != "" {
			n.wrong(at("assay.archive"), "nothing", "the archive with SHA-256 %s: assay.imports of campaign.json", imported)
		}
		return
	}
	if e.Assay.Implementation != candidate.Submitted {
		n.wrong(at("assay.archive"), a.Name, "nothing: code of kind %s is not from an archive", e.Assay.Implementation)
	}
	if !isDigest(a.SHA256) {
		n.wrong(at("assay.archive.sha256"), a.SHA256, "64 hexadecimal digits of SHA-256")
		return
	}
	if c.campaign != nil {
		same(n, at("assay.archive.sha256"), a.SHA256, imported, "assay.imports of campaign.json")
	}
	for _, k := range c.catalogue.Candidates {
		if k.ID != e.Candidate || k.Archive == nil {
			continue
		}
		if published := a.SHA256 == k.Archive.SHA256; published != a.Published {
			n.wrong(at("assay.archive.published"), a.Published, "%v: the published archive %s has SHA-256 %s", published, k.Archive.Name, k.Archive.SHA256)
		}
	}
}

// imports checks the archives that campaign.json names.
func (c *checker) imports(n *notes) {
	imports := c.campaign.Assay.Imports
	for _, id := range slices.Sorted(maps.Keys(imports)) {
		if digest := imports[id]; !isDigest(digest) {
			n.wrong(fmt.Sprintf("assay.imports.%s", id), digest, "64 hexadecimal digits of SHA-256")
		}
	}
}

// otherArchives doubts code that is not of the published archives: figures follow from the
// trials, and are not those of the submission. One doubt for each archive.
func (c *checker) otherArchives(n *notes) {
	labels := map[string][]string{}
	for _, key := range slices.SortedFunc(maps.Keys(c.build.Instances), compareNatural) {
		if e := c.build.Instances[key]; e.OtherArchive() != nil {
			name := e.Candidate + " from " + e.OtherArchive().String()
			labels[name] = append(labels[name], e.Label)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(labels)) {
		n.doubt("assay.archive of "+strings.Join(labels[name], ", "), name, "the published archive: this is %s", evidence.AnotherArchive)
	}
}
