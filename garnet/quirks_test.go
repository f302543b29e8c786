package garnet

import (
	"bytes"
	"testing"
)

// These tests name what the official vectors define otherwise than the
// submission's document, or than a reader would expect. That the code does as
// the vectors say is TestVectors' affair; here the other reading is computed, and
// must have another digest.

// finishOtherwise returns the digest of a message of length bits after whose
// blocks the state is s.
func finishOtherwise(p *parameters, x *sliced, addLength func(x *sliced)) []byte {
	addLength(x)
	x.permute(p.middle)
	x.permute(p.squeeze)
	var s state
	x.words(&s)
	digest := make([]byte, p.size)
	for i, cell := range p.output {
		s[cell].store(digest[16*i:])
	}
	return digest
}

func (in instance) digest(data []byte, nbits int) []byte {
	digest := make([]byte, in.parameters().size)
	sumBits(digest, data, uint64(nbits), in)
	return digest
}

// TestPartialByteFillsBlock: if the message ends within the last byte of a block,
// this block is absorbed as a full one and a block of zeros as the final one.
func TestPartialByteFillsBlock(t *testing.T) {
	eachInstance(t, func(t *testing.T, in instance) {
		p := in.parameters()
		block := bytes.Repeat([]byte{0xff}, p.blockSize())
		for rest := 1; rest < 8; rest++ {
			nbits := 8*len(block) - 8 + rest
			marked := bytes.Clone(block)
			marked[len(block)-1] = ^byte(0xff>>rest) | 0x80>>rest

			var x sliced
			x.slice(p.start)
			p.absorbBlock(&x, marked, false)
			p.absorbBlock(&x, make([]byte, len(block)), true)
			addLength := func(x *sliced) { x.addLength(uint64(nbits)) }
			if got, want := in.digest(block, nbits), finishOtherwise(p, &x, addLength); !bytes.Equal(got, want) {
				t.Errorf("%d bits: got %x, want %x", nbits, got, want)
			}

			x.slice(p.start)
			p.absorbBlock(&x, marked, true)
			if bytes.Equal(in.digest(block, nbits), finishOtherwise(p, &x, addLength)) {
				t.Errorf("%d bits: no block of zeros was absorbed", nbits)
			}
		}
	})
}

// TestLengthGoesToFourWords: not only to the first.
func TestLengthGoesToFourWords(t *testing.T) {
	eachInstance(t, func(t *testing.T, in instance) {
		p := in.parameters()
		const length = 24
		var afterABC sliced
		afterABC.slice(p.start)
		abc := make([]byte, p.blockSize())
		copy(abc, "abc\x80")
		p.absorbBlock(&afterABC, abc, true)
		with := func(cells ...int) []byte {
			x := afterABC
			return finishOtherwise(p, &x, func(x *sliced) {
				var s state
				x.words(&s)
				for _, cell := range cells {
					s[cell].lo ^= length
				}
				x.slice(&s)
			})
		}
		got := in.digest([]byte("abc"), length)
		if !bytes.Equal(got, with(0, 5, 10, 15)) {
			t.Error("the length is not in the words 0, 5, 10 and 15")
		}
		if bytes.Equal(got, with(0)) || bytes.Equal(got, with(p.rate...)) && len(p.rate) > 4 {
			t.Error("the length is in other words than 0, 5, 10 and 15")
		}
	})
}

// TestDM4x4: the two instances of 1024 bits have equal digests below 512 bits,
// where their message words go to the same cells, and different ones from there.
func TestDM4x4(t *testing.T) {
	data := bytes.Repeat([]byte{0x6d}, 130)
	for nbits := range 8*len(data) + 1 {
		equal := bytes.Equal(garnet1024.digest(data, nbits), garnet1024DM4x4.digest(data, nbits))
		if equal != (nbits < 512) {
			t.Errorf("%d bits: equal digests: %v", nbits, equal)
		}
	}
}

// TestDM4x4FeedsMessageForwardAtTheEnd: in Garnet_1024_DM4x4 a full block is not
// added again after the permutation, in Garnet_1024 it is, and so is the final
// block in both. With the permutation taken off, this shows in cell 0.
func TestDM4x4FeedsMessageForwardAtTheEnd(t *testing.T) {
	for _, c := range []struct {
		in          instance
		final, want bool
	}{
		{garnet1024, false, true},
		{garnet1024, true, true},
		{garnet1024DM4x4, false, false},
		{garnet1024DM4x4, true, true},
	} {
		p := *c.in.parameters()
		block := make([]byte, p.blockSize())
		block[3] = 0x11
		p.absorbing.rounds = 0
		var x sliced
		p.absorbBlock(&x, block, c.final)
		var s state
		x.words(&s)
		// Without rounds, adding the block again takes it off.
		if again := s == (state{}); again != c.want {
			t.Errorf("%v, final %v: block added again: %v", c.in, c.final, again)
		}
	}
}
