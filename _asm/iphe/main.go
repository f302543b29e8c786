// Iphe writes the assembly of package iphe, one kernel a run:
//
//	go run ./iphe -kernel avx2 -out ../iphe/avx2_amd64.s -stubs ../iphe/avx2_amd64.go -pkg iphe
//
// A kernel has, for every instance, a function that absorbs blocks of one
// message ([absorber]) and one that absorbs blocks of several messages side by
// side ([batcher]).
//
// In both the words of the state never move. The word permutation WP rotates
// the five bits of a word's index, so the words stay where they are and the
// meaning of their places rotates instead: in small round i the word of index x
// is at place rol5(x, i), and after the five small rounds of a big round
// everything is back. One big round is unrolled, in a loop of five.
package main

import (
	"flag"
	"log"

	"github.com/mmcloughlin/avo/build"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("iphe: ")
	kernel := flag.String("kernel", "", "write the kernel of this `name`: avx2 or avx512")
	flag.Parse()
	build.ConstraintExpr("amd64,!purego")
	switch *kernel {
	case "avx2":
		newAbsorber("AVX2", false).write()
		newBatcher("AVX2", false).write()
	case "avx512":
		newAbsorber("AVX512", true).write()
		newBatcher("AVX512", true).write()
	default:
		log.Fatalf("unknown kernel %q", *kernel)
	}
	build.Generate()
}
