package driver

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/hashassay/assay/internal/jail"
)

// childAttributes gives the child a session and a process group of its own,
// and its end when the thread that started it ends (launch keeps that thread).
func childAttributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGKILL}
}

// newPipe returns a pipe whose ends block: a request and its answer then cost
// no round through the network poller.
func newPipe() (r, w *os.File, err error) {
	var fds [2]int
	if err := unix.Pipe2(fds[:], unix.O_CLOEXEC); err != nil {
		return nil, nil, os.NewSyscallError("pipe2", err)
	}
	return os.NewFile(uintptr(fds[0]), "|0"), os.NewFile(uintptr(fds[1]), "|1"), nil
}

// launch starts the child from a thread that lives until the child has ended:
// the kernel takes the end of that thread for the end of the parent.
func (c *child) launch() error {
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := c.cmd.Start()
		started <- err
		if err != nil {
			return
		}
		defer close(c.done)
		// The ended leader stays a zombie until the rest of its group is killed, so that its number
		// cannot belong to somebody else then.
		for {
			var info unix.Siginfo
			err := unix.Waitid(unix.P_PID, c.cmd.Process.Pid, &info, unix.WEXITED|unix.WNOWAIT, nil)
			if err == nil && (info.Code == cldTrapped || info.Code == cldStopped) {
				// A child that made us its tracer has stopped; a stop is reported to a tracer unasked. Take
				// the report, so that the next is of another event, and leave the child to its time limit.
				err = unix.Waitid(unix.P_PID, c.cmd.Process.Pid, &info, unix.WSTOPPED|unix.WNOHANG, nil)
				if err == nil {
					continue
				}
			}
			if err != unix.EINTR {
				break
			}
		}
		c.mu.Lock()
		killGroup(c.cmd)
		c.reaped = true
		c.mu.Unlock()
		c.cmd.Wait() // its error is in ProcessState
	}()
	return <-started
}

// Codes of a waitid report, from the kernel's asm-generic/siginfo.h.
const (
	cldTrapped = 4
	cldStopped = 5
)

func killGroup(cmd *exec.Cmd) { _ = unix.Kill(-cmd.Process.Pid, unix.SIGKILL) }

// exitCode is the child's exit code, -N for signal N.
func exitCode(s *os.ProcessState) int {
	if w, ok := s.Sys().(syscall.WaitStatus); ok && w.Signaled() {
		return -int(w.Signal())
	}
	return s.ExitCode()
}

// cpuLimitReached says whether the child ended because of RLIMIT_CPU: by
// SIGXCPU, or by SIGKILL at the hard limit.
func cpuLimitReached(s *os.ProcessState, seconds uint64) bool {
	switch exitCode(s) {
	case -int(unix.SIGXCPU):
		return true
	case -int(unix.SIGKILL):
		// The kernel counts ticks for its limit, and the times here are exact. On a
		// busy virtual machine, which is not always there at a tick, they differ a lot.
		return (s.UserTime() + s.SystemTime()).Seconds() >= 0.75*float64(seconds)
	}
	return false
}

// describeSignal names a signal and what it means where these parts of the jail are in force; nil: not known.
func describeSignal(n int, parts []jail.Part) string {
	text := fmt.Sprintf("signal %d (%s)", n, unix.SignalName(syscall.Signal(n)))
	switch syscall.Signal(n) {
	case unix.SIGSYS:
		text += ": tried what the filter of system calls forbids, with signals blocked, as the C library does to start a process or a thread"
	case unix.SIGXFSZ:
		text += ": tried to write a file"
	case unix.SIGKILL:
		if parts != nil && !slices.Contains(parts, jail.Seccomp) {
			return text + ": killed by its own code (no filter of system calls keeps it from that here) or from outside the harness, perhaps by the kernel for want of memory"
		}
		text += ": killed from outside the harness, perhaps by the kernel for want of memory or by somebody else, so not necessarily the candidate's doing"
	}
	return text
}
