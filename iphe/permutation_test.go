package iphe

import (
	"encoding/binary"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/hashassay/assay/internal/hashtest"
)

// unrolled are the unrolled big rounds; all are compiled and tested everywhere.
var unrolled = map[string]func(s, constants *[words]uint64){
	"shift": bigRoundShift,
	"chain": bigRoundChain,
}

// permuteUnrolled is permute with a given big round.
func permuteUnrolled(round func(s, constants *[words]uint64), s *[words]uint64) {
	for i := range roundConstants {
		round(s, &roundConstants[i])
	}
}

// TestConstants computes the constants from pi.
func TestConstants(t *testing.T) {
	fraction := hashtest.Pi(26 * 64).Bytes()[1:] // without the 3
	got := append(append(alpha[:], beta[:]...), gamma[:]...)
	for k, c := range got {
		if want := binary.BigEndian.Uint64(fraction[8*k:]); c != want {
			t.Errorf("constant %d is %016x, want %016x", k, c, want)
		}
	}
}

// TestLoad follows each message bit to its place in the word.
func TestLoad(t *testing.T) {
	for p := range 64 {
		var block [8]byte
		block[p/8] = 0x80 >> (p % 8)
		if got := load(&block); got != 1<<p {
			t.Errorf("message bit %d is loaded as %016x, want bit %d", p, got, p)
		}
	}
}

// TestTargetGroup compares with the tables of the specification.
func TestTargetGroup(t *testing.T) {
	for groups, table := range map[int][]int{
		16: {8, 9, 10, 11, 12, 13, 14, 15, 4, 5, 6, 7, 2, 3, 1, 0},
		8:  {4, 5, 6, 7, 2, 3, 1, 0},
		4:  {2, 3, 1, 0},
		2:  {1, 0},
		1:  {0},
	} {
		for g, want := range table {
			if got := targetGroup(g, groups); got != want {
				t.Errorf("target of group %d of %d is %d, want %d", g, groups, got, want)
			}
		}
	}
}

func TestUnrolledPermutations(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for name, round := range unrolled {
		t.Run(name, func(t *testing.T) {
			// Every single bit of the state, then random states.
			for n := range 64*words + 500 {
				var s [words]uint64
				if n < 64*words {
					s[n/64] = 1 << (n % 64)
				} else {
					for j := range s {
						s[j] = rng.Uint64()
					}
				}
				want := s
				permuteGeneric(&want)
				permuteUnrolled(round, &s)
				if s != want {
					t.Fatalf("state %d: the unrolled permutation differs from the generic one", n)
				}
			}
		})
	}
	used := "shift"
	if runtime.GOARCH == "amd64" {
		used = "chain"
	}
	t.Logf("on %s, hashes use the big round %q", runtime.GOARCH, used)
}

func FuzzUnrolledPermutations(f *testing.F) {
	f.Add(make([]byte, 8*words))
	f.Fuzz(func(t *testing.T, data []byte) {
		var s [words]uint64
		for j := range s {
			if len(data) >= 8 {
				s[j] = binary.LittleEndian.Uint64(data)
				data = data[8:]
			}
		}
		want := s
		permuteGeneric(&want)
		for name, round := range unrolled {
			got := s
			permuteUnrolled(round, &got)
			if got != want {
				t.Errorf("%s: the unrolled permutation differs from the generic one", name)
			}
		}
	})
}

func BenchmarkPermutation(b *testing.B) {
	run := func(name string, permute func(s *[words]uint64)) {
		b.Run("kernel="+name, func(b *testing.B) {
			var s [words]uint64
			b.ReportAllocs()
			for b.Loop() {
				permute(&s)
			}
		})
	}
	run("generic", permuteGeneric)
	for _, name := range []string{"shift", "chain"} {
		run(name, func(s *[words]uint64) { permuteUnrolled(unrolled[name], s) })
	}
}
