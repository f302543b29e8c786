package chash

import (
	"bytes"
	"slices"
	"testing"

	"github.com/hashassay/assay/internal/hashtest"
)

// bitString is a string of bits, each in a byte of its own.
type bitString []byte

// bitsOf returns the first n bits of data.
func bitsOf(data []byte, n int) bitString {
	s := make(bitString, n)
	for p := range s {
		s[p] = data[p/8] >> (7 - p%8) & 1
	}
	return s
}

// number returns x as n bits, the most significant one first.
func number(x uint64, n int) bitString {
	s := make(bitString, n)
	for p := range s {
		s[p] = byte(x >> (n - 1 - p) & 1)
	}
	return s
}

// bytes is the inverse of bitsOf for whole bytes.
func (s bitString) bytes() []byte {
	data := make([]byte, len(s)/8)
	for p, b := range s {
		data[p/8] |= b << (7 - p%8)
	}
	return data
}

// xor returns the sum of strings of the same length.
func (s bitString) xor(t bitString) bitString {
	s = slices.Clone(s)
	for p := range s {
		s[p] ^= t[p]
	}
	return s
}

// concat returns s || t.
func (s bitString) concat(t bitString) bitString { return slices.Concat(s, t) }

// perm is Perm(x, ctr(lane, v)): the permutation without the last 64 bits.
func perm(x bitString, lane byte, v uint64) bitString {
	x = slices.Concat(x, number(uint64(lane), 8), number(v, 56))
	var s nibbles
	s.load((*[stateSize]byte)(x.bytes()))
	engineGeneric(&s)
	var out [stateSize]byte
	s.store(&out)
	return bitsOf(out[:], 1472)
}

// mode is the mode of C Hash, bit by bit in the words of the specification. The
// zero mode is the right one; the switches are mistakes that a reader could make.
type mode struct {
	longFromPadded   bool // the length with padding chooses between the paths
	shortFeedForward bool // CHash_1024 feeds forward in the short path, too
	blocksRaw        bool // CHash_1024 does not feed forward in the blocks
	initialRaw       bool // ... in the initial call
	finalRaw         bool // ... in the final call
	valueBefore      bool // what is fed forward does not have the block in it
	blockOnce        bool // the block is not added to the right half
	ivOnce           bool // the initial value is not added to the right half
	countFromZero    bool // the first block has number 0
	finalCounts      bool // the final call has the next number
	finalSpared      bool // there is no final call when the message fills its blocks
	paddingSpared    bool // there is no block of padding then
	lanesShared      bool // CHash_1024 has the lanes of CHash_512
}

func oracle(in instance, data []byte, n int) []byte { return mode{}.digest(in, data, n) }

// digest computes the digest of the first n bits of data. It shares no code with
// the hash under test but for the names of the instances.
func (m mode) digest(in instance, data []byte, n int) []byte {
	size, lanes, feeds := 512, byte(0), false
	if in == chash1024 {
		size, lanes, feeds = 1024, 0x80, true
	}
	if m.lanesShared {
		lanes = 0
	}
	f := func(x bitString, lane byte, v uint64, feeds bool) bitString {
		y := perm(x, lanes|lane, v)
		if feeds {
			y = y.xor(x)
		}
		return y
	}
	padded := append(bitsOf(data, n), 1)

	if n < 1471 || n == 1471 && !m.longFromPadded {
		x := padded.concat(make(bitString, 1472-len(padded)))
		y1 := f(x, 3, 1, feeds && m.shortFeedForward)
		y2 := f(x, 3, 2, false)
		return y1.xor(y2)[:size].bytes()
	}

	full := n%736 == 0
	if full && m.paddingSpared {
		padded = padded[:n]
	}
	for len(padded)%736 != 0 {
		padded = append(padded, 0)
	}
	zeros := make(bitString, 736)
	iv := number(uint64(size), 736)
	h := f(iv.concat(zeros), 1, 0, feeds && !m.initialRaw)
	if !m.ivOnce {
		h = h.xor(zeros.concat(iv))
	}
	i := uint64(1)
	if m.countFromZero {
		i = 0
	}
	for ; len(padded) > 0; padded, i = padded[736:], i+1 {
		block := padded[:736]
		h = f(h.xor(block.concat(zeros)), 1, i, feeds && !m.blocksRaw)
		if m.valueBefore {
			h = h.xor(block.concat(zeros))
		}
		if !m.blockOnce {
			h = h.xor(zeros.concat(block))
		}
	}
	if !(full && m.finalSpared) {
		v := uint64(1)
		if m.finalCounts {
			v = i
		}
		h = f(h, 2, v, feeds && !m.finalRaw)
	}
	return h[:size].bytes()
}

// TestMistakes shows that the official vectors tell the mode from every mistake
// that it has a switch for.
func TestMistakes(t *testing.T) {
	vectors := readVectors(t)
	for in, vs := range vectors {
		for _, v := range vs {
			if got := oracle(in, v.msg, v.bits); !bytes.Equal(got, v.digest) {
				t.Fatalf("%v: the oracle is wrong about the vector of %d bits", in, v.bits)
			}
		}
	}
	both := []instance{chash512, chash1024}
	only1024 := both[1:]
	for _, c := range []struct {
		name  string
		where []instance // the instances in which it is one
		mode  mode
	}{
		{"LongFromPadded", both, mode{longFromPadded: true}},
		{"ShortFeedForward", only1024, mode{shortFeedForward: true}},
		{"BlocksRaw", only1024, mode{blocksRaw: true}},
		{"InitialRaw", only1024, mode{initialRaw: true}},
		{"FinalRaw", only1024, mode{finalRaw: true}},
		{"ValueBefore", only1024, mode{valueBefore: true}},
		{"BlockOnce", both, mode{blockOnce: true}},
		{"IVOnce", both, mode{ivOnce: true}},
		{"CountFromZero", both, mode{countFromZero: true}},
		{"FinalCounts", both, mode{finalCounts: true}},
		{"FinalSpared", both, mode{finalSpared: true}},
		{"PaddingSpared", both, mode{paddingSpared: true}},
		{"LanesShared", only1024, mode{lanesShared: true}},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, in := range c.where {
				if !slices.ContainsFunc(vectors[in], func(v vector) bool {
					return !bytes.Equal(c.mode.digest(in, v.msg, v.bits), v.digest)
				}) {
					t.Errorf("%v: no vector shows the mistake", in)
				}
			}
		})
	}
}

// TestOracle compares with the oracle for every length up to three blocks, at
// every offset from a 64-byte boundary and with the message ending at a
// protected page.
func TestOracle(t *testing.T) {
	for i, in := range []instance{chash512, chash1024} {
		t.Run(in.String(), func(t *testing.T) {
			one := instances[i]
			const longest = 3*blockSize + 1
			region := hashtest.Guarded(t, longest+64)
			digest := make([]byte, in.size())
			msg := make([]byte, longest)
			for j := range msg {
				msg[j] = byte(j*31 + j>>3)
			}
			for n := range longest + 1 {
				want := oracle(in, msg[:n], 8*n)
				for offset := range 64 {
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
}

// TestOracleBits compares with the oracle for the bit lengths around the edges
// of the blocks. At 1471 bits the padding fills the two blocks of the short path,
// 1472 is the least length of the long path.
func TestOracleBits(t *testing.T) {
	for i, in := range []instance{chash512, chash1024} {
		t.Run(in.String(), func(t *testing.T) {
			digest := make([]byte, in.size())
			data := bytes.Repeat([]byte{0xc7, 0x3a, 0xff}, blockSize+blockSize/2)
			for edge := 0; edge <= 4*8*blockSize; edge += 8 * blockSize {
				for nbits := max(0, edge-20); nbits <= edge+20; nbits++ {
					want := oracle(in, data, nbits)
					if instances[i].SumBits(digest, data, uint64(nbits)); !bytes.Equal(digest, want) {
						t.Errorf("%d bits: got %x, want %x", nbits, digest, want)
					}
				}
			}
		})
	}
}

// FuzzOracle compares with the oracle for messages of any number of bits.
func FuzzOracle(f *testing.F) {
	f.Add([]byte{}, uint8(0))
	f.Add(bytes.Repeat([]byte{0xff}, 184), uint8(0))
	f.Add(bytes.Repeat([]byte{0xff}, 184), uint8(1))
	f.Add(bytes.Repeat([]byte{0x55}, 305), uint8(2))
	f.Fuzz(func(t *testing.T, data []byte, drop uint8) {
		nbits := max(0, 8*len(data)-int(drop%8))
		for i, in := range []instance{chash512, chash1024} {
			digest := make([]byte, in.size())
			if instances[i].SumBits(digest, data, uint64(nbits)); !bytes.Equal(digest, oracle(in, data, nbits)) {
				t.Errorf("%v: %d bits: digest differs from the oracle's", in, nbits)
			}
		}
	})
}
