package garnet

import (
	"encoding/binary"
	"encoding/hex"
	"math/rand/v2"
	"strings"
	"testing"
)

// sbox is the S-box of AES, from the specification.
const sbox = `
637c777bf26b6fc53001672bfed7ab76 ca82c97dfa5947f0add4a2af9ca472c0
b7fd9326363ff7cc34a5e5f171d83115 04c723c31896059a071280e2eb27b275
09832c1a1b6e5aa0523bd6b329e32f84 53d100ed20fcb15b6acbbe394a4c58cf
d0efaafb434d338545f9027f503c9fa8 51a3408f929d38f5bcb6da2110fff3d2
cd0c13ec5f974417c4a77e3d645d1973 60814fdc222a908846eeb814de5e0bdb
e0323a0a4906245cc2d3ac629195e479 e7c8376d8dd54ea96c56f4ea657aae08
ba78252e1ca6b4c6e8dd741f4bbd8b8a 703eb5664803f60e613557b986c11d9e
e1f8981169d98e949b1e87e9ce5528df 8ca1890dbfe6426841992d0fb054bb16`

func TestSubBytes(t *testing.T) {
	table, err := hex.DecodeString(strings.Join(strings.Fields(sbox), ""))
	if err != nil || len(table) != 256 {
		t.Fatalf("S-box of %d bytes, error %v", len(table), err)
	}
	for b, want := range table {
		for place := range 8 { // between other bytes
			x := 0x5c*uint64(everyByte)&^(0xff<<(8*place)) | uint64(b)<<(8*place)
			if got := byte(subBytes(x) >> (8 * place)); got != want {
				t.Errorf("S-box of %02x in byte %d of %016x is %02x, want %02x", b, place, x, got, want)
			}
		}
	}
}

// TestMatrix checks what follows from T being a circulant matrix whose rows add
// up to 1: equal words stay, the sum of the words stays, and its fourth power is
// the identity.
func TestMatrix(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	for _, reduction := range []uint64{0x87, 0x20008005} {
		var v [4]word
		for i := range v {
			v[i] = word{rng.Uint64(), rng.Uint64()}
		}
		sum := func(v [4]word) word { return v[0].xor(v[1]).xor(v[2]).xor(v[3]) }
		w := v
		for n := range 4 {
			mix(&w[0], &w[1], &w[2], &w[3], reduction)
			if sum(w) != sum(v) {
				t.Errorf("%#x: the sum of the words has changed", reduction)
			}
			if (w == v) != (n == 3) {
				t.Errorf("%#x: power %d of the matrix: identity is %v", reduction, n+1, w == v)
			}
		}
		e := [4]word{v[0], v[0], v[0], v[0]}
		mix(&e[0], &e[1], &e[2], &e[3], reduction)
		if e != [4]word{v[0], v[0], v[0], v[0]} {
			t.Errorf("%#x: equal words have changed", reduction)
		}
	}
}

// TestSlicePlaces follows every bit of the state to its place in the sliced
// state and back.
func TestSlicePlaces(t *testing.T) {
	for n := range 128 * cells {
		i, j, p := n/128, n/8%16, n%8 // word, byte, bit
		var s, back state
		if j < 8 {
			s[i].lo = 1 << (8*j + p)
		} else {
			s[i].hi = 1 << (8*(j-8) + p)
		}
		c, r := j/4, j%4
		var x, want sliced
		want[8*r+p] = 1 << (4*i + c)
		x.slice(&s)
		if x != want {
			t.Fatalf("bit %d of byte %d of S%d is at %x, want %x", p, j, i, x, want)
		}
		if x.words(&back); back != s {
			t.Fatalf("bit %d of byte %d of S%d comes back at %x", p, j, i, back)
		}
	}
}

// TestFedForward compares the mask with the cells of the specification.
func TestFedForward(t *testing.T) {
	var want uint64
	for _, cell := range []int{1, 2, 4, 7, 8, 11, 12, 13, 14} {
		want |= 0xf << (4 * cell)
	}
	if fedForward != want {
		t.Errorf("the fed forward cells have the mask %016x, want %016x", uint64(fedForward), want)
	}
}

// permuteSliced is the sliced permutation on words.
func permuteSliced(s *state, c call) {
	var x sliced
	x.slice(s)
	x.permute(c)
	x.words(s)
}

func TestSlicedPermutation(t *testing.T) {
	check := func(what string, n int, s state, c call) {
		t.Helper()
		want := s
		permuteGeneric(&want, c)
		if permuteSliced(&s, c); s != want {
			t.Fatalf("%s %d, %d rounds, key %d: the sliced permutation differs from the generic one", what, n, c.rounds, c.key)
		}
	}
	for n := range 128 * cells { // every single bit
		var s state
		if n%2 == 0 {
			s[n/128].lo = 1 << (n % 128 / 2)
		} else {
			s[n/128].hi = 1 << (n % 128 / 2)
		}
		check("single bit", n, s, call{1, 0})
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for n := range 300 {
		var s state
		for i := range s {
			s[i] = word{rng.Uint64(), rng.Uint64()}
		}
		check("random state", n, s, call{n % (maxRounds + 1), byte(n % 16)})
	}
	t.Log("hashes use the sliced permutation")
}

// TestKeysFit checks that no key has bits that the sliced permutation ignores.
func TestKeysFit(t *testing.T) {
	for in := range instanceCount {
		p := in.parameters()
		for _, c := range []call{p.absorbing, p.middle, p.squeeze} {
			if c.key >= 16 || c.rounds > maxRounds {
				t.Errorf("%v: %d rounds with key %d", in, c.rounds, c.key)
			}
		}
	}
}

func FuzzSlicedPermutation(f *testing.F) {
	f.Add(make([]byte, 16*cells), byte(10), byte(0))
	f.Fuzz(func(t *testing.T, data []byte, rounds, key byte) {
		var s state
		for i := range s {
			if len(data) >= 16 {
				s[i] = word{binary.LittleEndian.Uint64(data), binary.LittleEndian.Uint64(data[8:])}
				data = data[16:]
			}
		}
		c := call{int(rounds % (maxRounds + 1)), key % 16}
		want := s
		permuteGeneric(&want, c)
		if permuteSliced(&s, c); s != want {
			t.Errorf("%d rounds, key %d: the sliced permutation differs from the generic one", c.rounds, c.key)
		}
	})
}

func BenchmarkPermutation(b *testing.B) {
	c := call{10, 0}
	b.Run("kernel=generic", func(b *testing.B) {
		var s state
		b.ReportAllocs()
		for b.Loop() {
			permuteGeneric(&s, c)
		}
	})
	b.Run("kernel=sliced", func(b *testing.B) {
		var x sliced
		b.ReportAllocs()
		for b.Loop() {
			x.permute(c)
		}
	})
}
