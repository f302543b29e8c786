//go:build unix

package drivertest

import (
	"os"

	"golang.org/x/sys/unix"
)

// lock waits for the lock file at path. A process that dies gives it up.
func lock(path string) (unlock func(), err error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	for {
		err := unix.Flock(int(f.Fd()), unix.LOCK_EX)
		if err == nil {
			return func() { f.Close() }, nil
		}
		if err != unix.EINTR {
			f.Close()
			return nil, os.NewSyscallError("flock", err)
		}
	}
}
