// Package toolchain turns a C implementation into a shared library, with the
// flags that the programme's self-assessment guide prescribes.
package toolchain

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// ErrNoCompiler is returned by Find when there is no C compiler.
var ErrNoCompiler = errors.New("no C compiler")

// Compiler is an installed C compiler.
type Compiler struct {
	Path    string // absolute path
	Version string // first line of --version
}

// defaultCompiler is the guide's compiler.
const defaultCompiler = "gcc"

// versionTimeout bounds the question for the version; an answer takes
// milliseconds.
const versionTimeout = 30 * time.Second

// Find looks for the compiler: name if it is not empty, else $CC, else gcc.
// The error is ErrNoCompiler (wrapped) when it is not there. A name with
// arguments ("ccache gcc") is refused: the flags that build a measured library
// are the guide's alone.
func Find(name string) (*Compiler, error) {
	from := "" // says where a name comes from that the user may have forgotten
	if name == "" {
		if name = strings.TrimSpace(os.Getenv("CC")); name != "" {
			from = " (from $CC)"
		} else {
			name = defaultCompiler
		}
	}
	path, err := exec.LookPath(name)
	if err != nil && !errors.Is(err, exec.ErrDot) {
		if strings.ContainsAny(name, " \t") {
			return nil, fmt.Errorf("compiler %q%s: arguments are not supported; name a single program", name, from)
		}
		return nil, fmt.Errorf("%w: %s%s: %w", ErrNoCompiler, name, from, reason(err))
	}
	if path, err = filepath.Abs(path); err != nil {
		return nil, fmt.Errorf("compiler %s%s: %w", name, from, err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), versionTimeout)
	defer cancel()
	c := &Compiler{Path: path}
	output, err := c.ask(ctx, "--version")
	if err != nil {
		return nil, fmt.Errorf("compiler %s%s: cannot be asked for its version: %w", path, from, err)
	}
	first, _, _ := bytes.Cut(output, []byte("\n"))
	if c.Version = strings.TrimSpace(string(first)); c.Version == "" {
		return nil, fmt.Errorf("compiler %s%s: gives no version when asked with --version", path, from)
	}
	return c, nil
}

// reason takes the name out of a look-up error: the caller has said it.
func reason(err error) error {
	if e, ok := errors.AsType[*exec.Error](err); ok {
		return e.Err
	}
	return err
}
