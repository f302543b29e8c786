package qsh

//go:generate go run gen.go 32
//go:generate go run gen.go 64
//go:generate go -C ../_asm run ./qsh -kernel avx2 -out ../qsh/avx2_amd64.s -stubs ../qsh/avx2_amd64.go -pkg qsh
//go:generate go -C ../_asm run ./qsh -kernel avx512 -out ../qsh/avx512_amd64.s -stubs ../qsh/avx512_amd64.go -pkg qsh
//go:generate go -C ../_asm run ./qsh -kernel neon -out ../qsh/neon_arm64.s -stubs ../qsh/neon_arm64.go

// permute32 is the permutation E for words of 32 bits.
func permute32(s *[stateWords]uint32) {
	for range 9 {
		round32(s)
	}
	lastLayer32(s)
}

// permute64 is the permutation E for words of 64 bits.
func permute64(s *[stateWords]uint64) {
	for range 18 {
		round64(s)
	}
	lastLayer64(s)
}
