//go:build linux && !amd64 && !arm64

package jail

import "golang.org/x/sys/unix"

const auditArch = 0 // no filter is written for this architecture

func installFilter(*order) error { return unix.ENOSYS }
