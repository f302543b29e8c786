// Command garnet writes the kernels of package garnet for amd64.
//
//	kernel       state                                        batch of two
//	aesni        a word in a vector of 128 bits, in memory    -
//	vaes-avx2    half a row in a vector of 256 bits           a word of each in 256 bits, in memory
//	vaes-avx512  half a row in a vector of 256 bits           a word of each in 256 bits
//
// All have the same frame, see sponge.go. Words of a row, or of two messages,
// that share a vector are in its 128-bit lanes.
//
// Vectors of 512 bits, a row in each, were tried for vaes-avx512: 13 % slower
// where the CPU has 256-bit units, since the rotations of rows cost more.
package main

import (
	"flag"
	"log"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/reg"
)

func main() {
	kernel := flag.String("kernel", "", "the kernel to write")
	flag.Parse() // avo's flags too

	ConstraintExpr("amd64,!purego")
	switch *kernel {
	case "aesni":
		sponge("spongeAESNI", newWords(avx(), 1))
	case "vaes-avx2":
		sponge("spongeVAESAVX2", newRows(avx()))
		sponge("sponge2VAESAVX2", newWords(avx(), 2))
	case "vaes-avx512":
		sponge("spongeVAESAVX512", newRows(avx512()))
		sponge("sponge2VAESAVX512", newWords(avx512(), 2))
	default:
		log.Fatalf("there is no kernel %q", *kernel)
	}
	Generate()
}

// vectors returns the vector registers from first to last, of a size in bits.
func vectors(first, last, bits int) (list []VecPhysical) {
	all := map[int][]VecPhysical{
		128: {X0, X1, X2, X3, X4, X5, X6, X7, X8, X9, X10, X11, X12, X13, X14, X15},
		256: {Y0, Y1, Y2, Y3, Y4, Y5, Y6, Y7, Y8, Y9, Y10, Y11, Y12, Y13, Y14, Y15,
			Y16, Y17, Y18, Y19, Y20, Y21, Y22, Y23, Y24, Y25, Y26, Y27, Y28, Y29, Y30, Y31},
	}
	return all[bits][first : last+1]
}
