package chash

import "github.com/hashassay/assay/internal/buffer"

const (
	blockSize = 92            // half of a chaining value, in bytes
	valueSize = 2 * blockSize // a chaining value; the state without the counter
)

var zeroBlock [blockSize]byte

// counter returns the counter of C-Engine, 64 bits that begin with the lane.
func counter(lane byte, v uint64) uint64 { return uint64(lane)<<56 | v }

// absorb takes in whole blocks, the first of which has the number first:
//
//	for each block m, number i:
//		h.left ^= m
//		h = F(h, counter i)
//		h.right ^= m
//
// where F(x, counter) = C-Engine(x || counter) without its last 64 bits and, in
// CHash_1024, ^ x.
//
// A block enters the right half together with the next block's entry into the
// left half.
func (h *state) absorb(blocks []byte, in instance, first uint64) {
	previous := &zeroBlock
	for i := first; len(blocks) >= blockSize; i++ {
		block := (*[blockSize]byte)(blocks)
		h.add(block, previous, counter(in.blockLane(), i))
		h.f(in)
		previous, blocks = block, blocks[blockSize:]
	}
	h.add(&zeroBlock, previous, 0)
}

// f replaces h by F of h, which already includes the counter.
func (h *state) f(in instance) {
	if in == chash512 {
		engine(h)
	} else {
		x := *h
		engine(h)
		for n := range x {
			h[n] ^= x[n]
		}
	}
	h.clearCounter()
}

// finishLong absorbs the end of a message of at least 1472 bits into the chaining
// value h after blocks blocks: the whole bytes of tail, fewer than a block, and
// nbits (0 to 7) high bits of last. Then it writes the digest.
//
// The padding is a 1 bit and as few 0 bits as fill the block. The call of F that
// follows is the same for every message: it has the number 1 in a lane of its
// own.
func (h *state) finishLong(digest, tail []byte, last byte, nbits int, in instance, blocks uint64) {
	var block [blockSize]byte
	pad(block[:], tail, last, nbits)
	h.add(&block, &zeroBlock, counter(in.blockLane(), blocks+1))
	h.f(in)
	h.add(&zeroBlock, &block, counter(in.finalLane(), 1))
	h.f(in)
	h.output(digest)
}

// sumShort writes the digest of a message of less than 1472 bits, given as in
// finishLong. It is padded to one chaining value x, and the digest is the
// beginning of
//
//	C-Engine(x || counter 1) ^ C-Engine(x || counter 2)
//
// in both instances: also CHash_1024 does not feed x forward here.
func sumShort(digest, tail []byte, last byte, nbits int, in instance) {
	var x [valueSize]byte
	pad(x[:], tail, last, nbits)
	var y1, y2 state
	y1.add((*[blockSize]byte)(x[:blockSize]), (*[blockSize]byte)(x[blockSize:]), counter(in.shortLane(), 1))
	y2 = y1
	y2.addCounter(1 ^ 2)
	engine(&y1)
	engine(&y2)
	for n := range y1 {
		y1[n] ^= y2[n]
	}
	y1.output(digest)
}

// pad writes the end of a message and its padding to block.
func pad(block, tail []byte, last byte, nbits int) {
	n := copy(block, tail)
	block[n] = last
	buffer.PadBit(block, 8*uint64(n)+uint64(nbits))
}

// output writes the first bytes of a state.
func (s *state) output(digest []byte) {
	var bytes [stateSize]byte
	s.store(&bytes)
	copy(digest, bytes[:])
}

// sum writes the digest of data and of the nbits (0 to 7) high bits of last.
func sum(digest, data []byte, last byte, nbits int, in instance) {
	if len(data) < valueSize {
		sumShort(digest, data, last, nbits, in)
		return
	}
	whole := len(data) - len(data)%blockSize
	h := initialValue[in]
	h.absorb(data[:whole], in, 1)
	h.finishLong(digest, data[whole:], last, nbits, in, uint64(whole/blockSize))
}

// sumBits writes the digest of the first n bits of data.
func sumBits(digest, data []byte, n uint64, in instance) {
	data = buffer.Message(data, n, "chash")
	if n%8 == 0 {
		sum(digest, data, 0, 0, in)
		return
	}
	end := len(data) - 1 // the partial byte
	sum(digest, data[:end], data[end], int(n%8), in)
}
