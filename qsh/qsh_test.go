package qsh

import (
	"hash"
	"testing"

	"github.com/hashassay/assay/internal/hashtest"
)

var instances = []hashtest.Instance{
	{
		Name:    "QSH-512",
		New:     func() hash.Hash { return New512() },
		Sum:     hashtest.OneShot(Sum512),
		SumBits: hashtest.OneShotBits(Sum512Bits),
		Batch:   hashtest.Batch(Sum512Batch),
	},
	{
		Name:    "QSH-768",
		New:     func() hash.Hash { return New768() },
		Sum:     hashtest.OneShot(Sum768),
		SumBits: hashtest.OneShotBits(Sum768Bits),
		Batch:   hashtest.Batch(Sum768Batch),
	},
	{
		Name:    "QSH-1024",
		New:     func() hash.Hash { return New1024() },
		Sum:     hashtest.OneShot(Sum1024),
		SumBits: hashtest.OneShotBits(Sum1024Bits),
		Batch:   hashtest.Batch(Sum1024Batch),
	},
}

func TestInstances(t *testing.T) {
	hashtest.EachKernel(t, kernels, func(t *testing.T) { hashtest.Run(t, instances) })
}

func TestVectors(t *testing.T) {
	hashtest.EachKernel(t, kernels, func(t *testing.T) { hashtest.Vectors(t, "testdata/qsh.json", instances) })
}

func TestKernels(t *testing.T) { hashtest.Kernels(t, kernels, instances) }

func FuzzSplits(f *testing.F)  { hashtest.FuzzSplits(f, instances) }
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

func TestSizes(t *testing.T) {
	for _, c := range []struct {
		d           *Digest
		size, block int // of the parameter table
	}{
		{New512(), 64, 128},
		{New768(), 96, 256},
		{New1024(), 128, 256},
	} {
		if c.d.Size() != c.size || c.d.BlockSize() != c.block {
			t.Errorf("%v: size %d, block %d, want %d, %d", c.d.tree.in, c.d.Size(), c.d.BlockSize(), c.size, c.block)
		}
	}
	if Size512 != 64 || Size768 != 96 || Size1024 != 128 {
		t.Errorf("Size constants are %d, %d, %d", Size512, Size768, Size1024)
	}
	if BlockSize512 != 128 || BlockSize768 != 256 || BlockSize1024 != 256 {
		t.Errorf("BlockSize constants are %d, %d, %d", BlockSize512, BlockSize768, BlockSize1024)
	}
}

func TestZeroDigest(t *testing.T) {
	hashtest.ZeroValue(t, func() hash.Hash { return new(Digest) }, instances[0])
}

// TestCallersDoNotAllocate uses messages and digests that can stay on the
// stack; a function through which they escape would move them to the heap.
func TestCallersDoNotAllocate(t *testing.T) {
	var x byte
	n := testing.AllocsPerRun(100, func() {
		var msg [5000]byte
		msg[0] = x
		a := Sum512(msg[:])
		b := Sum1024Bits(msg[:], 39999)
		var d Digest
		d.Write(msg[:])
		var out [Size512]byte
		d.Sum(out[:0])
		x = a[0] ^ b[0] ^ out[0]
	})
	if n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}

func TestPreemptible(t *testing.T) { hashtest.Preemptible(t, kernels, instances[0]) }
