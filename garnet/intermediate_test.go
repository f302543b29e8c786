package garnet

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
)

// expectation are the states of testdata/intermediate.txt by heading.
type expectation map[string]state

func intermediate(t *testing.T) expectation {
	t.Helper()
	const file = "testdata/intermediate.txt"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	states := expectation{}
	for _, paragraph := range strings.Split(string(text), "\n\n") {
		heading, rest, _ := strings.Cut(paragraph, "\n")
		if strings.HasPrefix(heading, "#") {
			continue
		}
		fields := strings.Fields(rest)
		if len(fields) != cells {
			t.Fatalf("%s: %q has %d words, want %d", file, heading, len(fields), cells)
		}
		var s state
		for i, f := range fields {
			if len(f) != 32 {
				t.Fatalf("%s: %q word %d has %d digits", file, heading, i, len(f))
			}
			for half, to := range []*uint64{&s[i].hi, &s[i].lo} {
				if *to, err = strconv.ParseUint(f[16*half:16*half+16], 16, 64); err != nil {
					t.Fatalf("%s: %q word %d: %v", file, heading, i, err)
				}
			}
		}
		states[heading] = s
	}
	return states
}

// expect compares a state with the one under heading, and takes that one off
// the map.
func (states expectation) expect(t *testing.T, heading string, got state) {
	t.Helper()
	want, ok := states[heading]
	if !ok {
		t.Errorf("no intermediate value %q", heading)
	}
	delete(states, heading)
	for i := range got {
		if got[i] != want[i] {
			t.Errorf("%s: word %d is %016x%016x, want %016x%016x", heading, i, got[i].hi, got[i].lo, want[i].hi, want[i].lo)
			return
		}
	}
}

// expectSliced is expect for a sliced state.
func (states expectation) expectSliced(t *testing.T, heading string, x *sliced) {
	t.Helper()
	var s state
	x.words(&s)
	states.expect(t, heading, s)
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
	states := intermediate(t)

	s := counting()
	sigma(&s, 0)
	states.expect(t, "counting sigma", s)
	rho(&s)
	states.expect(t, "counting rho", s)
	theta(&s, 1)
	states.expect(t, "counting theta", s)
	zeta(&s)
	states.expect(t, "counting zeta", s)

	calls := map[call]bool{} // all calls of all instances
	for in := range instanceCount {
		p := in.parameters()
		calls[p.absorbing], calls[p.middle], calls[p.squeeze] = true, true, true
	}
	for c := range calls {
		var x sliced
		x.permute(c)
		states.expectSliced(t, fmt.Sprintf("zero %d %d", c.rounds, c.key), &x)
	}

	for in := range instanceCount {
		p := in.parameters()
		if in != garnet1024DM4x4 { // the same as Garnet_1024 for so short a message
			abc := make([]byte, p.blockSize())
			copy(abc, "abc\x80")
			var x sliced
			x.slice(p.start)
			p.absorbBlock(&x, abc, true)
			states.expectSliced(t, fmt.Sprintf("abc %v absorb", in), &x)

			x.addLength(24)
			x.permute(p.middle)
			states.expectSliced(t, fmt.Sprintf("abc %v middle", in), &x)
			x.permute(p.squeeze)
			states.expectSliced(t, fmt.Sprintf("abc %v squeeze", in), &x)
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
			states.expectSliced(t, fmt.Sprintf("ascending %v 1", in), &x)
			p.absorbBlock(&x, message[p.blockSize():], true)
			states.expectSliced(t, fmt.Sprintf("ascending %v 2", in), &x)
		}
	}

	for heading := range states {
		t.Errorf("intermediate value %q was not compared", heading)
	}
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
