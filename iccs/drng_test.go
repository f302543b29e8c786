package iccs

import (
	"bytes"
	"encoding/hex"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// Check values of the programme's generator, seeded for KAT_2_12.
const (
	initialV = "ff9a9d0490c986b1702a1661ba7e72ec240c77a802416e98e53ce4ee42abaf5fb6da7484ee7c5870cda6242a338d90555bdc6263fae274"
	initialC = "283fc5f39adcd7c2c7e18d7f1f7b42cee6700fba7d791c9eed7698ddd979bf07c21a971841f32108e105f1ce5b3abb979dfe6d35ced27a"
	// get(0), get(1), ..., get(17); the first is empty
	firstRequests = " 80 40 A0 90 C0 A8 50 3D 0E00 0A00 AC20 58C0 1250 21BC 10B2 408D 7A8B80"
)

func TestSeed(t *testing.T) {
	for _, f := range Files() {
		if got, want := string(f.seed()), strings.Repeat(string(f), 8); got != want || len(got) != 64 {
			t.Errorf("seed of %s = %q", f, got)
		}
	}
}

func TestDRNGInit(t *testing.T) {
	d := NewDRNG(KAT212.seed())
	if got := hex.EncodeToString(d.v[:]); got != initialV {
		t.Errorf("V = %s, want %s", got, initialV)
	}
	if got := hex.EncodeToString(d.c[:]); got != initialC {
		t.Errorf("C = %s, want %s", got, initialC)
	}
	if d.r != 1 {
		t.Errorf("R = %d, want 1", d.r)
	}
}

func TestDRNGRequests(t *testing.T) {
	d := NewDRNG(KAT212.seed())
	for bits, want := range strings.Split(firstRequests, " ") {
		got, err := io.ReadAll(d.Request(uint64(bits)))
		if err != nil {
			t.Fatal(err)
		}
		if s := string(appendHex(nil, got)); s != want {
			t.Errorf("get(%d) = %s, want %s", bits, s, want)
		}
	}
}

// A request counts when it is made, whether it is read or not.
func TestDRNGUnreadRequest(t *testing.T) {
	read, unread := NewDRNG(KAT212.seed()), NewDRNG(KAT212.seed())
	first := read.Request(1000)
	kept := unread.Request(1000)
	if _, err := io.Copy(io.Discard, first); err != nil {
		t.Fatal(err)
	}
	if read.v != unread.v || read.r != unread.r {
		t.Error("reading a request changed the generator")
	}
	a, _ := io.ReadAll(read.Request(77))
	b, _ := io.ReadAll(unread.Request(77))
	if !bytes.Equal(a, b) {
		t.Errorf("second request: %X after reading the first, %X without", a, b)
	}
	late, _ := io.ReadAll(kept)
	early, _ := io.ReadAll(NewDRNG(KAT212.seed()).Request(1000))
	if !bytes.Equal(late, early) {
		t.Error("a request read late differs from one read at once")
	}
}

// The bytes do not depend on the sizes of the reads.
func TestDRNGReadSizes(t *testing.T) {
	for _, bits := range []uint64{1, 8, 255, 256, 257, 511, 512, 519, 4093, 8192} {
		want, err := io.ReadAll(NewDRNG(nil).Request(bits))
		if err != nil {
			t.Fatal(err)
		}
		if len(want) != int(bits+7)/8 {
			t.Fatalf("get(%d): %d bytes", bits, len(want))
		}
		if unused := 8*len(want) - int(bits); want[len(want)-1]&(1<<unused-1) != 0 {
			t.Errorf("get(%d): unused bits of the last byte %02X are set", bits, want[len(want)-1])
		}
		for size := 1; size < 100; size++ {
			r := NewDRNG(nil).Request(bits)
			var got []byte
			p := make([]byte, size)
			for {
				n, err := r.Read(p)
				got = append(got, p[:n]...)
				if err == io.EOF {
					break
				}
			}
			if !bytes.Equal(got, want) {
				t.Fatalf("get(%d) read in pieces of %d bytes: %X, want %X", bits, size, got, want)
			}
		}
		if err := iotest.TestReader(NewDRNG(nil).Request(bits), want); err != nil {
			t.Errorf("get(%d): %v", bits, err)
		}
	}
}

func TestAdd(t *testing.T) {
	full := bytes.Repeat([]byte{0xFF}, seedLen)
	for _, c := range []struct {
		name    string
		v, x, w []byte // right-aligned
	}{
		{"no carry", []byte{1, 2}, []byte{1}, []byte{1, 3}},
		{"carry past x", []byte{0xFF, 0xFF}, []byte{1}, []byte{1, 0, 0}},
		{"carry into nothing", full, []byte{1}, nil},
		{"full and full", full, full, append(bytes.Repeat([]byte{0xFF}, seedLen-1), 0xFE)},
	} {
		var v, want [seedLen]byte
		copy(v[seedLen-len(c.v):], c.v)
		copy(want[seedLen-len(c.w):], c.w)
		if add(&v, c.x); v != want {
			t.Errorf("%s: %X, want %X", c.name, v, want)
		}
	}
}

// First and last eight bytes of the first request of the other files (for
// KAT_2_33, which takes a while to its end, see TestLongRequest).
func TestFirstRequests(t *testing.T) {
	for _, c := range []struct {
		f           File
		bits        uint64
		first, last string
	}{
		{KAT223, 1 << 23, "B6E2C825BE0E7D79", "70B7D148BC6FCCEC"},
		{KATLoop, 8192, "2D911820A8ED0879", "E7A807DBC461377D"},
	} {
		checkEnds(t, c.f, c.bits, c.first, c.last)
	}
	var first [8]byte
	if _, err := io.ReadFull(NewDRNG(KAT233.seed()).Request(1<<33), first[:]); err != nil {
		t.Fatal(err)
	}
	if got := string(appendHex(nil, first[:])); got != "AE6416F9B6D4C97A" {
		t.Errorf("KAT_2_33 begins with %s", got)
	}
}

func checkEnds(t *testing.T, f File, bits uint64, first, last string) {
	t.Helper()
	e := &ends{r: NewDRNG(f.seed()).Request(bits)}
	n, err := io.CopyBuffer(struct{ io.Writer }{io.Discard}, e, make([]byte, 1<<16))
	if err != nil || uint64(n) != bits/8 {
		t.Fatalf("%s: %d bytes, %v", f, n, err)
	}
	if got := string(appendHex(nil, e.first[:])); got != first {
		t.Errorf("%s begins with %s, want %s", f, got, first)
	}
	if got := string(appendHex(nil, e.last[:])); got != last {
		t.Errorf("%s ends with %s, want %s", f, got, last)
	}
}

func BenchmarkRequest(b *testing.B) {
	p := make([]byte, 1<<16)
	r := NewDRNG(nil).Request(1 << 60)
	b.SetBytes(int64(len(p)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := r.Read(p); err != nil {
			b.Fatal(err)
		}
	}
}
