package duet

import (
	"encoding/binary"

	"github.com/hashassay/assay/internal/lanes"
)

// Sum512Batch writes the Duet-512 digests of msgs to digests, as [Sum512]
// returns them. It panics if digests and msgs are not of the same length.
//
// With AVX-512 it computes eight messages side by side, with AVX2 four, in about a third
// or half of the time that they take one after the other. A message by itself is
// serial work, so the gain needs at least three of them. Their order does not
// matter, nor do their lengths if they are many: a lane whose message ends goes on with the next. Without
// these instructions it is a loop.
func Sum512Batch(digests [][Size512]byte, msgs [][]byte) {
	checkBatch(len(digests), len(msgs))
	batch(duet512, msgs, func(i int) []byte { return digests[i][:] })
}

// Sum768Batch is [Sum512Batch] for Duet-768. It takes about 0.6 of the time of one message after the other.
func Sum768Batch(digests [][Size768]byte, msgs [][]byte) {
	checkBatch(len(digests), len(msgs))
	batch(duet768, msgs, func(i int) []byte { return digests[i][:] })
}

// Sum1024Batch is [Sum512Batch] for Duet-1024. It takes about 0.6 of the time of one message after the other.
func Sum1024Batch(digests [][Size1024]byte, msgs [][]byte) {
	checkBatch(len(digests), len(msgs))
	batch(duet1024, msgs, func(i int) []byte { return digests[i][:] })
}

func checkBatch(digests, msgs int) {
	if digests != msgs {
		panic("duet: a batch of messages needs as many digests")
	}
}

// batch writes the digests of msgs, that of msgs[i] to digest(i).
func batch(in instance, msgs [][]byte, digest func(i int) []byte) {
	width, least := lanesOf(in)
	if width == 0 || len(msgs) < least {
		for i, msg := range msgs {
			sum(digest(i), msg, in)
		}
		return
	}
	b := lanesBatch{in: in, width: width}
	queue := lanes.ByLength(msgs)
	for {
		for l := range width {
			if len(b.lanes[l].blocks) == 0 && len(queue) > 0 {
				b.start(l, queue[0], msgs[queue[0]])
				queue = queue[1:]
			}
		}
		if b.active < least { // the queue is empty
			break
		}
		b.step(digest)
	}
	for l := range width {
		if len(b.lanes[l].blocks) > 0 {
			b.single(l, digest)
		}
	}
}

// The most lanes that a kernel has, and the most words of A, B and C.
const (
	maxLanes = 8
	maxState = 2*BlockSize768/8 + (words1920 - BlockSize768/8)
)

// laneState is the state of several messages: word by word of A, B and C those of all
// lanes.
type laneState = [maxState * maxLanes]uint64

// lanesBatch computes messages in lanes. A lane whose message ends goes on with the next one.
type lanesBatch struct {
	in     instance
	width  int // lanes in use by the kernel
	active int // lanes that have a message
	lanes  [maxLanes]lane
	state  laneState
}

// lane is the message in a lane. Its blocks are those of the message, and then the
// one with the padding.
type lane struct {
	msg    int    // its index
	blocks []byte // still to be absorbed of this part; none if the lane is idle
	last   bool   // this part is the padded block
	padded [8 * maxRate]byte
}

// start begins a message in lane l.
func (b *lanesBatch) start(l, index int, msg []byte) {
	lane, rate := &b.lanes[l], b.in.rate()
	whole := len(msg) - len(msg)%rate
	pad(lane.padded[:rate], msg[whole:], 0, 0)
	lane.msg = index
	if lane.blocks, lane.last = msg[:whole], false; whole == 0 {
		lane.blocks, lane.last = lane.padded[:rate], true
	}
	for at, end := l, b.in.words()*b.width; at < end; at += b.width {
		b.state[at] = 0
	}
	b.active++
}

// step absorbs blocks in all lanes until the first of them has no more of its
// part.
func (b *lanesBatch) step(digest func(i int) []byte) {
	rate := b.in.rate()
	n := perCall / (rate * b.width)
	var blocks [maxLanes]*byte
	var some *byte // idle lanes read the blocks of another
	for l := range b.width {
		if p := b.lanes[l].blocks; len(p) > 0 {
			n = min(n, len(p)/rate)
			blocks[l], some = &p[0], &p[0]
		}
	}
	for l := range b.width {
		if blocks[l] == nil {
			blocks[l] = some
		}
	}
	absorbLanes(&b.state, b.in, b.width, &blocks, n)
	for l := range b.width {
		lane := &b.lanes[l]
		if len(lane.blocks) == 0 {
			continue
		}
		lane.blocks = lane.blocks[n*rate:]
		switch {
		case len(lane.blocks) > 0:
		case lane.last:
			b.output(l, digest(lane.msg))
			b.active--
		default:
			lane.blocks, lane.last = lane.padded[:rate], true
		}
	}
}

// output writes the first bytes of the capacity of lane l.
func (b *lanesBatch) output(l int, out []byte) {
	at := 2*b.in.rate()/8*b.width + l
	for ; len(out) >= 8; out = out[8:] {
		binary.BigEndian.PutUint64(out, b.state[at])
		at += b.width
	}
}

// extract returns the state of the message in lane l.
func (b *lanesBatch) extract(l int) (s state) {
	at := l
	for _, part := range s.words(b.in) {
		for i := range part {
			part[i] = b.state[at]
			at += b.width
		}
	}
	return s
}

// single absorbs the rest of the message in lane l by itself.
func (b *lanesBatch) single(l int, digest func(i int) []byte) {
	lane := &b.lanes[l]
	s := b.extract(l)
	s.absorb(lane.blocks, b.in)
	if !lane.last {
		s.absorb(lane.padded[:b.in.rate()], b.in)
	}
	s.output(digest(lane.msg))
}
