package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/hashassay/assay/internal/evidence"
)

// writeOutput writes to a file that the user names, whole or not at all. What
// is no regular file, such as a pipe or a device, is written to and not replaced, and
// a link is followed.
func writeOutput(path string, data []byte) error {
	real, err := filepath.EvalSymlinks(path)
	if errors.Is(err, fs.ErrNotExist) {
		return evidence.WriteFile(path, data)
	}
	if err != nil {
		return err
	}
	info, err := os.Stat(real)
	if err != nil {
		return err
	}
	if info.Mode().IsRegular() {
		return evidence.WriteFile(real, data)
	}
	f, err := os.OpenFile(real, os.O_WRONLY, 0) // of a folder, this says that it is one
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}
