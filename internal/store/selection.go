package store

import (
	"path"
	"slices"
	"strings"

	"github.com/hashassay/assay/internal/candidate"
)

// selection is what is taken of an archive.
type selection struct {
	candidate *candidate.Candidate
	vectors   bool
	all       map[string]member // what there is
	chosen    map[string]bool   // paths
}

// chosenFile is a file that is taken.
type chosenFile struct {
	member
	kept   string // path in the candidate's folder of the store
	isCode bool   // what it includes is taken, too
}

// folders returns the folders of the archive that a candidate's recipes name,
// and those of them that hold known-answer files.
func folders(c *candidate.Candidate) (code, vectors []string) {
	add := func(list *[]string, dir string) {
		if dir != "" && dir != "." && !slices.Contains(*list, dir) {
			*list = append(*list, dir)
		}
	}
	for _, in := range c.Instances {
		r := in.Submitted
		if r == nil {
			continue
		}
		add(&code, r.SourceDir)
		for _, dir := range slices.Concat(r.Include, r.Headers) {
			add(&code, dir)
		}
		for _, name := range r.Sources {
			add(&code, path.Dir(name))
		}
		add(&vectors, r.VectorsDir)
	}
	return code, vectors
}

// begin returns the files that the recipes select.
func (s *selection) begin() []chosenFile {
	var list []chosenFile
	for name, m := range s.all {
		if s.candidate.Takes(name) {
			list = append(list, s.choose(m))
		} else if kept, ok := s.candidate.TakesVector(name); ok && s.vectors {
			list = append(list, chosenFile{m, path.Join(vectorsFolder, kept), false})
		}
	}
	slices.SortFunc(list, func(a, b chosenFile) int { return strings.Compare(a.name, b.name) })
	return list
}

func (s *selection) choose(m member) chosenFile {
	s.chosen[m.name] = true
	return chosenFile{m, path.Join(sourceFolder, m.name), true}
}

// follow returns the files of the archive that the code of the path from
// includes and that are not chosen yet: submissions include files beside their
// own folder. A name is looked for where compilers do, beside the file and then in the
// folders of the recipes.
func (s *selection) follow(from string, names []string) []chosenFile {
	var list []chosenFile
	for _, name := range names {
		dirs := []string{path.Dir(from)}
		for _, in := range s.candidate.Instances {
			if in.Submitted != nil {
				dirs = append(append(dirs, in.Submitted.SourceDir), in.Submitted.Include...)
			}
		}
		if path.IsAbs(name) {
			continue
		}
		for i, dir := range dirs {
			m, ok := s.all[path.Join(dir, name)]
			if ok && !s.chosen[m.name] {
				list = append(list, s.choose(m))
			}
			if ok && i == 0 {
				break // beside the file comes first; the folders differ by instance
			}
		}
	}
	return list
}
