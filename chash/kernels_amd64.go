//go:build amd64 && !purego

package chash

import (
	"github.com/klauspost/cpuid/v2"

	"github.com/hashassay/assay/internal/cpu"
)

// The kernels, as cpu.Family.Current numbers them.
const (
	portable = iota
	avx2
	avx512VBMI
)

var kernels = cpu.Register("chash",
	cpu.Kernel{Name: cpu.Portable},
	cpu.Kernel{Name: "avx2", Needs: []cpu.Feature{cpuid.AVX, cpuid.AVX2}},
	cpu.Kernel{Name: "avx512-vbmi", Needs: []cpu.Feature{
		cpuid.AVX, cpuid.AVX2, cpuid.AVX512F, cpuid.AVX512BW, cpuid.AVX512VL, cpuid.AVX512VBMI, cpuid.GFNI}},
)

// callBlocks is how many blocks one assembly call takes in, at most 64 KiB in all
// streams: a goroutine cannot be preempted in it.
const callBlocks = 64 << 10 / blockSize

// absorb takes in whole blocks, as [value.absorbPortable] describes it.
func (h *value) absorb(blocks []byte, in instance, first uint64) {
	kernel := kernels.Current()
	if kernel == portable {
		h.absorbPortable(blocks, in, first)
		return
	}
	for len(blocks) >= blockSize {
		n := min(len(blocks)/blockSize, callBlocks)
		if kernel == avx2 {
			absorbAVX2((*[stateSize]byte)(h), &blocks[0], uint64(n), first, in.feed())
		} else {
			absorbAVX512((*[stateSize]byte)(h), &blocks[0], uint64(n), first, in.feed())
		}
		blocks = blocks[n*blockSize:]
		first += uint64(n)
	}
}

// feed is all ones if the instance feeds forward, as the assembly takes it.
func (in instance) feed() uint64 { return -uint64(in) }

// bothCalls replaces x, which includes the counter 1, by the sum of the two calls for a short
// message. The last 64 bits of the sum mean nothing.
func (x *value) bothCalls() {
	switch kernels.Current() {
	case avx2:
		bothCallsAVX2((*[stateSize]byte)(x))
	case avx512VBMI:
		bothCallsAVX512((*[stateSize]byte)(x))
	default:
		x.bothCallsPortable()
	}
}
