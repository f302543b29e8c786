package campaign

import (
	"context"
	"fmt"
	"slices"

	"github.com/hashassay/assay/internal/driver"
	"github.com/hashassay/assay/internal/toolchain"
)

// GoProgram is the Go twin: the assay binary at self, re-executed. prefix is
// the command of an emulator, usually empty.
func GoProgram(self string, prefix []string) *driver.Program {
	return &driver.Program{Name: "go", Argv: append(slices.Clone(prefix), self, "driver")}
}

// CProgram compiles the C driver to path.
func CProgram(ctx context.Context, c *toolchain.Compiler, path string, prefix []string) (*driver.Program, error) {
	if err := c.BuildProgram(ctx, driver.Source(), path); err != nil {
		return nil, fmt.Errorf("the timing driver does not compile: %w", err)
	}
	return &driver.Program{Name: "c", Argv: append(slices.Clone(prefix), path)}, nil
}

// CMemoryProgram compiles the C driver that counts memory to path.
func CMemoryProgram(ctx context.Context, c *toolchain.Compiler, path string, prefix []string) (*driver.Program, error) {
	if err := c.BuildProgram(ctx, driver.MemorySource(), path); err != nil {
		return nil, fmt.Errorf("the driver that counts memory does not compile: %w", err)
	}
	return &driver.Program{Name: "c-memory", Argv: append(slices.Clone(prefix), path)}, nil
}
