package archive

import (
	"context"
	"io"
)

// cost is what an archive, and those inside of it, have cost so far.
type cost struct {
	limits   Limits
	entries  int
	folders  int
	names    int64 // bytes of all names
	packed   int64 // bytes read for files that were asked for
	unpacked int64 // bytes they gave
}

// ratioFloor is how much may be unpacked before ratios count: a file with little
// in it, such as a table of zeros, can be packed very tightly and do no harm.
const ratioFloor = 1 << 20

// maxNamesBytes bounds what is held in memory of an archive: 100,000 entries with
// 335 bytes each. In a zip file comments count as well.
const maxNamesBytes = 32 << 20

// enter counts one more entry.
func (c *cost) enter(name string) error {
	if c.entries++; c.entries > c.limits.Entries {
		return refuse("", "more than %d entries", c.limits.Entries)
	}
	if c.names += int64(len(name)); c.names > maxNamesBytes {
		return refuse("", "its list of entries has more than %s", amount(maxNamesBytes))
	}
	return nil
}

// enterFolder counts one more folder. Long paths name many, which no entry is
// for.
func (c *cost) enterFolder() error {
	if c.folders++; c.folders > c.limits.Entries {
		return refuse("", "more than %d folders", c.limits.Entries)
	}
	return nil
}

// file returns a reader of r, a file that is unpacked from the bytes that packed
// counts, which fails as soon as a limit is passed.
func (c *cost) file(ctx context.Context, name string, r io.Reader, packed *counter) io.Reader {
	return &meter{ctx: ctx, cost: c, name: name, r: r, packed: packed, start: packed.n}
}

// meter is a file while it is unpacked.
type meter struct {
	ctx         context.Context
	cost        *cost
	name        string
	r           io.Reader
	packed      *counter
	start, seen int64 // of packed: at the file's begin, and as added to cost
	n           int64 // unpacked
}

func (m *meter) Read(p []byte) (int, error) {
	if err := m.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := m.r.Read(p)
	m.n += int64(n)
	c := m.cost
	c.unpacked += int64(n)
	read := m.packed.n - m.start
	c.packed += read - m.seen
	m.seen = read
	switch {
	case c.unpacked > c.limits.Bytes:
		return 0, refuse(m.name, "with it, what is selected unpacks to more than %s", amount(c.limits.Bytes))
	case m.n > ratioFloor && m.n/c.limits.Ratio >= max(read, 1):
		return 0, refuse(m.name, "unpacks to more than %d times its size", c.limits.Ratio)
	case c.unpacked > ratioFloor && c.unpacked/c.limits.Ratio >= max(c.packed, 1):
		return 0, refuse(m.name, "with it, what is selected unpacks to more than %d times its size", c.limits.Ratio)
	}
	return n, err
}

// counter counts what is read through it.
type counter struct {
	r io.Reader
	n int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}
