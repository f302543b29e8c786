//go:build amd64 && !purego

package chash

import "github.com/hashassay/assay/internal/lanes"

// maxLanes is the most messages that a kernel works on at once.
const maxLanes = 4

// sumBatch writes the digests of messages.
func sumBatch(digest func(i int) []byte, msgs [][]byte, in instance) {
	kernel := kernels.Current()
	if kernel == portable || len(msgs) < 2 {
		sumEach(digest, msgs, in)
		return
	}
	order := lanes.ByLength(msgs)
	long := 0
	for long < len(order) && len(msgs[order[long]]) >= valueSize {
		long++
	}
	b := batch{kernel: kernel, instance: in, digest: digest, msgs: msgs, waiting: order[:long]}
	b.sumLong()
	sumShorts(kernel, digest, msgs, order[long:], in)
}

// batch is the messages of at least two blocks of a batch on their way through the
// lanes. A lane whose message is finished takes the next one that is waiting.
type batch struct {
	kernel   int
	instance instance
	digest   func(i int) []byte
	msgs     [][]byte
	waiting  []int // the longest first

	lanes [maxLanes]stream
	n     int // lanes in use, which are the first
	// The chaining values, the next blocks and the counters of these of the lanes.
	h       [maxLanes][stateSize]byte
	blocks  [maxLanes]*byte
	counter [maxLanes]uint64
}

// stream is what remains to be absorbed of a message.
type stream struct {
	message int
	now     []byte // whole blocks
	phase   phase  // that now is of
	padding [blockSize]byte
}

// phase is a part of the way of a message.
type phase int

const (
	whole  phase = iota // its whole blocks
	padded              // the block of its end and the padding
	final               // the zeros that stand for the final call
)

// sumLong hashes the messages.
func (b *batch) sumLong() {
	width, least := 2, 2 // lanes of the kernel; with fewer than least, one after the other is as fast
	if b.kernel == avx512VBMI {
		width, least = 4, 3
	}
	for {
		for b.n < width && len(b.waiting) > 0 {
			b.start(b.n, b.waiting[0])
			b.waiting = b.waiting[1:]
			b.n++
		}
		if b.n < least {
			break
		}
		n := callBlocks / width
		for k := range b.n {
			n = min(n, len(b.lanes[k].now)/blockSize)
			b.blocks[k] = &b.lanes[k].now[0]
		}
		for k := b.n; k < width; k++ {
			b.blocks[k] = b.blocks[0] // an idle lane computes what nobody needs
		}
		b.absorb(n)
		for k := b.n - 1; k >= 0; k-- {
			b.advance(k, n)
		}
	}
	for k := range b.n {
		b.finish(k)
	}
}

// start puts a message into lane k.
func (b *batch) start(k, message int) {
	msg := b.msgs[message]
	end := len(msg) - len(msg)%blockSize
	s := &b.lanes[k]
	*s = stream{message: message, now: msg[:end]}
	pad(s.padding[:], msg[end:], 0, 0)
	b.h[k] = initialValue[b.instance]
	b.counter[k] = counter(b.instance.blockLane(), 1)
}

// absorb takes n blocks into every lane.
func (b *batch) absorb(n int) {
	if b.kernel == avx512VBMI {
		absorb4AVX512(&b.h, &b.blocks, &b.counter, uint64(n), b.instance.feed())
	} else {
		absorb2AVX2((*[2][stateSize]byte)(b.h[:]), (*[2]*byte)(b.blocks[:]), (*[2]uint64)(b.counter[:]), uint64(n), b.instance.feed())
	}
}

// advance goes on behind n blocks in lane k. If the message is finished, the last
// lane in use takes the place of lane k.
func (b *batch) advance(k, n int) {
	s := &b.lanes[k]
	s.now = s.now[n*blockSize:]
	b.counter[k] += uint64(n)
	if len(s.now) > 0 {
		return
	}
	switch s.phase {
	case whole:
		s.now = s.padding[:]
	case padded:
		s.now = zeroBlock[:]
		b.counter[k] = counter(b.instance.finalLane(), 1)
	case final:
		copy(b.digest(s.message), b.h[k][:])
		b.n--
		b.lanes[k], b.h[k], b.counter[k] = b.lanes[b.n], b.h[b.n], b.counter[b.n]
		if l := &b.lanes[k]; l.phase == padded {
			l.now = l.padding[:]
		}
		return
	}
	s.phase++
}

// finish hashes what remains in lane k by itself.
func (b *batch) finish(k int) {
	s, h := &b.lanes[k], (*value)(&b.h[k])
	h.absorb(s.now, b.instance, b.counter[k])
	b.counter[k] += uint64(len(s.now) / blockSize)
	if s.phase == whole {
		h.absorb(s.padding[:], b.instance, b.counter[k])
	}
	if s.phase < final {
		h.absorb(zeroBlock[:], b.instance, counter(b.instance.finalLane(), 1))
	}
	copy(b.digest(s.message), h[:])
}

// sumShorts hashes messages of fewer than two blocks. Each has two calls, which are side by side in any
// case; the four lanes of AVX-512 have room for two messages.
func sumShorts(kernel int, digest func(i int) []byte, msgs [][]byte, order []int, in instance) {
	if kernel == avx512VBMI {
		for ; len(order) > 1; order = order[2:] {
			var x [2][stateSize]byte
			for k := range x {
				(*value)(&x[k]).padShort(msgs[order[k]], 0, 0, in)
			}
			bothCalls2AVX512(&x)
			for k := range x {
				copy(digest(order[k]), x[k][:])
			}
		}
	}
	for _, i := range order {
		sumShort(digest(i), msgs[i], 0, 0, in)
	}
}
