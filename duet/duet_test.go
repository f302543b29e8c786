package duet

import (
	"hash"
	"testing"

	"github.com/hashassay/assay/internal/hashtest"
)

var instances = []hashtest.Instance{
	{
		Name:    "Duet-512",
		New:     func() hash.Hash { return New512() },
		Sum:     hashtest.OneShot(Sum512),
		SumBits: hashtest.OneShotBits(Sum512Bits),
		Batch:   hashtest.Batch(Sum512Batch),
	},
	{
		Name:    "Duet-768",
		New:     func() hash.Hash { return New768() },
		Sum:     hashtest.OneShot(Sum768),
		SumBits: hashtest.OneShotBits(Sum768Bits),
		Batch:   hashtest.Batch(Sum768Batch),
	},
	{
		Name:    "Duet-1024",
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
	hashtest.EachKernel(t, kernels, func(t *testing.T) { hashtest.Vectors(t, "testdata/duet.json", instances) })
}

func TestKernels(t *testing.T) { hashtest.Kernels(t, kernels, instances) }

func TestBatches(t *testing.T) { hashtest.Batches(t, kernels, instances) }

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
		d                     *Digest
		size, block, capacity int // of the parameter table
	}{
		{New512(), 512 / 8, 384 / 8, 576 / 8},
		{New768(), 768 / 8, 1088 / 8, 832 / 8},
		{New1024(), 1024 / 8, 768 / 8, 1152 / 8},
	} {
		if c.d.Size() != c.size || c.d.BlockSize() != c.block || c.d.instance.capacity() != c.capacity {
			t.Errorf("%v: size %d, block %d, capacity %d, want %d, %d, %d", c.d.instance,
				c.d.Size(), c.d.BlockSize(), c.d.instance.capacity(), c.size, c.block, c.capacity)
		}
	}
	if Size512 != 64 || Size768 != 96 || Size1024 != 128 {
		t.Errorf("Size constants are %d, %d, %d", Size512, Size768, Size1024)
	}
	if BlockSize512 != 48 || BlockSize768 != 136 || BlockSize1024 != 96 {
		t.Errorf("BlockSize constants are %d, %d, %d", BlockSize512, BlockSize768, BlockSize1024)
	}
}

func TestZeroDigest(t *testing.T) {
	hashtest.ZeroValue(t, func() hash.Hash { return new(Digest) }, instances[0])
}

// TestCallersDoNotAllocate uses messages, digests and outputs that can stay on
// the stack; a function through which they escape would move them to the heap.
func TestCallersDoNotAllocate(t *testing.T) {
	var x byte
	n := testing.AllocsPerRun(100, func() {
		var msg [1000]byte
		msg[0] = x
		a := Sum512(msg[:])
		b := Sum1024Bits(msg[:], 7999)
		var d Digest
		d.Write(msg[:])
		var out [Size512]byte
		d.Sum(out[:0])
		var long [500]byte
		DocumentXOF768(long[:], 3999, msg[:], 7999)
		o := d.ReferenceXOF()
		o.Read(long[1:])
		x = a[0] ^ b[0] ^ out[0] ^ long[0] ^ long[1]
	})
	if n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}

// TestUnmarshalDamagedFill gives states that are right but for the number of
// buffered bytes.
func TestUnmarshalDamagedFill(t *testing.T) {
	d := New1024()
	d.Write(make([]byte, BlockSize1024-1))
	state, _ := d.MarshalBinary()
	state[duet1024.headerSize()-1]++
	state = append(state, 0) // a whole block in the buffer
	if err := d.UnmarshalBinary(state); err == nil {
		t.Error("UnmarshalBinary accepted a full block in the buffer")
	}
}

// TestLongMessage is long enough for several calls of a kernel.
func TestLongMessage(t *testing.T) {
	msg := make([]byte, 200_001)
	for i := range msg {
		msg[i] = byte(i * i >> 8)
	}
	for _, in := range []instance{duet512, duet768, duet1024} {
		var want state
		whole := len(msg) - len(msg)%in.rate()
		want.absorbPortable(msg[:whole], in)
		hashtest.EachKernel(t, kernels, func(t *testing.T) {
			var s state
			if s.absorb(msg[:whole], in); s != want {
				t.Errorf("%v: the state differs from that of the portable code", in)
			}
		})
	}
}

func TestPreemptible(t *testing.T) { hashtest.Preemptible(t, kernels, instances[0]) }

func BenchmarkSum512Batch(b *testing.B) { hashtest.BenchmarkBatch(b, kernels, instances[0]) }
