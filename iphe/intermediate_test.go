package iphe

import (
	"bytes"
	"fmt"
	"maps"
	"testing"

	"github.com/hashassay/assay/internal/hashtest"
)

// TestIntermediateValues follows the specification's worked examples: every
// value of the file is reached and compared.
func TestIntermediateValues(t *testing.T) {
	states := hashtest.ReadIntermediate(t)

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
				states.Expect(t, heading, s)
			}
		}
	}

	for name, round := range unrolled {
		s = [words]uint64{}
		all := maps.Clone(states)
		round(&s, &roundConstants[0])
		for big := 1; big < 5; big++ {
			round(&s, &roundConstants[big])
			all.Expect(t, fmt.Sprintf("zero big %d", big), s)
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
	states.Expect(t, "counting f", s)

	hashtest.EachKernel(t, kernels, func(t *testing.T) {
		states := maps.Clone(states)
		for _, in := range []instance{iphe512, iphe768, iphe1024} {
			abc := make([]byte, in.rate())
			copy(abc, "abc\x80")
			abc[in.rate()-1] |= 1
			var a state
			a.absorb(abc, in.rate())
			states.Expect(t, "abc "+in.String(), a)

			testTwoBlocks(t, states, in)
		}
		states.ExpectNoMore(t)
	})
}

// testTwoBlocks absorbs r one-bits and the block of padding behind them. A
// message of one block cannot show the feed-forward, since the capacity is zero.
func testTwoBlocks(t *testing.T, states hashtest.Intermediate, in instance) {
	t.Helper()
	rate := in.rate()
	ones := bytes.Repeat([]byte{0xff}, rate)
	padding := make([]byte, rate)
	padding[0], padding[rate-1] = 0x80, 0x01

	var s state
	s.absorb(ones, rate)
	states.Expect(t, fmt.Sprintf("ones %v first", in), s)

	f := [words]uint64(s)
	for j := range rate / 8 {
		f[j] ^= load((*[8]byte)(padding[8*j:]))
	}
	permuteGeneric(&f)
	states.Expect(t, fmt.Sprintf("ones %v f", in), f)

	s.absorb(padding, rate)
	states.Expect(t, fmt.Sprintf("ones %v second", in), s)

	digest := make([]byte, in.size())
	s.output(digest, rate)
	d := &Digest{instance: in}
	d.Write(ones)
	if got := d.Sum(nil); !bytes.Equal(got, digest) {
		t.Errorf("%v: digest of %d ff bytes is %x, want %x", in, rate, got, digest)
	}
}
