package duet

import (
	"bytes"
	"encoding/binary"
	"slices"
	"testing"

	"github.com/hashassay/assay/internal/hashtest"
)

// sigmas are the orders of the message words in the second branch, as the
// specification lists them: word i is word sigma[i] of the block.
var sigmas = map[instance][]int{
	duet512:  {3, 0, 5, 1, 4, 2},
	duet768:  {9, 2, 15, 0, 6, 12, 4, 16, 1, 10, 7, 14, 3, 11, 5, 13, 8},
	duet1024: {8, 2, 11, 0, 5, 9, 3, 10, 1, 7, 4, 6},
}

// misreading is a way to read the description of the mode wrongly.
type misreading string

const (
	none                 misreading = ""
	oldCapacityForF2     misreading = "f2 takes the capacity from before the block, not that of f1"
	blockFeedForward     misreading = "f2 feeds forward the capacity from before the block"
	noFeedForward        misreading = "no feed-forward"
	rateFeedForward      misreading = "the rate is fed forward too"
	digestOfRate         misreading = "the digest is taken from the rate"
	inverseSigma         misreading = "word i of the block becomes word sigma(i)"
	noPaddingIfAligned   misreading = "a message of whole blocks is not padded"
	capacityBeforeRate   misreading = "the capacity comes first in the state"
	littleEndianMessages misreading = "words are little-endian"
)

// oracle computes extendable output, q bits per squeeze, bit by bit with the
// generic permutation. It shares no code with the mode under test.
func oracle(in instance, data []byte, nbits, outBits, q int, wrong misreading) []byte {
	p := permutations[0]
	if in != duet512 {
		p = permutations[1]
	}
	sigma := sigmas[in]
	r := len(sigma)

	var message []byte // one bit each
	for i := range nbits {
		message = append(message, data[i/8]>>(7-i%8)&1)
	}
	if wrong != noPaddingIfAligned || nbits == 0 || nbits%(64*r) != 0 {
		message = append(message, 1)
		for len(message)%(64*r) != 0 {
			message = append(message, 0)
		}
	}

	a, b, c := make([]uint64, r), make([]uint64, r), make([]uint64, p.words-r)
	// call is F: it changes rate and c and returns c before.
	call := func(s int, rate []uint64) (before []uint64) {
		before = append(before, c...)
		w := append(append([]uint64{}, rate...), c...)
		if wrong == capacityBeforeRate {
			w = append(append([]uint64{}, c...), rate...)
		}
		permuteGeneric(w, p.constants[s])
		if wrong == capacityBeforeRate {
			w = append(w[len(c):], w[:len(c)]...)
		}
		for i := range rate {
			if wrong == rateFeedForward {
				w[i] ^= rate[i]
			}
			rate[i] = w[i]
		}
		for i := range c {
			if wrong == noFeedForward {
				c[i] = 0
			}
			c[i] ^= w[r+i]
		}
		return before
	}
	for ; len(message) > 0; message = message[64*r:] {
		block := make([]uint64, r)
		for i, bit := range message[:64*r] {
			place := 63 - i%64
			if wrong == littleEndianMessages {
				place = i%64/8*8 + 7 - i%8
			}
			block[i/64] |= uint64(bit) << place
		}
		for i := range a {
			a[i] ^= block[i]
			if wrong == inverseSigma {
				b[sigma[i]] ^= block[i]
			} else {
				b[i] ^= block[sigma[i]]
			}
		}
		old := call(0, a)
		switch wrong {
		case oldCapacityForF2:
			c = old
			call(1, b)
		case blockFeedForward:
			fresh := call(1, b)
			for i := range c {
				c[i] ^= fresh[i] ^ old[i]
			}
		default:
			call(1, b)
		}
	}

	var out []byte
	for branch := 0; ; branch ^= 1 {
		var piece []byte
		from := c
		if wrong == digestOfRate {
			from = append(append([]uint64{}, a...), b...)
		}
		for _, w := range from {
			piece = binary.BigEndian.AppendUint64(piece, w)
		}
		out = append(out, piece[:q/8]...)
		if 8*len(out) >= outBits {
			break
		}
		call(branch, [][]uint64{a, b}[branch])
	}
	out = out[:(outBits+7)/8]
	if outBits%8 != 0 {
		out[outBits/8] &= 0xff << (8 - outBits%8)
	}
	return out
}

// digestOracle is the oracle for a digest.
func digestOracle(in instance, data []byte, nbits int) []byte {
	return oracle(in, data, nbits, 8*in.size(), 8*in.size(), none)
}

// TestOfficialVectorsDecideTheReading is a record of which rules of the mode are
// certain: an official digest, of a message of two whole blocks, refutes every
// other reading.
func TestOfficialVectorsDecideTheReading(t *testing.T) {
	wrongs := []misreading{
		oldCapacityForF2, blockFeedForward, noFeedForward, rateFeedForward, digestOfRate,
		inverseSigma, capacityBeforeRate, littleEndianMessages, noPaddingIfAligned,
	}
	for _, in := range []instance{duet512, duet768, duet1024} {
		t.Run(in.String(), func(t *testing.T) {
			bits := 2 * 8 * in.rate() // two blocks: every rule matters
			vectors := hashtest.ReadVectors(t, "testdata/duet.json", in.String())
			v := vectors[slices.IndexFunc(vectors, func(v hashtest.Vector) bool { return v.Bits == uint64(bits) })]
			if got := digestOracle(in, v.Msg, bits); !bytes.Equal(got, v.Digest) {
				t.Errorf("%d bits: the oracle gives %x, the official digest is %x", bits, got, v.Digest)
			}
			for _, wrong := range wrongs {
				if got := oracle(in, v.Msg, bits, 8*in.size(), 8*in.size(), wrong); bytes.Equal(got, v.Digest) {
					t.Errorf("%d bits: the official digest allows that %s", bits, wrong)
				}
			}
		})
	}
}

func TestOracle(t *testing.T) {
	hashtest.EachKernel(t, kernels, func(t *testing.T) { hashtest.Oracle(t, instances, digestOracle) })
}

// TestBlockAlignedMessageGetsPaddingBlock compares with the oracle for the bit
// lengths around the ends of blocks. There is no length at which the padding
// could be left out or needs two blocks.
func TestBlockAlignedMessageGetsPaddingBlock(t *testing.T) {
	hashtest.EachKernel(t, kernels, func(t *testing.T) { hashtest.OracleBits(t, instances, digestOracle, 0, 1, 2, 3) })
}

// FuzzOracle compares with the oracle for messages and outputs of any number of
// bits.
func FuzzOracle(f *testing.F) {
	f.Add([]byte{}, uint8(0), uint16(1))
	f.Add(bytes.Repeat([]byte{0xff}, 136), uint8(1), uint16(1153))
	f.Add(bytes.Repeat([]byte{0x55}, 305), uint8(2), uint16(3000))
	f.Fuzz(func(t *testing.T, data []byte, drop uint8, outBits uint16) {
		nbits := max(0, 8*len(data)-int(drop%8))
		for i, in := range []instance{duet512, duet768, duet1024} {
			digest := make([]byte, in.size())
			if instances[i].SumBits(digest, data, uint64(nbits)); !bytes.Equal(digest, digestOracle(in, data, nbits)) {
				t.Errorf("%v: %d bits: digest differs from the oracle's", in, nbits)
			}
			for _, rule := range rules {
				out := make([]byte, (int(outBits)+7)/8)
				rule.oneShot[in](out, uint64(outBits), data, uint64(nbits))
				if !bytes.Equal(out, oracle(in, data, nbits, int(outBits), rule.squeezeBits[in], none)) {
					t.Errorf("%v, %s: %d bits: output of %d bits differs from the oracle's", in, rule.name, nbits, outBits)
				}
			}
		}
	})
}
