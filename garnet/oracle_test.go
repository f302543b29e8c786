package garnet

import (
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

// remembered returns the oracle with a memory, so that it computes each digest
// for the first kernel only.
func remembered() func(in instance, data []byte, nbits int) []byte {
	type question struct {
		in    instance
		data  string
		nbits int
	}
	digests := map[question][]byte{}
	return func(in instance, data []byte, nbits int) []byte {
		q := question{in, string(data), nbits}
		if digests[q] == nil {
			digests[q] = oracle(in, data, nbits)
		}
		return digests[q]
	}
}

// eachInstance runs a subtest for every instance.
func eachInstance(t *testing.T, f func(t *testing.T, in instance)) {
	for in := range instanceCount {
		t.Run(in.String(), func(t *testing.T) { f(t, in) })
	}
}

func TestOracle(t *testing.T) {
	known := remembered()
	hashtest.EachKernel(t, kernels, func(t *testing.T) { hashtest.Oracle(t, instances, known) })
}

// TestOracleBits compares with the oracle for the bit lengths around the ends of
// the blocks.
func TestOracleBits(t *testing.T) {
	known := remembered()
	hashtest.EachKernel(t, kernels, func(t *testing.T) { hashtest.OracleBits(t, instances, known, 0, 1, 2, 3) })
}

func FuzzOracle(f *testing.F) { hashtest.FuzzOracle(f, instances, oracle) }
