package garnet

// sliced is the state bit by bit, so that an operation on a uint64 acts on 64
// bytes at once and the S-box of AES is a circuit instead of a table. Bit 4i+c
// of element 8r+p is bit p of byte 4c+r (row r and column c of AES) of S_i.
//
//   - An S-box is on eight elements, r fixed; ShiftRows rotates groups of four bits.
//   - Elements 0 to 31 are the coefficients of x^0 to x^31, of x^32 to x^63 one
//     bit to the left, and so on: multiplication by x goes to the next element,
//     and from element 31 to the next bit of element 0.
//   - The next row of the matrix is 16 bits to the left, the next column 4 bits.
type sliced [32]uint64

// slice writes the words of s to x.
func (x *sliced) slice(s *state) {
	for e := range 2 { // words of even and of odd index
		var lo, hi [8]uint64
		for b := range 8 {
			lo[b], hi[b] = s[2*b+e].lo, s[2*b+e].hi
		}
		// Now byte b of lo[k] is to be byte k of word 2b+e.
		transposeBytes(&lo)
		transposeBytes(&hi)
		for r := range 4 {
			x[8*r+4*e+0] = lo[r]
			x[8*r+4*e+1] = lo[4+r]
			x[8*r+4*e+2] = hi[r]
			x[8*r+4*e+3] = hi[4+r]
		}
	}
	for r := range 4 {
		transposeBits((*[8]uint64)(x[8*r:]))
	}
}

// words writes x to the words of s; it undoes slice.
func (x *sliced) words(s *state) {
	y := *x
	for r := range 4 {
		transposeBits((*[8]uint64)(y[8*r:]))
	}
	for e := range 2 {
		var lo, hi [8]uint64
		for r := range 4 {
			lo[r] = y[8*r+4*e+0]
			lo[4+r] = y[8*r+4*e+1]
			hi[r] = y[8*r+4*e+2]
			hi[4+r] = y[8*r+4*e+3]
		}
		transposeBytes(&lo)
		transposeBytes(&hi)
		for b := range 8 {
			s[2*b+e] = word{hi[b], lo[b]}
		}
	}
}

// add adds the words of y to those of x.
func (x *sliced) add(y *sliced) {
	for b := range x {
		x[b] ^= y[b]
	}
}

// transposeBytes exchanges byte j of a[i] and byte i of a[j].
func transposeBytes(a *[8]uint64) {
	const (
		halves   = 0x00000000ffffffff
		quarters = 0x0000ffff0000ffff
		bytes    = 0x00ff00ff00ff00ff
	)
	a0, a4 := exchange(a[0], a[4], 32, halves)
	a1, a5 := exchange(a[1], a[5], 32, halves)
	a2, a6 := exchange(a[2], a[6], 32, halves)
	a3, a7 := exchange(a[3], a[7], 32, halves)
	a0, a2 = exchange(a0, a2, 16, quarters)
	a1, a3 = exchange(a1, a3, 16, quarters)
	a4, a6 = exchange(a4, a6, 16, quarters)
	a5, a7 = exchange(a5, a7, 16, quarters)
	a[0], a[1] = exchange(a0, a1, 8, bytes)
	a[2], a[3] = exchange(a2, a3, 8, bytes)
	a[4], a[5] = exchange(a4, a5, 8, bytes)
	a[6], a[7] = exchange(a6, a7, 8, bytes)
}

// transposeBits exchanges bit j of every byte of a[i] and bit i of that of a[j].
func transposeBits(a *[8]uint64) {
	const (
		halves   = 0x0f0f0f0f0f0f0f0f
		quarters = 0x3333333333333333
		bits     = 0x5555555555555555
	)
	a0, a4 := exchange(a[0], a[4], 4, halves)
	a1, a5 := exchange(a[1], a[5], 4, halves)
	a2, a6 := exchange(a[2], a[6], 4, halves)
	a3, a7 := exchange(a[3], a[7], 4, halves)
	a0, a2 = exchange(a0, a2, 2, quarters)
	a1, a3 = exchange(a1, a3, 2, quarters)
	a4, a6 = exchange(a4, a6, 2, quarters)
	a5, a7 = exchange(a5, a7, 2, quarters)
	a[0], a[1] = exchange(a0, a1, 1, bits)
	a[2], a[3] = exchange(a2, a3, 1, bits)
	a[4], a[5] = exchange(a4, a5, 1, bits)
	a[6], a[7] = exchange(a6, a7, 1, bits)
}

// exchange exchanges the bits of b under mask and those of a that are n to the
// left of them.
func exchange(a, b uint64, n uint, mask uint64) (uint64, uint64) {
	t := (a>>n ^ b) & mask
	return a ^ t<<n, b ^ t
}
