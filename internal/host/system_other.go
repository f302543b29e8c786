//go:build !linux

package host

import "io/fs"

// thisSystem is a machine without the files that Linux has: all that is read
// from it is empty.
func thisSystem() *system { return &system{root: noFiles{}, arch: machineName()} }

type noFiles struct{}

func (noFiles) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}
