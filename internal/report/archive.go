package report

import (
	"fmt"

	"github.com/hashassay/assay/internal/evidence"
)

// anotherArchive is what code of an archive is called that the programme did not
// publish.
const anotherArchive = "code of another archive than the published one"

func ofAnother(e *evidence.BuildEntry) bool {
	return e.Assay != nil && e.Assay.Archive != nil && !e.Assay.Archive.Published
}

// codeOf says which code a build entry is of. Submitted code that is not from the
// archive that the programme published must not be taken for it.
func (v View) codeOf(e *evidence.BuildEntry) string {
	if ofAnother(e) {
		return anotherArchive
	}
	return v.code(e.Candidate, kindOf(e), kernelOf(e))
}

// codeOfRecord is codeOf for a record's build entry.
func (v View) codeOfRecord(r *evidence.Record) string {
	if e := v.dataset.Build.Instances[r.Candidate+"/"+r.Label]; e != nil && e.Assay != nil && e.Assay.Archive != nil {
		return v.codeOf(e)
	}
	return v.code(r.Candidate, kindOfRecord(r), kernelOfRecord(r))
}

// ofArchive names the archive that submitted code is from.
func ofArchive(e *evidence.BuildEntry) string {
	if e.Assay == nil || e.Assay.Archive == nil {
		return ""
	}
	return fmt.Sprintf(" (from %s, SHA-256 %.16s…)", e.Assay.Archive.Name, e.Assay.Archive.SHA256)
}

// foreseen says so where the recipe of submitted code foresees the verdict that
// it got, with what is odd about it.
func (v View) foreseen(e *evidence.BuildEntry) []string {
	c := v.candidate(e.Candidate)
	if c == nil || e.Assay == nil || e.Assay.Archive == nil || !e.Assay.Archive.Published {
		return nil
	}
	for _, in := range c.Instances {
		if r := in.Submitted; r != nil && in.Reported() == e.Instance && r.Expected == e.KAT {
			return []string{fmt.Sprintf("known to give %s: %s", r.Expected, r.Note)}
		}
	}
	return nil
}
