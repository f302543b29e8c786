package chash

import (
	"hash"
	"testing"

	"github.com/hashassay/assay/internal/hashtest"
)

var instances = []hashtest.Instance{
	{
		Name:    "CHash_512",
		New:     func() hash.Hash { return New512() },
		Sum:     hashtest.OneShot(Sum512),
		SumBits: hashtest.OneShotBits(Sum512Bits),
		Batch:   hashtest.Batch(Sum512Batch),
	},
	{
		Name:    "CHash_1024",
		New:     func() hash.Hash { return New1024() },
		Sum:     hashtest.OneShot(Sum1024),
		SumBits: hashtest.OneShotBits(Sum1024Bits),
		Batch:   hashtest.Batch(Sum1024Batch),
	},
}

// eachKernel runs a test with every kernel.
func eachKernel(t *testing.T, test func(t *testing.T)) { hashtest.EachKernel(t, kernels, test) }

func TestInstances(t *testing.T) {
	eachKernel(t, func(t *testing.T) { hashtest.Run(t, instances) })
}

func TestVectors(t *testing.T) {
	eachKernel(t, func(t *testing.T) { hashtest.Vectors(t, "testdata/chash.json", instances) })
}

func TestKernels(t *testing.T) { hashtest.Kernels(t, kernels, instances) }

func TestBatches(t *testing.T) { hashtest.Batches(t, kernels, instances) }

func FuzzKernels(f *testing.F) { hashtest.FuzzKernels(f, kernels, instances) }

func FuzzSplits(f *testing.F) { hashtest.FuzzSplits(f, instances) }

func BenchmarkSum512(b *testing.B) {
	hashtest.BenchmarkKernels(b, kernels, instances[0].Sum, Size512)
}
func BenchmarkSum1024(b *testing.B) {
	hashtest.BenchmarkKernels(b, kernels, instances[1].Sum, Size1024)
}

func BenchmarkSum512Batch(b *testing.B) { hashtest.BenchmarkBatch(b, kernels, instances[0]) }

func TestSizes(t *testing.T) {
	for _, c := range []struct {
		d           *Digest
		size, block int // of the parameter table
	}{
		{New512(), 64, 92},
		{New1024(), 128, 92},
	} {
		if c.d.Size() != c.size || c.d.BlockSize() != c.block {
			t.Errorf("%v: size %d, block %d, want %d, %d", c.d.instance, c.d.Size(), c.d.BlockSize(), c.size, c.block)
		}
	}
	if Size512 != 64 || Size1024 != 128 || BlockSize != 92 {
		t.Errorf("Size constants are %d, %d, BlockSize is %d", Size512, Size1024, BlockSize)
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
		a := Sum512(msg[:])
		b := Sum1024Bits(msg[:], 7999)
		c := Sum1024(msg[:100])
		var d Digest
		d.Write(msg[:])
		var out [Size512]byte
		d.Sum(out[:0])
		x = a[0] ^ b[0] ^ c[0] ^ out[0]
	})
	if n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}

// TestUnmarshalDamaged gives states of the right length that no message has.
func TestUnmarshalDamaged(t *testing.T) {
	const (
		blocks = len(magic) + 1 // where the number of blocks is, in 8 bytes
		value  = blocks + 8
		fill   = headerSize - 1
	)
	short, long := New1024(), New1024()
	short.Write(make([]byte, valueSize-1))
	long.Write(make([]byte, valueSize+blockSize-1))
	for _, c := range []struct {
		what   string
		from   *Digest
		damage func(state []byte) []byte
	}{
		{"a full block in the buffer", long, func(s []byte) []byte { s[fill]++; return append(s, 0) }},
		{"two full blocks in the buffer", short, func(s []byte) []byte { s[fill]++; return append(s, 0) }},
		{"one absorbed block", long, func(s []byte) []byte { s[blocks+7] = 1; return s }},
		{"more blocks than the counter counts", long, func(s []byte) []byte { s[blocks] = 1; return s }},
		{"a chaining value without absorbed blocks", short, func(s []byte) []byte { s[value+valueSize-1] = 1; return s }},
	} {
		state, _ := c.from.MarshalBinary()
		want := c.from.Sum(nil)
		if err := c.from.UnmarshalBinary(c.damage(state)); err == nil {
			t.Errorf("UnmarshalBinary accepted %s", c.what)
		}
		if string(c.from.Sum(nil)) != string(want) {
			t.Errorf("%s: the refused state changed the hash", c.what)
		}
	}
}

func TestPreemptible(t *testing.T) { hashtest.Preemptible(t, kernels, instances[0]) }
