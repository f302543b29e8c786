package duet

import (
	"encoding/binary"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/hashassay/assay/internal/hashtest"
)

// variant is one way to compute a permutation.
type variant func(w, constants []uint64)

// permutations are f-960 and f-1920 in all their variants: the unrolled ones, which are
// compiled and tested everywhere, and that of the kernel in use.
var permutations = []struct {
	name      string
	words     int
	constants [2][]uint64
	variants  map[string]variant
}{
	{
		"f-960", words960, [2][]uint64{constants960[0][:], constants960[1][:]},
		map[string]variant{
			"memory": func(w, k []uint64) { permute960Memory((*[words960]uint64)(w), (*[rounds960]uint64)(k)) },
			"locals": func(w, k []uint64) { permute960Locals((*[words960]uint64)(w), (*[rounds960]uint64)(k)) },
			"in use": func(w, k []uint64) { call960((*[words960]uint64)(w), (*[rounds960]uint64)(k)) },
		},
	},
	{
		"f-1920", words1920, [2][]uint64{constants1920[0][:], constants1920[1][:]},
		map[string]variant{
			"memory": func(w, k []uint64) { permute1920Memory((*[words1920]uint64)(w), (*[rounds1920]uint64)(k)) },
			"locals": func(w, k []uint64) { permute1920Locals((*[words1920]uint64)(w), (*[rounds1920]uint64)(k)) },
			"in use": func(w, k []uint64) { call1920((*[words1920]uint64)(w), (*[rounds1920]uint64)(k)) },
		},
	},
}

// TestSubstituteColumns compares with the specification's table, at every bit
// position of every column and with everything else varying.
func TestSubstituteColumns(t *testing.T) {
	table := [32]byte{
		0x1a, 0x09, 0x10, 0x17, 0x07, 0x08, 0x15, 0x0e, 0x19, 0x1f, 0x1e, 0x0c, 0x1b, 0x01, 0x04, 0x0a,
		0x05, 0x13, 0x0d, 0x0f, 0x16, 0x1c, 0x06, 0x18, 0x11, 0x12, 0x14, 0x03, 0x1d, 0x02, 0x00, 0x0b,
	}
	inverse := [32]byte{
		0x1e, 0x0d, 0x1d, 0x1b, 0x0e, 0x10, 0x16, 0x04, 0x05, 0x01, 0x0f, 0x1f, 0x0b, 0x12, 0x07, 0x13,
		0x02, 0x18, 0x19, 0x11, 0x1a, 0x06, 0x14, 0x03, 0x17, 0x08, 0x00, 0x0c, 0x15, 0x1c, 0x0a, 0x09,
	}
	for u, v := range table {
		if int(inverse[v]) != u {
			t.Fatalf("the two tables of the specification disagree at %#02x", u)
		}
	}
	// number reads the five bits of column j at position k, row 0 on top.
	number := func(w []uint64, j, k int) (u byte) {
		for _, x := range w[5*j : 5*j+5] {
			u = u<<1 | byte(x>>k&1)
		}
		return u
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		before := randomWords(rng, words1920)
		after := slices.Clone(before)
		substituteColumns(after)
		for j := range words1920 / 5 {
			for k := range 64 {
				if u, v := number(before, j, k), number(after, j, k); v != table[u] {
					t.Fatalf("S(%#02x) is %#02x, want %#02x", u, v, table[u])
				}
			}
		}
	}
}

// TestMixWordsInverse undoes MS by the inverse that the specification gives.
func TestMixWordsInverse(t *testing.T) {
	for _, inverse := range []struct {
		words   int
		offsets []int
	}{
		{words960, []int{0, 2, 3, 5, 10, 13, 14}},
		{words1920, []int{1, 3, 5, 8, 12, 19, 20, 21, 22, 23, 24, 25, 27}},
	} {
		w := randomWords(rand.New(rand.NewPCG(3, 4)), inverse.words)
		mixed := slices.Clone(w)
		mixWords(mixed)
		for i := range w {
			var sum uint64
			for _, o := range inverse.offsets {
				sum ^= mixed[(i+o)%len(w)]
			}
			if sum != w[i] {
				t.Errorf("%d words: word %d is %016x after MS and its inverse, was %016x", len(w), i, sum, w[i])
			}
		}
	}
}

// TestConstants computes the constants from pi and e = 1/0! + 1/1! + 1/2! + ...
func TestConstants(t *testing.T) {
	const bits, guard = 2 * rounds1920 * 64, 64 // guard bits for the rounding errors of the series
	one := new(big.Int).Lsh(big.NewInt(1), bits+guard)
	e, term := new(big.Int), new(big.Int).Set(one)
	for k := int64(1); term.Sign() != 0; k++ {
		e.Add(e, term)
		term.Div(term, big.NewInt(k))
	}
	for i, number := range []*big.Int{hashtest.Pi(bits), e.Rsh(e, guard)} {
		fraction := number.Bytes()[1:] // without the integer part
		p := permutations[i]
		for k, c := range slices.Concat(p.constants[0], p.constants[1]) {
			if want := binary.BigEndian.Uint64(fraction[8*k:]); c != want {
				t.Errorf("%s: constant %d is %016x, want %016x", p.name, k, c, want)
			}
		}
	}
}

func TestPermutations(t *testing.T) { hashtest.EachKernel(t, kernels, testPermutations) }

func testPermutations(t *testing.T) {
	for _, p := range permutations {
		for name, permute := range p.variants {
			t.Run(p.name+"/"+name, func(t *testing.T) {
				rng := rand.New(rand.NewPCG(5, 6))
				// Every single bit of the state, then random states.
				for n := range 64*p.words + 500 {
					w := make([]uint64, p.words)
					if n < 64*p.words {
						w[n/64] = 1 << (n % 64)
					} else {
						w = randomWords(rng, p.words)
					}
					constants := p.constants[n%2]
					want := slices.Clone(w)
					permuteGeneric(want, constants)
					if permute(w, constants); !slices.Equal(w, want) {
						t.Fatalf("state %d: the permutation differs from the generic one", n)
					}
				}
			})
		}
	}
	name := "locals"
	if inMemory {
		name = "memory"
	}
	t.Logf("the portable kernel uses the variant %q here", name)
}

func FuzzPermutations(f *testing.F) {
	f.Add(make([]byte, 8*words1920))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, p := range permutations {
			w := make([]uint64, p.words)
			for i := range w {
				if len(data) >= 8*i+8 {
					w[i] = binary.LittleEndian.Uint64(data[8*i:])
				}
			}
			for s, constants := range p.constants {
				want := slices.Clone(w)
				permuteGeneric(want, constants)
				for name, permute := range p.variants {
					got := slices.Clone(w)
					if permute(got, constants); !slices.Equal(got, want) {
						t.Errorf("%s, f%d, %s: the permutation differs from the generic one", p.name, s+1, name)
					}
				}
			}
		}
	})
}

func randomWords(rng *rand.Rand, n int) []uint64 {
	w := make([]uint64, n)
	for i := range w {
		w[i] = rng.Uint64()
	}
	return w
}

func BenchmarkPermutation(b *testing.B) {
	for _, p := range permutations {
		run := func(name string, permute variant) {
			b.Run(fmt.Sprintf("%s/variant=%s", p.name, name), func(b *testing.B) {
				w := make([]uint64, p.words)
				b.ReportAllocs()
				for b.Loop() {
					permute(w, p.constants[0])
				}
			})
		}
		run("generic", permuteGeneric)
		for _, name := range []string{"memory", "locals", "in use"} {
			run(name, p.variants[name])
		}
	}
}
