package campaign

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/driver"
	"github.com/hashassay/assay/internal/jail"
	"github.com/hashassay/assay/internal/toolchain"
)

// GoProgram is the Go twin: the assay binary at self, re-executed. prefix is
// the command of an emulator, usually empty.
func GoProgram(self string, prefix []string) *driver.Program {
	return &driver.Program{Name: "go", Argv: append(slices.Clone(prefix), self, "driver"), Jail: jail.Common(jail.Available(), []jail.Part{jail.Rlimits})}
}

// CProgram compiles the C driver to path.
func CProgram(ctx context.Context, c *toolchain.Compiler, path string, prefix []string) (*driver.Program, error) {
	if err := c.BuildProgram(ctx, driver.Source(), path); err != nil {
		return nil, fmt.Errorf("the timing driver does not compile: %w", err)
	}
	return &driver.Program{Name: "c", Argv: append(slices.Clone(prefix), path), Jail: jailOf(path, prefix)}, nil
}

// jailOf is the jail of a C driver. An emulator needs files of its own and knows not all system calls: there limits must do.
func jailOf(path string, prefix []string) []jail.Part {
	if len(prefix) > 0 && (strings.Contains(filepath.Base(prefix[0]), "qemu") || !toolchain.Native(path)) {
		return jail.Common(jail.Available(), []jail.Part{jail.Rlimits})
	}
	return jail.Available()
}

// RequireJail returns jail.ErrIncomplete if the C driver is to run with less than a whole jail. The Go twin needs none: what it runs is part
// of assay.
func RequireJail(programs map[candidate.Language]*driver.Program) error {
	p := programs[candidate.C]
	if p == nil {
		return nil
	}
	if lacks := jail.Missing(p.Jail); len(lacks) > 0 {
		return fmt.Errorf("%w: under an emulator the C driver does without %q", jail.ErrIncomplete, lacks)
	}
	return nil
}

// CMemoryProgram compiles the C driver that counts memory to path.
func CMemoryProgram(ctx context.Context, c *toolchain.Compiler, path string, prefix []string) (*driver.Program, error) {
	if err := c.BuildProgram(ctx, driver.MemorySource(), path); err != nil {
		return nil, fmt.Errorf("the driver that counts memory does not compile: %w", err)
	}
	return &driver.Program{Name: "c-memory", Argv: append(slices.Clone(prefix), path), Jail: jailOf(path, prefix)}, nil
}
