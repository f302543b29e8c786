//go:build !unix

package toolchain

import "os/exec"

// asGroup does nothing where there are no process groups: nothing is built there.
func asGroup(*exec.Cmd) {}
