package garnet

import (
	"hash"
	"testing"

	"github.com/hashassay/assay/internal/hashtest"
)

var instances = []hashtest.Instance{
	garnet512Cap512: {
		Name:    "Garnet_512_Cap512",
		New:     func() hash.Hash { return New512Cap512() },
		Sum:     hashtest.OneShot(Sum512Cap512),
		SumBits: hashtest.OneShotBits(Sum512Cap512Bits),
		Batch:   hashtest.Batch(Sum512Cap512Batch),
	},
	garnet512Cap640: {
		Name:    "Garnet_512_Cap640",
		New:     func() hash.Hash { return New512Cap640() },
		Sum:     hashtest.OneShot(Sum512Cap640),
		SumBits: hashtest.OneShotBits(Sum512Cap640Bits),
		Batch:   hashtest.Batch(Sum512Cap640Batch),
	},
	garnet512Cap768: {
		Name:    "Garnet_512_Cap768",
		New:     func() hash.Hash { return New512Cap768() },
		Sum:     hashtest.OneShot(Sum512Cap768),
		SumBits: hashtest.OneShotBits(Sum512Cap768Bits),
		Batch:   hashtest.Batch(Sum512Cap768Batch),
	},
	garnet512Cap896: {
		Name:    "Garnet_512_Cap896",
		New:     func() hash.Hash { return New512Cap896() },
		Sum:     hashtest.OneShot(Sum512Cap896),
		SumBits: hashtest.OneShotBits(Sum512Cap896Bits),
		Batch:   hashtest.Batch(Sum512Cap896Batch),
	},
	garnet512Cap1024: {
		Name:    "Garnet_512_Cap1024",
		New:     func() hash.Hash { return New512Cap1024() },
		Sum:     hashtest.OneShot(Sum512Cap1024),
		SumBits: hashtest.OneShotBits(Sum512Cap1024Bits),
		Batch:   hashtest.Batch(Sum512Cap1024Batch),
	},
	garnet768: {
		Name:    "Garnet_768",
		New:     func() hash.Hash { return New768() },
		Sum:     hashtest.OneShot(Sum768),
		SumBits: hashtest.OneShotBits(Sum768Bits),
		Batch:   hashtest.Batch(Sum768Batch),
	},
	garnet1024: {
		Name:    "Garnet_1024",
		New:     func() hash.Hash { return New1024() },
		Sum:     hashtest.OneShot(Sum1024),
		SumBits: hashtest.OneShotBits(Sum1024Bits),
		Batch:   hashtest.Batch(Sum1024Batch),
	},
	garnet1024DM4x4: {
		Name:    "Garnet_1024_DM4x4",
		New:     func() hash.Hash { return New1024DM4x4() },
		Sum:     hashtest.OneShot(Sum1024DM4x4),
		SumBits: hashtest.OneShotBits(Sum1024DM4x4Bits),
		Batch:   hashtest.Batch(Sum1024DM4x4Batch),
	},
}

func TestInstances(t *testing.T) {
	hashtest.EachKernel(t, kernels, func(t *testing.T) { hashtest.Run(t, instances) })
}

func TestVectors(t *testing.T) {
	hashtest.EachKernel(t, kernels, func(t *testing.T) { hashtest.Vectors(t, "testdata/garnet.json", instances) })
}

func TestKernels(t *testing.T) { hashtest.Kernels(t, kernels, instances) }

func FuzzSplits(f *testing.F) { hashtest.FuzzSplits(f, instances) }

func FuzzKernels(f *testing.F) { hashtest.FuzzKernels(f, kernels, instances) }

func benchmarkSum(b *testing.B, in instance) {
	hashtest.BenchmarkKernels(b, kernels, instances[in].Sum, in.parameters().size)
}

func BenchmarkSum512Cap512(b *testing.B)  { benchmarkSum(b, garnet512Cap512) }
func BenchmarkSum512Cap640(b *testing.B)  { benchmarkSum(b, garnet512Cap640) }
func BenchmarkSum512Cap768(b *testing.B)  { benchmarkSum(b, garnet512Cap768) }
func BenchmarkSum512Cap896(b *testing.B)  { benchmarkSum(b, garnet512Cap896) }
func BenchmarkSum512Cap1024(b *testing.B) { benchmarkSum(b, garnet512Cap1024) }
func BenchmarkSum768(b *testing.B)        { benchmarkSum(b, garnet768) }
func BenchmarkSum1024(b *testing.B)       { benchmarkSum(b, garnet1024) }
func BenchmarkSum1024DM4x4(b *testing.B)  { benchmarkSum(b, garnet1024DM4x4) }

func TestSizes(t *testing.T) {
	for _, c := range []struct {
		d                     *Digest
		size, block           int // of the parameter table
		sizeConst, blockConst int
	}{
		{New512Cap512(), 64, 64, Size512, BlockSize512Cap512},
		{New512Cap640(), 64, 80, Size512, BlockSize512Cap640},
		{New512Cap768(), 64, 96, Size512, BlockSize512Cap768},
		{New512Cap896(), 64, 112, Size512, BlockSize512Cap896},
		{New512Cap1024(), 64, 128, Size512, BlockSize512Cap1024},
		{New768(), 96, 64, Size768, BlockSize768},
		{New1024(), 128, 112, Size1024, BlockSize1024},
		{New1024DM4x4(), 128, 112, Size1024, BlockSize1024DM4x4},
	} {
		if c.d.Size() != c.size || c.d.BlockSize() != c.block {
			t.Errorf("%v: size %d, block %d, want %d, %d", c.d.instance, c.d.Size(), c.d.BlockSize(), c.size, c.block)
		}
		if c.sizeConst != c.size || c.blockConst != c.block {
			t.Errorf("%v: constants %d and %d, want %d, %d", c.d.instance, c.sizeConst, c.blockConst, c.size, c.block)
		}
	}
}

func TestNames(t *testing.T) {
	for in, one := range instances {
		if got := instance(in).String(); got != one.Name {
			t.Errorf("instance %d is called %q, want %q", in, got, one.Name)
		}
	}
	if got := instanceCount.String(); got != "instance 8" {
		t.Errorf("an unknown instance is called %q", got)
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
		var msg [1000]byte
		msg[0] = x
		a := Sum768(msg[:])
		b := Sum1024Bits(msg[:], 7999)
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

// TestUnmarshalDamagedLength gives states that are right but for the length of
// the message, which says how many bytes are buffered.
func TestUnmarshalDamagedLength(t *testing.T) {
	d := New1024()
	d.Write(make([]byte, BlockSize1024-1))
	state, _ := d.MarshalBinary()
	state[headerSize-1]++
	for _, damaged := range [][]byte{state, append(state, 0)} { // the latter: a whole block in the buffer
		if err := d.UnmarshalBinary(damaged); err == nil {
			t.Error("UnmarshalBinary accepted another number of buffered bytes than the length says")
		}
	}
}
