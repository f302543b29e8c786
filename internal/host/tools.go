package host

import (
	"context"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// toolTimeout bounds one call of a tool for its version.
const toolTimeout = 2 * time.Second

// toolVersions returns the version lines of cmake ("cmake version 4.2.3") and
// python ("3.14.4", as the published records have it), nil for one that is not
// there. They are asked once per process.
var toolVersions = sync.OnceValues(func() (cmake, python *string) {
	cmake = orNull(versionLine("cmake", "--version"))
	python = orNull(strings.TrimPrefix(versionLine("python3", "--version"), "Python "))
	return cmake, python
})

// versionLine returns the first line that a command prints, "" if it fails.
func versionLine(name string, args ...string) string {
	ctx, cancel := context.WithTimeout(context.Background(), toolTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.WaitDelay = toolTimeout // a child of the tool may keep the pipe open
	out, err := cmd.Output()
	if err != nil {
		return ""
	}
	line, _, _ := strings.Cut(string(out), "\n")
	return strings.TrimSpace(line)
}
