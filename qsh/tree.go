package qsh

import (
	"encoding/binary"
	"math/bits"

	"github.com/hashassay/assay/internal/buffer"
)

// chunkBlocks is the number of blocks of a chunk, a leaf of the tree.
const chunkBlocks = 16

// cv is a chaining value: the first 16 words of a state, in bytes. Those of
// QSH-512 take the first half of it.
type cv [16 * 8]byte

// levels keeps the chaining values of the complete subtrees, the number of
// whose chunks is a power of two: levels[k] is in use when bit k of the number
// of complete chunks is 1, and stands for 2^k chunks. Higher levels are further
// to the left.
//
// A message of less than 2^64 bytes has less than 2^53 chunks.
type levels [54]cv

// tree is the progress in a message.
//
// Nothing is held back for fear that it might be the end. Two blocks of padding
// follow every message, so a whole block of message is never the last one, a
// chunk that such a block completes never the last chunk, and their flags are
// known when they are complete.
type tree struct {
	in     instance
	chain  chain  // of the current chunk; not in use between two chunks
	blocks uint64 // taken in so far
}

// absorb takes in whole blocks of the message. The levels belong to the same
// message; nil will do as long as no chunk is complete.
func (t *tree) absorb(blocks []byte, l *levels) {
	size := t.in.blockSize()
	for ; len(blocks) >= size; blocks = blocks[size:] {
		if t.block(blocks[:size], 0) {
			chunk := t.blocks/chunkBlocks - 1
			left := t.merge(chunk, l)
			l[bits.TrailingZeros64(chunk+1)] = left
		}
	}
}

// block takes in a block and adds the flags of its place in the chunk. It says
// whether it was the 16th and completed the chunk.
func (t *tree) block(block []byte, flags int) bool {
	switch t.blocks % chunkBlocks {
	case 0:
		t.chain.start(t.in)
		flags |= chunkStart
	case chunkBlocks - 1:
		flags |= chunkEnd
	}
	t.chain.compress(t.in, block, flags)
	t.blocks++
	return t.blocks%chunkBlocks == 0
}

// merge returns the chaining value of the largest complete subtree that ends
// with the chunk just completed, before which there were the given number of
// chunks. As in counting up, it joins with the lowest levels as long as they are
// in use. It does not write to l.
func (t *tree) merge(chunks uint64, l *levels) (v cv) {
	t.chain.output(t.in, v[:t.in.cvSize()])
	for k := 0; chunks>>k&1 == 1; k++ {
		t.join(&l[k], &v, 0)
	}
	return v
}

// join makes right the chaining value of the parent of left and right. Every
// parent starts from H(0). It makes use of the chain.
func (t *tree) join(left, right *cv, flags int) {
	var block [2 * len(cv{})]byte
	n := t.in.cvSize()
	copy(block[:n], left[:n])
	copy(block[n:], right[:n])
	t.chain.start(t.in)
	t.chain.compress(t.in, block[:2*n], parent|flags)
	t.chain.output(t.in, right[:n])
}

// finish takes in the end of the message and writes the digest. The end is the
// whole bytes of tail, fewer than a block, and nbits (0 to 7) high bits of last.
// Afterwards t is of no use, but the levels are as before: no copy of them is
// needed to go on with the message.
//
// There are always two more blocks: one with what is left of the message and a 1
// bit, and one with nothing but the length. That the length might fit into the
// first makes no difference.
func (t *tree) finish(digest, tail []byte, last byte, nbits int, l *levels) {
	var padded [BlockSize1024]byte // the longest
	block := padded[:t.in.blockSize()]
	hi, lo := t.messageBits(len(tail), nbits)

	n := copy(block, tail)
	block[n] = last
	buffer.PadBit(block, 8*uint64(n)+uint64(nbits))
	var pending cv // the level that this block completes, if it completes a chunk
	pendingLevel := -1
	if t.block(block, 0) {
		chunk := t.blocks/chunkBlocks - 1
		pending = t.merge(chunk, l)
		pendingLevel = bits.TrailingZeros64(chunk + 1)
	}

	clear(block)
	binary.LittleEndian.PutUint64(block[len(block)-16:], lo)
	binary.LittleEndian.PutUint64(block[len(block)-8:], hi)
	chunks := t.blocks / chunkBlocks
	flags := chunkEnd
	if chunks == 0 {
		flags |= root
	}
	t.block(block, flags)

	// The last chunk, which may have any number of blocks, is the right end of
	// the tree. The subtrees to its left join it from the smallest to the largest.
	if chunks > 0 {
		var right cv
		t.chain.output(t.in, right[:t.in.cvSize()])
		for chunks != 0 {
			k := bits.TrailingZeros64(chunks)
			chunks &= chunks - 1
			left := &pending
			if k != pendingLevel {
				left = &l[k]
			}
			flags := 0
			if chunks == 0 {
				flags = root
			}
			t.join(left, &right, flags)
		}
	}
	t.chain.output(t.in, digest)
}

// messageBits returns the length of the message in bits: that of the blocks
// taken in, n more bytes and nbits more bits.
func (t *tree) messageBits(n, nbits int) (hi, lo uint64) {
	hi, lo = bits.Mul64(t.blocks, 8*uint64(t.in.blockSize()))
	lo, carry := bits.Add64(lo, 8*uint64(n)+uint64(nbits), 0)
	return hi + carry, lo
}

// sum writes the digest of data and of the nbits (0 to 7) high bits of last.
func sum(digest, data []byte, last byte, nbits int, in instance) {
	size := in.blockSize()
	if len(data) >= chunkBlocks*size {
		sumTree(digest, data, last, nbits, in)
		return
	}
	// No chunk is complete before the end: no levels, which take 7 KiB to clear.
	t := tree{in: in}
	whole := len(data) - len(data)%size
	t.absorb(data[:whole], nil)
	t.finish(digest, data[whole:], last, nbits, nil)
}

// sumTree is sum for messages of more than one chunk.
func sumTree(digest, data []byte, last byte, nbits int, in instance) {
	t := tree{in: in}
	var l levels
	whole := len(data) - len(data)%in.blockSize()
	t.absorb(data[:whole], &l)
	t.finish(digest, data[whole:], last, nbits, &l)
}

// sumBits writes the digest of the first n bits of data.
func sumBits(digest, data []byte, n uint64, in instance) {
	data = buffer.Message(data, n, "qsh")
	if n%8 == 0 {
		sum(digest, data, 0, 0, in)
		return
	}
	end := len(data) - 1 // the partial byte
	sum(digest, data[:end], data[end], int(n%8), in)
}
