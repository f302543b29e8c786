package qsh

import (
	"math/bits"
	"sync"
	"sync/atomic"
	"unsafe"
)

// SetWorkers lets large writes be hashed by n goroutines, of which the caller's
// is one. It panics if n is less than 1. The default is 1. The digest is the same
// for every n.
//
// A Write of 256 KiB or more uses them; each has ended when Write returns. It
// pays where the CPU has that many cores that nothing else keeps busy. Write then
// allocates a little; a message on the stack is copied, 128 KiB at a time for each goroutine.
//
// The number stays until it is set again: Reset keeps it and Clone copies it,
// but MarshalBinary does not save it.
func (d *Digest) SetWorkers(n int) {
	if n < 1 {
		panic("qsh: number of workers is less than 1")
	}
	d.workers = n
}

// sharedFrom is the length of a Write, in bytes, from which on several goroutines
// share it. On two cores of a Zen 4 and with the fastest kernel, QSH-1024 gains
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

// sharedValues returns the chaining values of groups that are a task each.
//
// If other goroutines read p of a Write, the compiler lets p escape, and no
// caller of Write could keep a message on the stack, though it were never shared. But memory on a
// stack must not be shared indeed: stacks move. So only what is known not to be
// on the stack is read by all; of anything else, the others get copies.
func sharedValues(in instance, groups []byte, workers int) []cv {
	values := make([]cv, len(groups)/taskSize)
	others := min(workers, len(values)) - 1
	if p := offStack(&groups[0], len(groups)); p != nil {
		inPlace(in, values, unsafe.Slice(p, len(groups)), others)
	} else {
		inCopies(in, values, groups, others)
	}
	return values
}

// inPlace computes the values with others besides the caller's goroutine, which all take the
// next task when they are done with one.
func inPlace(in instance, values []cv, groups []byte, others int) {
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
	for range others {
		wg.Go(work)
	}
	work()
	wg.Wait()
}

// A task is a copy of a part of the message.
type task struct {
	number int
	data   [taskSize]byte
}

var tasks = sync.Pool{New: func() any { return new(task) }}

// inCopies does the same. When the others have two tasks each, one to do and one to go on with,
// the caller's goroutine does a task itself, without a copy.
func inCopies(in instance, values []cv, groups []byte, others int) {
	free := make(chan *task, 2*others)
	for range cap(free) {
		free <- tasks.Get().(*task)
	}
	queue := make(chan *task, cap(free))
	var wg sync.WaitGroup
	for range others {
		wg.Go(func() {
			for k := range queue {
				values[k.number] = groupValue(in, k.data[:])
				free <- k
			}
		})
	}
	for i := range values {
		data := groups[i*taskSize : (i+1)*taskSize]
		select {
		case k := <-free:
			k.number = i
			copy(k.data[:], data)
			queue <- k
		default:
			values[i] = groupValue(in, data)
		}
	}
	close(queue)
	wg.Wait()
	for range cap(free) {
		tasks.Put(<-free)
	}
}
