package hashtest

import (
	"bytes"
	"hash"
	"math/rand/v2"
	"testing"
)

// TestHash checks the documented requirements of [hash.Hash] and [hash.Cloner].
// These are the checks that the standard library runs on its own hashes
// (crypto/internal/cryptotest.TestHash, internal/testhash), with a fixed seed.
func TestHash(t *testing.T, newHash func() hash.Hash) {
	h := newHash()
	size := h.BlockSize()
	rng := rand.New(rand.NewPCG(1, uint64(size)))

	t.Run("SumAppend", func(t *testing.T) {
		h := newHash()
		for _, prefix := range [][]byte{nil, {}, []byte("a"), random(rng, size+1)} {
			h.Reset()
			sum := appendSum(t, h, prefix)
			if !bytes.Equal(sum[:len(prefix)], prefix) {
				t.Errorf("Sum changed the bytes it appends to: got %x, want %x", sum[:len(prefix)], prefix)
			}
			same(t, sum[len(prefix):], appendSum(t, h, nil), "Sum appended to %d bytes", len(prefix))
			if got := len(sum) - len(prefix); got != h.Size() {
				t.Errorf("Sum appended %d bytes, Size is %d", got, h.Size())
			}
		}
	})

	// Sum into spare capacity must fill exactly Size bytes of it.
	t.Run("SumCapacity", func(t *testing.T) {
		h := newHash()
		buf := bytes.Repeat([]byte{0xa5}, 3+h.Size()+5)
		sum := h.Sum(buf[:3])
		if &sum[0] != &buf[0] {
			t.Error("Sum allocated although the slice had room")
		}
		if !bytes.Equal(buf[3+h.Size():], bytes.Repeat([]byte{0xa5}, 5)) {
			t.Error("Sum wrote behind the digest")
		}
	})

	t.Run("WriteWithoutError", func(t *testing.T) {
		h := newHash()
		for _, p := range [][]byte{nil, {}, []byte("a"), random(rng, size+1)} {
			write(t, h, p)
		}
	})

	t.Run("ResetState", func(t *testing.T) {
		h := newHash()
		empty := appendSum(t, h, nil)
		for _, n := range []int{1, size - 1, size, size + 1} {
			write(t, h, random(rng, n))
			h.Reset()
			same(t, appendSum(t, h, nil), empty, "Reset after %d bytes", n)
		}
	})

	t.Run("OutOfBoundsRead", func(t *testing.T) {
		h := newHash()
		msg := random(rng, size)
		write(t, h, msg)
		want := appendSum(t, h, nil)
		h.Reset()
		buf := random(rng, 3*size)
		copy(buf[size:], msg)
		write(t, h, buf[size:2*size])
		same(t, appendSum(t, h, nil), want, "message between other bytes")
	})

	t.Run("StatefulWrite", func(t *testing.T) {
		h := newHash()
		prefix, suffix := random(rng, size), random(rng, size)
		write(t, h, prefix)
		write(t, h, suffix)
		serial := appendSum(t, h, nil)
		h.Reset()
		write(t, h, append(prefix, suffix...))
		same(t, serial, appendSum(t, h, nil), "two writes against one")
	})

	t.Run("Clone", func(t *testing.T) {
		h := clone(t, newHash())
		empty := clone(t, h)
		prefix, suffix := []byte("tmp"), random(rng, size)
		write(t, h, prefix)
		h2 := clone(t, h)
		prefixSum := h.Sum(nil)
		same(t, h2.Sum(nil), prefixSum, "clone")
		write(t, h, suffix)
		write(t, empty, append(prefix, suffix...))
		both := empty.Sum(nil)
		same(t, h.Sum(nil), both, "clone of an empty hash")
		same(t, h2.Sum(nil), prefixSum, "clone after a write to its origin")
		write(t, h2, suffix)
		same(t, h.Sum(nil), both, "origin after a write to its clone")
		same(t, h2.Sum(nil), both, "clone after a write")
	})
}

// ZeroValue checks that the hash which no constructor has touched computes in.
func ZeroValue(t *testing.T, zero func() hash.Hash, in Instance) {
	for _, n := range []int{0, 3, 1000} {
		msg := message(n)
		want := in.sum(msg)
		h := zero()
		write(t, h, msg)
		same(t, h.Sum(nil), want, "zero value, %d bytes", n)
		h = zero()
		same(t, h.Sum(nil), in.sum(nil), "zero value")
		write(t, h, msg)
		same(t, h.Sum(nil), want, "zero value, %d bytes after a Sum", n)
	}
}

func random(rng *rand.Rand, n int) []byte {
	p := make([]byte, n)
	for i := range p {
		p[i] = byte(rng.Uint32())
	}
	return p
}

// write writes p and checks what the interface promises about it.
func write(t *testing.T, h hash.Hash, p []byte) {
	t.Helper()
	before := bytes.Clone(p)
	if n, err := h.Write(p); n != len(p) || err != nil {
		t.Errorf("Write of %d bytes returned %d, %v", len(p), n, err)
	}
	if !bytes.Equal(p, before) {
		t.Errorf("Write changed its argument of %d bytes", len(p))
	}
}

// appendSum calls Sum twice, which must make no difference.
func appendSum(t *testing.T, h hash.Hash, p []byte) []byte {
	t.Helper()
	sum := h.Sum(bytes.Clone(p))
	same(t, h.Sum(bytes.Clone(p)), sum, "second call of Sum")
	return sum
}

func clone(t *testing.T, h hash.Hash) hash.Hash {
	t.Helper()
	c, ok := h.(hash.Cloner)
	if !ok {
		t.Fatalf("%T is not a hash.Cloner", h)
	}
	d, err := c.Clone()
	if err != nil {
		t.Fatalf("Clone: %v", err)
	}
	return d
}
