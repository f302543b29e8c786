package jail

import "golang.org/x/sys/unix"

const (
	auditArch = unix.AUDIT_ARCH_X86_64
	// foreignCalls is where the numbers of another set of calls (x32) begin.
	foreignCalls = 0x40000000
)
