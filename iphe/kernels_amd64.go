//go:build amd64 && !purego

package iphe

import (
	"github.com/klauspost/cpuid/v2"

	"github.com/hashassay/assay/internal/cpu"
)

// Indexes of the kernels.
const (
	portable = iota
	avx2
	avx512
)

// The kernels keep the state in eight registers of four words. The AVX-512 one
// uses masks, rotations and more registers, but 256-bit vectors; only batches
// are in 512-bit vectors.
var kernels = cpu.Register("iphe",
	cpu.Kernel{Name: cpu.Portable},
	cpu.Kernel{Name: "avx2", Needs: []cpu.Feature{cpuid.AVX, cpuid.AVX2}},
	cpu.Kernel{Name: "avx512", Needs: []cpu.Feature{
		cpuid.AVX, cpuid.AVX2, cpuid.AVX512F, cpuid.AVX512VL, cpuid.AVX512BW, cpuid.AVX512DQ,
	}},
)

// absorb takes in whole blocks of rate bytes with the kernel in use.
func (s *state) absorb(blocks []byte, rate int) {
	kernel := kernels.Current()
	if kernel == portable {
		s.absorbPortable(blocks, rate)
		return
	}
	for len(blocks) >= rate {
		n := min(len(blocks), maxCall) / rate
		if kernel == avx512 {
			s.absorbAVX512(&blocks[0], n, rate)
		} else {
			s.absorbAVX2(&blocks[0], n, rate)
		}
		blocks = blocks[n*rate:]
	}
}

func (s *state) absorbAVX2(blocks *byte, n, rate int) {
	switch rate {
	case BlockSize512:
		absorb512AVX2((*[words]uint64)(s), blocks, n)
	case BlockSize768:
		absorb768AVX2((*[words]uint64)(s), blocks, n)
	case BlockSize1024:
		absorb1024AVX2((*[words]uint64)(s), blocks, n)
	}
}

func (s *state) absorbAVX512(blocks *byte, n, rate int) {
	switch rate {
	case BlockSize512:
		absorb512AVX512((*[words]uint64)(s), blocks, n)
	case BlockSize768:
		absorb768AVX512((*[words]uint64)(s), blocks, n)
	case BlockSize1024:
		absorb1024AVX512((*[words]uint64)(s), blocks, n)
	}
}

// batchWidth returns how many messages a kernel can absorb side by side, 0 if
// only one.
func batchWidth(kernel int) int { return [...]int{portable: 0, avx2: 4, avx512: 8}[kernel] }

// absorbLanes takes in n blocks in every lane of a kernel.
func absorbLanes(kernel int, s *[words * maxWidth]uint64, next *[maxWidth]*byte, n, rate int) {
	c := &roundConstants[0][0]
	switch {
	case kernel == avx512 && rate == BlockSize512:
		absorb512x8AVX512(&s[0], &next[0], c, n)
	case kernel == avx512 && rate == BlockSize768:
		absorb768x8AVX512(&s[0], &next[0], c, n)
	case kernel == avx512 && rate == BlockSize1024:
		absorb1024x8AVX512(&s[0], &next[0], c, n)
	case kernel == avx2 && rate == BlockSize512:
		absorb512x4AVX2(&s[0], &next[0], c, n)
	case kernel == avx2 && rate == BlockSize768:
		absorb768x4AVX2(&s[0], &next[0], c, n)
	case kernel == avx2 && rate == BlockSize1024:
		absorb1024x4AVX2(&s[0], &next[0], c, n)
	}
}
