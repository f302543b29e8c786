package candidate

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

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
	l := loader{ids: map[string]string{}, labels: map[string]string{}}
	l.addOutside(dir)
	return l.finish()
}

// load is Load with the built-in candidates in embedded.
func load(embedded fs.FS, dirs []string) (*Catalogue, error) {
	l := loader{ids: map[string]string{}, labels: map[string]string{}}
	entries, err := fs.ReadDir(embedded, ".")
	if err != nil {
		return nil, fmt.Errorf("built-in candidates: %w", err)
	}
	for _, e := range entries {
		files, err := fs.Sub(embedded, e.Name())
		if err != nil {
			return nil, fmt.Errorf("built-in candidates: %w", err)
		}
		l.add(files, "candidates/"+e.Name(), builtIn)
	}
	for _, dir := range dirs {
		l.addOutside(dir)
	}
	return l.finish()
}

// loader collects candidates and looks for names that are taken twice.
type loader struct {
	catalogue Catalogue
	ids       map[string]string // id -> "file:line"
	labels    map[string]string // folded label -> "label at file:line"
	errs      []error
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
		l.add(root.FS(), folder, folder)
	}
}

// add reads the candidate in files and compares its names with those before.
func (l *loader) add(files fs.FS, folder, origin string) {
	d, err := describeCandidate(files, folder, origin)
	if err != nil {
		l.errs = append(l.errs, err)
		return
	}
	c := d.candidate
	if first, taken := l.ids[c.ID]; taken && c.ID != "" {
		d.root.fault("id", "candidate id %q is taken by %s", c.ID, first)
	} else {
		l.ids[c.ID] = d.place("id")
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
	if first, taken := l.labels[fold(c.Label)]; taken {
		c.table.fault("kind", "label %q is taken by %s; choose another kind or instance name", c.Label, first)
		return
	}
	l.labels[fold(c.Label)] = fmt.Sprintf("%s at %s", c.Label, d.place(c.table.at("kind")))
}
