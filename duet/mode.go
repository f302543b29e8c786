package duet

import (
	"encoding/binary"

	"github.com/hashassay/assay/internal/buffer"
)

// The most words that an instance has of rate and capacity.
const (
	maxRate     = BlockSize768 / 8
	maxCapacity = words1920 - BlockSize1024/8
)

// perCall is the most message bytes that one call of assembly takes, so that
// the goroutine can be preempted between calls.
const perCall = 64 << 10

// state is the chaining state: the two rate branches and the capacity that they
// share. An instance uses the first words of each.
type state struct {
	a, b [maxRate]uint64
	c    [maxCapacity]uint64
}

// absorbPortable takes in whole blocks, M[0], M[1], ... being the words of one. With
// F_s(R, C) for f_s(R || C) with the old C added to its capacity part:
//
//	for each block:
//		A, C = F_1(A ^ (M[0], M[1], ...), C)
//		B, C = F_2(B ^ (M[sigma(0)], M[sigma(1)], ...), C)
//
// The second call takes the capacity that the first one just produced. There is
// no feed-forward of the rate. The code is generated; gen.go has sigma.
func (s *state) absorbPortable(blocks []byte, in instance) {
	switch in {
	case duet512:
		s.absorb512(blocks)
	case duet768:
		s.absorb768(blocks)
	case duet1024:
		s.absorb1024(blocks)
	}
}

// load returns 8 message bytes as a word. The first bit of the message is the
// most significant one of its byte and of the word.
func load(p *[8]byte) uint64 { return binary.BigEndian.Uint64(p[:]) }

// squeeze is a call of the mode without input. Branch 0 is A, C = F_1(A, C),
// branch 1 is B, C = F_2(B, C).
func (s *state) squeeze(branch int, in instance) {
	r := s.a[:in.rate()/8]
	if branch == 1 {
		r = s.b[:in.rate()/8]
	}
	c := s.c[:in.capacity()/8]
	var x [words1920]uint64
	copy(x[:], r)
	copy(x[len(r):], c)
	if in == duet512 {
		call960((*[words960]uint64)(x[:]), &constants960[branch])
	} else {
		call1920(&x, &constants1920[branch])
	}
	copy(r, x[:])
	for i := range c {
		c[i] ^= x[len(r)+i]
	}
}

// finish absorbs the end of the message: the whole bytes of tail, fewer than a
// block, and nbits (0 to 7) high bits of last.
func (s *state) finish(tail []byte, last byte, nbits int, in instance) {
	var padded [8 * maxRate]byte
	block := padded[:in.rate()]
	pad(block, tail, last, nbits)
	s.absorb(block, in)
}

// pad writes the last block of a message, of which tail and nbits bits of last are left.
//
// The padding is a 1 bit and as few 0 bits as possible. It is always there: a
// message of whole blocks, and the empty message, get a block of padding only.
func pad(block, tail []byte, last byte, nbits int) {
	n := copy(block, tail)
	block[n] = last
	buffer.PadBit(block, 8*uint64(n)+uint64(nbits))
}

// output writes the first bytes of the capacity, a multiple of 8. The digest is
// the capacity, not the rate.
func (s *state) output(out []byte) {
	for i, w := range s.c[:len(out)/8] {
		binary.BigEndian.PutUint64(out[8*i:], w)
	}
}

// hash absorbs the whole message: data and the nbits (0 to 7) high bits of last.
func (s *state) hash(data []byte, last byte, nbits int, in instance) {
	whole := len(data) - len(data)%in.rate()
	s.absorb(data[:whole], in)
	s.finish(data[whole:], last, nbits, in)
}

// hashBits absorbs the whole message: the first n bits of data.
func (s *state) hashBits(data []byte, n uint64, in instance) {
	data = buffer.Message(data, n, "duet")
	if n%8 == 0 {
		s.hash(data, 0, 0, in)
		return
	}
	end := len(data) - 1 // the partial byte
	s.hash(data[:end], data[end], int(n%8), in)
}

// sum writes the digest of data.
func sum(digest, data []byte, in instance) {
	var s state
	s.hash(data, 0, 0, in)
	s.output(digest)
}

// sumBits writes the digest of the first n bits of data.
func sumBits(digest, data []byte, n uint64, in instance) {
	var s state
	s.hashBits(data, n, in)
	s.output(digest)
}
