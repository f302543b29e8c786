package iccs

import (
	"encoding/binary"
	"hash"
	"io"

	"github.com/emmansun/gmsm/sm3"
)

// seedLen is the length in bytes of V and C: the seedlen of 440 bits that SP
// 800-90A table 2 gives for hash functions with 256-bit digests.
const seedLen = 55

// seedLenBits is seedLen in bits as a 32-bit big-endian integer, which the
// derivation function hashes (SP 800-90A section 10.3.1).
var seedLenBits = [4]byte{0x00, 0x00, 0x01, 0xB8}

// DRNG is the programme's generator of test messages: Hash_DRBG of SP 800-90A
// with SM3, without nonce, personalization, additional input or reseeding. Unlike
// there, a request may have any length. It is deterministic and meant for test
// data only. Use NewDRNG; the zero value is not a seeded generator.
//
// A DRNG is not safe for concurrent use; the readers that Request returns are
// independent of it and of each other.
type DRNG struct {
	v, c [seedLen]byte // big-endian integers
	r    uint64        // reseed counter: number of the next request, from 1
}

// NewDRNG returns a generator seeded with seed. The known-answer files use 64
// bytes (see File), but any length works.
func NewDRNG(seed []byte) *DRNG {
	d := &DRNG{r: 1}
	d.v = derive(seed)
	d.c = derive(append([]byte{0x00}, d.v[:]...))
	return d
}

// seed returns the 64 seed bytes of the file's generator: the first eight
// characters of the file name, eight times.
func (f File) seed() []byte {
	seed := make([]byte, 0, 64)
	for range 8 {
		seed = append(seed, f[:8]...)
	}
	return seed
}

// derive is Hash_df with an output of seedLen bytes: the first 55 bytes of
// SM3(01 || 000001B8 || x) || SM3(02 || 000001B8 || x).
func derive(x []byte) (out [seedLen]byte) {
	h := sm3.New()
	n := 0
	for counter := byte(1); n < seedLen; counter++ {
		h.Reset()
		h.Write([]byte{counter})
		h.Write(seedLenBits[:])
		h.Write(x)
		n += copy(out[n:], h.Sum(nil))
	}
	return out
}

// Request makes one request of bits bits and returns a reader of its
// ceil(bits/8) bytes; the unused low bits of the last byte are zero. The
// output is computed as it is read, so that a request of 2^33 bits needs no
// memory. The generator's state is updated at once (the update does not depend
// on the output), whether the reader is read or not, and for 0 bits too.
func (d *DRNG) Request(bits uint64) io.Reader {
	out := &output{h: sm3.New(), data: d.v, left: bits / 8, mask: 0xFF}
	if rest := bits % 8; rest != 0 {
		out.left++
		out.mask <<= 8 - rest
	}
	d.update(out.h)
	return out
}

// update ends a request: V = (V + SM3(03 || V) + C + R) mod 2^440; R = R + 1.
func (d *DRNG) update(h hash.Hash) {
	h.Reset()
	h.Write([]byte{0x03})
	h.Write(d.v[:])
	sum := h.Sum(nil)

	var counter [8]byte
	binary.BigEndian.PutUint64(counter[:], d.r)
	add(&d.v, sum)
	add(&d.v, d.c[:])
	add(&d.v, counter[:])
	d.r++
}

// add adds the big-endian integer x, not longer than v, to v modulo 2^440.
func add(v *[seedLen]byte, x []byte) {
	carry := 0
	for i := 1; i <= seedLen; i++ {
		if i > len(x) && carry == 0 {
			return
		}
		sum := int(v[seedLen-i]) + carry
		if i <= len(x) {
			sum += int(x[len(x)-i])
		}
		v[seedLen-i] = byte(sum)
		carry = sum >> 8
	}
}

// output produces one request's bytes: SM3(data), SM3(data+1), ...
type output struct {
	h     hash.Hash
	data  [seedLen]byte  // hashed next
	block [sm3.Size]byte // holds the bytes not yet read, at its end
	ready int            // how many these are
	left  uint64         // bytes not yet read, ready ones included
	mask  byte           // bits of the last byte that are in use
}

var one = []byte{1}

// next appends the next output block to dst.
func (o *output) next(dst []byte) {
	o.h.Reset()
	o.h.Write(o.data[:])
	o.h.Sum(dst)
	add(&o.data, one)
}

// Read implements io.Reader. It fills p unless the request ends before.
func (o *output) Read(p []byte) (int, error) {
	if o.left == 0 {
		return 0, io.EOF
	}
	if uint64(len(p)) > o.left {
		p = p[:o.left]
	}
	n := copy(p, o.block[sm3.Size-o.ready:])
	o.ready -= n
	for ; len(p)-n >= sm3.Size; n += sm3.Size { // whole blocks go straight to p
		o.next(p[n:n])
	}
	if n < len(p) {
		o.next(o.block[:0])
		o.ready = sm3.Size - copy(p[n:], o.block[:])
		n = len(p)
	}
	o.left -= uint64(n)
	if o.left == 0 && n > 0 {
		p[n-1] &= o.mask
	}
	return n, nil
}
