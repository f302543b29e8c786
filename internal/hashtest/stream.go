package hashtest

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// testOneShot compares one write of every length up to three blocks, and some
// longer ones, with the one-shot function.
func testOneShot(t *testing.T, in Instance) {
	h := in.New()
	size := h.BlockSize()
	msg := message(64 << 10)
	lengths := []int{4096, 4096 + 1, 16384 - 1, 65536}
	for n := range 3*size + 1 {
		lengths = append(lengths, n)
	}
	for _, n := range lengths {
		h.Reset()
		write(t, h, msg[:n])
		same(t, h.Sum(nil), in.sum(msg[:n]), "%d bytes, one write against one-shot", n)
	}
}

// testSplits cuts messages in every place and in many odd ways.
func testSplits(t *testing.T, in Instance) {
	h := in.New()
	size := h.BlockSize()
	msg := message(5*size + size/2 + 3)

	want := in.sum(msg)
	for i := range msg {
		write(t, h, msg[i:i+1])
	}
	same(t, h.Sum(nil), want, "byte by byte")

	want = in.sum(msg[:2*size+1])
	for cut := range 2*size + 2 {
		h.Reset()
		write(t, h, msg[:cut])
		write(t, h, msg[cut:2*size+1])
		same(t, h.Sum(nil), want, "%d bytes cut at %d", 2*size+1, cut)
	}

	// Pieces of random length; a Sum between two writes must change nothing.
	rng := rand.New(rand.NewPCG(3, uint64(size)))
	for range 60 {
		total := rng.IntN(len(msg) + 1)
		h.Reset()
		for p := msg[:total]; len(p) > 0; {
			k := min(rng.IntN(1+[]int{3, size, 3 * size}[rng.IntN(3)]), len(p))
			write(t, h, p[:k])
			p = p[k:]
			h.Sum(nil)
		}
		same(t, h.Sum(nil), in.sum(msg[:total]), "%d bytes in random pieces", total)
	}
}

// testUnaligned hashes the same bytes at every offset from a 64-byte boundary
// or nearly one.
func testUnaligned(t *testing.T, in Instance) {
	h := in.New()
	n := 3*h.BlockSize() + 5
	msg := message(n)
	want := in.sum(msg)
	buf := make([]byte, 64+n)
	for offset := range 64 {
		p := buf[offset : offset+n]
		copy(p, msg)
		same(t, in.sum(p), want, "one-shot at offset %d", offset)
		h.Reset()
		write(t, h, p)
		same(t, h.Sum(nil), want, "write at offset %d", offset)
		h.Reset()
		write(t, h, p[:1])
		write(t, h, p[1:])
		same(t, h.Sum(nil), want, "two writes at offset %d", offset)
	}
}

// testProtectedPage hashes every length up to three blocks between pages that
// cannot be read, so that a read outside the message ends the test.
func testProtectedPage(t *testing.T, in Instance) {
	h := in.New()
	longest := 3*h.BlockSize() + 1
	msg := message(longest)
	region := Guarded(t, longest)
	for n := range longest + 1 {
		want := in.sum(msg[:n])
		for _, place := range []struct {
			where string
			p     []byte
		}{
			{"before", region[len(region)-n:]},
			{"after", region[:n:n]},
		} {
			copy(place.p, msg)
			same(t, in.sum(place.p), want, "%d bytes %s a protected page", n, place.where)
			same(t, in.sumBits(place.p, 8*uint64(n)), want, "%d bytes as bits %s a protected page", n, place.where)
			h.Reset()
			write(t, h, place.p)
			same(t, h.Sum(nil), want, "%d bytes written %s a protected page", n, place.where)
		}
	}
}

// testAllocations checks that nothing is allocated once a hash exists.
func testAllocations(t *testing.T, in Instance) {
	h := in.New()
	size := h.BlockSize()
	msg := message(3*size + 7)
	digest := make([]byte, h.Size())
	for name, f := range map[string]func(){
		"Write":             func() { h.Write(msg) },
		"Write of one byte": func() { h.Write(msg[:1]) },
		"Sum":               func() { h.Sum(digest[:0]) },
		"Reset":             func() { h.Reset() },
		"one-shot Sum":      func() { in.Sum(digest, msg) },
		"one-shot SumBits":  func() { in.SumBits(digest, msg, uint64(8*len(msg)-3)) },
	} {
		if n := testing.AllocsPerRun(100, f); n != 0 {
			t.Errorf("%s: %v allocations, want none", name, n)
		}
	}
}

// FuzzSplits fuzzes how a message is cut into writes, and where a state is
// marshalled on the way; the digest must be that of the one-shot function.
func FuzzSplits(f *testing.F, instances []Instance) {
	f.Add([]byte{}, []byte{})
	f.Add(message(300), []byte{1, 2, 3, 255})
	f.Add(message(1000), []byte{183, 1, 0, 152, 120, 64})
	f.Fuzz(func(t *testing.T, msg, cuts []byte) {
		for _, in := range instances {
			h := in.New()
			for p := msg; len(p) > 0; {
				k := len(p)
				if len(cuts) > 0 {
					k, cuts = min(int(cuts[0]), k), cuts[1:]
				}
				write(t, h, p[:k])
				p = p[k:]
				if k%8 == 0 {
					state := marshal(t, h)
					h = in.New()
					unmarshal(t, h, state)
				}
			}
			if got, want := h.Sum(nil), in.sum(msg); !bytes.Equal(got, want) {
				t.Errorf("%s: split writes give %x, one-shot %x", in.Name, got, want)
			}
		}
	})
}
