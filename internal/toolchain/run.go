package toolchain

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"time"
)

// maxOutput bounds the compiler output that is kept: half from its beginning,
// half from its end.
const maxOutput = 1 << 20

// run runs the compiler in folder dir and returns what it wrote. tmp is its
// home and its place for temporary files. When ctx ends, the compiler is killed
// with all processes it has started.
//
// The environment is the same everywhere but for PATH, which compilers need to
// find their assembler and linker: no variable of the user's changes a build,
// messages are in English, and __DATE__ does not differ from day to day.
func (c *Compiler) run(ctx context.Context, dir, tmp string, args []string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, c.Path, args...)
	cmd.Dir = dir
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + tmp, "TMPDIR=" + tmp, "LC_ALL=C", "SOURCE_DATE_EPOCH=0"}
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
