package qsh

//go:generate go run gen.go 32
//go:generate go run gen.go 64

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
