//go:build (amd64 || arm64) && !purego

package garnet

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/hashassay/assay/internal/hashtest"
)

// eachVectorKernel runs test with every kernel but the portable one.
func eachVectorKernel(t *testing.T, test func(t *testing.T, kernel int)) {
	hashtest.EachKernel(t, kernels, func(t *testing.T) {
		if kernel := kernels.Current(); kernel != portable {
			test(t, kernel)
		}
	})
}

func randomState(rng *rand.Rand) (s state) {
	for i := range s {
		s[i] = word{rng.Uint64(), rng.Uint64()}
	}
	return s
}

// TestKernelRounds compares rounds of the kernels with the generic permutation.
// The message is zero; each length is in the middle.
func TestKernelRounds(t *testing.T) {
	eachVectorKernel(t, func(t *testing.T, kernel int) {
		rng := rand.New(rand.NewPCG(1, 4))
		block := make([]byte, maxBlock)
		eachInstance(t, func(t *testing.T, in instance) {
			p := in.parameters()
			for rounds := 1; rounds <= p.absorbing.rounds; rounds++ {
				v := kernelParameterSets[in]
				v.rounds = rounds
				s, other := randomState(rng), randomState(rng)
				want, wantOther := s, other
				permuteGeneric(&want, call{rounds, 0})
				permuteGeneric(&wantOther, call{rounds, 0})
				got := s
				if v.sponge(kernel, &got, block, 1, addNothing, 0, 0); got != want {
					t.Fatalf("%d rounds differ:\ngot  %x\nwant %x", rounds, got, want)
				}
				if kernel < firstPairing {
					continue
				}
				if v.spongeTwo(kernel, &s, &other, block, block, 1, addNothing, 0, 0, 0); s != want || other != wantOther {
					t.Fatalf("%d rounds on two states differ:\ngot  %x %x\nwant %x %x", rounds, s, other, want, wantOther)
				}
			}
		})
	})
}

// TestKernelIntermediateValues follows the specification's worked examples as far
// as they show what the kernels compute.
func TestKernelIntermediateValues(t *testing.T) {
	eachVectorKernel(t, func(t *testing.T, kernel int) {
		states := hashtest.ReadIntermediate(t)
		eachInstance(t, func(t *testing.T, in instance) {
			p, v := in.parameters(), &kernelParameterSets[in]
			abc := make([]byte, maxBlock)
			copy(abc, "abc\x80")
			for _, step := range []struct {
				name string
				more int
			}{{"absorb", 0}, {"middle", p.middle.rounds}, {"squeeze", v.more}} {
				s := *p.start
				v.sponge(kernel, &s, abc, 1, v.final, 24, step.more)
				if in != garnet1024DM4x4 { // of which the file has nothing
					states.Expect(t, fmt.Sprintf("abc %v %s", in, step.name), s)
				}
			}
			if p.feedForward == nothing {
				return
			}
			message := make([]byte, 2*v.size)
			for j := range 128 {
				message[j] = byte(j)
			}
			message[128] = 0x80
			s := *p.start
			v.sponge(kernel, &s, message, 1, v.feedForward, 0, 0)
			states.Expect(t, fmt.Sprintf("ascending %v 1", in), s)
			v.sponge(kernel, &s, message[v.size:], 1, v.final, 0, 0)
			states.Expect(t, fmt.Sprintf("ascending %v 2", in), s)
		})
	})
}

// TestLongCalls hashes messages that are too long for one call of assembly.
func TestLongCalls(t *testing.T) {
	long := make([]byte, 3*maxCall+17)
	rng := rand.New(rand.NewPCG(1, 5))
	for i := range long {
		long[i] = byte(rng.Uint32())
	}
	eachVectorKernel(t, func(t *testing.T, kernel int) {
		for _, in := range instances {
			msgs := [][]byte{long[:maxCall+1], long, long[7 : 2*maxCall]}
			digests := make([][]byte, len(msgs))
			for i, msg := range msgs {
				h := in.New()
				for piece := range slices.Chunk(msg, 1000) {
					h.Write(piece)
				}
				want := h.Sum(nil)
				digests[i] = make([]byte, len(want))
				if in.Sum(digests[i], msg); !bytes.Equal(digests[i], want) {
					t.Errorf("%s of %d bytes differs from the same written in pieces", in.Name, len(msg))
				}
			}
			batch := [][]byte{make([]byte, len(digests[0])), make([]byte, len(digests[0])), make([]byte, len(digests[0]))}
			in.Batch(batch, msgs)
			for i := range batch {
				if !bytes.Equal(batch[i], digests[i]) {
					t.Errorf("%s of %d bytes in a batch differs", in.Name, len(msgs[i]))
				}
			}
		}
	})
}

func TestPreemptible(t *testing.T) { hashtest.Preemptible(t, kernels, instances[0]) }
