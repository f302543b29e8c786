package toolchain

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/jail"
	"github.com/hashassay/assay/internal/visible"
)

// compileTimeout bounds one compilation. A candidate's takes seconds; code that
// takes this long does not build.
const compileTimeout = 10 * time.Minute

// tailLines is how many lines of output a BuildError carries.
const tailLines = 20

// noSpace in a compiler's output is no verdict on the code.
const noSpace = "No space left on device"

// fileTooLarge is what the system says of a process that writes more than the limit. gcc calls it an error of its own.
const fileTooLarge = "File size limit exceeded"

// killedPass is what gcc says when one of its passes was killed.
const killedPass = "Killed signal terminated program"

// BuildError says that the compiler refused; Log holds its output.
type BuildError struct {
	Flags FlagSet // "" for a program
	Log   string  // path of the kept output
	Tail  string  // its last lines
	First string  // its first error message
}

// Error is one line: the first error message and the name of the log. (Its
// path says where this machine keeps its runs, which is no part of evidence.)
func (e *BuildError) Error() string {
	return fmt.Sprintf("%s (all output: %s)", e.Message(), filepath.Base(e.Log))
}

// Message is Error without the name of the log, for where the log is not kept.
func (e *BuildError) Message() string {
	with := ""
	if e.Flags != "" {
		with = " with the " + string(e.Flags) + " flags"
	}
	return fmt.Sprintf("does not build%s: %s", with, e.First)
}

// Build compiles im, together with what the programme provides for a submission's
// own code, with flags into dir/<label>.so, keeps the compiler's
// output as dir/<label>.<flags>.log, and exports nothing but CryptHash. Whether
// CryptHash is there is not looked at: a library without it fails to load.
//
// The same candidate, compiler and flags give the same bytes, wherever and
// whenever they are built. A *BuildError means that the compiler refused the
// code; any other error that it could not be asked. An older library under the
// same name is replaced only by a finished one.
func (c *Compiler) Build(ctx context.Context, im *candidate.Implementation, flags FlagSet, dir string) (*Library, error) {
	lib := &Library{Flags: flags, FlagString: flags.flags(), Jail: jail.InForce()}
	if err := c.build(ctx, im, lib, dir); err != nil {
		return nil, fmt.Errorf("%s: %w", im.Label, err)
	}
	return lib, nil
}

func (c *Compiler) build(ctx context.Context, im *candidate.Implementation, lib *Library, dir string) error {
	switch {
	case runtime.GOOS != "linux":
		return errors.New("building C implementations needs Linux")
	case im.Language != candidate.C:
		return fmt.Errorf("is written in %s, not C", im.Language)
	case lib.FlagString == "":
		return fmt.Errorf("unknown flag set %q", lib.Flags)
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	lib.Path = filepath.Join(dir, im.Label+".so")
	lib.Log = filepath.Join(dir, im.Label+"."+string(lib.Flags)+".log")

	work, err := workshop(dir, im.Label+"."+string(lib.Flags))
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	if err := copySources(im.Folder(), filepath.Join(work, "src")); err != nil {
		return err
	}
	include, sources := im.Include, im.Sources
	if im.Recipe != nil {
		if include, sources, err = provide(im, work); err != nil {
			return err
		}
	}
	if err := os.WriteFile(filepath.Join(work, "exports.map"), []byte(exports), 0o666); err != nil {
		return err
	}
	output := im.Label + ".so"
	args := strings.Fields(lib.FlagString)
	for _, d := range im.Defines {
		args = append(args, "-D"+d)
	}
	for _, i := range include {
		args = append(args, "-I"+i)
	}
	compiling := args
	link := func(more ...string) error {
		args := slices.Concat(compiling, linkFlags, more, []string{"-o", "../" + output})
		for _, s := range sources {
			args = append(args, notAnOption(s))
		}
		args = append(args, "-lm")
		lib.Command = c.command(args)
		return c.compile(ctx, work, args, lib.Flags, lib.Log)
	}
	if err := link(); err != nil {
		return err
	}
	wants, err := wantsExecutableStack(filepath.Join(work, output))
	if err == nil && wants {
		if wants, err = c.stackByOversight(ctx, work, compiling, sources); err == nil && wants {
			err = link(noExecutableStack)
		}
	}
	if err != nil {
		return err
	}
	if err := publish(filepath.Join(work, output), lib.Path); err != nil {
		return err
	}
	return lib.inspect()
}

// notAnOption keeps a path from being taken for an option (-x.c) or for a file of options (@x.c).
func notAnOption(path string) string {
	if strings.HasPrefix(path, "-") || strings.HasPrefix(path, "@") {
		return "./" + path
	}
	return path
}

// BuildProgram compiles C99+POSIX source text into an executable at path (used
// for the driver). The compiler's output is kept as path.log. The errors are as
// those of Build; the BuildError has no flag set.
func (c *Compiler) BuildProgram(ctx context.Context, source []byte, path string) error {
	name := filepath.Base(path)
	if err := c.buildProgram(ctx, source, path, name); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

func (c *Compiler) buildProgram(ctx context.Context, source []byte, path, name string) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	work, err := workshop(filepath.Dir(path), name)
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	if err := os.WriteFile(filepath.Join(work, "src", name+".c"), source, 0o666); err != nil {
		return err
	}
	args := append(strings.Fields(programFlags), "-o", "../"+name, "./"+name+".c", "-ldl")
	if err := c.compile(ctx, work, args, "", path+".log"); err != nil {
		return err
	}
	return publish(filepath.Join(work, name), path)
}

// compile runs the compiler in work/src and writes the log, in which the name
// of the temporary folder is left out.
func (c *Compiler) compile(ctx context.Context, work string, args []string, flags FlagSet, log string) error {
	limited, cancel := context.WithTimeoutCause(ctx, compileTimeout, fmt.Errorf("the compiler did not end within %s", compileTimeout))
	defer cancel()
	output, err := c.run(limited, filepath.Join(work, "src"), work, args)
	if ctx.Err() != nil && err != nil {
		return fmt.Errorf("compiling stopped: %w", context.Cause(ctx))
	}
	text := visible.Text(strings.ReplaceAll(string(output), work+"/", "")) // it quotes sources
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	said := text
	exit, refused := errors.AsType[*exec.ExitError](err)
	switch {
	case refused:
		end := fmt.Sprintf("the compiler ended with %s\n", exit)
		text += end
		if strings.TrimSpace(said) == "" {
			said = end
		}
	case limited.Err() != nil && err != nil:
		refused = true
		text += err.Error() + "\n"
		said = err.Error()
	case err != nil:
		return fmt.Errorf("compiler %s: %w", c.Path, err)
	}
	if refused && strings.Contains(text, noSpace) {
		return fmt.Errorf("compiling: %s", noSpace)
	}
	// gcc reports a pass of its own that was killed in its own words. A
	// candidate must not get other flags because the machine ran out of memory.
	if refused && limited.Err() == nil && (exit != nil && !exit.Exited() || strings.Contains(text, killedPass)) {
		return fmt.Errorf("compiling: the compiler was killed from outside, perhaps for want of memory: %s", lastLines(text, 1))
	}
	if refused && strings.Contains(text, fileTooLarge) {
		text += fmt.Sprintf("assay: error: a file of the compiler's was to be larger than %d bytes, the limit around it\n", limits.File)
	}
	if err := keepLog(log, work, quote(c.command(args))+"\n"+text); err != nil {
		return err
	}
	if refused {
		first := firstError(said)
		if strings.Contains(text, fileTooLarge) {
			first = lastLines(text, 1)
		}
		return &BuildError{Flags: flags, Log: log, Tail: lastLines(text, tailLines), First: first}
	}
	return nil
}

// command is the command line as it is recorded: the folder that the compiler
// lies in says something about this machine and nothing about the build.
func (c *Compiler) command(args []string) []string {
	return append([]string{filepath.Base(c.Path)}, args...)
}

// lastLines returns the last n lines of text, without the final newline.
func lastLines(text string, n int) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}

// quote writes a command line so that a shell reads it back.
func quote(command []string) string {
	var words []string
	for _, w := range command {
		if w == "" || strings.ContainsFunc(w, needsQuotes) {
			w = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
		words = append(words, w)
	}
	return strings.Join(words, " ")
}

func needsQuotes(r rune) bool {
	plain := r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || strings.ContainsRune("-_=+./,:@%", r)
	return !plain
}
