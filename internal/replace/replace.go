// Package replace puts a finished folder in the place of an older one.
package replace

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// Folder gives the folder fresh the name place. What stood there is removed, last of
// all; where the system can, both change names in one step. On an error place
// is as it was, and fresh may still be there.
func Folder(fresh, place string) error {
	if _, err := os.Lstat(place); errors.Is(err, fs.ErrNotExist) {
		if err := os.Rename(fresh, place); err == nil {
			return nil
		} else if _, there := os.Lstat(place); there != nil {
			return err
		} // somebody else was faster
	}
	if err := exchange(fresh, place); err == nil {
		return os.RemoveAll(fresh) // that is the older one now
	}
	old := Beside(place, "old")
	if err := os.Rename(place, old); err != nil {
		return err
	}
	if err := os.Rename(fresh, place); err != nil {
		return errors.Join(err, os.Rename(old, place))
	}
	return os.RemoveAll(old)
}

// Beside is a name for a folder next to dir that nothing has.
func Beside(dir, what string) string {
	return filepath.Join(filepath.Dir(dir), fmt.Sprintf(".%s.%s.%08x", filepath.Base(dir), what, rand.Uint32()))
}
