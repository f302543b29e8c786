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

// perCall is the most message bytes that one call of assembly takes, so that
// the goroutine can be preempted between calls.
const perCall = 64 << 10

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
