package toolchain

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/hashassay/assay/internal/jail"
)

// maxOutput bounds the compiler output that is kept: half from its beginning,
// half from its end.
const maxOutput = 1 << 20

// limits of each process of a compiler. The largest submission takes seconds and a fraction of this memory.
var limits = jail.Limits{CPUSeconds: uint64(compileTimeout.Seconds()), Memory: 4 << 30, File: 1 << 30, Processes: 64}

// environment is the same everywhere but for PATH, which compilers need to
// find their assembler and linker: no variable of the user's changes a build,
// messages are in English, and __DATE__ does not differ from day to day. tmp is
// the home and the place for temporary files.
func environment(tmp string) []string {
	return []string{"PATH=" + os.Getenv("PATH"), "HOME=" + tmp, "TMPDIR=" + tmp, "LC_ALL=C", "SOURCE_DATE_EPOCH=0"}
}

// run runs the compiler on a candidate's files in folder dir of the folder work, the only one it may write in, and returns
// what it wrote to its output. It runs in a jail: a source can ask a compiler for any file of the machine, and a compiler is a large program that was not
// written to read hostile files. When ctx ends, the compiler is killed with all processes it has started.
func (c *Compiler) run(ctx context.Context, dir, work string, args []string) ([]byte, error) {
	var output endsBuffer
	err := jail.Run(ctx, jail.Spec{
		Program: c.Path, Args: args, Env: environment(work), Dir: dir, Writable: work, Readable: c.places(), Limits: limits,
	}, &output)
	return output.bytes(), err
}

// places are the folders of the compiler and of its parts, wherever it is installed.
func (c *Compiler) places() []string {
	places := []string{filepath.Dir(c.Path)}
	if real, err := filepath.EvalSymlinks(c.Path); err == nil {
		places = append(places, filepath.Dir(real))
		// PREFIX/bin/gcc has its parts in PREFIX/lib.
		if prefix := filepath.Dir(filepath.Dir(real)); filepath.Base(filepath.Dir(real)) == "bin" {
			for _, part := range []string{"lib", "lib64", "libexec", "include", "share"} {
				places = append(places, filepath.Join(prefix, part))
			}
		}
	}
	return places
}

// ask runs the compiler with no file of a candidate in sight, and without a jail.
func (c *Compiler) ask(ctx context.Context, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, c.Path, args...)
	cmd.Dir = os.TempDir()
	cmd.Env = environment(cmd.Dir)
	var output endsBuffer
	cmd.Stdout = &output
	cmd.Stderr = &output
	asGroup(cmd)
	cmd.WaitDelay = time.Second // for output pipes that a stray process holds open
	err := cmd.Run()
	if ctx.Err() != nil && err != nil {
		err = context.Cause(ctx)
	}
	return output.bytes(), err
}

// endsBuffer keeps the first and the last maxOutput/2 bytes of what is written.
type endsBuffer struct {
	head, tail []byte
	dropped    bool
}

func (b *endsBuffer) Write(p []byte) (int, error) {
	n := len(p)
	room := min(len(p), maxOutput/2-len(b.head))
	b.head = append(b.head, p[:room]...)
	b.tail = append(b.tail, p[room:]...)
	if len(b.tail) > maxOutput { // cut rarely, not at each write
		b.tail = append(b.tail[:0], b.tail[len(b.tail)-maxOutput/2:]...)
		b.dropped = true
	}
	return n, nil
}

func (b *endsBuffer) bytes() []byte {
	tail := b.tail
	if len(tail) > maxOutput/2 {
		tail = tail[len(tail)-maxOutput/2:]
		b.dropped = true
	}
	gap := ""
	if b.dropped {
		gap = "\n[... output left out here ...]\n"
	}
	return bytes.Join([][]byte{b.head, []byte(gap), tail}, nil)
}
