package evidence

import "fmt"

// AnotherArchive is what code of an archive is called that the programme did not
// publish: it must not be taken for the submission's own, wherever its figures or
// verdicts are shown.
const AnotherArchive = "code of another archive than the published one"

// OtherArchive returns the archive of an entry's code if it is not the published
// one, and else nil.
func (e *BuildEntry) OtherArchive() *Archive {
	if e == nil || e.Assay == nil || e.Assay.Archive == nil || e.Assay.Archive.Published {
		return nil
	}
	return e.Assay.Archive
}

// EntryOf returns the build entry of a record; nil if there is none.
func (d *Dataset) EntryOf(r *Record) *BuildEntry { return d.Build.Instances[r.Candidate+"/"+r.Label] }

// String names an archive so that it can be told from others: its name alone does not.
func (a *Archive) String() string { return fmt.Sprintf("%s, SHA-256 %.16s…", a.Name, a.SHA256) }
