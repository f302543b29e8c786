package iphe

import (
	"encoding/binary"
	"testing"

	"github.com/hashassay/assay/internal/hashtest"
)

// oracle computes a digest bit by bit with the generic permutation, sharing no
// code with the sponge under test: the padded message is a list of bits, and
// message bit p of a block is state bit p.
func oracle(in instance, data []byte, nbits int) []byte {
	rate := 8 * in.rate()
	var message []uint64 // one bit each
	for p := range nbits {
		message = append(message, uint64(data[p/8]>>(7-p%8)&1))
	}
	message = append(message, 1)
	for (len(message)+1)%rate != 0 {
		message = append(message, 0)
	}
	message = append(message, 1)

	var s [words]uint64
	for ; len(message) > 0; message = message[rate:] {
		for p, bit := range message[:rate] {
			s[p/64] ^= bit << (p % 64)
		}
		before := s
		permuteGeneric(&s)
		for j := rate / 64; j < words; j++ {
			s[j] ^= before[j]
		}
	}
	var digest []byte
	for j := range in.size() / 8 {
		digest = binary.LittleEndian.AppendUint64(digest, s[rate/64+j])
	}
	return digest
}

func TestOracle(t *testing.T) {
	hashtest.EachKernel(t, kernels, func(t *testing.T) { hashtest.Oracle(t, instances, oracle) })
}

// TestOracleBits compares with the oracle for the bit lengths around the edges
// of the padding: one bit of room is too little for it, two are enough.
func TestOracleBits(t *testing.T) {
	hashtest.EachKernel(t, kernels, func(t *testing.T) { hashtest.OracleBits(t, instances, oracle, 0, 1, 2, 3) })
}

func FuzzOracle(f *testing.F) { hashtest.FuzzOracle(f, instances, oracle) }
