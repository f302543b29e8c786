//go:build !linux

package driver

import (
	"fmt"
	"os"
	"os/exec"
	"syscall"

	"github.com/hashassay/assay/internal/jail"
)

// Outside Linux only sessions of the Go twin run, with the wall clock as their only limit.

func childAttributes() *syscall.SysProcAttr { return nil }

func newPipe() (r, w *os.File, err error) { return os.Pipe() }

func (c *child) launch() error {
	if err := c.cmd.Start(); err != nil {
		return err
	}
	go func() {
		defer close(c.done)
		c.cmd.Wait() // its error is in ProcessState
	}()
	return nil
}

func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }

func exitCode(s *os.ProcessState) int { return s.ExitCode() }

func cpuLimitReached(*os.ProcessState, uint64) bool { return false }

func describeSignal(n int, _ []jail.Part) string { return fmt.Sprintf("signal %d", n) }
