package garnet

import (
	"bytes"
	"testing"

	"github.com/hashassay/assay/internal/hashtest"
)

// oracle computes a digest with the generic permutation as the test vectors
// define it, sharing no code with the sponge under test: the message is marked
// and padded as a whole before its blocks are absorbed.
func oracle(in instance, data []byte, nbits int) []byte {
	p := in.parameters()
	size := p.blockSize()

	// The bytes are counted, rounded up, before a mark that needs a byte of its
	// own is appended.
	count := (nbits + 7) / 8
	message := append([]byte(nil), data[:count]...)
	for bit := nbits; bit < 8*count; bit++ {
		message[count-1] &^= 0x80 >> (bit % 8)
	}
	if nbits%8 == 0 {
		message = append(message, 0x80)
	} else {
		message[count-1] |= 0x80 >> (nbits % 8)
	}
	full := count / size // blocks; after them there is always one more
	for len(message) < (full+1)*size {
		message = append(message, 0)
	}

	s := *p.start
	for n := 0; n <= full; n++ {
		block := message[n*size : (n+1)*size]
		old := s
		addBlock := func() {
			for i, cell := range p.rate {
				s[cell] = s[cell].xor(load(block[16*i:]))
			}
		}
		addBlock()
		permuteGeneric(&s, p.absorbing)
		if in == garnet1024 || in == garnet1024DM4x4 && n == full {
			addBlock()
		}
		if in == garnet1024 || in == garnet1024DM4x4 {
			for _, cell := range []int{1, 2, 4, 7, 8, 11, 12, 13, 14} {
				s[cell] = s[cell].xor(old[cell])
			}
		}
	}

	for _, cell := range []int{0, 5, 10, 15} {
		s[cell].lo ^= uint64(nbits)
	}
	permuteGeneric(&s, p.middle)
	permuteGeneric(&s, p.squeeze)
	digest := make([]byte, p.size)
	for i, cell := range p.output {
		s[cell].store(digest[16*i:])
	}
	return digest
}

// eachInstance runs a subtest for every instance.
func eachInstance(t *testing.T, f func(t *testing.T, in instance)) {
	for in := range instanceCount {
		t.Run(in.String(), func(t *testing.T) { f(t, in) })
	}
}

// TestOracle compares with the oracle for every length up to three blocks, at
// every offset from a 64-byte boundary and with the message ending at a
// protected page.
func TestOracle(t *testing.T) {
	eachInstance(t, func(t *testing.T, in instance) {
		one, p := instances[in], in.parameters()
		longest := 3*p.blockSize() + 1
		region := hashtest.Guarded(t, longest+64)
		digest := make([]byte, p.size)
		msg := make([]byte, longest)
		for j := range msg {
			msg[j] = byte(j*31 + j>>3)
		}
		for n := range longest + 1 {
			want := oracle(in, msg[:n], 8*n)
			for offset := n % 4; offset < 64; offset += 4 { // with the lengths, all offsets
				end := len(region) - offset
				p := region[end-n : end]
				copy(p, msg)
				if one.Sum(digest, p); !bytes.Equal(digest, want) {
					t.Fatalf("%d bytes, %d before the protected page: got %x, want %x", n, offset, digest, want)
				}
			}
		}
	})
}

// TestOracleBits compares with the oracle for the bit lengths around the ends of
// the blocks.
func TestOracleBits(t *testing.T) {
	eachInstance(t, func(t *testing.T, in instance) {
		p := in.parameters()
		digest := make([]byte, p.size)
		data := bytes.Repeat([]byte{0xc7, 0x3a, 0xff}, p.blockSize()+1)
		r := 8 * p.blockSize()
		for edge := 0; edge <= 3*r; edge += r {
			for nbits := max(0, edge-20); nbits <= edge+20; nbits++ {
				want := oracle(in, data, nbits)
				if instances[in].SumBits(digest, data, uint64(nbits)); !bytes.Equal(digest, want) {
					t.Errorf("%d bits: got %x, want %x", nbits, digest, want)
				}
			}
		}
	})
}

// FuzzOracle compares with the oracle for messages of any number of bits.
func FuzzOracle(f *testing.F) {
	f.Add([]byte{}, uint8(0))
	f.Add(bytes.Repeat([]byte{0xff}, 112), uint8(1))
	f.Add(bytes.Repeat([]byte{0x55}, 255), uint8(2))
	f.Fuzz(func(t *testing.T, data []byte, drop uint8) {
		nbits := max(0, 8*len(data)-int(drop%8))
		for in := range instanceCount {
			digest := make([]byte, in.parameters().size)
			if instances[in].SumBits(digest, data, uint64(nbits)); !bytes.Equal(digest, oracle(in, data, nbits)) {
				t.Errorf("%v: %d bits: digest differs from the oracle's", in, nbits)
			}
		}
	})
}
