// Command duet generates the vector kernels of package duet.
//
// There are two layouts of the permutations' states:
//
//   - Rows in vectors, for one message. Word 5j+i of the state is in row i and column j;
//     vector i holds row i, one column in each of its words. The S-box then works on whole
//     vectors, and rotations by different amounts are one instruction with a vector of
//     amounts. The sums of words in other columns need words to change places.
//   - Words in vectors, for several messages: vector t holds word t of every state, one
//     message in each of its words. Nothing changes places.
//
// The two branches of the mode cannot be computed at the same time: f2 takes the capacity
// that f1 has just produced, and the next block's f1 that of f2. What one message offers
// to vectors is therefore inside a round.
package main

import (
	"flag"
	"log"

	. "github.com/mmcloughlin/avo/build"
)

func main() {
	kernel := flag.String("kernel", "", "the kernel: avx2 or avx512")
	flag.Parse()
	ConstraintExpr("amd64,!purego")
	var rows, words set
	var suffix string
	switch *kernel {
	case "avx2":
		rows, words, suffix = avx2Set, avx2Set, "AVX2"
	case "avx512":
		rows, words, suffix = avx512Set, lanes512Set, "AVX512"
	default:
		log.Fatalf("duet: no kernel %q", *kernel)
	}
	swap := swapBytes(rows)
	for _, f := range []*permutation{f960(rows), f1920(rows)} {
		f.function(suffix)
		for _, in := range f.instances {
			f.absorb(in, swap, suffix)
			(&lanes{permutation: f, set: words, resident: min(f.words, words.registers-2)}).absorb(in, swap, suffix)
		}
	}
	Generate()
}
