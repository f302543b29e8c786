//go:build (!amd64 && !arm64) || purego

package qsh

import "github.com/hashassay/assay/internal/cpu"

// On other machines there is portable code only.
var kernels = cpu.Register("qsh", cpu.Kernel{Name: cpu.Portable})

func run32(to, from *[stateWords]uint32, blocks []byte, first, last int) {
	run32Portable(to, from, blocks, first, last)
}

func run64(to, from *[stateWords]uint64, blocks []byte, first, last int) {
	run64Portable(to, from, blocks, first, last)
}
