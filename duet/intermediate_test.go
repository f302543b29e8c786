package duet

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
	"testing"

	"github.com/hashassay/assay/internal/hashtest"
)

// TestIntermediateValues follows the specification's worked examples: every
// value of the file is reached and compared.
func TestIntermediateValues(t *testing.T) { hashtest.EachKernel(t, kernels, testIntermediateValues) }

func testIntermediateValues(t *testing.T) {
	values := hashtest.ReadIntermediate(t)
	for _, p := range permutations {
		for _, state := range []string{"zero", "counting"} {
			start := make([]uint64, p.words)
			if state == "counting" {
				for t := range start {
					start[t] = 0x0001020304050607 + 0x0808080808080808*uint64(t)
				}
			}
			for i, f := range []string{"f1", "f2"} {
				name := fmt.Sprintf("%s %s %s ", p.name, state, f)
				listed := func(step string, w []uint64) {
					t.Helper()
					if _, ok := values[name+step]; ok { // the file does not list every step
						values.Expect(t, name+step, w)
					}
				}
				w := slices.Clone(start)
				for round, k := range p.constants[i] {
					first := func(step string) {
						t.Helper()
						if round == 0 {
							listed(step, w)
						}
					}
					substituteColumns(w)
					first("SC")
					mixWords(w)
					first("MS")
					addConstant(w, k)
					first("AC")
					mixBits(w)
					first("ML")
					listed(strconv.Itoa(round), w)
				}
				values.Expect(t, name+"all", w)
				for variant, permute := range p.variants {
					got := slices.Clone(start)
					if permute(got, p.constants[i]); !slices.Equal(got, w) {
						t.Errorf("%s%s: got %016x", name, variant, got)
					}
				}
			}
		}
	}
	for _, in := range []instance{duet512, duet768, duet1024} {
		testBlock(t, values, in)
	}
	values.ExpectNoMore(t)
}

// testBlock hashes "abc" by the words of its only block, of which all but the
// first are zero, so that a squeeze after adding that word to a branch is a call
// with the block as input.
func testBlock(t *testing.T, values hashtest.Intermediate, in instance) {
	t.Helper()
	rate, capacity := in.rate()/8, in.capacity()/8
	var s state
	s.a[0] ^= 0x6162638000000000
	s.squeeze(0, in)
	values.Expect(t, fmt.Sprintf("%v abc f1 A", in), s.a[:rate])
	values.Expect(t, fmt.Sprintf("%v abc f1 C", in), s.c[:capacity])
	s.b[slices.Index(sigmas[in], 0)] ^= 0x6162638000000000
	s.squeeze(1, in)
	values.Expect(t, fmt.Sprintf("%v abc f2 B", in), s.b[:rate])
	values.Expect(t, fmt.Sprintf("%v abc f2 C", in), s.c[:capacity])

	var absorbed state
	block := make([]byte, in.rate())
	copy(block, "abc\x80")
	absorbed.absorb(block, in)
	if absorbed != s {
		t.Errorf("%v: absorb differs from the calls one by one", in)
	}
	digest := make([]byte, in.size())
	sum(digest, []byte("abc"), in)
	for i := range in.size() / 8 {
		if got := binary.BigEndian.Uint64(digest[8*i:]); got != s.c[i] {
			t.Errorf("%v: word %d of the digest is %016x, of the capacity %016x", in, i, got, s.c[i])
		}
	}
}

// TestShortMessagesShareFirstCall is what the package documentation says of
// Duet-768 and Duet-1024.
func TestShortMessagesShareFirstCall(t *testing.T) {
	values := hashtest.ReadIntermediate(t)
	wide := slices.Concat(values["Duet-768 abc f1 A"], values["Duet-768 abc f1 C"])
	if !slices.Equal(wide, slices.Concat(values["Duet-1024 abc f1 A"], values["Duet-1024 abc f1 C"])) {
		t.Error("f1 of the first block differs")
	}
}
