// Command chash writes the assembly of the kernels of package chash.
//
// # Layout
//
// C-Engine works on 6 rows of 64 nibbles. Its M-layer treats all rows and the four
// bits of a nibble alike, so rows i and i+3, a pair, share bytes: row i is in the low
// nibble and row i+3 in the high one. A half of a pair, 32 columns, is split into
// its even and its odd columns, 16 bytes each. The state is 3 pairs of these four
// vectors of 16 bytes, which are called the kinds:
//
//	Le  even columns of the left half   Re  even columns of the right half
//	Lo  odd columns of the left half    Ro  odd columns of the right half
//
// To rotate a half by an even number of columns is to rotate both vectors; by an
// odd number, to rotate them and to exchange their roles. So every move of the
// M-layer stays inside 16 bytes, which is where vector units are fast.
//
// What the lanes of a wider register hold is up to the function:
//
//	avx2          1 stream:  pairs 0 and 1 in a YMM register, pair 2 in an XMM register
//	              2 streams: one in each lane of YMM registers
//	avx512-vbmi   1 stream:  the even and the odd columns of a pair in a YMM register
//	              2 streams: one in each lane of YMM registers
//	              4 streams: one in each lane of ZMM registers
//
// A stream is a message, or one of the two calls for a short message. With a
// stream in each lane no lane is ever moved. With one stream and AVX2, only M6 moves
// lanes, as it mixes rows. With VBMI there is an instruction that rotates all
// columns of a half at once. A kind is then a whole half; it is called wide.
//
// Tried on Zen 4 and slower than this by 10 %: one stream with the three pairs in the
// lanes of ZMM registers, where lanes are moved in M6.
//
// A file for each concept: machine.go has the registers and constants, vector.go the instructions,
// layout.go the way of the bytes into the layout and back, round.go, substitute.go and mix.go
// the permutation, functions.go what package chash calls.
package main

import (
	"flag"
	"log"

	. "github.com/mmcloughlin/avo/build"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("chash: ")
	kernel := flag.String("kernel", "", "`name` of the kernel to write: avx2 or avx512-vbmi")
	flag.Parse()
	ConstraintExpr("amd64,!purego")
	switch *kernel {
	case "avx2":
		absorb("absorbAVX2", oneStreamAVX2())
		absorb("absorb2AVX2", streams(2, false))
		bothCalls("bothCallsAVX2", streams(2, false))
	case "avx512-vbmi":
		absorb("absorbAVX512", oneStreamAVX512())
		absorb("absorb4AVX512", streams(4, true))
		bothCalls("bothCallsAVX512", streams(2, true))
		bothCalls("bothCalls2AVX512", streams(4, true))
	default:
		log.Fatalf("no kernel %q", *kernel)
	}
	Generate()
}
