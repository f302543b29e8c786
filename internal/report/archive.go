package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashassay/assay/internal/evidence"
)

const anotherArchive = evidence.AnotherArchive

func ofAnother(e *evidence.BuildEntry) bool { return e.OtherArchive() != nil }

// otherArchives names the code that is not of the published archives, a text for
// each archive: of entries, and of those of records.
func otherArchives(d *evidence.Dataset, records []*evidence.Record, entries []*evidence.BuildEntry) []string {
	entries = slices.Clone(entries)
	for _, r := range records {
		if e := d.EntryOf(r); e != nil && !slices.Contains(entries, e) {
			entries = append(entries, e)
		}
	}
	var order []string
	labels := map[string][]string{}
	for _, e := range entries {
		if a := e.OtherArchive(); a != nil {
			name := a.String()
			if labels[name] == nil {
				order = append(order, name)
			}
			labels[name] = append(labels[name], e.Label)
		}
	}
	var texts []string
	for _, name := range order {
		texts = append(texts, fmt.Sprintf("%s (%s)", strings.Join(labels[name], ", "), name))
	}
	return texts
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
	if e := v.dataset.EntryOf(r); e != nil && e.Assay != nil && e.Assay.Archive != nil {
		return v.codeOf(e)
	}
	return v.code(r.Candidate, kindOfRecord(r), kernelOfRecord(r))
}

// ofArchive names the archive that submitted code is from.
func ofArchive(e *evidence.BuildEntry) string {
	if e.Assay == nil || e.Assay.Archive == nil {
		return ""
	}
	return fmt.Sprintf(" (from %s)", e.Assay.Archive)
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
