package iphe

import (
	"math/rand/v2"
	"testing"

	"github.com/hashassay/assay/internal/hashtest"
)

func TestKernels(t *testing.T) { hashtest.Kernels(t, kernels, instances) }

func TestBatches(t *testing.T) { hashtest.Batches(t, kernels, instances) }

// TestAbsorb compares the kernels with the portable code from one block to a
// few, on states with a single bit and on random ones.
func TestAbsorb(t *testing.T) {
	hashtest.EachKernel(t, kernels, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(3, 4))
		for _, in := range []instance{iphe512, iphe768, iphe1024} {
			for n := range 64*words + 500 {
				var s state
				blocks := make([]byte, in.rate()*(n%3+1))
				if n < 64*words {
					s[n/64] = 1 << (n % 64)
				} else {
					for j := range s {
						s[j] = rng.Uint64()
					}
					for j := range blocks {
						blocks[j] = byte(rng.Uint32())
					}
				}
				want := s
				want.absorbPortable(blocks, in.rate())
				s.absorb(blocks, in.rate())
				if s != want {
					t.Fatalf("%v, state %d: the kernel differs from the portable code:\ngot  %x\nwant %x", in, n, s, want)
				}
			}
		}
	})
}

func FuzzKernels(f *testing.F) { hashtest.FuzzKernels(f, kernels, instances) }

func BenchmarkSum512(b *testing.B) {
	hashtest.BenchmarkKernels(b, kernels, instances[0].Sum, Size512)
}

func BenchmarkSum768(b *testing.B) {
	hashtest.BenchmarkKernels(b, kernels, instances[1].Sum, Size768)
}

func BenchmarkSum1024(b *testing.B) {
	hashtest.BenchmarkKernels(b, kernels, instances[2].Sum, Size1024)
}

func BenchmarkSum512Batch(b *testing.B) { hashtest.BenchmarkBatch(b, kernels, instances[0]) }

func TestPreemptible(t *testing.T) { hashtest.Preemptible(t, kernels, instances[0]) }
