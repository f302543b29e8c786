package duet

import "math/bits"

// The words and rounds of the permutations f-960 and f-1920.
const (
	words960   = 15
	words1920  = 30
	rounds960  = 12
	rounds1920 = 18
)

// permuteGeneric is a permutation as the specification writes it: rounds of SC,
// MS, AC and ML, one for each constant. The length of w, 15 or 30 words, tells
// f-960 from f-1920. It is what the fast code is tested against.
//
// The state is an array of 5 rows, filled column by column: w[5*j+i] is in row i
// and column j.
func permuteGeneric(w, constants []uint64) {
	for _, k := range constants {
		substituteColumns(w)
		mixWords(w)
		addConstant(w, k)
		mixBits(w)
	}
}

// substituteColumns is SC: the S-box on the five bits of every column and bit
// position, of which the bit of row 0 is the most significant one. The S-box is
// written in its algebraic normal form, for 64 bit positions at a time.
func substituteColumns(w []uint64) {
	for ; len(w) > 0; w = w[5:] {
		a, b, c, d, e := w[0], w[1], w[2], w[3], w[4]
		w[0] = ^(a ^ c ^ e ^ a&b ^ b&c ^ b&e ^ c&d ^ c&e ^ d&e)
		w[1] = ^(a ^ c ^ d ^ a&c ^ b&c ^ b&d ^ c&d ^ c&e)
		w[2] = a ^ c ^ a&b ^ a&c ^ a&e ^ b&c ^ b&d ^ b&e ^ c&e ^ d&e
		w[3] = ^(a ^ b ^ d ^ e ^ a&b ^ a&c ^ a&d ^ b&c)
		w[4] = a ^ b ^ c ^ e ^ a&b ^ a&e ^ b&c ^ b&d ^ b&e
	}
}

// mixWords is MS: every word becomes the sum of the words at fixed distances
// behind it. The index runs through the columns and wraps around.
func mixWords(w []uint64) {
	offsets := []int{0, 3, 4, 5, 7, 8, 13}
	if len(w) == words1920 {
		offsets = []int{0, 3, 10, 13, 14, 15, 16, 18, 21, 26, 28}
	}
	sums := make([]uint64, len(w))
	for t := range sums {
		for _, o := range offsets {
			sums[t] ^= w[(t+o)%len(w)]
		}
	}
	copy(w, sums)
}

// addConstant is AC. It comes before ML, which spreads the constant in the same
// round, and changes one word only.
func addConstant(w []uint64, k uint64) { w[0] ^= k }

// mixBits is ML: the sum of three rotations to the left within each word, by
// amounts that depend on its index. They are taken modulo 64.
func mixBits(w []uint64) {
	for t, x := range w {
		w[t] = bits.RotateLeft64(x, t) ^ bits.RotateLeft64(x, t+21) ^ bits.RotateLeft64(x, t+43)
	}
}
