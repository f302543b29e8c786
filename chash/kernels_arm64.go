//go:build arm64 && !purego

package chash

import (
	"crypto/subtle"
	"encoding/binary"

	"github.com/klauspost/cpuid/v2"

	"github.com/hashassay/assay/internal/cpu"
)

// The kernels, as cpu.Family.Current numbers them.
const (
	portable = iota
	neon
)

// That NEON is faster here was never measured on hardware.
var kernels = cpu.Register("chash",
	cpu.Kernel{Name: cpu.Portable},
	cpu.Kernel{Name: "neon", Needs: []cpu.Feature{cpuid.ASIMD}, OnRequest: true},
)

// absorb takes in whole blocks, as [value.absorbPortable] describes it.
func (h *value) absorb(blocks []byte, in instance, first uint64) {
	if kernels.Current() != neon {
		h.absorbPortable(blocks, in, first)
		return
	}
	for ; len(blocks) >= blockSize; blocks = blocks[blockSize:] {
		block := blocks[:blockSize]
		subtle.XORBytes(h[:blockSize], h[:blockSize], block)
		x := *h
		binary.BigEndian.PutUint64(h[valueSize:], first)
		engineNEON((*[stateSize]byte)(h))
		if in == chash1024 {
			subtle.XORBytes(h[:], h[:], x[:])
		}
		clear(h[valueSize:])
		subtle.XORBytes(h[blockSize:valueSize], h[blockSize:valueSize], block)
		first++
	}
}

// bothCalls replaces x, which includes the counter 1, by the sum of the two calls for a short
// message. The last 64 bits of the sum mean nothing.
func (x *value) bothCalls() {
	if kernels.Current() != neon {
		x.bothCallsPortable()
		return
	}
	y := *x
	y[stateSize-1] ^= 1 ^ 2
	engineNEON((*[stateSize]byte)(x))
	engineNEON((*[stateSize]byte)(&y))
	subtle.XORBytes(x[:], x[:], y[:])
}

func sumBatch(digest func(i int) []byte, msgs [][]byte, in instance) { sumEach(digest, msgs, in) }
