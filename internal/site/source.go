package site

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashassay/assay/internal/evidence"
)

// source is the files that make up a dataset, as they were when it was read:
// pages are made of what was read then, so a file that is another now is not
// shown beside them.
type source struct {
	dir  string
	sums map[string]evidence.Sum // by slash path
	left []string                // what belongs to the dataset and is not in it, and why
}

// newSource notes what the files of a dataset are. Only plain files count, by
// the rule of assay verify: no links, and nothing outside of the folder, since a
// dataset from elsewhere may name any file of the machine.
func newSource(d *evidence.Dataset) (*source, error) {
	files, err := d.Files()
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(d.Dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	s := &source{dir: d.Dir, sums: map[string]evidence.Sum{}}
	leave := func(name, why string) { s.left = append(s.left, fmt.Sprintf("%q %s", name, why)) }
	for _, name := range files {
		if !fs.ValidPath(name) {
			leave(name, "is no path inside of the dataset")
			continue
		}
		switch regular, err := plain(root, name); {
		case err != nil:
			leave(name, "is not in the dataset")
			continue
		case !regular:
			leave(name, "is not a regular file")
			continue
		}
		sum, ok := d.Sum(name)
		if !ok && (name == evidence.MemoryFile || strings.HasPrefix(name, "records/")) { // figures are of what there was before
			leave(name, "was not there when the dataset was read")
			continue
		}
		if !ok {
			data, err := root.ReadFile(filepath.FromSlash(name))
			if err != nil {
				return nil, err
			}
			sum = sha256.Sum256(data)
		}
		s.sums[name] = sum
	}
	return s, nil
}

// plain says whether a path leads to a regular file through folders alone.
func plain(root *os.Root, name string) (bool, error) {
	info, err := root.Lstat(filepath.FromSlash(name))
	if err != nil || !info.Mode().IsRegular() {
		return false, err
	}
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		if info, err := root.Lstat(filepath.FromSlash(dir)); err != nil || !info.IsDir() {
			return false, err
		}
	}
	return true, nil
}

// names lists the files in order.
func (s *source) names() []string { return slices.Sorted(maps.Keys(s.sums)) }

// has says whether a file is in the dataset.
func (s *source) has(name string) bool {
	_, ok := s.sums[name]
	return ok
}

// read reads a file of the dataset. The error wraps evidence.ErrChanged if it is
// not what it was.
func (s *source) read(name string) ([]byte, error) {
	root, err := os.OpenRoot(s.dir)
	if err != nil {
		return nil, changed(s.dir, err)
	}
	defer root.Close()
	return s.readIn(root, name)
}

func (s *source) readIn(root *os.Root, name string) ([]byte, error) {
	file := filepath.Join(s.dir, filepath.FromSlash(name))
	regular, err := plain(root, name)
	if err != nil {
		return nil, changed(file, err)
	}
	if !regular { // a pipe would be waited for
		return nil, fmt.Errorf("%s: %w", file, evidence.ErrChanged)
	}
	data, err := root.ReadFile(filepath.FromSlash(name))
	if err != nil {
		return nil, changed(file, err)
	}
	if sha256.Sum256(data) != s.sums[name] {
		return nil, fmt.Errorf("%s: %w", file, evidence.ErrChanged)
	}
	return data, nil
}

// changed says of a file that is not there any more that it changed; other
// errors tell of themselves.
func changed(file string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: %w", file, evidence.ErrChanged)
	}
	return err
}
