package jail

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/sys/unix"
)

// Features returns what this machine offers, in the order of records. The first call tries it out, which takes some
// milliseconds.
func Features() []Feature {
	off := masked()
	features := slices.Clone(probed())
	for i, f := range features {
		if slices.Contains(off, f.Part) {
			features[i].Lack = "turned off by " + MaskVariable
		}
	}
	return features
}

var probed = sync.OnceValue(func() []Feature {
	return []Feature{{Namespaces, probeNamespaces()}, {Landlock, probeLandlock()}, {Seccomp, probeSeccomp()}, {Rlimits, ""}}
})

// probeNamespaces makes a jail of namespaces alone: of all its steps any may be forbidden by a container, a security module or a setting.
func probeNamespaces() string {
	dir, err := os.MkdirTemp("", "assay-jail-")
	if err != nil {
		return err.Error()
	}
	defer os.RemoveAll(dir)
	var output bytes.Buffer
	err = run(context.Background(), Spec{Dir: dir, Writable: dir}, []Part{Namespaces}, true, &output)
	switch {
	case err == nil:
		return ""
	case errors.Is(err, unix.ENOEXEC):
		return "assay cannot start itself once more here, as under an emulator"
	case errors.Is(err, unix.EPERM):
		return "not allowed here: in a container, or by a setting such as kernel.apparmor_restrict_unprivileged_userns or kernel.unprivileged_userns_clone: " + err.Error()
	case errors.Is(err, unix.ENOSPC):
		return "user.max_user_namespaces allows no more: " + err.Error()
	}
	return strings.TrimSpace(err.Error() + " " + output.String())
}

// stageless says that no stage can be started here: the kernel does not know this program, which an emulator runs.
var stageless = sync.OnceValue(func() bool {
	dir, err := os.MkdirTemp("", "assay-jail-")
	if err != nil {
		return false
	}
	defer os.RemoveAll(dir)
	return errors.Is(run(context.Background(), Spec{Dir: dir, Writable: dir}, nil, true, io.Discard), unix.ENOEXEC)
})

func probeLandlock() string {
	version, err := syscall.LandlockGetABIVersion()
	switch {
	case errors.Is(err, unix.EOPNOTSUPP):
		return "the kernel has it, but was started without it (lsm=landlock)"
	case err != nil:
		return fmt.Sprintf("the kernel does not have it (Linux 5.13 and later do): %v", err)
	case version < 1:
		return fmt.Sprintf("version %d", version)
	}
	return ""
}

func probeSeccomp() string {
	if unix.Prctl(unix.PR_GET_SECCOMP, 0, 0, 0, 0) != nil {
		return "the kernel does not have it"
	}
	if auditArch == 0 {
		return "there is no filter for this architecture"
	}
	return ""
}
