package report

import (
	"fmt"

	"github.com/hashassay/assay/internal/evidence"
)

// codeOf says which code a build entry is of. Submitted code that is not from the
// archive that the programme published must not be taken for it.
func (v view) codeOf(e *evidence.BuildEntry) string {
	if e.Assay != nil && e.Assay.Archive != nil && !e.Assay.Archive.Published {
		return "code of another archive than the published one"
	}
	return v.code(e.Candidate, kindOf(e), kernelOf(e))
}

// codeOfRecord is codeOf for a record's build entry.
func (v view) codeOfRecord(r *evidence.Record) string {
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
func (v view) foreseen(e *evidence.BuildEntry) []string {
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
