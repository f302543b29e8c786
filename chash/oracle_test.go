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
	s.load((*value)(x.bytes()))
	engineGeneric(&s)
	var out value
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
	both := []instance{chash512, chash1024}
	vectors := map[instance][]hashtest.Vector{}
	for _, in := range both {
		vectors[in] = hashtest.ReadVectors(t, "testdata/chash.json", in.String())
		for _, v := range vectors[in] {
			if got := oracle(in, v.Msg, int(v.Bits)); !bytes.Equal(got, v.Digest) {
				t.Fatalf("%v: the oracle is wrong about the vector of %d bits", in, v.Bits)
			}
		}
	}
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
				if !slices.ContainsFunc(vectors[in], func(v hashtest.Vector) bool {
					return !bytes.Equal(c.mode.digest(in, v.Msg, int(v.Bits)), v.Digest)
				}) {
					t.Errorf("%v: no vector shows the mistake", in)
				}
			}
		})
	}
}

func TestOracle(t *testing.T) {
	eachKernel(t, func(t *testing.T) { hashtest.Oracle(t, instances, oracle) })
}

// TestOracleBits compares with the oracle for the bit lengths around the edges
// of the blocks. At 1471 bits the padding fills the two blocks of the short path,
// 1472 is the least length of the long path.
func TestOracleBits(t *testing.T) {
	eachKernel(t, func(t *testing.T) { hashtest.OracleBits(t, instances, oracle, 0, 1, 2, 3, 4) })
}

func FuzzOracle(f *testing.F) { hashtest.FuzzOracle(f, instances, oracle) }
