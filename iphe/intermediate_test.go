package iphe

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
)

// intermediate reads the states of testdata/intermediate.txt by heading.
func intermediate(t *testing.T) map[string][words]uint64 {
	t.Helper()
	const file = "testdata/intermediate.txt"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	states := map[string][words]uint64{}
	for _, paragraph := range strings.Split(string(text), "\n\n") {
		heading, rest, _ := strings.Cut(paragraph, "\n")
		if strings.HasPrefix(heading, "#") {
			continue
		}
		var s [words]uint64
		fields := strings.Fields(rest)
		if len(fields) != words {
			t.Fatalf("%s: %q has %d words, want %d", file, heading, len(fields), words)
		}
		for j, f := range fields {
			if s[j], err = strconv.ParseUint(f, 16, 64); err != nil {
				t.Fatalf("%s: %q word %d: %v", file, heading, j, err)
			}
		}
		states[heading] = s
	}
	return states
}

// expect compares a state with the one under heading, and takes that one off
// the map.
func expect(t *testing.T, states map[string][words]uint64, heading string, got [words]uint64) {
	t.Helper()
	want, ok := states[heading]
	if !ok {
		t.Errorf("no intermediate value %q", heading)
	}
	delete(states, heading)
	for j := range got {
		if got[j] != want[j] {
			t.Errorf("%s: word %d is %016x, want %016x", heading, j, got[j], want[j])
			return
		}
	}
}

// TestIntermediateValues follows the specification's worked examples: every
// value of the file is reached and compared.
func TestIntermediateValues(t *testing.T) {
	states := intermediate(t)

	var s [words]uint64 // step by step through the first big round
	for small := range 5 {
		for _, step := range []struct {
			name string
			do   func()
		}{
			{"AC", func() { addConstants(&s, 0, small) }},
			{"GM", func() { mixGroups(&s, small) }},
			{"WR", func() { rotateWords(&s) }},
			{"WP", func() { permuteWords(&s) }},
		} {
			step.do()
			heading := fmt.Sprintf("zero %s 0 %d", step.name, small)
			if _, ok := states[heading]; ok { // the file does not list every step
				expect(t, states, heading, s)
			}
		}
	}

	for name, round := range unrolled {
		s = [words]uint64{}
		all := map[string][words]uint64{}
		for heading, state := range states {
			all[heading] = state
		}
		round(&s, &roundConstants[0])
		for big := 1; big < 5; big++ {
			round(&s, &roundConstants[big])
			expect(t, all, fmt.Sprintf("zero big %d", big), s)
		}
		if t.Failed() {
			t.Fatalf("with the big round %q", name)
		}
	}
	for big := 1; big < 5; big++ {
		delete(states, fmt.Sprintf("zero big %d", big))
	}

	for j := range s {
		s[j] = uint64(j)
	}
	permute(&s)
	expect(t, states, "counting f", s)

	for _, in := range []instance{iphe512, iphe768, iphe1024} {
		abc := make([]byte, in.rate())
		copy(abc, "abc\x80")
		abc[in.rate()-1] |= 1
		var a state
		a.absorb(abc, in.rate())
		expect(t, states, "abc "+in.String(), a)

		testTwoBlocks(t, states, in)
	}

	for heading := range states {
		t.Errorf("intermediate value %q was not compared", heading)
	}
}

// testTwoBlocks absorbs r one-bits and the block of padding behind them. A
// message of one block cannot show the feed-forward, since the capacity is zero.
func testTwoBlocks(t *testing.T, states map[string][words]uint64, in instance) {
	t.Helper()
	rate := in.rate()
	ones := bytes.Repeat([]byte{0xff}, rate)
	padding := make([]byte, rate)
	padding[0], padding[rate-1] = 0x80, 0x01

	var s state
	s.absorb(ones, rate)
	expect(t, states, fmt.Sprintf("ones %v first", in), s)

	f := [words]uint64(s)
	for j := range rate / 8 {
		f[j] ^= load((*[8]byte)(padding[8*j:]))
	}
	permuteGeneric(&f)
	expect(t, states, fmt.Sprintf("ones %v f", in), f)

	s.absorb(padding, rate)
	expect(t, states, fmt.Sprintf("ones %v second", in), s)

	digest := make([]byte, in.size())
	s.output(digest, rate)
	d := &Digest{instance: in}
	d.Write(ones)
	if got := d.Sum(nil); !bytes.Equal(got, digest) {
		t.Errorf("%v: digest of %d ff bytes is %x, want %x", in, rate, got, digest)
	}
}
