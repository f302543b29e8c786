// Command garnet writes the kernels of package garnet for amd64.
//
// All of them work on the rows of the matrix, word j of a row in lane j of its
// vectors, and do three things in every round:
//
//   - An AES round on every word (sigma). Its keys come from a table of the Go
//     code, in which the constants of theta are already: rho is linear, so adding
//     them after rho or adding their image under its inverse before it is the
//     same.
//   - The mix of the columns (rho): whole vectors of row 0 with those of rows 1, 2 and 3.
//   - The mix of the diagonals (zeta): the same after rows 1, 2, 3 were rotated by
//     1, 2, 3 words, so that diagonals stand where columns stood; then back.
//
// A mix multiplies four words by a circulant matrix over GF(2^128) in which one
// entry of each row is x, one is x+1 and two are 1. Three multiplications by x are enough:
//
//	u0 = A+B   u1 = B+C   u2 = C+D
//	A' = B + u2 + x*u0   B' = A + u2 + x*u1   C' = D + u0 + x*u2
//	D' = u0 + u2 + A' + B' + C'
//
// since the rows of the matrix, and so A+B+C+D, add up to 1 times the sum.
package main

import (
	"flag"
	"log"

	. "github.com/mmcloughlin/avo/build"
)

func main() {
	kernel := flag.String("kernel", "", "the kernel to write")
	flag.Parse() // avo's flags too
	ConstraintExpr("amd64,!purego")
	switch *kernel {
	case "vaes-avx512":
		avx512()
	default:
		log.Fatalf("there is no kernel %q", *kernel)
	}
	Generate()
}

