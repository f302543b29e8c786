package qsh

import (
	"testing"

	"github.com/hashassay/assay/internal/hashtest"
)

func TestBatches(t *testing.T) { hashtest.Batches(t, kernels, instances) }

// TestBatchLengths hashes batches in which the ends of messages leave their lanes one
// after the other, in every place of a chunk, and trees of all shapes.
func TestBatchLengths(t *testing.T) {
	msg := pattern(40 * 16 * BlockSize1024)
	hashtest.EachKernel(t, kernels, func(t *testing.T) {
		for i, in := range all {
			size := in.blockSize()
			for name, length := range map[string]func(k int) int{
				"every block of a chunk": func(k int) int { return k%16*size + k },
				"ends of chunks":         func(k int) int { return (16*(k%7)+13+k%5)*size + k },
				"one long":               func(k int) int { return 3*k + k/20*39*16*size },
				"falling slowly":         func(k int) int { return (60 - k) * size * 3 },
			} {
				msgs, digests := make([][]byte, 50), make([][]byte, 50)
				for k := range msgs {
					n := min(length(k), len(msg)-k)
					msgs[k], digests[k] = msg[k:k+n], make([]byte, in.size())
				}
				instances[i].Batch(digests, msgs)
				want := make([]byte, in.size())
				for k := range msgs {
					if instances[i].Sum(want, msgs[k]); string(digests[k]) != string(want) {
						t.Errorf("%v, %s: message %d, %d bytes: got %x, want %x", in, name, k, len(msgs[k]), digests[k], want)
					}
				}
			}
		}
	})
}

func BenchmarkSum512Batch(b *testing.B)  { hashtest.BenchmarkBatch(b, kernels, instances[0]) }
func BenchmarkSum768Batch(b *testing.B)  { hashtest.BenchmarkBatch(b, kernels, instances[1]) }
func BenchmarkSum1024Batch(b *testing.B) { hashtest.BenchmarkBatch(b, kernels, instances[2]) }
