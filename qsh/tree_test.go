package qsh

import (
	"bytes"
	"encoding/binary"
	"math/big"
	"math/bits"
	"testing"

	"github.com/hashassay/assay/internal/hashtest"
)

// step is a call of F in a message worked out by hand.
type step struct {
	block []byte
	flags int
}

// byHand returns the chaining value of the last of some calls of F that form a
// chunk or a parent.
func byHand(in instance, steps ...step) []byte {
	var h chain
	h.start(in)
	for _, s := range steps {
		h.compress(in, s.block, s.flags)
	}
	value := make([]byte, in.cvSize())
	h.output(in, value)
	return value
}

// endOfMessage returns the block behind q whole blocks of message and the block
// of their length.
func endOfMessage(in instance, q int) (padding, length []byte) {
	padding, length = make([]byte, in.blockSize()), make([]byte, in.blockSize())
	padding[0] = 0x80
	binary.LittleEndian.PutUint64(length[in.blockSize()-16:], uint64(8*q*in.blockSize()))
	return padding, length
}

// fullChunk returns the steps of a chunk of n whole blocks of message, from the
// first on, without the flag of its end.
func fullChunk(in instance, msg []byte, n int) (steps []step) {
	for i := range n {
		steps = append(steps, step{msg[i*in.blockSize() : (i+1)*in.blockSize()], 0})
	}
	steps[0].flags |= 1
	return steps
}

// testByHand compares a chaining value with the digest of q whole blocks.
func testByHand(t *testing.T, q int, value func(in instance, msg, padding, length []byte) []byte) {
	hashtest.EachKernel(t, kernels, func(t *testing.T) {
		for i, in := range all {
			msg := pattern(q * in.blockSize())
			padding, length := endOfMessage(in, q)
			want := value(in, msg, padding, length)[:in.size()]
			digest := make([]byte, in.size())
			if instances[i].Sum(digest, msg); !bytes.Equal(digest, want) {
				t.Errorf("%v: digest of %d blocks is %x, want %x", in, q, digest, want)
			}
		}
	})
}

// TestLengthHasItsOwnBlock: even a message of a few bytes has two blocks.
func TestLengthHasItsOwnBlock(t *testing.T) {
	for _, in := range all {
		first, length := make([]byte, in.blockSize()), make([]byte, in.blockSize())
		copy(first, "abc\x80")
		length[in.blockSize()-16] = 24
		want := byHand(in, step{first, 1}, step{length, 2 | 8})[:in.size()]
		d := &Digest{tree: tree{in: in}}
		d.Write([]byte("abc"))
		if got := d.Sum(nil); !bytes.Equal(got, want) {
			t.Errorf("%v: digest of abc is %x, want %x", in, got, want)
		}
	}
}

// TestPaddingFillsChunk: behind 14 blocks, the two of the padding are the 15th
// and the 16th of the only chunk.
func TestPaddingFillsChunk(t *testing.T) {
	testByHand(t, 14, func(in instance, msg, padding, length []byte) []byte {
		return byHand(in, append(fullChunk(in, msg, 14), step{padding, 0}, step{length, 2 | 8})...)
	})
}

// TestLengthAloneInChunk: behind 15 blocks, the block of the 1 bit completes the
// chunk and the length is a chunk of its own, at once its start and its end.
func TestLengthAloneInChunk(t *testing.T) {
	testByHand(t, 15, func(in instance, msg, padding, length []byte) []byte {
		left := byHand(in, append(fullChunk(in, msg, 15), step{padding, 2})...)
		right := byHand(in, step{length, 1 | 2})
		return byHand(in, step{append(left, right...), 4 | 8})
	})
}

// TestPaddingAloneInChunk: behind 16 blocks, both blocks of the padding are the
// second chunk.
func TestPaddingAloneInChunk(t *testing.T) {
	testByHand(t, 16, func(in instance, msg, padding, length []byte) []byte {
		steps := fullChunk(in, msg, 16)
		steps[15].flags |= 2
		right := byHand(in, step{padding, 1}, step{length, 2})
		return byHand(in, step{append(byHand(in, steps...), right...), 4 | 8})
	})
}

// TestFlagsGoToWord0: the flags change word 0 of the state, not the last one.
func TestFlagsGoToWord0(t *testing.T) {
	for _, in := range all {
		block := pattern(in.blockSize())
		var a, b chain
		a.start(in)
		b.start(in)
		a.compress(in, block, chunkStart|chunkEnd|root)
		if in == qsh512 {
			b.words32[0] ^= 11
		} else {
			b.words64[0] ^= 11
		}
		if b.compress(in, block, 0); a != b {
			t.Errorf("%v: flags are not an XOR into word 0", in)
		}
	}
}

// TestOnlyRootIsCut: QSH-768 keeps chaining values of 16 words in the tree, and
// is not QSH-1024 cut short.
func TestOnlyRootIsCut(t *testing.T) {
	t768, t1024 := tree{in: qsh768}, tree{in: qsh1024}
	var l levels
	msg := pattern(16 * BlockSize768)
	t768.absorb(msg, &l)
	if cut := make([]byte, 128-96); bytes.Equal(l[0][96:], cut) {
		t.Error("a chaining value of QSH-768 ends after 96 bytes")
	}
	t1024.absorb(msg, &l)
	short, long := Sum768(msg), Sum1024(msg)
	if bytes.HasPrefix(long[:], short[:]) {
		t.Error("QSH-768 is QSH-1024 cut short")
	}
}

// TestEqualChunksHaveEqualValues shows what the package documentation says:
// there is no chunk counter.
func TestEqualChunksHaveEqualValues(t *testing.T) {
	for _, in := range all {
		chunk := pattern(16 * in.blockSize())
		other := bytes.Repeat([]byte{1}, len(chunk))
		var a, b levels
		ta, tb := tree{in: in}, tree{in: in}
		ta.absorb(chunk, &a) // chunk 0
		tb.absorb(other, &b)
		tb.absorb(other, &b)
		tb.absorb(chunk, &b) // chunk 2, which joins with none yet
		if a[0] != b[0] {
			t.Errorf("%v: equal chunks have different chaining values", in)
		}
	}
}

// TestMessageBits: a length in bits may need 67 bits.
func TestMessageBits(t *testing.T) {
	for _, in := range all {
		maximum := ^uint64(0) / uint64(in.blockSize())
		for _, blocks := range []uint64{0, 1, 1 << 40, maximum / 8, maximum/8 + 1, maximum - 1, maximum} {
			for _, n := range []int{0, 1, in.blockSize() - 1} {
				for _, nbits := range []int{0, 1, 7} {
					tr := tree{in: in, blocks: blocks}
					hi, lo := tr.messageBits(n, nbits)
					got := new(big.Int).SetUint64(hi)
					got.Or(got.Lsh(got, 64), new(big.Int).SetUint64(lo))
					want := new(big.Int).SetUint64(blocks)
					want.Mul(want, big.NewInt(int64(in.blockSize())))
					want.Add(want, big.NewInt(int64(n)))
					want.Mul(want, big.NewInt(8))
					want.Add(want, big.NewInt(int64(nbits)))
					if got.Cmp(want) != 0 {
						t.Errorf("%v: %d blocks, %d bytes, %d bits: %v, want %v", in, blocks, n, nbits, got, want)
					}
				}
			}
		}
	}
}

// TestLengthBeyond64Bits ends a message of 2^64 - 1 bytes, which a state claims
// to be, and looks at the length block through its effect.
func TestLengthBeyond64Bits(t *testing.T) {
	for _, in := range all {
		size := uint64(in.blockSize())
		blocks := ^uint64(0) / size // and size - 1 bytes
		var l levels
		for k := range l {
			copy(l[k][:], pattern(16*8 + k)[k:])
		}
		tail := pattern(in.blockSize() - 1)
		got := make([]byte, in.size())
		tr := tree{in: in, blocks: blocks}
		tr.chain.start(in)
		before := tr.chain
		tr.finish(got, tail, 0, 0, &l)

		// blocks mod 16 is 15: the tail completes the last chunk of 2^64 bytes, and
		// all levels join before the length block.
		length := make([]byte, in.blockSize())
		bitsHi, bitsLo := bits.Mul64(^uint64(0), 8)
		binary.LittleEndian.PutUint64(length[size-16:], bitsLo)
		binary.LittleEndian.PutUint64(length[size-8:], bitsHi)
		before.compress(in, append(bytes.Clone(tail), 0x80), 2)
		left := make([]byte, in.cvSize())
		before.output(in, left)
		for k := range bits.Len64(blocks / 16) {
			left = byHand(in, step{append(bytes.Clone(l[k][:in.cvSize()]), left...), 4})
		}
		right := byHand(in, step{length, 1 | 2})
		if want := byHand(in, step{append(left, right...), 4 | 8})[:in.size()]; !bytes.Equal(got, want) {
			t.Errorf("%v: got %x, want %x", in, got, want)
		}
	}
}
