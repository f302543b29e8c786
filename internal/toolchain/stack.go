package toolchain

import (
	"context"
	"debug/elf"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// stackNote is the section by which an object file says whether it needs an executable stack. Compilers always write it; assembly
// has it only if its author did, and the linker takes its absence for a yes.
const stackNote = ".note.GNU-stack"

// noExecutableStack overrules the linker.
const noExecutableStack = "-Wl,-z,noexecstack"

// openCompiled opens what a compiler made.
func openCompiled(path string) (*elf.File, error) {
	if err := plainFile(path); err != nil {
		return nil, err
	}
	f, err := elf.Open(path)
	if err != nil {
		return nil, fmt.Errorf("%s: is not an ELF file: %w", path, err)
	}
	return f, nil
}

// wantsExecutableStack says whether a library asks for an executable stack, which the driver refuses.
func wantsExecutableStack(path string) (bool, error) {
	f, err := openCompiled(path)
	if err != nil {
		return false, err
	}
	defer f.Close()
	for _, p := range f.Progs {
		if p.Type == elf.PT_GNU_STACK {
			return p.Flags&elf.PF_X != 0, nil
		}
	}
	return true, nil
}

// saysExecutable says whether an object file asks for an executable stack in so many words.
func saysExecutable(path string) (bool, error) {
	f, err := openCompiled(path)
	if err != nil {
		return false, err
	}
	defer f.Close()
	note := f.Section(stackNote)
	return note != nil && note.Flags&elf.SHF_EXECINSTR != 0, nil
}

// stackByOversight says whether a library that asks for an executable stack does so only because of assembly that says nothing about
// it: then none is needed. Every source is compiled once more by itself, which only happens to such libraries. args are those that
// compile all of them, up to the linker's.
func (c *Compiler) stackByOversight(ctx context.Context, work string, args, sources []string) (bool, error) {
	if !slices.ContainsFunc(sources, func(s string) bool { return strings.EqualFold(filepath.Ext(s), ".s") }) {
		return false, nil
	}
	const object = "stack.o"
	for _, s := range sources {
		one := append(slices.Clone(args), "-c", "-o", "../"+object, notAnOption(s))
		if _, err := c.run(ctx, filepath.Join(work, "src"), work, one); err != nil {
			if _, refused := errors.AsType[*exec.ExitError](err); refused {
				return false, nil // together they compile, so this is no ordinary source
			}
			return false, err
		}
		if says, err := saysExecutable(filepath.Join(work, object)); says || err != nil {
			return false, err
		}
	}
	return true, nil
}
