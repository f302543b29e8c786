package iphe

import (
	"encoding/binary"

	"github.com/hashassay/assay/internal/buffer"
)

// state is the state of the sponge. Its first rate/8 words are the rate, the
// others are the capacity.
type state [words]uint64

// maxCall is how many bytes one call of assembly takes in at most: a goroutine
// cannot be preempted in it.
const maxCall = 64 << 10

// absorbPortable takes in whole blocks of rate bytes:
//
//	for each block:
//		s[j] ^= word j of the block    for the words of the rate
//		saved = s
//		s = f(s)
//		s[j] ^= saved[j]               for the words of the capacity
func (s *state) absorbPortable(blocks []byte, rate int) {
	switch rate {
	case BlockSize512:
		s.absorb512(blocks)
	case BlockSize768:
		s.absorb768(blocks)
	case BlockSize1024:
		s.absorb1024(blocks)
	}
}

// load returns 8 message bytes as a word. The first bit of a message byte is its
// most significant one and becomes the least significant of the byte's bits in
// the word, so that message bit p of a block is bit p of the state.
func load(p *[8]byte) uint64 {
	const (
		odd   = 0x5555555555555555 // every other bit
		pairs = 0x3333333333333333 // every other two bits
		low   = 0x0f0f0f0f0f0f0f0f // every other four bits
	)
	w := binary.LittleEndian.Uint64(p[:])
	w = w>>1&odd + w&odd<<1
	w = w>>2&pairs + w&pairs<<2
	return w>>4&low + w&low<<4
}

// finish absorbs the end of the message: the whole bytes of tail, fewer than a
// block, and nbits (0 to 7) high bits of last. Then it writes the digest. There
// is no separate final step: the last block is absorbed like all others.
//
// The padding is a 1 bit, as few 0 bits as possible, and a 1 bit that ends a
// block.
func (s *state) finish(digest, tail []byte, last byte, nbits, rate int) {
	var padded [BlockSize512]byte // the longest rate
	block := padded[:rate]
	pad(block, tail, last, nbits)
	if len(tail) == rate-1 && nbits == 7 { // the first 1 bit fills the block
		s.absorb(block, rate)
		clear(block)
	}
	block[rate-1] |= 0x01
	s.absorb(block, rate)
	s.output(digest, rate)
}

// pad writes the end of a message and the first bit of the padding to block,
// which must be all zero.
func pad(block, tail []byte, last byte, nbits int) {
	n := copy(block, tail)
	block[n] = last&buffer.TailMask(uint64(nbits)) | buffer.PaddingBit(uint64(nbits))
}

// output writes the digest: the first words of the capacity, in little-endian
// byte order and, unlike the message, without reversed bits. Word 31 is never
// part of it.
func (s *state) output(digest []byte, rate int) {
	for j, w := range s[rate/8 : rate/8+len(digest)/8] {
		binary.LittleEndian.PutUint64(digest[8*j:], w)
	}
}

// sum writes the digest of data and of the nbits (0 to 7) high bits of last.
func sum(digest, data []byte, last byte, nbits, rate int) {
	var s state
	whole := len(data) - len(data)%rate
	s.absorb(data[:whole], rate)
	s.finish(digest, data[whole:], last, nbits, rate)
}

// sumBits writes the digest of the first n bits of data.
func sumBits(digest, data []byte, n uint64, rate int) {
	data = buffer.Message(data, n, "iphe")
	if n%8 == 0 {
		sum(digest, data, 0, 0, rate)
		return
	}
	end := len(data) - 1 // the partial byte
	sum(digest, data[:end], data[end], int(n%8), rate)
}
