//go:build amd64 && !purego

package garnet

import (
	"github.com/klauspost/cpuid/v2"

	"github.com/hashassay/assay/internal/cpu"
)

// The kernels, slowest first.
const (
	portable = iota
	aesni
	vaesAVX2
	vaesAVX512
	kernelCount
)

var kernels = cpu.Register("garnet",
	cpu.Kernel{Name: cpu.Portable},
	cpu.Kernel{Name: "aesni", Needs: []cpu.Feature{cpuid.AESNI, cpuid.AVX}},
	cpu.Kernel{Name: "vaes-avx2", Needs: []cpu.Feature{cpuid.VAES, cpuid.AVX, cpuid.AVX2}},
	cpu.Kernel{Name: "vaes-avx512", Needs: []cpu.Feature{cpuid.VAES, cpuid.AVX, cpuid.AVX2, cpuid.AVX512F, cpuid.AVX512VL}},
)

// sponge takes in n blocks with a kernel that is not the portable one, and goes
// on to the end of a message of length bits if more is not 0.
func (v *kernelParameters) sponge(kernel int, s *state, blocks []byte, n, feedForward int, length uint64, more int) {
	switch kernel {
	case aesni:
		spongeAESNI(&s[0].hi, &blocks[0], n, v.size, v.keys[kernel], v.rounds, v.rate, feedForward, length, more)
	case vaesAVX2:
		spongeVAESAVX2(&s[0].hi, &blocks[0], n, v.size, v.keys[kernel], v.rounds, v.rate, feedForward, length, more)
	case vaesAVX512:
		spongeVAESAVX512(&s[0].hi, &blocks[0], n, v.size, v.keys[kernel], v.rounds, v.rate, feedForward, length, more)
	}
}

// firstPairing is the first of the kernels that can compute two messages together.
const firstPairing = vaesAVX2

// spongeTwo is sponge for two messages, with a kernel from firstPairing on.
func (v *kernelParameters) spongeTwo(kernel int, s, t *state, blocks0, blocks1 []byte, n, feedForward int, length0, length1 uint64, more int) {
	switch kernel {
	case vaesAVX2:
		sponge2VAESAVX2(&s[0].hi, &t[0].hi, &blocks0[0], &blocks1[0], n, v.size, v.keys[kernel], v.rounds, v.rate, feedForward, length0, length1, more)
	case vaesAVX512:
		sponge2VAESAVX512(&s[0].hi, &t[0].hi, &blocks0[0], &blocks1[0], n, v.size, v.keys[kernel], v.rounds, v.rate, feedForward, length0, length1, more)
	}
}
