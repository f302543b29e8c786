package garnet

import "encoding/binary"

// word is an element of the state: the 128-bit integer hi * 2^64 + lo. Its byte
// 0 is the least significant one. The fields stand in the order of writing, so
// that word{0x0123456789abcdef, 0xfedcba9876543210} reads like the number.
type word struct{ hi, lo uint64 }

func (w word) xor(v word) word { return word{w.hi ^ v.hi, w.lo ^ v.lo} }

// load returns 16 bytes as a word.
func load(p []byte) word {
	return word{binary.LittleEndian.Uint64(p[8:]), binary.LittleEndian.Uint64(p)}
}

// store writes the 16 bytes of w.
func (w word) store(p []byte) {
	binary.LittleEndian.PutUint64(p, w.lo)
	binary.LittleEndian.PutUint64(p[8:], w.hi)
}

// state is the state, a matrix of four rows S0 to S3, S4 to S7, S8 to S11, S12
// to S15.
type state [cells]word

// cells is the number of words of the state.
const cells = 16
