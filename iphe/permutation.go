package iphe

import "runtime"

//go:generate go run gen.go shift
//go:generate go run gen.go chain
//go:generate go run gen.go absorb
//go:generate go -C ../_asm run ./iphe -kernel avx2 -out ../iphe/avx2_amd64.s -stubs ../iphe/avx2_amd64.go -pkg iphe
//go:generate go -C ../_asm run ./iphe -kernel avx512 -out ../iphe/avx512_amd64.s -stubs ../iphe/avx512_amd64.go -pkg iphe

// permute is the permutation f.
func permute(s *[words]uint64) {
	for big := range roundConstants {
		// On x86 the chain is one LEA for each multiple of a sum. Elsewhere a
		// shift and an addition are no worse; on AArch64, with its shifted
		// operands, they are one instruction that waits for none before it.
		if runtime.GOARCH == "amd64" {
			bigRoundChain(s, &roundConstants[big])
		} else {
			bigRoundShift(s, &roundConstants[big])
		}
	}
}

// roundConstants holds the constants of AC for every big round, combined, in
// the order of the small rounds and their groups; the last word is 0.
var roundConstants = func() (c [5][words]uint64) {
	for big := range c {
		n := 0
		for small := range 5 {
			for g := range words / groupSize(small) {
				c[big][n] = alpha[g] ^ beta[small] ^ gamma[big]
				n++
			}
		}
	}
	return c
}()
