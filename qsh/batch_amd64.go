//go:build amd64 && !purego

package qsh

import (
	"cmp"
	"encoding/binary"
	"slices"
	"sync"

	"github.com/hashassay/assay/internal/buffer"
	"github.com/hashassay/assay/internal/lanes"
)

// A batch is hashed in windows of some messages. In a window, all chunks that
// are full of message are computed, then the last chunk of each message, then the
// parents of all trees level by level, each step for all messages together.
const (
	windowMessages = 32
	windowChunks   = 128 // until a window has that many, messages are added to it
	// Messages of this many chunks or more are hashed by themselves.
	longChunks = 16
)

// window is the memory of a window, used again by the next.
type window struct {
	in      instance
	kernel  int // the same for a whole batch, as the lanes depend on it
	trees   []smallTree
	nodes   []byte // the chaining values of all trees
	ends    []end
	padded  []byte // the blocks of the ends
	streams [][]byte
	targets [][]byte // where the values of the streams belong
	values  []byte
	lanes   laneState
}

var windows = sync.Pool{New: func() any { return new(window) }}

// smallTree is the tree of one message: its chaining values, and how many are
// left of them.
type smallTree struct {
	message int
	nodes   []byte
	count   int
}

// end is a chunk that the padding ends, or that it begins and ends.
type end struct {
	blocks []byte
	last   int // flags
	value  []byte
}

// sumLanes is sumBatch with lanes.
func sumLanes(in instance, kernel int, msgs [][]byte, digest func(i int) []byte) {
	order := lanes.ByLength(msgs)
	chunkSize := chunkBlocks * in.blockSize()
	for len(order) > 0 && len(msgs[order[0]]) >= longChunks*chunkSize {
		sum(digest(order[0]), msgs[order[0]], 0, 0, in)
		order = order[1:]
	}
	if len(order) == 0 {
		return
	}
	w := windows.Get().(*window)
	w.in, w.kernel = in, kernel
	defer w.release()
	for len(order) > 0 {
		w.reset()
		n, chunks, padded := 0, 0, 0
		for n < len(order) && n < windowMessages && chunks < windowChunks {
			length := len(msgs[order[n]])
			chunks += length/chunkSize + 2
			padded += length%chunkSize + 2*in.blockSize()
			n++
		}
		// Slices of these are kept, so they must not move.
		w.nodes = slices.Grow(w.nodes, chunks*in.cvSize())
		w.padded = slices.Grow(w.padded, padded)
		for _, i := range order[:n] {
			w.add(i, msgs[i])
		}
		w.collect(chunkStart, chunkEnd)
		slices.SortStableFunc(w.ends, func(a, b end) int { return cmp.Compare(len(b.blocks), len(a.blocks)) })
		w.endValues()
		w.parents()
		for i := range w.trees {
			copy(digest(w.trees[i].message), w.trees[i].nodes)
		}
		order = order[n:]
	}
}

func (w *window) reset() {
	w.trees, w.nodes, w.ends, w.padded = w.trees[:0], w.nodes[:0], w.ends[:0], w.padded[:0]
}

// release gives the memory back, without references to messages.
func (w *window) release() {
	clear(w.streams[:cap(w.streams)])
	windows.Put(w)
}

// add takes a message into the window: it lists the full chunks and the ends.
func (w *window) add(i int, msg []byte) {
	size, cvSize := w.in.blockSize(), w.in.cvSize()
	chunkSize := chunkBlocks * size
	full := len(msg) / chunkSize
	rest := msg[full*chunkSize:]
	count := full + 1
	alone := len(rest)/size == chunkBlocks-1 // the length block is a chunk by itself
	if alone {
		count++
	}
	from := len(w.nodes)
	w.nodes = w.nodes[:from+count*cvSize]
	nodes := w.nodes[from:]
	w.trees = append(w.trees, smallTree{i, nodes, count})
	for k := range full {
		w.streams = append(w.streams, msg[k*chunkSize:(k+1)*chunkSize])
		w.targets = append(w.targets, nodes[k*cvSize:(k+1)*cvSize])
	}

	n := (len(rest)/size + 2) * size
	from = len(w.padded)
	w.padded = w.padded[:from+n]
	blocks := w.padded[from:]
	clear(blocks[copy(blocks, rest):])
	buffer.PadBit(blocks, 8*uint64(len(rest)))
	binary.LittleEndian.PutUint64(blocks[n-16:], 8*uint64(len(msg)))
	last := endFlags(uint64(count - 1))
	if alone {
		w.ends = append(w.ends, end{blocks[:n-size], chunkEnd, nodes[full*cvSize : (full+1)*cvSize]})
		blocks = blocks[n-size:]
	}
	w.ends = append(w.ends, end{blocks, last, nodes[(count-1)*cvSize : count*cvSize]})
}

// collect computes the values of the listed streams, puts them where they
// belong, and empties the list.
func (w *window) collect(first, last int) {
	size := w.in.cvSize()
	w.values = slices.Grow(w.values[:0], len(w.streams)*size)[:len(w.streams)*size]
	values(w.in, w.values, w.streams, first, last)
	for i, target := range w.targets {
		copy(target, w.values[i*size:(i+1)*size])
	}
	w.streams, w.targets = w.streams[:0], w.targets[:0]
}

// parents joins the chaining values of each tree until one is left.
func (w *window) parents() {
	size := w.in.cvSize()
	for {
		for _, wanted := range []int{0, root} {
			for i := range w.trees {
				t := &w.trees[i]
				if t.count > 1 && rootFlag(uint64(t.count-2)) == wanted {
					for k := range t.count / 2 {
						w.streams = append(w.streams, t.nodes[2*k*size:2*(k+1)*size])
						w.targets = append(w.targets, t.nodes[k*size:(k+1)*size])
					}
				}
			}
			w.collect(parent, wanted)
		}
		left := false
		for i := range w.trees {
			t := &w.trees[i]
			if t.count%2 == 1 { // the last moves up as it is
				copy(t.nodes[t.count/2*size:], t.nodes[(t.count-1)*size:t.count*size])
			}
			t.count = (t.count + 1) / 2
			left = left || t.count > 1
		}
		if !left {
			return
		}
	}
}
