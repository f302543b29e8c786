//go:build unix

package evidence

import (
	"errors"
	"os"
	"syscall"
)

// syncFolder makes a new name in a folder durable. File systems that cannot
// sync a folder say EINVAL or ENOTSUP; there is nothing to be done about that.
func syncFolder(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer f.Close()
	err = f.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTSUP) {
		return nil
	}
	return err
}
