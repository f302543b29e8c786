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
	for len(blocks) >= size {
		chunk, at := t.blocks/chunkBlocks, int(t.blocks%chunkBlocks)
		if at == 0 && len(blocks) >= 2*chunkBlocks*size {
			level := groupLevel(chunk, len(blocks)/(chunkBlocks*size))
			n := chunkBlocks << level
			v := groupValue(t.in, blocks[:n*size])
			t.push(&v, chunk, level, l)
			t.blocks += uint64(n)
			blocks = blocks[n*size:]
			continue
		}
		n := min(chunkBlocks-at, len(blocks)/size)
		first, last := 0, 0
		if at == 0 {
			first = chunkStart
		}
		if at+n == chunkBlocks {
			last = chunkEnd
		}
		t.chain.run(t.in, blocks[:n*size], first, last)
		t.blocks += uint64(n)
		blocks = blocks[n*size:]
		if last != 0 {
			var v cv
			t.chain.output(t.in, v[:t.in.cvSize()])
			t.push(&v, chunk, 0, l)
		}
	}
}

// push puts the chaining value of 2^level chunks, before which there were the
// given number of chunks, a multiple of that, into the levels.
func (t *tree) push(v *cv, chunks uint64, level int, l *levels) {
	level = t.merge(v, chunks, level, l)
	l[level] = *v
}

// merge makes v, of which push knows, the chaining value of the largest complete
// subtree that ends with the same chunk, and returns its level. As in counting
// up, it joins with the lowest levels as long as they are in use. It does not
// write to l.
func (t *tree) merge(v *cv, chunks uint64, level int, l *levels) int {
	for ; chunks>>level&1 == 1; level++ {
		t.join(&l[level], v, 0)
	}
	return level
}

// join makes right the chaining value of the parent of left and right. Every
// parent starts from H(0). It makes use of the chain.
func (t *tree) join(left, right *cv, flags int) {
	var block [2 * len(cv{})]byte
	n := t.in.cvSize()
	copy(block[:n], left[:n])
	copy(block[n:], right[:n])
	t.chain.run(t.in, block[:2*n], parent, flags)
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
	var padding [2 * BlockSize1024]byte // the longest
	size := t.in.blockSize()
	blocks := padding[:2*size]
	hi, lo := t.messageBits(len(tail), nbits)
	pad(blocks, tail, last, nbits, hi, lo)

	chunks := t.blocks / chunkBlocks
	var pending cv // the level that the first block completes, if it completes a chunk
	pendingLevel := -1
	switch t.blocks % chunkBlocks {
	case chunkBlocks - 1:
		t.chain.run(t.in, blocks[:size], 0, chunkEnd)
		t.chain.output(t.in, pending[:t.in.cvSize()])
		pendingLevel = t.merge(&pending, chunks, 0, l)
		chunks++
		t.chain.run(t.in, blocks[size:], chunkStart, chunkEnd)
	case 0:
		t.chain.run(t.in, blocks, chunkStart, endFlags(chunks))
	default:
		t.chain.run(t.in, blocks, 0, endFlags(chunks))
	}

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
			t.join(left, &right, rootFlag(chunks))
		}
	}
	t.chain.output(t.in, digest)
}

// pad makes two zero blocks the end of a message of the given length in bits.
func pad(blocks, tail []byte, last byte, nbits int, hi, lo uint64) {
	n := copy(blocks, tail)
	blocks[n] = last&buffer.TailMask(uint64(nbits)) | buffer.PaddingBit(uint64(nbits))
	binary.LittleEndian.PutUint64(blocks[len(blocks)-16:], lo)
	binary.LittleEndian.PutUint64(blocks[len(blocks)-8:], hi)
}

// endFlags returns the flags of the last block of the last chunk, with the given
// number of chunks before it.
func endFlags(chunks uint64) int { return chunkEnd | rootFlag(chunks) }

// rootFlag returns the flag of the root if nothing is left of a node.
func rootFlag(left uint64) int {
	if left == 0 {
		return root
	}
	return 0
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
	switch whole := len(data) - len(data)%size; {
	case whole > (chunkBlocks-2)*size:
		t := tree{in: in}
		var l levels
		t.absorb(data[:whole], &l)
		t.finish(digest, data[whole:], last, nbits, &l)
	case in == qsh512:
		sumChunk32(digest, data[:whole], data[whole:], last, nbits)
	default:
		sumChunk64(digest, data[:whole], data[whole:], last, nbits, in.start64())
	}
}

// sumChunk32 is sum for a message of QSH-512 that has one chunk with its padding, given as whole
// blocks and the rest: all that is not needed for that is left out, which is
// much of the time for a short message.
func sumChunk32(digest, blocks, tail []byte, last byte, nbits int) {
	var state [stateWords]uint32
	var padding [2 * BlockSize512]byte
	pad(padding[:], tail, last, nbits, 0, 8*uint64(len(blocks)+len(tail))+uint64(nbits))
	from, first := &start512, chunkStart
	if len(blocks) > 0 {
		run32(&state, from, blocks, first, 0)
		from, first = &state, 0
	}
	run32(&state, from, padding[:], first, chunkEnd|root)
	output32(digest, &state)
}

// sumChunk64 is sumChunk32 for the other instances.
func sumChunk64(digest, blocks, tail []byte, last byte, nbits int, start *[stateWords]uint64) {
	var state [stateWords]uint64
	var padding [2 * BlockSize1024]byte
	pad(padding[:], tail, last, nbits, 0, 8*uint64(len(blocks)+len(tail))+uint64(nbits))
	from, first := start, chunkStart
	if len(blocks) > 0 {
		run64(&state, from, blocks, first, 0)
		from, first = &state, 0
	}
	run64(&state, from, padding[:], first, chunkEnd|root)
	output64(digest, &state)
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
