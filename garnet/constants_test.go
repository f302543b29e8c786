package garnet

import (
	"encoding/binary"
	"math/big"
	"testing"
)

// TestPi computes the constant from pi = 16 atan(1/5) - 4 atan(1/239).
func TestPi(t *testing.T) {
	const guard = 64 // bits for the rounding errors of the series
	one := new(big.Int).Lsh(big.NewInt(1), 510+guard)
	atan := func(x int64) *big.Int { // of 1/x: 1/x - 1/3x^3 + 1/5x^5 - ...
		sum, power := new(big.Int), new(big.Int).Div(one, big.NewInt(x))
		for k := int64(0); power.Sign() != 0; k++ {
			term := new(big.Int).Div(power, big.NewInt(2*k+1))
			if k%2 == 1 {
				term.Neg(term)
			}
			sum.Add(sum, term)
			power.Div(power, big.NewInt(x*x))
		}
		return sum
	}
	p := new(big.Int).Mul(atan(5), big.NewInt(16))
	p.Sub(p, new(big.Int).Mul(atan(239), big.NewInt(4)))
	want := p.Rsh(p, guard).FillBytes(make([]byte, 64))
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
