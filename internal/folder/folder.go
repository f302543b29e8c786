// Package folder puts whole folders in their place: what is to stand there is
// written beside it and then gets the name in one step, or the place stays as it
// was.
package folder

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
)

// Beside is a name for a folder next to dir that nothing has. what says what it
// is for, in case it is left behind.
func Beside(dir, what string) string {
	return filepath.Join(filepath.Dir(dir), fmt.Sprintf(".%s.%s.%08x", filepath.Base(dir), what, rand.Uint32()))
}

// Left lists the folders that stand beside dir under names of [Beside]: somebody
// is about to put them in its place, or was killed when about to.
func Left(dir string) ([]string, error) {
	entries, err := os.ReadDir(filepath.Dir(dir))
	if err != nil {
		return nil, err
	}
	name := regexp.MustCompile(`^\.` + regexp.QuoteMeta(filepath.Base(dir)) + `\.[a-z]+\.[0-9a-f]{8}$`)
	var left []string
	for _, e := range entries {
		if e.IsDir() && name.MatchString(e.Name()) {
			left = append(left, filepath.Join(filepath.Dir(dir), e.Name()))
		}
	}
	return left, nil
}

// Put gives fresh, a folder of the same file system, the name dir. older says
// that a folder stands there, which is removed last.
func Put(fresh, dir string, older bool) error {
	if !older {
		return os.Rename(fresh, dir)
	}
	if err := exchange(fresh, dir); err == nil {
		return os.RemoveAll(fresh) // that is the older one now
	}
	old := Beside(dir, "old")
	if err := os.Rename(dir, old); err != nil {
		return err
	}
	if err := os.Rename(fresh, dir); err != nil {
		return errors.Join(err, os.Rename(old, dir))
	}
	return os.RemoveAll(old)
}
