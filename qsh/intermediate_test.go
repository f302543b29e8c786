package qsh

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/hashassay/assay/internal/hashtest"
)

// intermediateValues are the values and the test that compares them.
type intermediateValues struct {
	*testing.T
	hashtest.Intermediate
}

func (v intermediateValues) expect(heading string, got any) {
	v.Helper()
	v.Expect(v.T, heading, got)
}

// TestIntermediateValues follows the specification's worked examples: every
// value of the file is reached and compared.
func TestIntermediateValues(t *testing.T) { hashtest.EachKernel(t, kernels, testIntermediateValues) }

func testIntermediateValues(t *testing.T) {
	v := intermediateValues{t, hashtest.ReadIntermediate(t)}
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
	v.ExpectNoMore(t)
}

func intermediatePermutation[W word](v intermediateValues, permute, round func(s *[stateWords]W)) {
	w := wordBits[W]()

	g := [stateWords]W{1, 2, 3, 4}
	quadruple(&g, 0, 1, 2, 3)
	v.expect(fmt.Sprintf("G %d", w), g[:4])

	var counting, s [stateWords]W
	for j := range counting {
		counting[j] = W(j)
	}
	s = counting
	for layer, do := range []func(s *[stateWords]W){layer0[W], layer1[W], layer2[W]} {
		do(&s)
		v.expect(fmt.Sprintf("counting %d layer %d", w, layer), s[:])
	}
	unrolled := counting
	round(&unrolled)
	if unrolled != s {
		v.Errorf("w = %d: the unrolled round differs from the three layers", w)
	}
	s = counting
	permute(&s)
	v.expect(fmt.Sprintf("counting %d E", w), s[:])
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
	v.expect(fmt.Sprintf("symmetric %d", w), slice)
}

func intermediateStart[W word](v intermediateValues, in instance, start [stateWords]W, iv0 W) {
	s := [stateWords]W{iv0}
	layer0(&s)
	layer1(&s)
	layer2(&s)
	v.expect(fmt.Sprintf("start %v round 1", in), s[:])
	v.expect(fmt.Sprintf("start %v H(0)", in), start[:])
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
			v.expect(heading, h.words32[:])
		} else {
			v.expect(heading, h.words64[:])
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
		v.expect(heading(node), value)
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
	for heading := range v.Intermediate {
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
		v.expect(heading, digest)
	}
}
