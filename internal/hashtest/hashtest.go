// Package hashtest holds the tests that every hash package of this module must
// pass, so that a package needs only a table of its instances:
//
//	var instances = []hashtest.Instance{
//		{
//			Name:    "Iphe-512",
//			New:     func() hash.Hash { return New512() },
//			Sum:     hashtest.OneShot(Sum512),
//			SumBits: hashtest.OneShotBits(Sum512Bits),
//		},
//	}
//
//	func TestInstances(t *testing.T) { hashtest.Run(t, instances) }
//	func TestVectors(t *testing.T)   { hashtest.Vectors(t, "testdata/iphe.json", instances) }
//	func FuzzSplits(f *testing.F)    { hashtest.FuzzSplits(f, instances) }
//
// With an oracle, a function that computes the digest by other code, it can also
// have [Oracle], [OracleBits] and [FuzzOracle].
//
// A package with several kernels runs its tests with each of them ([EachKernel])
// and has [Kernels], [Batches] and [FuzzKernels].
//
// What is special to a hash (intermediate values, known weaknesses) is tested in its own package; [ReadIntermediate], [ReadVectors]
// and [Pi] help with that.
package hashtest

import (
	"bytes"
	"hash"
	"testing"
)

// Instance is one hash function under test.
type Instance struct {
	Name string // as in the vector file
	// New returns a new hash, as its interface. The hash must be a
	// [hash.Cloner], an [encoding.BinaryMarshaler], an
	// [encoding.BinaryAppender] and an [encoding.BinaryUnmarshaler].
	New func() hash.Hash
	// Sum writes the digest of msg to digest. See [OneShot].
	Sum func(digest, msg []byte)
	// SumBits writes the digest of the first bits bits of msg to digest. See
	// [OneShotBits].
	SumBits func(digest, msg []byte, bits uint64)
	// Batch writes the digests of msgs to digests. See [Batch]. It is nil where a
	// package has no batch function.
	Batch func(digests, msgs [][]byte)
}

// Digest is the result of a one-shot function.
type Digest interface {
	~[32]byte | ~[48]byte | ~[64]byte | ~[96]byte | ~[128]byte
}

// OneShot adapts a function such as iphe.Sum512 to the Sum field of [Instance].
func OneShot[D Digest](sum func(msg []byte) D) func(digest, msg []byte) {
	return func(digest, msg []byte) {
		d := sum(msg)
		put(digest, &d)
	}
}

// OneShotBits adapts a function such as iphe.Sum512Bits to the SumBits field of
// [Instance].
func OneShotBits[D Digest](sum func(msg []byte, bits uint64) D) func(digest, msg []byte, bits uint64) {
	return func(digest, msg []byte, bits uint64) {
		d := sum(msg, bits)
		put(digest, &d)
	}
}

func put[D Digest](digest []byte, d *D) {
	if len(digest) != len(*d) {
		panic("hashtest: New and the one-shot function have digests of different lengths")
	}
	for i := range digest {
		digest[i] = (*d)[i]
	}
}

// Run runs all checks on all instances, a subtest for each.
func Run(t *testing.T, instances []Instance) {
	for _, in := range instances {
		t.Run(in.Name, func(t *testing.T) {
			t.Run("Hash", func(t *testing.T) { TestHash(t, in.New) })
			t.Run("OneShot", func(t *testing.T) { testOneShot(t, in) })
			t.Run("Splits", func(t *testing.T) { testSplits(t, in) })
			t.Run("Unaligned", func(t *testing.T) { testUnaligned(t, in) })
			t.Run("ProtectedPage", func(t *testing.T) { testProtectedPage(t, in) })
			t.Run("Bits", func(t *testing.T) { testBits(t, in) })
			t.Run("Marshal", func(t *testing.T) { testMarshal(t, in) })
			t.Run("MarshalRejects", func(t *testing.T) { testMarshalRejects(t, in) })
			t.Run("Allocations", func(t *testing.T) { testAllocations(t, in) })
		})
	}
	t.Run("MarshalOtherInstance", func(t *testing.T) { testMarshalOtherInstance(t, instances) })
}

// message returns n bytes in which neighbouring bytes, words and blocks differ.
func message(n int) []byte {
	p := make([]byte, n)
	x := uint64(0x9e3779b97f4a7c15)
	for i := range p {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
		p[i] = byte(x >> 32)
	}
	return p
}

// sum returns the one-shot digest of msg.
func (in Instance) sum(msg []byte) []byte {
	digest := make([]byte, in.New().Size())
	in.Sum(digest, msg)
	return digest
}

// sumBits returns the one-shot digest of the first bits bits of msg.
func (in Instance) sumBits(msg []byte, bits uint64) []byte {
	digest := make([]byte, in.New().Size())
	in.SumBits(digest, msg, bits)
	return digest
}

// same fails the test if two digests differ.
func same(t *testing.T, got, want []byte, format string, args ...any) {
	t.Helper()
	if !bytes.Equal(got, want) {
		t.Errorf(format+": digests differ:\ngot  %x\nwant %x", append(args, got, want)...)
	}
}
