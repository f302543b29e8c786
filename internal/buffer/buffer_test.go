package buffer

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

var sizes = []int{1, 48, 92, 96, 120, 128, 136, 152, 184, 256}

func sequence(n int) []byte {
	p := make([]byte, n)
	for i := range p {
		p[i] = byte(i*7 + i>>8)
	}
	return p
}

// feed writes p in one call the way a hash does and returns the blocks that
// came out, checking that each has the promised length.
func feed(t *testing.T, b *Buffer, p []byte, size int) (out []byte) {
	t.Helper()
	for len(p) > 0 {
		var blocks []byte
		before := len(p)
		blocks, p = b.Next(p, size)
		if len(blocks)%size != 0 {
			t.Fatalf("size %d: Next returned %d bytes, not whole blocks", size, len(blocks))
		}
		if len(p) == before {
			t.Fatalf("size %d: Next took nothing of %d bytes", size, before)
		}
		out = append(out, blocks...)
	}
	if b.Len() >= size {
		t.Fatalf("size %d: %d bytes left in the buffer, want fewer than a block", size, b.Len())
	}
	return out
}

func TestNextKeepsTheStream(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, size := range sizes {
		msg := sequence(5*size + size/2)
		for range 50 {
			var b Buffer
			var got []byte
			for p := msg; len(p) > 0; {
				k := min(rng.IntN(2*size+2), len(p))
				got = append(got, feed(t, &b, p[:k], size)...)
				p = p[k:]
				if want := len(msg) - len(p); len(got) != want/size*size {
					t.Fatalf("size %d: %d bytes out after %d bytes in", size, len(got), want)
				}
			}
			got = append(got, b.Bytes()...)
			if !bytes.Equal(got, msg) {
				t.Fatalf("size %d: blocks and rest are not the stream that was written", size)
			}
		}
	}
}

func TestNextPassesWholeBlocksThrough(t *testing.T) {
	for _, n := range []int{92, 93, 2 * 92, 3*92 + 5} {
		var b Buffer
		p := sequence(n)
		blocks, rest := b.Next(p, 92)
		if len(blocks) != n/92*92 || &blocks[0] != &p[0] {
			t.Errorf("%d bytes: blocks were copied", n)
		}
		if len(rest) != n%92 {
			t.Errorf("%d bytes: %d not taken, want %d", n, len(rest), n%92)
		}
	}
}

// TestNextSizeMayChange follows a hash whose first block is longer.
func TestNextSizeMayChange(t *testing.T) {
	var b Buffer
	p := sequence(184 + 92)
	got := feed(t, &b, p[:183], 184)
	if len(got) != 0 || b.Len() != 183 {
		t.Fatalf("%d bytes out, %d kept, want 0 and 183", len(got), b.Len())
	}
	blocks, rest := b.Next(p[183:], 184)
	if !bytes.Equal(blocks, p[:184]) {
		t.Fatal("first block differs from what was written")
	}
	if blocks, rest = b.Next(rest, 92); !bytes.Equal(blocks, p[184:]) || len(rest) != 0 {
		t.Fatal("second block differs from what was written")
	}
}

func TestSetAndReset(t *testing.T) {
	var b Buffer
	b.Set(sequence(100))
	if !bytes.Equal(b.Bytes(), sequence(100)) {
		t.Error("Bytes differs from what Set was given")
	}
	b.Reset()
	if b.Len() != 0 || len(b.Bytes()) != 0 {
		t.Error("buffer not empty after Reset")
	}
	b.Set(sequence(MaxBlock))
	defer func() {
		if recover() == nil {
			t.Error("Set of more than MaxBlock bytes did not panic")
		}
	}()
	b.Set(sequence(MaxBlock + 1))
}

func TestNoAllocations(t *testing.T) {
	n := testing.AllocsPerRun(100, func() {
		var b Buffer
		var msg [1000]byte
		for p := msg[3:]; len(p) > 0; {
			_, p = b.Next(p, 120)
		}
	})
	if n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}
