package garnet

import "math/bits"

//go:generate go run gen.go
//go:generate go -C ../_asm run ./garnet -kernel aesni -out ../garnet/aesni_amd64.s -stubs ../garnet/aesni_amd64.go -pkg garnet
//go:generate go -C ../_asm run ./garnet -kernel vaes-avx2 -out ../garnet/vaes_avx2_amd64.s -stubs ../garnet/vaes_avx2_amd64.go -pkg garnet
//go:generate go -C ../_asm run ./garnet -kernel vaes-avx512 -out ../garnet/vaes_avx512_amd64.s -stubs ../garnet/vaes_avx512_amd64.go -pkg garnet
//go:generate go -C ../_asm run ./garnet/arm64 -kernel aes -out ../garnet/aes_arm64.s -stubs ../garnet/aes_arm64.go
//go:generate go -C ../_asm run ./garnet/arm64 -kernel aes-sha3 -out ../garnet/aes_sha3_arm64.s -stubs ../garnet/aes_sha3_arm64.go

// permute is the permutation.
func (x *sliced) permute(c call) {
	const everyCell = 0x1111111111111111 // bit 0 of the row's first bytes
	var k [4]uint64                      // no key has more than 4 bits
	for p := range k {
		k[p] = -uint64(c.key>>p&1) & everyCell
	}
	for r := range c.rounds {
		roundSliced(x, &slicedConstants[r], &k)
	}
}

// slicedConstants are what is added between rho and zeta of every round: the
// constants of theta, and the constant 0x63 of the S-box in every byte. To
// MixColumns and rho it makes no difference whether equal bytes are added before
// or after. Nor does it for the key, which is the same in all words.
var slicedConstants = func() (c [maxRounds]sliced) {
	for r := range c {
		var s state
		for i := range s {
			s[i] = word{0x63 * everyByte, 0x63 * everyByte}
		}
		theta(&s, r+1)
		c[r].slice(&s)
	}
	return c
}()

// down1 has in every place the word below it in its column.
func down1(x uint64) uint64 { return bits.RotateLeft64(x, -16) }

// down2 is down1 twice.
func down2(x uint64) uint64 { return bits.RotateLeft64(x, -32) }

// diagonal1 has in every place the next word of its diagonal, a row below and a
// column to the right.
func diagonal1(x uint64) uint64 {
	const left = 0x0fff0fff0fff0fff // columns 0 to 2; after column 3 comes column 0
	return bits.RotateLeft64(x, -20)&left | bits.RotateLeft64(x, -4)&^left
}

// diagonal2 is diagonal1 twice.
func diagonal2(x uint64) uint64 {
	const left = 0x00ff00ff00ff00ff // columns 0 and 1
	return bits.RotateLeft64(x, -40)&left | bits.RotateLeft64(x, -24)&^left
}

// wrap multiplies element 31 by x: it returns what belongs into element 0, and
// the bits carried out of the words, which are to be reduced.
func wrap(x uint64) (next, carry uint64) {
	return x << 1 & 0xeeeeeeeeeeeeeeee, x >> 3 & 0x1111111111111111
}
