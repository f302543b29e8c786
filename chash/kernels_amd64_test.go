//go:build amd64 && !purego

package chash

import (
	"math/rand/v2"
	"testing"
)

// TestAbsorbFunctions compares every assembly function with the portable code on random
// chaining values, counters and blocks, with other ones in each lane.
func TestAbsorbFunctions(t *testing.T) {
	type function struct {
		name  string
		lanes int
		call  func(h *[maxLanes][stateSize]byte, blocks *[maxLanes]*byte, counters *[maxLanes]uint64, n, feed uint64)
	}
	functions := map[string][]function{
		"avx2": {
			{"absorbAVX2", 1, func(h *[maxLanes][stateSize]byte, blocks *[maxLanes]*byte, counters *[maxLanes]uint64, n, feed uint64) {
				absorbAVX2(&h[0], blocks[0], n, counters[0], feed)
			}},
			{"absorb2AVX2", 2, func(h *[maxLanes][stateSize]byte, blocks *[maxLanes]*byte, counters *[maxLanes]uint64, n, feed uint64) {
				absorb2AVX2((*[2][stateSize]byte)(h[:]), (*[2]*byte)(blocks[:]), (*[2]uint64)(counters[:]), n, feed)
			}},
		},
		"avx512-vbmi": {
			{"absorbAVX512", 1, func(h *[maxLanes][stateSize]byte, blocks *[maxLanes]*byte, counters *[maxLanes]uint64, n, feed uint64) {
				absorbAVX512(&h[0], blocks[0], n, counters[0], feed)
			}},
			{"absorb4AVX512", 4, absorb4AVX512},
		},
	}
	eachKernel(t, func(t *testing.T) {
		for _, f := range functions[kernels.CurrentName()] {
			rng := rand.New(rand.NewPCG(5, 6))
			for trial := range 200 {
				in := instance(trial % 2)
				n := 1 + rng.IntN(3)
				var h [maxLanes][stateSize]byte
				var want [maxLanes]value
				var blocks [maxLanes]*byte
				var counters [maxLanes]uint64
				for k := range f.lanes {
					randomBytes(rng, h[k][:valueSize])
					message := make([]byte, n*blockSize)
					randomBytes(rng, message)
					blocks[k], counters[k] = &message[0], rng.Uint64()
					if trial%4 == 0 {
						counters[k] |= 1<<rng.IntN(64) - 1 // carries
					}
					want[k] = h[k]
					want[k].absorbPortable(message, in, counters[k])
				}
				f.call(&h, &blocks, &counters, uint64(n), in.feed())
				for k := range f.lanes {
					if h[k] != want[k] {
						t.Fatalf("%s, trial %d: lane %d differs from the portable code", f.name, trial, k)
					}
				}
			}
		}
	})
}

// TestBothCallsFunctions does so for the functions of short messages.
func TestBothCallsFunctions(t *testing.T) {
	type pair = [2][stateSize]byte
	functions := map[string][]func(x *pair){
		"avx2": {func(x *pair) { bothCallsAVX2(&x[0]); bothCallsAVX2(&x[1]) }},
		"avx512-vbmi": {
			func(x *pair) { bothCallsAVX512(&x[0]); bothCallsAVX512(&x[1]) },
			bothCalls2AVX512,
		},
	}
	eachKernel(t, func(t *testing.T) {
		for i, call := range functions[kernels.CurrentName()] {
			rng := rand.New(rand.NewPCG(7, 8))
			for range 100 {
				var x pair
				var want [2]value
				for k := range x {
					randomBytes(rng, x[k][:])
					want[k] = x[k]
					want[k].bothCallsPortable()
				}
				call(&x)
				for k := range x {
					if x[k] != want[k] {
						t.Fatalf("function %d: message %d differs from the portable code", i, k)
					}
				}
			}
		}
	})
}

func randomBytes(rng *rand.Rand, p []byte) {
	for i := range p {
		p[i] = byte(rng.Uint32())
	}
}
