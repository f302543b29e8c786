//go:build arm64 && !purego

package qsh

import (
	"github.com/klauspost/cpuid/v2"

	"github.com/hashassay/assay/internal/cpu"
)

// The kernels. NEON is for QSH-512 only: the state of the other instances does
// not fit its registers. It was run, but nobody has measured it yet.
const neon = 1

var kernels = cpu.Register("qsh",
	cpu.Kernel{Name: cpu.Portable},
	cpu.Kernel{Name: "neon", Needs: []cpu.Feature{cpuid.ASIMD}, OnRequest: true},
)

func run32(to, from *[stateWords]uint32, blocks []byte, first, last int) {
	if kernels.Current() == neon {
		compress32NEON(to, from, &blocks[0], len(blocks)/BlockSize512, uint32(first), uint32(last))
		return
	}
	run32Portable(to, from, blocks, first, last)
}

func run64(to, from *[stateWords]uint64, blocks []byte, first, last int) {
	run64Portable(to, from, blocks, first, last)
}
