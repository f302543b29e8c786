package hashtest

import (
	"fmt"
	"testing"

	"github.com/hashassay/assay/internal/cpu"
)

// Sizes are the message lengths in bytes of the programme's self-assessment
// guides, S1 to S8.
var Sizes = []int{32, 128, 512, 1024, 4096, 8192, 16384, 65536}

// BenchmarkKernels measures a one-shot function at all [Sizes] with every kernel, in
// sub-benchmarks with names such as size=4096/kernel=avx2.
func BenchmarkKernels(b *testing.B, f *cpu.Family, sum func(digest, msg []byte), digestSize int) {
	digest := make([]byte, digestSize)
	for _, n := range Sizes {
		msg := message(n)
		benchmarkKernels(b, f, n, n, func() { sum(digest, msg) })
	}
}

// BenchmarkBatch measures a batch function for 64 messages of each of [Sizes],
// with every kernel, in sub-benchmarks named as by [BenchmarkKernels].
func BenchmarkBatch(b *testing.B, f *cpu.Family, in Instance) {
	msgs, digests := make([][]byte, 64), make([][]byte, 64)
	for i := range digests {
		digests[i] = make([]byte, in.New().Size())
	}
	for _, n := range Sizes {
		for i := range msgs {
			msgs[i] = message(n)
		}
		benchmarkKernels(b, f, n, len(msgs)*n, func() { in.Batch(digests, msgs) })
	}
}

// benchmarkKernels measures call, which hashes bytes bytes, with every kernel.
func benchmarkKernels(b *testing.B, f *cpu.Family, size, bytes int, call func()) {
	before := f.CurrentName()
	defer f.Use(before)
	for _, k := range f.Kernels() {
		if len(k.Missing) > 0 {
			continue
		}
		b.Run(fmt.Sprintf("size=%d/kernel=%s", size, k.Name), func(b *testing.B) {
			if err := f.Use(k.Name); err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(bytes))
			b.ReportAllocs()
			for b.Loop() {
				call()
			}
		})
	}
}
