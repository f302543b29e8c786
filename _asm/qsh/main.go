// Command qsh writes the vector kernels of package qsh:
//
//	go run ./qsh -kernel avx2 -out ../qsh/avx2_amd64.s -stubs ../qsh/avx2_amd64.go -pkg qsh
//
// A kernel has functions in three layouts of the state, which is a cube of 4x4x4
// words, word 16*x0 + 4*x2 + x1 at the coordinates x0, x1, x2:
//
//   - Lanes: vector i holds word i of as many streams as a vector has words. No
//     word ever changes its place in a vector. For many streams.
//   - Columns: vector 4*x0 + x1 holds the words of the four x2, of as many streams
//     as fit. One of the three layers of a round needs words moved within a
//     vector. For one stream of 64-bit words or a few of 32-bit words.
//   - Halves: vector 2*x0 + h holds the words of two x1. More moves, but fewer and
//     longer vectors. For one stream of 32-bit words.
//
// A stream is a sequence of blocks that the compression function takes in one
// after the other: a chunk or a part of it, or the one block of a parent.
package main

import (
	"flag"
	"log"

	"github.com/mmcloughlin/avo/build"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("qsh: ")
	kernel := flag.String("kernel", "", "avx2, avx512 or neon")
	flag.Parse()
	build.ConstraintExpr("amd64,!purego")
	switch *kernel {
	case "neon":
		neon()
		return
	case "avx2":
		for _, w := range []int{32, 64} {
			lanes(machine{word: w, width: 256})
		}
		halves(machine{word: 32, width: 256})
		columns(machine{word: 32, width: 256})
		columns(machine{word: 64, width: 256})
	case "avx512":
		for _, w := range []int{32, 64} {
			lanes(machine{avx512: true, word: w, width: 512})
		}
		halves(machine{avx512: true, word: 32, width: 256})
		columns(machine{avx512: true, word: 32, width: 256})
		columns(machine{avx512: true, word: 32, width: 512})
		columns(machine{avx512: true, word: 64, width: 256})
	default:
		log.Fatalf("no kernel %q", *kernel)
	}
	build.Generate()
}
