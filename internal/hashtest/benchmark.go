package hashtest

import (
	"fmt"
	"testing"
)

// Sizes are the message lengths in bytes of the programme's self-assessment
// guides, S1 to S8.
var Sizes = []int{32, 128, 512, 1024, 4096, 8192, 16384, 65536}

// BenchmarkSum measures a one-shot function at all [Sizes], in
// sub-benchmarks with names such as size=4096.
func BenchmarkSum(b *testing.B, sum func(digest, msg []byte), digestSize int) {
	digest := make([]byte, digestSize)
	for _, n := range Sizes {
		msg := message(n)
		b.Run(fmt.Sprintf("size=%d", n), func(b *testing.B) {
			b.SetBytes(int64(n))
			b.ReportAllocs()
			for b.Loop() {
				sum(digest, msg)
			}
		})
	}
}
