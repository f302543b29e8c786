//go:build arm64 && !purego

package garnet

import (
	"github.com/klauspost/cpuid/v2"

	"github.com/hashassay/assay/internal/cpu"
)

// The kernels. That the one with the instructions for SHA-3 is the faster one,
// as the number of instructions says, has not been measured on any CPU; some can
// do only one of them per cycle.
const (
	portable = iota
	aes
	aesSHA3
	kernelCount
)

var kernels = cpu.Register("garnet",
	cpu.Kernel{Name: cpu.Portable},
	cpu.Kernel{Name: "aes", Needs: []cpu.Feature{cpuid.ASIMD, cpuid.AESARM}},
	cpu.Kernel{Name: "aes-sha3", Needs: []cpu.Feature{cpuid.ASIMD, cpuid.AESARM, cpuid.SHA3}, OnRequest: true},
)

// sponge takes in n blocks with a kernel that is not the portable one, and goes
// on to the end of a message of length bits if more is not 0.
func (v *kernelParameters) sponge(kernel int, s *state, blocks []byte, n, feedForward int, length uint64, more int) {
	switch kernel {
	case aes:
		spongeAES(&s[0].hi, &blocks[0], n, v.size, v.keys[kernel], v.rounds, v.rate, feedForward, length, more)
	case aesSHA3:
		spongeAESSHA3(&s[0].hi, &blocks[0], n, v.size, v.keys[kernel], v.rounds, v.rate, feedForward, length, more)
	}
}

// firstPairing would be the first of the kernels that can compute two messages
// together. There is none: the registers have room for one state, whose 16 words
// are independent enough.
const firstPairing = kernelCount

func (v *kernelParameters) spongeTwo(kernel int, s, t *state, blocks0, blocks1 []byte, n, feedForward int, length0, length1 uint64, more int) {
	panic("garnet: no kernel for two messages")
}
