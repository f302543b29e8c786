//go:build amd64 && !purego

package duet

import (
	"github.com/klauspost/cpuid/v2"

	"github.com/hashassay/assay/internal/cpu"
)

// The kernels, in the order in which they are registered.
const (
	portable = iota
	avx2
	avx512
)

var kernels = cpu.Register("duet",
	cpu.Kernel{Name: "portable"},
	cpu.Kernel{Name: "avx2", Needs: []cpu.Feature{cpuid.AVX, cpuid.AVX2}},
	cpu.Kernel{Name: "avx512", Needs: []cpu.Feature{cpuid.AVX, cpuid.AVX2, cpuid.AVX512F, cpuid.AVX512VL}},
)

// absorb takes in whole blocks, with the kernel in use.
func (s *state) absorb(blocks []byte, in instance) {
	kernel := kernels.Current()
	if kernel == portable {
		s.absorbPortable(blocks, in)
		return
	}
	rate := in.rate()
	for len(blocks) >= rate {
		n := min(len(blocks), perCall) / rate
		p := &blocks[0]
		switch {
		case in == duet512 && kernel == avx2:
			absorb512AVX2(&s.a, &s.b, &s.c, &constants960, p, n)
		case in == duet512:
			absorb512AVX512(&s.a, &s.b, &s.c, &constants960, p, n)
		case in == duet768 && kernel == avx2:
			absorb768AVX2(&s.a, &s.b, &s.c, &constants1920, p, n)
		case in == duet768:
			absorb768AVX512(&s.a, &s.b, &s.c, &constants1920, p, n)
		case kernel == avx2:
			absorb1024AVX2(&s.a, &s.b, &s.c, &constants1920, p, n)
		default:
			absorb1024AVX512(&s.a, &s.b, &s.c, &constants1920, p, n)
		}
		blocks = blocks[n*rate:]
	}
}

// lanesOf returns the number of messages that the kernel in use computes side by side,
// and from how many on that is faster than one after the other. There are none if it
// cannot.
func lanesOf(in instance) (width, least int) {
	switch kernel := kernels.Current(); {
	case kernel == avx512 && in == duet512:
		return 8, 3
	case kernel == avx512:
		return 8, 5
	case kernel == avx2:
		return 4, 3
	}
	return 0, 0
}

// absorbLanes takes in n whole blocks in each lane, with the kernel that [lanesOf] spoke of,
// which the width tells: another may be in use by now.
func absorbLanes(s *laneState, in instance, width int, blocks *[maxLanes]*byte, n int) {
	switch {
	case in == duet512 && width == 4:
		lanes512AVX2(s, &constants960, blocks, n)
	case in == duet512:
		lanes512AVX512(s, &constants960, blocks, n)
	case in == duet768 && width == 4:
		lanes768AVX2(s, &constants1920, blocks, n)
	case in == duet768:
		lanes768AVX512(s, &constants1920, blocks, n)
	case width == 4:
		lanes1024AVX2(s, &constants1920, blocks, n)
	default:
		lanes1024AVX512(s, &constants1920, blocks, n)
	}
}

// call960 is the permutation f-960 with the kernel in use, for calls without a
// block of the message.
func call960(w *[words960]uint64, constants *[rounds960]uint64) {
	switch kernels.Current() {
	case avx2:
		permute960AVX2(w, constants)
	case avx512:
		permute960AVX512(w, constants)
	default:
		permute960(w, constants)
	}
}

// call1920 is [call960] for f-1920.
func call1920(w *[words1920]uint64, constants *[rounds1920]uint64) {
	switch kernels.Current() {
	case avx2:
		permute1920AVX2(w, constants)
	case avx512:
		permute1920AVX512(w, constants)
	default:
		permute1920(w, constants)
	}
}
