package chash

import (
	"encoding/binary"
	"math/bits"
)

// state is the state of C-Engine in bit slices, as the portable kernel takes it. Word 8i + 4h + p, for i from 0 to
// 2, has the bits of value 2^p of the nibbles of rows i and i+3 in half h, which
// is 0 for columns 0 to 31 and 1 for columns 32 to 63. The two rows are
// interleaved: bit 2k is of row i and bit 2k+1 is of row i+3, for column k of the
// half. So one rotation of the word rotates both rows, and one Boolean operation
// works on 64 nibbles.
type state [24]uint64

const (
	firstRows  = 0x5555555555555555 // the bits of rows 0, 1 and 2
	secondRows = 0xaaaaaaaaaaaaaaaa // the bits of rows 3, 4 and 5
)

// exchange exchanges bits of two words: those of x at places whose number has the
// binary digit shift, a power of two, with those of y at places whose number does
// not have it; mask gives these. If the word counts as one more digit of a bit's
// number, two digits change places.
func exchange(x, y uint64, shift int, mask uint64) (uint64, uint64) {
	t := (x>>shift ^ y) & mask
	return x ^ t<<shift, y ^ t
}

// addRows adds nibbles to rows i and i+3, whose words are given: row i is in the
// little-endian words a0 to a3, row i+3 in c0 to c3.
//
// A bit of a half has a number of eight digits. In two words of a and two of c
// they are, from the top: the row, the word, three digits of the byte, the nibble,
// and two digits of the plane. Each exchange moves two digits; at the end the
// planes are in front and the row is last. Column 2b is in the high nibble of byte
// b: the last exchange turns this digit by taking the words in reverse.
func addRows(words *[8]uint64, a0, a1, a2, a3, c0, c1, c2, c3 uint64) {
	a0, c0 = exchange(a0, c0, 1, firstRows)
	a1, c1 = exchange(a1, c1, 1, firstRows)
	a2, c2 = exchange(a2, c2, 1, firstRows)
	a3, c3 = exchange(a3, c3, 1, firstRows)

	a0, a1 = exchange(a0, a1, 32, 0x00000000ffffffff)
	c0, c1 = exchange(c0, c1, 32, 0x00000000ffffffff)
	a2, a3 = exchange(a2, a3, 32, 0x00000000ffffffff)
	c2, c3 = exchange(c2, c3, 32, 0x00000000ffffffff)

	a0, a1 = exchange(a0, a1, 16, 0x0000ffff0000ffff)
	c0, c1 = exchange(c0, c1, 16, 0x0000ffff0000ffff)
	a2, a3 = exchange(a2, a3, 16, 0x0000ffff0000ffff)
	c2, c3 = exchange(c2, c3, 16, 0x0000ffff0000ffff)

	a0, a1 = exchange(a0, a1, 8, 0x00ff00ff00ff00ff)
	c0, c1 = exchange(c0, c1, 8, 0x00ff00ff00ff00ff)
	a2, a3 = exchange(a2, a3, 8, 0x00ff00ff00ff00ff)
	c2, c3 = exchange(c2, c3, 8, 0x00ff00ff00ff00ff)

	a0, a1 = exchange(a0, a1, 4, 0x0f0f0f0f0f0f0f0f)
	c0, c1 = exchange(c0, c1, 4, 0x0f0f0f0f0f0f0f0f)
	a2, a3 = exchange(a2, a3, 4, 0x0f0f0f0f0f0f0f0f)
	c2, c3 = exchange(c2, c3, 4, 0x0f0f0f0f0f0f0f0f)

	a1, a0 = exchange(a1, a0, 2, 0x3333333333333333)
	c1, c0 = exchange(c1, c0, 2, 0x3333333333333333)
	a3, a2 = exchange(a3, a2, 2, 0x3333333333333333)
	c3, c2 = exchange(c3, c2, 2, 0x3333333333333333)

	words[0] ^= a1
	words[1] ^= c1
	words[2] ^= a0
	words[3] ^= c0
	words[4] ^= a3
	words[5] ^= c3
	words[6] ^= a2
	words[7] ^= c2
}

// unslice returns the nibbles of one half of rows i and i+3 by the exchanges of
// addRows backwards.
func unslice(p0, p1, p2, p3 uint64) (a0, a1, c0, c1 uint64) {
	a1, a0 = exchange(p0, p2, 2, 0x3333333333333333)
	a0, a1 = exchange(a0, a1, 4, 0x0f0f0f0f0f0f0f0f)
	a0, a1 = exchange(a0, a1, 8, 0x00ff00ff00ff00ff)
	a0, a1 = exchange(a0, a1, 16, 0x0000ffff0000ffff)
	a0, a1 = exchange(a0, a1, 32, 0x00000000ffffffff)

	c1, c0 = exchange(p1, p3, 2, 0x3333333333333333)
	c0, c1 = exchange(c0, c1, 4, 0x0f0f0f0f0f0f0f0f)
	c0, c1 = exchange(c0, c1, 8, 0x00ff00ff00ff00ff)
	c0, c1 = exchange(c0, c1, 16, 0x0000ffff0000ffff)
	c0, c1 = exchange(c0, c1, 32, 0x00000000ffffffff)

	a0, c0 = exchange(a0, c0, 1, firstRows)
	a1, c1 = exchange(a1, c1, 1, firstRows)
	return a0, a1, c0, c1
}

// add adds the string left || right || counter of 92, 92 and 8 bytes to s. The
// left half of a chaining value is rows 0, 1 and the first 28 bytes of row 2.
func (s *state) add(left, right *[blockSize]byte, counter uint64) {
	le := binary.LittleEndian
	between := uint64(le.Uint32(left[88:])) | uint64(le.Uint32(right[0:]))<<32 // the end of row 2
	addRows((*[8]uint64)(s[0:]),
		le.Uint64(left[0:]), le.Uint64(left[8:]), le.Uint64(left[16:]), le.Uint64(left[24:]),
		le.Uint64(right[4:]), le.Uint64(right[12:]), le.Uint64(right[20:]), le.Uint64(right[28:]))
	addRows((*[8]uint64)(s[8:]),
		le.Uint64(left[32:]), le.Uint64(left[40:]), le.Uint64(left[48:]), le.Uint64(left[56:]),
		le.Uint64(right[36:]), le.Uint64(right[44:]), le.Uint64(right[52:]), le.Uint64(right[60:]))
	addRows((*[8]uint64)(s[16:]),
		le.Uint64(left[64:]), le.Uint64(left[72:]), le.Uint64(left[80:]), between,
		le.Uint64(right[68:]), le.Uint64(right[76:]), le.Uint64(right[84:]), bits.ReverseBytes64(counter))
}

// addCounter adds a counter to s.
func (s *state) addCounter(counter uint64) {
	addRows((*[8]uint64)(s[16:]), 0, 0, 0, 0, 0, 0, 0, bits.ReverseBytes64(counter))
}

// clearCounter makes the nibbles zero that the counter is added to: columns 48 to
// 63 of row 5.
func (s *state) clearCounter() {
	for p := 20; p < 24; p++ {
		s[p] &= firstRows | (1<<32 - 1)
	}
}

// store writes s as bytes.
func (s *state) store(out *value) {
	le := binary.LittleEndian
	for n := range 6 {
		a0, a1, c0, c1 := unslice(s[4*n], s[4*n+1], s[4*n+2], s[4*n+3])
		le.PutUint64(out[16*n:], a0)
		le.PutUint64(out[16*n+8:], a1)
		le.PutUint64(out[16*n+96:], c0)
		le.PutUint64(out[16*n+104:], c1)
	}
}
