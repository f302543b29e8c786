package qsh

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
)

// intermediateValues holds the values of testdata/intermediate.txt by heading.
// The test takes out each that it compares.
type intermediateValues struct {
	*testing.T
	values map[string]string
}

func readIntermediate(t *testing.T) intermediateValues {
	t.Helper()
	text, err := os.ReadFile("testdata/intermediate.txt")
	if err != nil {
		t.Fatal(err)
	}
	v := intermediateValues{t, map[string]string{}}
	for _, paragraph := range strings.Split(string(text), "\n\n") {
		heading, rest, _ := strings.Cut(paragraph, "\n")
		if strings.HasPrefix(heading, "#") {
			continue
		}
		if _, double := v.values[heading]; double {
			t.Fatalf("two values %q", heading)
		}
		v.values[heading] = rest
	}
	return v
}

// take returns the text under a heading.
func (v intermediateValues) take(heading string) string {
	v.Helper()
	text, ok := v.values[heading]
	if !ok {
		v.Errorf("no intermediate value %q", heading)
	}
	delete(v.values, heading)
	return text
}

// bytes compares bytes with those under a heading.
func (v intermediateValues) bytes(heading string, got []byte) {
	v.Helper()
	want, err := hex.DecodeString(strings.Join(strings.Fields(v.take(heading)), ""))
	if err != nil {
		v.Fatalf("%s: %v", heading, err)
	}
	if !bytes.Equal(got, want) {
		v.Errorf("%s: got %x, want %x", heading, got, want)
	}
}

// expectWords compares words with those under a heading.
func expectWords[W word](v intermediateValues, heading string, got []W) {
	v.Helper()
	fields := strings.Fields(v.take(heading))
	if len(fields) != len(got) {
		v.Errorf("%s: %d words, want %d", heading, len(got), len(fields))
		return
	}
	for j, f := range fields {
		want, err := strconv.ParseUint(f, 16, wordBits[W]())
		if err != nil {
			v.Fatalf("%s: word %d: %v", heading, j, err)
		}
		if got[j] != W(want) {
			v.Errorf("%s: word %d is %x, want %x", heading, j, got[j], want)
			return
		}
	}
}

// TestIntermediateValues follows the specification's worked examples: every
// value of the file is reached and compared.
func TestIntermediateValues(t *testing.T) {
	v := readIntermediate(t)
	intermediatePermutation(v, permute32, round32)
	intermediatePermutation(v, permute64, round64)
	for _, in := range all {
		if in == qsh512 {
			intermediateStart(v, in, start512, 17)
		} else {
			intermediateStart(v, in, map[instance][stateWords]uint64{qsh768: start768, qsh1024: start1024}[in],
				map[instance]uint64{qsh768: 1, qsh1024: 7}[in])
		}
		intermediateEmpty(v, in)
	}
	intermediateTree(v, qsh512, 5000)
	intermediateTree(v, qsh768, 9000)
	intermediatePatterns(v)
	for heading := range v.values {
		t.Errorf("intermediate value %q was not compared", heading)
	}
}

func intermediatePermutation[W word](v intermediateValues, permute, round func(s *[stateWords]W)) {
	w := wordBits[W]()

	g := [stateWords]W{1, 2, 3, 4}
	quadruple(&g, 0, 1, 2, 3)
	expectWords(v, fmt.Sprintf("G %d", w), g[:4])

	var counting, s [stateWords]W
	for j := range counting {
		counting[j] = W(j)
	}
	s = counting
	for layer, do := range []func(s *[stateWords]W){layer0[W], layer1[W], layer2[W]} {
		do(&s)
		expectWords(v, fmt.Sprintf("counting %d layer %d", w, layer), s[:])
	}
	unrolled := counting
	round(&unrolled)
	if unrolled != s {
		v.Errorf("w = %d: the unrolled round differs from the three layers", w)
	}
	s = counting
	permute(&s)
	expectWords(v, fmt.Sprintf("counting %d E", w), s[:])
	unrolled = counting
	permuteGeneric(&unrolled)
	if unrolled != s {
		v.Errorf("w = %d: the generic permutation differs from the unrolled one", w)
	}

	for x0 := range 4 {
		for x1 := range 4 {
			for x2 := range 4 {
				s[at(x0, x1, x2)] = W(4*x0 + x1)
			}
		}
	}
	permute(&s)
	var slice []W
	for x0 := range 4 {
		for x1 := range 4 {
			for x2 := range 4 {
				if s[at(x0, x1, x2)] != s[at(x0, x1, 0)] {
					v.Errorf("w = %d: the state depends on x2 at x0 = %d, x1 = %d", w, x0, x1)
				}
			}
			slice = append(slice, s[at(x0, x1, 0)])
		}
	}
	expectWords(v, fmt.Sprintf("symmetric %d", w), slice)
}

func intermediateStart[W word](v intermediateValues, in instance, start [stateWords]W, iv0 W) {
	s := [stateWords]W{iv0}
	layer0(&s)
	layer1(&s)
	layer2(&s)
	expectWords(v, fmt.Sprintf("start %v round 1", in), s[:])
	expectWords(v, fmt.Sprintf("start %v H(0)", in), start[:])
}

// intermediateEmpty hashes the empty message by hand: two blocks, of which the
// second is all zero because the length is.
func intermediateEmpty(v intermediateValues, in instance) {
	block := make([]byte, in.blockSize())
	var h chain
	h.start(in)
	for i, flags := range []int{chunkStart, chunkEnd | root} {
		clear(block)
		if i == 0 {
			block[0] = 0x80
		}
		h.compress(in, block, flags)
		heading := fmt.Sprintf("empty %v block %d", in, i)
		if in == qsh512 {
			expectWords(v, heading, h.words32[:])
		} else {
			expectWords(v, heading, h.words64[:])
		}
	}
	digest := make([]byte, in.size())
	h.output(in, digest)
	if got := (&Digest{tree: tree{in: in}}).Sum(nil); !bytes.Equal(got, digest) {
		v.Errorf("%v: digest of the empty message is %x, want %x", in, got, digest)
	}
}

// intermediateTree compares the chaining values of a tree of three chunks: those
// of the oracle, and the levels and the root of the hash itself.
func intermediateTree(v intermediateValues, in instance, n int) {
	heading := func(node string) string { return fmt.Sprintf("tree %v %s", in, node) }
	names := map[[2]int]string{
		{0, 1}: "chunk 0", {1, 1}: "chunk 1", {2, 1}: "chunk 2", {0, 2}: "parent", {0, 3}: "root",
	}
	values := map[string][]byte{}
	msg := pattern(n)
	oracleTrace(in, msg, 8*n, func(first, chunks int, value []byte) {
		node := names[[2]int{first, chunks}]
		values[node] = value
		v.bytes(heading(node), value)
	})
	if len(values) != len(names) {
		v.Errorf("%v: tree of %d nodes, want %d", in, len(values), len(names))
	}

	t, l := tree{in: in}, levels{}
	size := in.blockSize()
	check := func(node string, got []byte) {
		if !bytes.Equal(got, values[node]) {
			v.Errorf("%v: %s is %x, want %x", in, node, got, values[node])
		}
	}
	t.absorb(msg[:16*size], &l)
	check("chunk 0", l[0][:in.cvSize()])
	t.absorb(msg[16*size:32*size], &l)
	check("parent", l[1][:in.cvSize()])
	whole := n / size * size
	t.absorb(msg[32*size:whole], &l)
	value := make([]byte, in.cvSize()) // not cut to the digest
	t.finish(value, msg[whole:], 0, 0, &l)
	check("root", value)
}

// intermediatePatterns compares digests of long messages, one-shot and in
// pieces that do not fit the blocks.
func intermediatePatterns(v intermediateValues) {
	for heading := range v.values {
		var digestBits, n int
		if _, err := fmt.Sscanf(heading, "pattern QSH-%d %d", &digestBits, &n); err != nil {
			continue
		}
		in := instance((digestBits - 512) / 256)
		msg := pattern(n)
		digest := make([]byte, in.size())
		sum(digest, msg, 0, 0, in)
		d := &Digest{tree: tree{in: in}}
		for p := msg; len(p) > 0; {
			k := min(10007, len(p))
			d.Write(p[:k])
			p = p[k:]
		}
		if got := d.Sum(nil); !bytes.Equal(got, digest) {
			v.Errorf("%s: in pieces %x, in one %x", heading, got, digest)
		}
		v.bytes(heading, digest)
	}
}
