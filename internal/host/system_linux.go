package host

import (
	"os"

	"golang.org/x/sys/unix"
)

// thisSystem is the machine that this process runs on.
func thisSystem() *system {
	s := &system{root: os.DirFS("/"), arch: machineName()}
	var u unix.Utsname
	if unix.Uname(&u) == nil {
		s.arch = unix.ByteSliceToString(u.Machine[:])
		s.kernel = unix.ByteSliceToString(u.Release[:])
	}
	s.allowed, _ = processAffinity()
	return s
}

func captureHost(cpu int) Environment { return thisSystem().environment(cpu) }
