package driver

import (
	"io/fs"
	"os"
	"path/filepath"
)

// newWorkingDirectory makes an empty folder for a child, which shall leave
// nothing in it: the permissions say so, though they do not bind root, and the owner can change them.
func newWorkingDirectory() (string, error) {
	dir, err := os.MkdirTemp("", "assay-driver-")
	if err != nil {
		return "", err
	}
	return dir, os.Chmod(dir, 0o555)
}

// removeTree removes a folder of this user even if permissions inside it were taken away.
func removeTree(dir string) error {
	if err := os.RemoveAll(dir); err == nil {
		return nil
	}
	// Only folders matter: what is in them is removed by their permissions, not by its own. Errors here show
	// again below.
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() { // seen before it is read
			_ = os.Chmod(path, 0o700)
		}
		return nil
	})
	return os.RemoveAll(dir)
}
