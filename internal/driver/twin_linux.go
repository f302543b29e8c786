package driver

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// pin ties the calling thread, which is locked, to a CPU.
func pin(cpu int) error {
	if cpu < 0 {
		return nil
	}
	var set unix.CPUSet
	set.Set(cpu)
	if err := unix.SchedSetaffinity(0, &set); err != nil {
		return fmt.Errorf("cannot pin to CPU %d: %w", cpu, err)
	}
	return nil
}

// highDescriptor is where the protocol's descriptors go, away from 0 and 1.
const highDescriptor = 200

// confine limits the process and moves the protocol away from descriptors 0
// and 1. There is no seccomp filter: the Go runtime needs threads, and what runs here is our own code.
func (t *twin) confine() error {
	limit := func(resource int, value uint64) {
		_ = unix.Setrlimit(resource, &unix.Rlimit{Cur: value, Max: value}) // as far as the system allows it
	}
	if t.limited() {
		if s := t.numbers["cpu_seconds"]; s > 0 {
			limit(unix.RLIMIT_CPU, uint64(s)) // soft = hard: SIGKILL, since the Go runtime ignores SIGXCPU
		}
		limit(unix.RLIMIT_FSIZE, 0)
		limit(unix.RLIMIT_CORE, 0)
	}
	_ = unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)

	in, err := unix.FcntlInt(0, unix.F_DUPFD_CLOEXEC, highDescriptor)
	if err != nil {
		return fmt.Errorf("standard input: %w", err)
	}
	out, err := unix.FcntlInt(1, unix.F_DUPFD_CLOEXEC, highDescriptor)
	if err != nil {
		return fmt.Errorf("standard output: %w", err)
	}
	t.in, t.out = os.NewFile(uintptr(in), "requests"), os.NewFile(uintptr(out), "answers")
	null, err := unix.Open(os.DevNull, unix.O_RDWR|unix.O_CLOEXEC, 0)
	if err != nil {
		return fmt.Errorf("%s: %w", os.DevNull, err)
	}
	var pipe [2]int
	if err := unix.Pipe2(pipe[:], unix.O_NONBLOCK|unix.O_CLOEXEC); err != nil {
		return fmt.Errorf("pipe: %w", err)
	}
	if err := unix.Dup3(null, 0, 0); err != nil {
		return fmt.Errorf("standard input: %w", err)
	}
	if err := unix.Dup3(pipe[1], 1, 0); err != nil {
		return fmt.Errorf("standard output: %w", err)
	}
	unix.Close(null)
	unix.Close(pipe[1])
	t.captured = func() int {
		n, err := unix.IoctlGetInt(pipe[0], unix.TIOCINQ) // FIONREAD
		if err != nil {
			return 0
		}
		return n
	}
	return nil
}
