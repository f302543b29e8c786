package qsh

import (
	"math/rand/v2"
	"testing"
)

// differs returns whether the unrolled code gives other results than the generic
// code, for E and for F with this block.
func differs[W word](s [stateWords]W, m [stateWords / 2]W, flag W,
	permute func(s *[stateWords]W), compress func(h *[stateWords]W, block []byte, flag W)) (e, f bool) {
	want, got := s, s
	permuteGeneric(&want)
	permute(&got)
	e = got != want

	want, got = s, s
	compressGeneric(&want, &m, flag)
	compress(&got, bytesOf(m[:]), flag)
	return e, got != want
}

func compressBytes32(h *[stateWords]uint32, block []byte, flag uint32) {
	compress32(h, (*[BlockSize512]byte)(block), flag)
}

func compressBytes64(h *[stateWords]uint64, block []byte, flag uint64) {
	compress64(h, (*[BlockSize1024]byte)(block), flag)
}

func testUnrolled[W word](t *testing.T,
	permute func(s *[stateWords]W), compress func(h *[stateWords]W, block []byte, flag W)) {
	w := wordBits[W]()
	rng := rand.New(rand.NewPCG(1, 2))
	// Every single bit of state and block, then random ones.
	for n := range stateWords*w + 500 {
		var s [stateWords]W
		var m [stateWords / 2]W
		if n < stateWords*w {
			s[n/w] = 1 << (n % w)
			m[n/w/2] = 1 << (n % w)
		} else {
			for j := range s {
				s[j] = W(rng.Uint64())
			}
			for j := range m {
				m[j] = W(rng.Uint64())
			}
		}
		if e, f := differs(s, m, W(n%16), permute, compress); e || f {
			t.Fatalf("state %d: unrolled code differs from generic: E %v, F %v", n, e, f)
		}
	}
}

func TestUnrolled32(t *testing.T) { testUnrolled(t, permute32, compressBytes32) }
func TestUnrolled64(t *testing.T) { testUnrolled(t, permute64, compressBytes64) }

func FuzzUnrolled(f *testing.F) {
	f.Add(make([]byte, 96*8), uint8(0))
	f.Fuzz(func(t *testing.T, data []byte, flag uint8) {
		data = append(data, make([]byte, 96*8)...)
		words := wordsOf[uint64](data[:96*8])
		var narrow []uint32
		for _, x := range words {
			narrow = append(narrow, uint32(x)^uint32(x>>32))
		}
		e, c := differs([stateWords]uint32(narrow), [stateWords / 2]uint32(narrow[stateWords:]), uint32(flag),
			permute32, compressBytes32)
		if e || c {
			t.Errorf("w = 32: unrolled code differs from generic: E %v, F %v", e, c)
		}
		e, c = differs([stateWords]uint64(words), [stateWords / 2]uint64(words[stateWords:]), uint64(flag),
			permute64, compressBytes64)
		if e || c {
			t.Errorf("w = 64: unrolled code differs from generic: E %v, F %v", e, c)
		}
	})
}

// TestSymmetry shows what the package documentation warns of: E commutes with a
// rotation of the coordinate x2, so states that do not depend on it stay so, and
// the zero state is a fixed point.
func TestSymmetry(t *testing.T) {
	testSymmetry(t, permute32)
	testSymmetry(t, permute64)
}

func testSymmetry[W word](t *testing.T, permute func(s *[stateWords]W)) {
	rotate := func(s [stateWords]W) (r [stateWords]W) {
		for x0 := range 4 {
			for x1 := range 4 {
				for x2 := range 4 {
					r[at(x0, x1, x2)] = s[at(x0, x1, x2+1)]
				}
			}
		}
		return r
	}
	rng := rand.New(rand.NewPCG(3, 4))
	var s [stateWords]W
	for j := range s {
		s[j] = W(rng.Uint64())
	}
	r := rotate(s)
	permute(&s)
	permute(&r)
	if r != rotate(s) {
		t.Errorf("w = %d: E does not commute with a rotation of x2", wordBits[W]())
	}
	var zero [stateWords]W
	if permute(&zero); zero != [stateWords]W{} {
		t.Errorf("w = %d: E changes the zero state", wordBits[W]())
	}
}

func BenchmarkPermutation(b *testing.B) {
	benchmarkPermutation(b, "w=32/kernel=generic", permuteGeneric[uint32])
	benchmarkPermutation(b, "w=32/kernel=unrolled", permute32)
	benchmarkPermutation(b, "w=64/kernel=generic", permuteGeneric[uint64])
	benchmarkPermutation(b, "w=64/kernel=unrolled", permute64)
}

func benchmarkPermutation[W word](b *testing.B, name string, permute func(s *[stateWords]W)) {
	b.Run(name, func(b *testing.B) {
		s := [stateWords]W{1}
		b.ReportAllocs()
		for b.Loop() {
			permute(&s)
		}
	})
}
