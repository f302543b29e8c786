package candidate

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/hashassay/assay/candidates"
)

// Load returns the built-in candidates and those of the folders in dirs. Each
// dir is a candidate's folder (it holds candidate.toml) or a folder of such
// folders. The error lists all problems found, one a line, each with file and
// line.
func Load(dirs ...string) (*Catalogue, error) {
	return load(candidates.FS, dirs)
}

// LoadFolder returns the candidates of the folder dir alone, without the
// built-in ones, so that a folder can hold another version of one of those. Its
// errors are as those of Load.
func LoadFolder(dir string) (*Catalogue, error) {
	l := loader{ids: map[string]place{}, labels: map[string]taken{}}
	l.addOutside(dir)
	return l.finish()
}

// load is Load with the built-in candidates in embedded.
func load(embedded fs.FS, dirs []string) (*Catalogue, error) {
	l := loader{ids: map[string]place{}, labels: map[string]taken{}}
	entries, err := fs.ReadDir(embedded, ".")
	if err != nil {
		return nil, fmt.Errorf("built-in candidates: %w", err)
	}
	descriptions := make([]*description, len(entries))
	errs := make([]error, len(entries))
	var readers sync.WaitGroup // every verb that needs the catalogue waits for this
	for i, e := range entries {
		readers.Go(func() {
			files, err := fs.Sub(embedded, e.Name())
			if err == nil {
				descriptions[i], err = describeCandidate(files, "candidates/"+e.Name(), builtIn)
			}
			errs[i] = err
		})
	}
	readers.Wait()
	for i, d := range descriptions {
		l.add(d, errs[i])
	}
	for _, dir := range dirs {
		l.addOutside(dir)
	}
	return l.finish()
}

// loader collects candidates and looks for names that are taken twice.
type loader struct {
	catalogue Catalogue
	ids       map[string]place // by id
	labels    map[string]taken // by folded label
	errs      []error
}

// place is where something stands; its line is looked for when it is shown.
type place struct {
	doc  *document
	path string
}

func (p place) String() string { return p.doc.place(p.path) }

// taken is a label and where it stands.
type taken struct {
	label string
	place
}

// finish returns what was collected, or all that is wrong with it.
func (l *loader) finish() (*Catalogue, error) {
	if len(l.errs) > 0 {
		return nil, errors.Join(l.errs...)
	}
	slices.SortStableFunc(l.catalogue.Candidates, func(a, b *Candidate) int { return naturalCompare(a.ID, b.ID) })
	return &l.catalogue, nil
}

// addOutside adds the candidate in dir, or those in the folders of dir.
func (l *loader) addOutside(dir string) {
	shown := dir
	if shown == "" {
		shown = "."
	}
	entries, err := os.ReadDir(shown)
	if err != nil {
		l.errs = append(l.errs, fmt.Errorf("candidates folder %s: %w", shown, reason(err)))
		return
	}
	folders := []string{}
	for _, e := range entries {
		if e.Name() == descriptionFile {
			folders = []string{shown}
			break
		}
		sub := filepath.Join(shown, e.Name())
		if _, err := os.Stat(filepath.Join(sub, descriptionFile)); err == nil {
			folders = append(folders, sub)
		}
	}
	if len(folders) == 0 {
		l.errs = append(l.errs, fmt.Errorf("candidates folder %s: no %s in it or in the folders directly in it", shown, descriptionFile))
	}
	for _, folder := range folders {
		// The root refuses whatever leaves the folder, symbolic links too. It
		// stays open as long as its file system is in use.
		root, err := os.OpenRoot(folder)
		if err != nil {
			l.errs = append(l.errs, fmt.Errorf("candidate folder %s: %w", folder, reason(err)))
			continue
		}
		l.add(describeCandidate(root.FS(), folder, folder))
	}
}

// add takes what was read and compares its names with those before.
func (l *loader) add(d *description, err error) {
	if err != nil {
		l.errs = append(l.errs, err)
		return
	}
	c := d.candidate
	if first, known := l.ids[c.ID]; known && c.ID != "" {
		d.root.fault("id", "candidate id %q is taken by %s", c.ID, first)
	} else {
		l.ids[c.ID] = place{d.document, "id"}
	}
	for _, c := range d.claims {
		l.grant(d, c)
	}
	if err := d.err(); err != nil {
		l.errs = append(l.errs, err)
	}
	l.catalogue.Candidates = append(l.catalogue.Candidates, c)
}

// grant notes a fault if the label is taken. Labels name files, so two that
// differ in case alone are the same.
func (l *loader) grant(d *description, c claim) {
	if c.Kind == "" || c.Instance.Name == "" {
		return // a fault already
	}
	if first, known := l.labels[fold(c.Label)]; known {
		c.table.fault("kind", "label %q is taken by %s at %s; choose another kind or instance name", c.Label, first.label, first.place)
		return
	}
	l.labels[fold(c.Label)] = taken{c.Label, place{d.document, c.table.at("kind")}}
}
