package verify

import (
	"cmp"
	"fmt"
	"slices"
)

// Severity says how bad a finding is.
type Severity string

const (
	Error Severity = "error" // two things in the dataset contradict each other, or a rule of the format
	Doubt Severity = "doubt" // nothing is contradicted, but a reader should know
)

// Finding is one thing that is wrong with a dataset, or doubtful.
type Finding struct {
	Severity Severity `json:"severity"`
	File     string   `json:"file"`    // slash path relative to the dataset; "." for the dataset as a whole
	Field    string   `json:"field"`   // "trials[2].seconds"; "" for the file as a whole
	Says     string   `json:"says"`    // what stands there
	Follows  string   `json:"follows"` // what follows from the rest, or what the rule is
}

// String is the finding in one line.
func (f Finding) String() string {
	where := f.File
	if f.Field != "" {
		where += ": " + f.Field
	}
	return fmt.Sprintf("%s: %s: says %s; follows: %s", f.Severity, where, f.Says, f.Follows)
}

// Report is what verifying one dataset led to.
type Report struct {
	Dataset    string    `json:"dataset"` // the folder, as it was named
	SystemID   string    `json:"system_id"`
	Records    int       `json:"records"` // of hash functions
	Trials     int       `json:"trials"`  // in these
	Findings   []Finding `json:"findings"`
	NotChecked []string  `json:"not_checked"` // what could not be checked, and why
}

// Add adds findings and keeps them in order: errors first, then by file.
func (r *Report) Add(findings ...Finding) {
	r.Findings = append(r.Findings, findings...)
	rank := func(s Severity) int {
		if s == Error {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(r.Findings, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(rank(a.Severity), rank(b.Severity)), cmp.Compare(a.File, b.File))
	})
}

// Count returns the number of findings of a severity.
func (r *Report) Count(s Severity) int {
	n := 0
	for _, f := range r.Findings {
		if f.Severity == s {
			n++
		}
	}
	return n
}

// notes collects the findings about one file.
type notes struct {
	file string
	list []Finding
}

func (n *notes) add(s Severity, field, says, follows string) {
	n.list = append(n.list, Finding{s, n.file, field, says, follows})
}

// wrong notes an error.
func (n *notes) wrong(field string, says any, follows string, args ...any) {
	n.add(Error, field, show(says), fmt.Sprintf(follows, args...))
}

// doubt notes a doubt.
func (n *notes) doubt(field string, says any, follows string, args ...any) {
	n.add(Doubt, field, show(says), fmt.Sprintf(follows, args...))
}

// same notes an error where a value is not the one that follows, and says why
// it follows.
func same[T comparable](n *notes, field string, says, follows T, why string) {
	if says != follows {
		n.wrong(field, says, "%s: %s", show(follows), why)
	}
}

// sameOrNull is same for values that can be null.
func sameOrNull[T comparable](n *notes, field string, says, follows *T, why string) {
	switch {
	case says == nil && follows == nil:
	case says == nil || follows == nil || *says != *follows:
		n.wrong(field, show(orNil(says)), "%s: %s", show(orNil(follows)), why)
	}
}

func orNil[T any](p *T) any {
	if p == nil {
		return nil
	}
	return *p
}

// show writes a value for a reader: an empty text is not invisible, a missing value has a name.
func show(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case string:
		if v == "" {
			return "nothing"
		}
		return v
	case []string:
		if len(v) == 0 {
			return "none"
		}
	}
	return fmt.Sprint(v)
}
