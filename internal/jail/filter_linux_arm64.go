package jail

import "golang.org/x/sys/unix"

const (
	auditArch = unix.AUDIT_ARCH_AARCH64
	// foreignCalls: this architecture has one set of calls.
	foreignCalls = 1 << 31
)
