package chash

import (
	"encoding/binary"

	"github.com/hashassay/assay/internal/buffer"
)

const (
	stateSize = 192           // of C-Engine, in bytes: 6 rows of 64 nibbles
	blockSize = 92            // half of a chaining value, in bytes
	valueSize = 2 * blockSize // a chaining value; the state without the counter
)

var zeroBlock [blockSize]byte

// value is a chaining value as the specification orders it, with zeros in place of
// the counter. Between calls it is the same for all kernels: each keeps the
// state in an order of its own while it works.
type value [stateSize]byte

// counter returns the counter of C-Engine, 64 bits that begin with the lane.
func counter(lane byte, v uint64) uint64 { return uint64(lane)<<56 | v }

// finishLong absorbs the end of a message of at least 1472 bits into the chaining
// value h after blocks blocks: the whole bytes of tail, fewer than a block, and
// nbits (0 to 7) high bits of last. Then it writes the digest.
//
// The padding is a 1 bit and as few 0 bits as fill the block. The call of F that
// follows is the same for every message: it has the number 1 in a lane of its
// own. It is the same as to absorb a block of zeros with that counter.
func (h *value) finishLong(digest, tail []byte, last byte, nbits int, in instance, blocks uint64) {
	var block [blockSize]byte
	pad(block[:], tail, last, nbits)
	h.absorb(block[:], in, counter(in.blockLane(), blocks+1))
	h.absorb(zeroBlock[:], in, counter(in.finalLane(), 1))
	copy(digest, h[:])
}

// sumShort writes the digest of a message of less than 1472 bits, given as in
// finishLong. It is padded to one chaining value x, and the digest is the
// beginning of
//
//	C-Engine(x || counter 1) ^ C-Engine(x || counter 2)
//
// in both instances: also CHash_1024 does not feed x forward here.
func sumShort(digest, tail []byte, last byte, nbits int, in instance) {
	var x value
	x.padShort(tail, last, nbits, in)
	x.bothCalls()
	copy(digest, x[:])
}

// padShort makes x the argument of the first call for a short message.
func (x *value) padShort(tail []byte, last byte, nbits int, in instance) {
	pad(x[:valueSize], tail, last, nbits)
	binary.BigEndian.PutUint64(x[valueSize:], counter(in.shortLane(), 1))
}

// pad writes the end of a message and its padding to block, which is zero.
func pad(block, tail []byte, last byte, nbits int) {
	n := copy(block, tail)
	block[n] = last
	buffer.PadBit(block, 8*uint64(n)+uint64(nbits))
}

// sum writes the digest of data and of the nbits (0 to 7) high bits of last.
func sum(digest, data []byte, last byte, nbits int, in instance) {
	if len(data) < valueSize {
		sumShort(digest, data, last, nbits, in)
		return
	}
	whole := len(data) - len(data)%blockSize
	h := initialValue[in]
	h.absorb(data[:whole], in, counter(in.blockLane(), 1))
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
