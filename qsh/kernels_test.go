package qsh

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/hashassay/assay/internal/hashtest"
)

// TestRun compares what each kernel makes of random states and blocks with the
// portable code.
func TestRun(t *testing.T) {
	hashtest.EachKernel(t, kernels, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(5, 6))
		for _, in := range all {
			blocks := pattern(chunkBlocks * in.blockSize())
			for n := 1; n <= chunkBlocks; n++ {
				for _, flags := range [][2]int{{0, 0}, {0, chunkEnd}, {chunkStart, chunkEnd | root}, {parent, root}, {0, 1 << 30}} {
					for j := range blocks {
						blocks[j] = byte(rng.Uint32())
					}
					var got chain
					for j := range stateWords {
						got.words32[j], got.words64[j] = rng.Uint32(), rng.Uint64()
					}
					want := got
					if flags[0] != 0 {
						want.start(in)
					}
					got.run(in, blocks[:n*in.blockSize()], flags[0], flags[1])
					for i := range n {
						f := 0
						if i == 0 {
							f = flags[0]
						}
						if i == n-1 {
							f |= flags[1]
						}
						want.compress(in, blocks[i*in.blockSize():(i+1)*in.blockSize()], f)
					}
					if got != want {
						t.Fatalf("%v: %d blocks, flags %v: state differs from the portable one", in, n, flags)
					}
				}
			}
		}
	})
}

// TestValues compares the chaining values of every number of streams with those
// of the portable code.
func TestValues(t *testing.T) {
	hashtest.EachKernel(t, kernels, func(t *testing.T) {
		for _, in := range all {
			for count := range 40 {
				blocks := 1 + count%3
				streams := make([][]byte, count)
				for i := range streams {
					streams[i] = pattern(blocks*in.blockSize() + 31*i)[31*i:]
				}
				got, want := make([]byte, count*in.cvSize()), make([]byte, count*in.cvSize())
				values(in, got, streams, parent, root)
				for i, stream := range streams {
					var h chain
					h.start(in)
					size := in.blockSize()
					for b := range blocks {
						flags := 0
						if b == 0 {
							flags = parent
						}
						if b == blocks-1 {
							flags |= root
						}
						h.compress(in, stream[b*size:(b+1)*size], flags)
					}
					h.output(in, want[i*in.cvSize():(i+1)*in.cvSize()])
				}
				if !bytes.Equal(got, want) {
					t.Fatalf("%v: values of %d streams of %d blocks differ from the portable ones", in, count, blocks)
				}
			}
		}
	})
}
