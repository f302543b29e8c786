//go:build unix

package toolchain

import (
	"os/exec"
	"syscall"
)

// asGroup gives cmd a process group of its own, which is killed as a whole: gcc
// starts a preprocessor, a compiler, an assembler and a linker.
func asGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
