package duet

import "runtime"

//go:generate go run gen.go memory
//go:generate go run gen.go locals
//go:generate go run gen.go absorb
//go:generate go -C ../_asm run ./duet -kernel avx2 -out ../duet/avx2_amd64.s -stubs ../duet/avx2_amd64.go -pkg duet
//go:generate go -C ../_asm run ./duet -kernel avx512 -out ../duet/avx512_amd64.s -stubs ../duet/avx512_amd64.go -pkg duet

// inMemory reports whether the state is better held in arrays on the stack than
// in local variables. x86 has few registers, but takes operands from memory at
// no cost; for a local variable that does not fit the registers, the compiler
// spends an instruction on every move. Where loads are instructions anyway,
// fewer of them come from local variables.
const inMemory = runtime.GOARCH == "amd64" || runtime.GOARCH == "386"

// permute960 is the permutation f-960, f1 or f2 by its constants, in portable code.
func permute960(s *[words960]uint64, constants *[rounds960]uint64) {
	if inMemory {
		permute960Memory(s, constants)
	} else {
		permute960Locals(s, constants)
	}
}

// permute1920 is the permutation f-1920, f1 or f2 by its constants, in portable code.
func permute1920(s *[words1920]uint64, constants *[rounds1920]uint64) {
	if inMemory {
		permute1920Memory(s, constants)
	} else {
		permute1920Locals(s, constants)
	}
}
