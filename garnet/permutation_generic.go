package garnet

// permuteGeneric is the permutation as the specification writes it: rounds of
// sigma, rho, theta and zeta. It is what the fast code is tested against.
func permuteGeneric(s *state, c call) {
	for round := 1; round <= c.rounds; round++ {
		sigma(s, c.key)
		rho(s)
		theta(s, round)
		zeta(s)
	}
}

// sigma is an encryption round of AES on every word, with the same key.
func sigma(s *state, key byte) {
	for i := range s {
		s[i] = aesRound(s[i], key)
	}
}

// rho mixes every column, in the field where x^128 = x^7 + x^2 + x + 1.
func rho(s *state) {
	for c := range 4 {
		mix(&s[c], &s[4+c], &s[8+c], &s[12+c], 0x87)
	}
}

// theta adds the constants of a round to the lower three words of column 3.
func theta(s *state, round int) {
	c := thetaConstants(round)
	s[7].lo ^= c[0]
	s[11].lo ^= c[1]
	s[15].lo ^= c[2]
}

// zeta mixes every diagonal, in the field where x^128 = x^29 + x^15 + x^2 + 1.
func zeta(s *state) {
	for c := range 4 {
		mix(&s[c], &s[4+(c+1)%4], &s[8+(c+2)%4], &s[12+(c+3)%4], 0x20008005)
	}
}

// mix multiplies the vector (a, b, c, d) by the matrix
//
//	x    x+1  1    1
//	1    x    x+1  1
//	1    1    x    x+1
//	x+1  1    1    x
func mix(a, b, c, d *word, reduction uint64) {
	t := a.xor(*b).xor(*c).xor(*d)
	*a, *b, *c, *d =
		t.xor(*a).xor(a.xor(*b).timesX(reduction)),
		t.xor(*b).xor(b.xor(*c).timesX(reduction)),
		t.xor(*c).xor(c.xor(*d).timesX(reduction)),
		t.xor(*d).xor(d.xor(*a).timesX(reduction))
}

// timesX multiplies by x in the field where x^128 is reduction.
func (w word) timesX(reduction uint64) word {
	carry := -(w.hi >> 63) // all ones if there is one
	return word{w.hi<<1 | w.lo>>63, w.lo<<1 ^ reduction&carry}
}

// aesRound is an encryption round of AES: SubBytes, ShiftRows, MixColumns and
// AddRoundKey with a key of one byte. Byte 4c+r of the word is the byte in row r
// and column c of AES.
func aesRound(w word, key byte) word {
	var s, b [16]byte
	word{subBytes(w.hi), subBytes(w.lo)}.store(s[:])
	for c := range 4 {
		var a [4]byte
		for r := range a { // ShiftRows
			a[r] = s[4*((c+r)%4)+r]
		}
		for r := range a { // MixColumns
			double := a[r] ^ a[(r+1)%4] // of these the sum has twice
			double = double<<1 ^ 0x1b&-(double>>7)
			b[4*c+r] = double ^ a[(r+1)%4] ^ a[(r+2)%4] ^ a[(r+3)%4]
		}
	}
	return load(b[:]).xor(word{0, uint64(key)})
}

// everyByte times a byte is that byte in all eight places.
const everyByte = 0x0101010101010101

// subBytes replaces each of the eight bytes of x by its value of the AES S-box:
// the inverse in the field of AES (0 for 0), and an affine map. It is computed,
// since a look-up in a table would tell the byte through the cache.
func subBytes(x uint64) uint64 {
	y := invertBytes(x)
	s := y ^ 0x63*everyByte
	for n := range 4 { // bit k of y goes to bits k to k+4
		n++
		low := uint64(0xff>>(8-n)) * everyByte // what is rotated round
		s ^= y<<n&^low | y>>(8-n)&low
	}
	return s
}

// invertBytes inverts eight elements of the field of AES: the power of 254.
func invertBytes(x uint64) uint64 {
	square := func(x uint64) uint64 { return mulBytes(x, x) }
	x2 := square(x)
	x3 := mulBytes(x2, x)
	x12 := square(square(x3))
	x15 := mulBytes(x12, x3)
	x240 := square(square(square(square(x15))))
	return mulBytes(mulBytes(x240, x12), x2)
}

// mulBytes multiplies eight pairs of elements of the field of AES, where x^8 =
// x^4 + x^3 + x + 1.
func mulBytes(x, y uint64) (product uint64) {
	for k := range 8 {
		product ^= x & ((y >> k & everyByte) * 0xff)
		carry := x >> 7 & everyByte
		x = x<<1&^everyByte ^ carry*0x1b
	}
	return product
}
