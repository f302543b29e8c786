package qsh

import "math/bits"

// word is a word of the state: 32 bits in QSH-512, 64 in the other instances.
type word interface{ uint32 | uint64 }

// wordBits returns w, the number of bits of a word: 32 or 64.
func wordBits[W word]() int { return bits.Len64(uint64(^W(0))) }

// rotl rotates x to the left.
func rotl[W word](x W, n int) W { return x<<n | x>>(wordBits[W]()-n) }

// stateWords is the number of words of the state, a cube of 4x4x4 words.
const stateWords = 64

// at returns the index of the word with the coordinates x0, x1, x2, which are
// taken modulo 4. x1 runs fastest, then x2, then x0.
func at(x0, x1, x2 int) int { return 16*(x0&3) + 4*(x2&3) + (x1 & 3) }

// permuteGeneric is the permutation E as the specification writes it: full
// rounds of three layers, then layer 0 once more. It is what the fast code is
// tested against.
func permuteGeneric[W word](s *[stateWords]W) {
	for range rounds[W]() {
		layer0(s)
		layer1(s)
		layer2(s)
	}
	layer0(s)
}

// rounds returns the number of full rounds: 9 for words of 32 bits, 18 for words
// of 64. (The submission's table of parameters says 10 and 19: it counts the
// last layer 0.)
func rounds[W word]() int { return 9 * wordBits[W]() / 32 }

// layer0 applies G to the columns along x0.
func layer0[W word](s *[stateWords]W) {
	for x1 := range 4 {
		for x2 := range 4 {
			quadruple(s, at(0, x1, x2), at(1, x1, x2), at(2, x1, x2), at(3, x1, x2))
		}
	}
}

// layer1 applies G to the diagonals of the planes of constant x2.
func layer1[W word](s *[stateWords]W) {
	for c := range 4 {
		for x2 := range 4 {
			quadruple(s, at(0, c, x2), at(1, c+1, x2), at(2, c+2, x2), at(3, c+3, x2))
		}
	}
}

// layer2 applies G to the diagonals of the planes of constant x0. Here x1
// decides which word has which role in G, not x0.
func layer2[W word](s *[stateWords]W) {
	for x0 := range 4 {
		for c := range 4 {
			quadruple(s, at(x0, 0, c), at(x0, 1, c+1), at(x0, 2, c+2), at(x0, 3, c+3))
		}
	}
}

// quadruple is the function G on the words of the indices a, b, c, d. The
// rotations by s1, s2 and s4 act on a copy that is added; s3 is zero. The
// rotations by s2 and s4 are of the new d.
func quadruple[W word](s *[stateWords]W, a, b, c, d int) {
	w := wordBits[W]()
	s1, s2, s4 := 1, w/2-1, w/4
	t1, t2, t3, t4 := w/2, w/2-4, w/4, w/4-1

	s[a] += rotl(s[b], s1)
	s[d] = rotl(s[d]^s[a], t1)
	s[c] += rotl(s[d], s2)
	s[b] = rotl(s[b]^s[c], t2)
	s[a] += s[b]
	s[d] = rotl(s[d]^s[a], t3)
	s[c] += rotl(s[d], s4)
	s[b] = rotl(s[b]^s[c], t4)
}

// compressGeneric is the compression function F: h becomes the state behind
// block m.
func compressGeneric[W word](h *[stateWords]W, m *[stateWords / 2]W, flag W) {
	for j := range m {
		h[32+j] += m[j]
	}
	h[0] ^= flag
	permuteGeneric(h)
	for j := range m {
		h[j] += m[j]
	}
}
