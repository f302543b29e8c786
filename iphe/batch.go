package iphe

import (
	"encoding/binary"

	"github.com/hashassay/assay/internal/lanes"
)

// Sum512Batch writes the Iphe-512 digests of msgs to digests; digests[i] is
// [Sum512] of msgs[i]. It panics if the slices have different lengths.
//
// With AVX-512 it computes 8 digests side by side, in little more than half of
// the time of as many calls of Sum512 for long messages and 0.7 for messages of
// one block; with AVX2 4 digests, in 0.7 to 0.8 of the time. It gains nothing
// for fewer than 5 (AVX2: 3) messages, nor without these instructions.
// Messages can have any lengths: where one ends, the next one takes its place.
// It uses one CPU; to use several, divide the messages between goroutines.
func Sum512Batch(digests [][Size512]byte, msgs [][]byte) {
	sumBatch(len(digests), func(i int) []byte { return digests[i][:] }, msgs, BlockSize512)
}

// Sum768Batch writes the Iphe-768 digests of msgs to digests, like
// [Sum512Batch].
func Sum768Batch(digests [][Size768]byte, msgs [][]byte) {
	sumBatch(len(digests), func(i int) []byte { return digests[i][:] }, msgs, BlockSize768)
}

// Sum1024Batch writes the Iphe-1024 digests of msgs to digests, like
// [Sum512Batch].
func Sum1024Batch(digests [][Size1024]byte, msgs [][]byte) {
	sumBatch(len(digests), func(i int) []byte { return digests[i][:] }, msgs, BlockSize1024)
}

func sumBatch(digests int, digest func(i int) []byte, msgs [][]byte, rate int) {
	if digests != len(msgs) {
		panic("iphe: batch of messages with another number of digests")
	}
	kernel := kernels.Current()
	b := batch{width: batchWidth(kernel), rate: rate, digest: digest, msgs: msgs}
	if len(msgs) <= b.width/2 || b.width == 0 {
		for i, msg := range msgs {
			sum(digest(i), msg, 0, 0, rate)
		}
		return
	}
	b.waiting = lanes.ByLength(msgs)
	for lane := range b.width {
		b.begin(lane)
	}
	// Half of the lanes and fewer cost more than one message after the other.
	for b.active > b.width/2 {
		b.absorb(kernel)
	}
	for lane := range b.width {
		b.finish(lane)
	}
}

// maxWidth is the greatest number of lanes of a kernel.
const maxWidth = 8

// batch hashes messages in lanes.
type batch struct {
	rate    int
	digest  func(i int) []byte // where the digest of message i goes
	msgs    [][]byte
	waiting []int // indexes of messages that no lane has begun; the longest first

	width  int                      // lanes
	active int                      // lanes that have a message
	s      [words * maxWidth]uint64 // word j of the state in a lane is at j*width+lane
	lanes  [maxWidth]lane
}

// lane is what a lane has yet to absorb.
type lane struct {
	left    int  // blocks of the message, or of its end; 0 if the lane is idle
	ending  bool // whether the next block is the end, padded
	used    bool // whether the state is that of an earlier message
	message int  // its index
	offset  int  // of the next block in it
	end     [BlockSize512]byte
}

// begin gives a lane a new message, or none if there are no more.
func (b *batch) begin(k int) {
	if len(b.waiting) == 0 {
		return
	}
	l := &b.lanes[k]
	if l.used {
		for j := k; j < words*b.width; j += b.width {
			b.s[j] = 0
		}
	}
	l.used = true
	b.active++
	l.message, b.waiting = b.waiting[0], b.waiting[1:]
	l.offset, l.left, l.ending = 0, len(b.msgs[l.message])/b.rate, false
	if l.left == 0 {
		b.pad(l)
	}
}

// pad makes the padded end of its message the next block of a lane.
func (b *batch) pad(l *lane) {
	block := l.end[:b.rate]
	clear(block)
	pad(block, b.msgs[l.message][l.offset:], 0, 0)
	block[b.rate-1] |= 0x01
	l.left, l.ending = 1, true
}

// next returns where the next block of a lane begins.
func (b *batch) next(l *lane) *byte {
	if l.ending {
		return &l.end[0]
	}
	return &b.msgs[l.message][l.offset]
}

// absorb takes in as many blocks in all lanes as the one that has fewest needs.
func (b *batch) absorb(kernel int) {
	n := maxCall / (b.width * b.rate)
	var some *byte
	for k := range b.width {
		if l := &b.lanes[k]; l.left > 0 {
			n = min(n, l.left)
			some = b.next(l)
		}
	}
	var next [maxWidth]*byte
	for k := range b.width {
		next[k] = some // an idle lane repeats what another one reads
		if l := &b.lanes[k]; l.left > 0 {
			next[k] = b.next(l)
		}
	}
	absorbLanes(kernel, &b.s, &next, n, b.rate)
	for k := range b.width {
		l := &b.lanes[k]
		if l.left == 0 {
			continue
		}
		l.left -= n
		l.offset += n * b.rate
		switch {
		case l.left > 0:
		case l.ending:
			b.output(k)
			b.active--
			b.begin(k)
		default:
			b.pad(l)
		}
	}
}

// output writes the digest of the message in a lane.
func (b *batch) output(k int) {
	digest := b.digest(b.lanes[k].message)
	for j := range len(digest) / 8 {
		binary.LittleEndian.PutUint64(digest[8*j:], b.s[(b.rate/8+j)*b.width+k])
	}
}

// finish computes the rest of the message in a lane, if there is one, by
// itself.
func (b *batch) finish(k int) {
	l := &b.lanes[k]
	if l.left == 0 {
		return
	}
	var s state
	for j := range s {
		s[j] = b.s[j*b.width+k]
	}
	if !l.ending {
		whole := b.msgs[l.message][l.offset:]
		s.absorb(whole[:l.left*b.rate], b.rate)
		l.offset += l.left * b.rate
		b.pad(l)
	}
	s.absorb(l.end[:b.rate], b.rate)
	s.output(b.digest(l.message), b.rate)
}
