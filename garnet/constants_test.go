package garnet

import (
	"encoding/binary"
	"testing"

	"github.com/hashassay/assay/internal/hashtest"
)

// TestPi compares the constant with the first 512 bits of pi.
func TestPi(t *testing.T) {
	want := hashtest.Pi(510).Bytes() // the 3 is two bits more
	for i, got := range pi {
		if got.hi != binary.BigEndian.Uint64(want[16*i:]) || got.lo != binary.BigEndian.Uint64(want[16*i+8:]) {
			t.Errorf("word %d is %016x%016x, want %x", i, got.hi, got.lo, want[16*i:16*i+16])
		}
	}
}

// TestThetaConstants compares with the ends of the specification's table.
func TestThetaConstants(t *testing.T) {
	for round, want := range map[int][3]uint64{
		1:  {1, 1, 2},
		2:  {3, 5, 8},
		16: {1836311903, 2971215073, 4807526976},
	} {
		if got := thetaConstants(round); got != want {
			t.Errorf("the constants of round %d are %v, want %v", round, got, want)
		}
	}
}

// TestStartingStates computes the starting states from the matrix of pi and two
// numbers that encode the parameters.
func TestStartingStates(t *testing.T) {
	for in := range instanceCount {
		p := in.parameters()
		// One of them is the digest length in bits, except for Garnet_768: it
		// is 512 there too. The document says 768; the test vectors decide.
		t0 := uint64(8 * p.size)
		if in == garnet768 {
			t0 = 512
		}
		// The other has the mode, the rate in bits, and one byte each for the
		// rounds of the calls: for the start, the blocks, the middle, the squeeze.
		start := call{p.middle.rounds, 0} // as many rounds
		t1 := uint64(8 * p.blockSize())
		if p.feedForward != nothing {
			t1 |= 1 << 15
		}
		for _, c := range []call{start, p.absorbing, p.middle, p.squeeze} {
			t1 = t1<<8 | uint64(c.rounds)
		}
		s := state{0: pi[0], 5: pi[1], 10: pi[2], 11: {0, t0}, 12: {0, t1}, 15: pi[3]}
		if permuteGeneric(&s, start); s != *p.start {
			t.Errorf("the starting state of %v is wrong", in)
		}
	}
}
