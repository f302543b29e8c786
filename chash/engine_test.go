package chash

import (
	"encoding/binary"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/hashassay/assay/internal/hashtest"
)

// load and store convert the state of the generic permutation.

func (s *nibbles) load(p *value) {
	for n, b := range p {
		s[n/32][2*(n%32)] = b >> 4
		s[n/32][2*(n%32)+1] = b & 15
	}
}

func (s *nibbles) store(p *value) {
	for n := range p {
		p[n] = s[n/32][2*(n%32)]<<4 | s[n/32][2*(n%32)+1]
	}
}

// sliced returns p as a state of the fast permutation.
func sliced(p *value) *state {
	var s state
	s.load(p)
	return &s
}

// TestConstants computes the constants from pi and from the square root of 2.
func TestConstants(t *testing.T) {
	fraction := hashtest.Pi(32 * rounds).Bytes()[1:] // without the 3
	for r, c := range roundConstant {
		if want := binary.BigEndian.Uint32(fraction[4*r:]); c != want {
			t.Errorf("constant of round %d is %08x, want %08x", r, c, want)
		}
	}

	root := new(big.Int).Sqrt(new(big.Int).Lsh(big.NewInt(2), 2*72)) // 18 digits of fraction
	for i := range columnConstant {
		digit := new(big.Int).Rsh(root, uint(4*(rows-1-i))).Uint64() & 15
		if got := columnConstant[i]; uint64(got) != digit {
			t.Errorf("column constant %d is %x, want %x", i, got, digit)
		}
	}
}

// TestSbox checks what the specification says about the S-box.
func TestSbox(t *testing.T) {
	seen := 0
	for x, y := range sbox {
		seen |= 1 << y
		if x == int(y) {
			t.Errorf("%x is a fixed point", x)
		}
	}
	if seen != 1<<16-1 {
		t.Error("the S-box is not bijective")
	}
	uniformity := 0
	for a := 1; a < 16; a++ {
		var count [16]int
		for x := range sbox {
			d := sbox[x] ^ sbox[x^a]
			count[d]++
			uniformity = max(uniformity, count[d])
		}
	}
	if uniformity != 4 {
		t.Errorf("differential uniformity %d, want 4", uniformity)
	}
}

// TestMLayer compares with the sums that the specification gives as a cross-check.
func TestMLayer(t *testing.T) {
	fromL := [2][]int{
		{0, 3, 5, 6, 11, 12, 13, 14, 15, 16, 19, 20, 21, 26, 27, 30, 31},
		{3, 4, 6, 9, 11, 13, 15, 22, 25, 26, 27, 30},
	}
	fromR := [2][]int{
		{3, 4, 6, 13, 15, 19, 21, 22, 26, 27, 28, 31},
		{3, 4, 5, 9, 10, 20, 25, 27, 30},
	}
	rng := rand.New(rand.NewPCG(3, 4))
	var s, want nibbles
	for i := range s {
		for j := range s[i] {
			s[i][j] = byte(rng.UintN(16))
		}
		for h := range 2 {
			for k := range half {
				sum := byte(0)
				for _, e := range fromL[h] {
					sum ^= s[i][(k+e)%half]
				}
				for _, e := range fromR[h] {
					sum ^= s[i][half+(k+e)%half]
				}
				want[i][half*h+k] = sum
			}
		}
	}
	if mLayer(&s); s != want {
		t.Error("the M-layer is not the sums of the specification")
	}
}

// TestInitialValue makes the initial call with the generic permutation.
func TestInitialValue(t *testing.T) {
	for _, in := range []instance{chash512, chash1024} {
		var x value
		binary.BigEndian.PutUint16(x[blockSize-2:], uint16(8*in.size()))
		binary.BigEndian.PutUint64(x[valueSize:], counter(in.blockLane(), 0))
		var s nibbles
		s.load(&x)
		engineGeneric(&s)
		var h value
		s.store(&h)
		for n := range blockSize {
			if in == chash1024 {
				h[n] ^= x[n]
			}
			h[blockSize+n] ^= x[n] // the right half of x is zero
		}
		clear(h[valueSize:])
		if got := initialValue[in]; got != h {
			t.Errorf("%v: the initial value is not the result of the initial call", in)
		}
	}
}

// TestSlices follows each bit to its place in the words, and back.
func TestSlices(t *testing.T) {
	for n := range 8 * stateSize {
		var p value
		p[n/8] = 0x80 >> (n % 8)
		row, column, plane := n/256, n/4%64, 3-n%4
		var want state
		want[8*(row%3)+4*(column/32)+plane] = 1 << (2*(column%32) + row/3)
		s := sliced(&p)
		if *s != want {
			t.Fatalf("bit %d of the state is at the wrong place", n)
		}
		var back value
		if s.store(&back); back != p {
			t.Fatalf("bit %d of the state is stored at the wrong place", n)
		}
		if s.clearCounter(); (*s == state{}) != (n >= 8*valueSize) {
			t.Fatalf("clearCounter is wrong about bit %d of the state", n)
		}
	}
}

func TestEngine(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	// Every single bit of the state, then random states.
	for n := range 8*stateSize + 500 {
		var p value
		if n < 8*stateSize {
			p[n/8] = 1 << (n % 8)
		} else {
			for j := range p {
				p[j] = byte(rng.Uint32())
			}
		}
		testEngine(t, &p)
	}
}

// testEngine compares the fast permutation of p with the generic one.
func testEngine(t *testing.T, p *value) {
	t.Helper()
	var want nibbles
	want.load(p)
	engineGeneric(&want)
	s := sliced(p)
	engine(s)
	var b value
	s.store(&b)
	var got nibbles
	if got.load(&b); got != want {
		t.Fatalf("the fast permutation of %x differs from the generic one", *p)
	}
}

func FuzzEngine(f *testing.F) {
	f.Add(make([]byte, stateSize))
	f.Fuzz(func(t *testing.T, data []byte) {
		var p value
		copy(p[:], data)
		testEngine(t, &p)
	})
}

func BenchmarkEngine(b *testing.B) {
	b.Run("kernel=generic", func(b *testing.B) {
		var s nibbles
		b.ReportAllocs()
		for b.Loop() {
			engineGeneric(&s)
		}
	})
	b.Run("kernel=sliced", func(b *testing.B) {
		var s state
		b.ReportAllocs()
		for b.Loop() {
			engine(&s)
		}
	})
}
