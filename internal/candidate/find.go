package candidate

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// fold makes names comparable that people take for the same: case is dropped
// and '_' becomes '-'.
func fold(name string) string {
	return strings.ReplaceAll(strings.ToLower(name), "_", "-")
}

// FindInstance looks an instance up by name, ignoring case and taking "-" and
// "_" as the same. Where candidates share a name, "candidate/instance" tells
// them apart; the error for a name that does not lists these. The error for an
// unknown name lists near matches.
func (c *Catalogue) FindInstance(name string) (*Instance, error) {
	var found []*Instance
	for _, in := range c.Instances() {
		if fold(in.Name) == fold(name) || fold(in.qualified()) == fold(name) {
			found = append(found, in)
		}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		if near := c.near(name); len(near) > 0 {
			return nil, fmt.Errorf("no instance %q; near matches: %s", name, strings.Join(near, ", "))
		}
		return nil, fmt.Errorf("no instance %q, and none with a similar name", name)
	}
	var names []string
	for _, in := range found {
		names = append(names, in.qualified())
	}
	return nil, fmt.Errorf("instance %q is in several candidates; say which: %s", name, strings.Join(names, ", "))
}

// FindLabel looks an implementation up by its label, as FindInstance does by
// name. Where the name of an instance is given, the error lists its labels.
func (c *Catalogue) FindLabel(label string) (*Implementation, error) {
	var labels []string
	for _, im := range c.Implementations() {
		if fold(im.Label) == fold(label) || fold(im.Instance.Candidate.ID+"/"+im.Label) == fold(label) {
			return im, nil
		}
		if fold(im.Instance.Name) == fold(label) {
			labels = append(labels, im.Label)
		}
	}
	if in, err := c.FindInstance(label); err == nil && in.Absent() && fold(in.Name) == fold(label) {
		text := fmt.Sprintf("%s is the submission's own code, which is not imported: %s", in.Name, in.Candidate.Package())
		if len(labels) > 0 {
			text += "; other implementations: " + strings.Join(labels, ", ")
		}
		return nil, errors.New(text)
	}
	if len(labels) > 0 {
		return nil, fmt.Errorf("%s is an instance; name one of its implementations: %s", label, strings.Join(labels, ", "))
	}
	for _, im := range c.Implementations() {
		have := fold(im.Label)
		if len(label) >= 3 && strings.Contains(have, fold(label)) || distance(fold(label), have) <= max(1, len(have)/4) {
			labels = append(labels, im.Label)
		}
	}
	if len(labels) == 0 {
		return nil, fmt.Errorf("no implementation %q, and none with a similar label", label)
	}
	slices.SortStableFunc(labels, func(a, b string) int { return distance(fold(label), fold(a)) - distance(fold(label), fold(b)) })
	return nil, fmt.Errorf("no implementation %q; near matches: %s", label, strings.Join(labels[:min(len(labels), maxNear)], ", "))
}

func (in *Instance) qualified() string { return in.Candidate.ID + "/" + in.Name }

// maxNear bounds the list of near matches; a list that is longer helps nobody.
const maxNear = 8

// near returns the names of instances like name, best first: a few letters
// differ (a quarter at most), one contains the other, or name is the candidate's.
func (c *Catalogue) near(name string) []string {
	type match struct {
		name     string
		distance int
	}
	wanted := fold(strings.TrimSpace(name[strings.LastIndexByte(name, '/')+1:]))
	if wanted == "" {
		return nil
	}
	var list []match
	for _, in := range c.Instances() {
		have := fold(in.Name)
		d := distance(wanted, have)
		contained := len(wanted) >= 3 && (strings.Contains(have, wanted) || strings.Contains(wanted, have))
		ofCandidate := wanted == fold(in.Candidate.ID) || wanted == fold(in.Candidate.Name)
		if contained || ofCandidate || d <= max(1, len(have)/4) {
			list = append(list, match{in.Name, d})
		}
	}
	slices.SortStableFunc(list, func(a, b match) int { return a.distance - b.distance })
	var names []string
	for _, m := range list[:min(len(list), maxNear)] {
		if !slices.Contains(names, m.name) {
			names = append(names, m.name)
		}
	}
	return names
}

// distance is the edit distance (Levenshtein): how many bytes must be
// inserted, deleted or replaced to make a into b.
func distance(a, b string) int {
	row := make([]int, len(b)+1) // row[j]: distance between a[:i] and b[:j]
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replace := diagonal
			if a[i] != b[j] {
				replace++
			}
			diagonal = row[j+1]
			row[j+1] = min(replace, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
