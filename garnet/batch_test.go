package garnet

import (
	"fmt"
	"testing"

	"github.com/hashassay/assay/internal/hashtest"
)

func TestBatches(t *testing.T) { hashtest.Batches(t, kernels, instances) }

func TestBatchPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a batch with one digest for two messages was accepted")
		}
	}()
	Sum768Batch(make([][Size768]byte, 1), make([][]byte, 2))
}

// BenchmarkSum512Cap1024Batch measures batches of 64 messages.
func BenchmarkSum512Cap1024Batch(b *testing.B) {
	before := kernels.CurrentName()
	defer kernels.Use(before)
	const count = 64
	digests, msgs := make([][Size512]byte, count), make([][]byte, count)
	for _, n := range hashtest.Sizes {
		for i := range msgs {
			msgs[i] = make([]byte, n)
		}
		for _, k := range kernels.Kernels() {
			if len(k.Missing) > 0 {
				continue
			}
			b.Run(fmt.Sprintf("size=%d/kernel=%s", n, k.Name), func(b *testing.B) {
				if err := kernels.Use(k.Name); err != nil {
					b.Fatal(err)
				}
				b.SetBytes(int64(count * n))
				b.ReportAllocs()
				for b.Loop() {
					Sum512Cap1024Batch(digests, msgs)
				}
			})
		}
	}
}
