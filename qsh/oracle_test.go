package qsh

import (
	"bytes"
	"encoding/binary"
	"slices"
	"testing"

	"github.com/hashassay/assay/internal/hashtest"
)

// An oracle computes digests by the words of the specification: the padded
// message as a list of bits, the tree by recursion from its top. It shares no
// code with the hash under test but the generic permutation, which the
// specification's intermediate values check.
type oracle[W word] struct {
	blocks [][stateWords / 2]W
	h0     [stateWords]W
	trace  func(first, chunks int, value []byte) // called with every chaining value, if not nil
}

// oracleDigest returns the digest of the first nbits bits of data.
func oracleDigest(in instance, data []byte, nbits int) []byte {
	return oracleTrace(in, data, nbits, nil)[:in.size()]
}

// oracleTrace returns the chaining value of the root, and reports all others on
// the way.
func oracleTrace(in instance, data []byte, nbits int, trace func(first, chunks int, value []byte)) []byte {
	if in == qsh512 {
		return newOracle[uint32](17, data, nbits, trace).root()
	}
	iv0 := map[instance]uint64{qsh768: 1, qsh1024: 7}[in]
	return newOracle(iv0, data, nbits, trace).root()
}

func newOracle[W word](iv0 W, data []byte, nbits int, trace func(first, chunks int, value []byte)) *oracle[W] {
	o := &oracle[W]{trace: trace}
	o.h0[0] = iv0
	permuteGeneric(&o.h0)

	// M || 1 || 0^(2m - 129 - (l mod m)) || l as a 128-bit little-endian integer
	w := wordBits[W]()
	m := 32 * w
	var bits []byte // one bit each
	for p := range nbits {
		bits = append(bits, data[p/8]>>(7-p%8)&1)
	}
	bits = append(bits, 1)
	bits = append(bits, make([]byte, 2*m-129-nbits%m)...)
	for k := range 16 { // bytes of the length, each from its most significant bit
		for p := range 8 {
			bits = append(bits, byte(uint64(nbits)>>(8*k)>>(7-p)&1))
		}
	}

	// Bit p is in byte p/8, from its most significant bit on; bytes make words
	// in little-endian order.
	for ; len(bits) > 0; bits = bits[m:] {
		var block [stateWords / 2]W
		for p, bit := range bits[:m] {
			block[p/w] |= W(bit) << (p % w / 8 * 8) << (7 - p%8)
		}
		o.blocks = append(o.blocks, block)
	}
	return o
}

// root returns the chaining value of the whole tree.
func (o *oracle[W]) root() []byte {
	return o.value(0, (len(o.blocks)+15)/16, 8)
}

// value returns the chaining value of n chunks from number first on. rootFlag is
// 8 for the whole message, otherwise 0.
func (o *oracle[W]) value(first, n int, rootFlag W) []byte {
	h := o.h0
	if n == 1 {
		blocks := o.blocks[16*first : min(16*first+16, len(o.blocks))]
		for i := range blocks {
			var flag W
			if i == 0 {
				flag |= 1
			}
			if i == len(blocks)-1 {
				flag |= 2 | rootFlag
			}
			compressGeneric(&h, &blocks[i], flag)
		}
	} else {
		left := 1 // the largest power of two below n
		for 2*left < n {
			left *= 2
		}
		both := append(o.value(first, left, 0), o.value(first+left, n-left, 0)...)
		block := wordsOf[W](both)
		compressGeneric(&h, (*[stateWords / 2]W)(block), 4|rootFlag)
	}
	value := bytesOf(h[:16])
	if o.trace != nil {
		o.trace(first, n, value)
	}
	return value
}

// bytesOf and wordsOf convert in little-endian order.
func bytesOf[W word](s []W) (p []byte) {
	for _, x := range s {
		if wordBits[W]() == 32 {
			p = binary.LittleEndian.AppendUint32(p, uint32(x))
		} else {
			p = binary.LittleEndian.AppendUint64(p, uint64(x))
		}
	}
	return p
}

func wordsOf[W word](p []byte) (s []W) {
	for size := wordBits[W]() / 8; len(p) > 0; p = p[size:] {
		b := append(slices.Clone(p[:size]), make([]byte, 8-size)...)
		s = append(s, W(binary.LittleEndian.Uint64(b)))
	}
	return s
}

// all are the instances in the order of the table that hashtest uses.
var all = []instance{qsh512, qsh768, qsh1024}

// pattern is the message of the specification's longer examples.
func pattern(n int) []byte {
	p := make([]byte, n)
	for i := range p {
		p[i] = byte(167*i + 13 + 29*(i/256))
	}
	return p
}

func TestOracle(t *testing.T) {
	hashtest.EachKernel(t, kernels, func(t *testing.T) { hashtest.Oracle(t, instances, oracleDigest) })
}

// TestOracleBits compares with the oracle for the bit lengths around the ends of
// blocks, where a 1 bit may be the last of its block or the first of the next.
func TestOracleBits(t *testing.T) {
	hashtest.EachKernel(t, kernels, func(t *testing.T) {
		hashtest.OracleBits(t, instances, oracleDigest, 0, 1, 2, 15, 16, 17, 18)
	})
}

// TestOracleTrees compares with the oracle for trees of every shape up to 20
// chunks, with every way in which the padding can end one, in one call and in
// pieces that end anywhere.
func TestOracleTrees(t *testing.T) { hashtest.EachKernel(t, kernels, testOracleTrees) }

func testOracleTrees(t *testing.T) {
	for i, in := range all {
		t.Run(in.String(), func(t *testing.T) {
			size := in.blockSize()
			msg := pattern((20*16 + 3) * size)
			digest := make([]byte, in.size())
			h := instances[i].New()
			for chunks := 1; chunks <= 20; chunks++ {
				for _, blocks := range []int{-2, -1, 0, 1} { // q mod 16 = 14, 15, 0, 1
					n := (16*chunks+blocks)*size + 7*chunks
					want := oracleDigest(in, msg, 8*n)
					if instances[i].Sum(digest, msg[:n]); !bytes.Equal(digest, want) {
						t.Fatalf("%d bytes: got %x, want %x", n, digest, want)
					}
					h.Reset()
					for p, k := msg[:n], 1; len(p) > 0; k = k*5/2 + 1 {
						k = min(k%(5*16*size), len(p))
						h.Write(p[:k])
						p = p[k:]
					}
					if got := h.Sum(digest[:0]); !bytes.Equal(got, want) {
						t.Fatalf("%d bytes in pieces: got %x, want %x", n, got, want)
					}
				}
			}
		})
	}
}

// FuzzOracle compares with the oracle for messages of any number of bits. The
// data is repeated, to reach more chunks than the fuzzer would write.
func FuzzOracle(f *testing.F) {
	f.Add([]byte{}, uint8(0), uint8(0))
	f.Add(bytes.Repeat([]byte{0xff}, 128), uint8(15), uint8(1))
	f.Add(bytes.Repeat([]byte{0x55}, 305), uint8(40), uint8(2))
	f.Fuzz(func(t *testing.T, data []byte, times, drop uint8) {
		data = bytes.Repeat(data, 1+int(times))
		data = data[:min(len(data), 40000)]
		nbits := max(0, 8*len(data)-int(drop%8))
		for i, in := range all {
			digest := make([]byte, in.size())
			if instances[i].SumBits(digest, data, uint64(nbits)); !bytes.Equal(digest, oracleDigest(in, data, nbits)) {
				t.Errorf("%v: %d bits: digest differs from the oracle's", in, nbits)
			}
		}
	})
}
