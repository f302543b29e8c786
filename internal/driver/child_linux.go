package driver

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"
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
			err := unix.Waitid(unix.P_PID, c.cmd.Process.Pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
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
		// The kernel's limit looks at ticks, the times here are exact: allow for the difference.
		return (s.UserTime() + s.SystemTime()).Seconds() >= float64(seconds)-0.1
	}
	return false
}

// describeSignal names a signal and what it means here.
func describeSignal(n int) string {
	text := fmt.Sprintf("signal %d (%s)", n, unix.SignalName(syscall.Signal(n)))
	switch syscall.Signal(n) {
	case unix.SIGSYS:
		text += ": tried to start a process, a thread or a program"
	case unix.SIGXFSZ:
		text += ": tried to write a file"
	case unix.SIGKILL:
		text += ": killed from outside, perhaps for want of memory"
	}
	return text
}
