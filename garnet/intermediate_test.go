package garnet

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hashassay/assay/internal/hashtest"
)

// expectSliced compares a sliced state.
func expectSliced(t *testing.T, states hashtest.Intermediate, heading string, x *sliced) {
	t.Helper()
	var s state
	x.words(&s)
	states.Expect(t, heading, s)
}

// counting is the state in which byte j is j.
func counting() (s state) {
	var p [16 * cells]byte
	for j := range p {
		p[j] = byte(j)
	}
	for i := range s {
		s[i] = load(p[16*i:])
	}
	return s
}

// TestIntermediateValues follows the specification's worked examples: every
// value of the file is reached and compared.
func TestIntermediateValues(t *testing.T) {
	states := hashtest.ReadIntermediate(t)

	s := counting()
	sigma(&s, 0)
	states.Expect(t, "counting sigma", s)
	rho(&s)
	states.Expect(t, "counting rho", s)
	theta(&s, 1)
	states.Expect(t, "counting theta", s)
	zeta(&s)
	states.Expect(t, "counting zeta", s)

	calls := map[call]bool{} // all calls of all instances
	for in := range instanceCount {
		p := in.parameters()
		calls[p.absorbing], calls[p.middle], calls[p.squeeze] = true, true, true
	}
	for c := range calls {
		var x sliced
		x.permute(c)
		expectSliced(t, states, fmt.Sprintf("zero %d %d", c.rounds, c.key), &x)
	}

	for in := range instanceCount {
		p := in.parameters()
		if in != garnet1024DM4x4 { // the same as Garnet_1024 for so short a message
			abc := make([]byte, p.blockSize())
			copy(abc, "abc\x80")
			var x sliced
			x.slice(p.start)
			p.absorbBlock(&x, abc, true)
			expectSliced(t, states, fmt.Sprintf("abc %v absorb", in), &x)

			x.addLength(24)
			x.permute(p.middle)
			expectSliced(t, states, fmt.Sprintf("abc %v middle", in), &x)
			x.permute(p.squeeze)
			expectSliced(t, states, fmt.Sprintf("abc %v squeeze", in), &x)
		}
		if p.feedForward != nothing {
			message := make([]byte, 2*p.blockSize())
			for j := range 128 {
				message[j] = byte(j)
			}
			message[128] = 0x80
			var x sliced
			x.slice(p.start)
			p.absorbBlock(&x, message, false)
			expectSliced(t, states, fmt.Sprintf("ascending %v 1", in), &x)
			p.absorbBlock(&x, message[p.blockSize():], true)
			expectSliced(t, states, fmt.Sprintf("ascending %v 2", in), &x)
		}
	}

	states.ExpectNoMore(t)
}

// TestLastBytes compares what the specification gives of single rounds in
// short: the last bytes of S0 to S15.
func TestLastBytes(t *testing.T) {
	zero := state{}
	second := counting() // the round of index 2, key 7
	sigma(&second, 7)
	rho(&second)
	theta(&second, 2)
	zeta(&second)
	permuteGeneric(&zero, call{1, 0})
	for _, c := range []struct {
		name string
		s    state
		want string
	}{
		{"the zero state", zero, "61 62 60 63 63 61 60 61 62 63 65 61 62 62 63 67"},
		{"the counting state", second, "c4 fb 31 cf 95 bf 3d 8f 15 e2 85 66 5b 12 8e 94"},
	} {
		var got []string
		for _, w := range c.s {
			got = append(got, fmt.Sprintf("%02x", byte(w.lo)))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("after a round on %s the last bytes are %v, want %s", c.name, got, c.want)
		}
	}
	for i, w := range zero {
		if w.hi != 0x63*everyByte || w.lo>>8 != 0x63*everyByte>>8 {
			t.Errorf("after a round on the zero state S%d is %016x%016x, want 63 but for the last byte", i, w.hi, w.lo)
		}
	}
}
