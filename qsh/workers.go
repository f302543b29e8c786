package qsh

import (
	"math/bits"
	"sync"
	"sync/atomic"
)

// WriteParallel is [Digest.Write] with the help of other goroutines: up to workers, the
// caller's being one, hash a p of 256 KiB or more together. All have ended when
// it returns. The digest is the same for any number of workers. It never returns an
// error, and panics if workers is less than 1.
//
// It pays where the CPU has that many cores that nothing else keeps busy. It is
// no option of Write, because what several goroutines read must be on the heap: every
// message that is given to Write would have to be.
func (d *Digest) WriteParallel(p []byte, workers int) (int, error) {
	if workers < 1 {
		panic("qsh: number of workers is less than 1")
	}
	n, size := len(p), d.tree.in.blockSize()
	for len(p) > 0 {
		var blocks []byte
		blocks, p = d.buf.Next(p, size)
		if workers > 1 && len(blocks) >= sharedFrom {
			d.tree.absorbShared(blocks, &d.levels, workers)
		} else {
			d.tree.absorb(blocks, &d.levels)
		}
	}
	return n, nil
}

// sharedFrom is the length, in bytes, from which on several goroutines share a
// message. On two cores of a Zen 4 and with the fastest kernel, QSH-1024 gains
// from here on and QSH-512 from half as much again; if the other core is busy,
// sharing costs 1 or 2 %.
const sharedFrom = 256 << 10

// taskSize is the length of the message in one task of a goroutine: long
// compared to the cost of handing it over, and short enough to stay in the cache of a
// core. It is one group of chunks.
const taskSize = 64 << 10

// taskLevel returns the level of the group of chunks that a task is.
func (in instance) taskLevel() int {
	return bits.Len(uint(taskSize/(chunkBlocks*in.blockSize()))) - 1
}

// absorbShared is absorb, shared by several goroutines.
func (t *tree) absorbShared(blocks []byte, l *levels, workers int) {
	// Up to where a group can begin, as absorb does it.
	group := uint64(taskSize / t.in.blockSize())
	before := int((group-t.blocks%group)%group) * t.in.blockSize()
	if before > len(blocks) {
		before = len(blocks)
	}
	t.absorb(blocks[:before], l)
	blocks = blocks[before:]

	const most = 1024 // tasks whose values are kept at a time
	for len(blocks) >= taskSize {
		n := min(most, len(blocks)/taskSize)
		for _, v := range sharedValues(t.in, blocks[:n*taskSize], workers) {
			t.push(&v, t.blocks/chunkBlocks, t.in.taskLevel(), l)
			t.blocks += group
		}
		blocks = blocks[n*taskSize:]
	}
	t.absorb(blocks, l)
}

// sharedValues returns the chaining values of groups that are a task each. All
// goroutines take the next task when they are done with one.
func sharedValues(in instance, groups []byte, workers int) []cv {
	values := make([]cv, len(groups)/taskSize)
	var next atomic.Int64
	work := func() {
		for {
			i := int(next.Add(1)) - 1
			if i >= len(values) {
				return
			}
			values[i] = groupValue(in, groups[i*taskSize:(i+1)*taskSize])
		}
	}
	var wg sync.WaitGroup
	for range min(workers, len(values)) - 1 {
		wg.Go(work)
	}
	work()
	wg.Wait()
	return values
}
