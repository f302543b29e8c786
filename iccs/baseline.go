package iccs

import (
	"encoding"
	"encoding/binary"
	"fmt"
	"hash"

	"github.com/emmansun/gmsm/sm3"
)

// The programme's helper functions are the baseline that candidates are
// compared with: sm3hash is SM3 itself, pseudohash and pseudoXOF stretch it to
// the candidates' digest lengths. They take whole bytes only.

// NewSM3 returns the programme's sm3hash: SM3 (GM/T 0004-2012), 256 bits.
func NewSM3() hash.Hash { return sm3.New() }

// NewPseudoXOF returns pseudoXOF with digests of the given number of bits:
// SM3(m || 00000001) || SM3(m || 00000002) || ..., cut to that length, which is
// the key derivation function of GB/T 32918. The programme's own code hashes m
// anew for every block; here its state is kept, which changes no digest. bits
// is a positive multiple of 8; NewPseudoXOF panics otherwise.
func NewPseudoXOF(bits int) hash.Hash {
	if bits <= 0 || bits%8 != 0 {
		panic(fmt.Sprintf("iccs: pseudoXOF digest of %d bits", bits))
	}
	return &pseudoXOF{size: bits / 8, message: sm3.New(), scratch: sm3.New()}
}

// pseudoXOF is the streaming form. What is handed to SM3, an interface, would
// be allocated if it were not a part of the struct.
type pseudoXOF struct {
	size    int // of the digest, bytes
	message hash.Hash
	scratch hash.Hash // the message, then a counter
	state   [128]byte // the message's state
	counter [4]byte
	block   [sm3.Size]byte
}

func (x *pseudoXOF) Write(p []byte) (int, error) { return x.message.Write(p) }
func (x *pseudoXOF) Reset()                      { x.message.Reset() }
func (x *pseudoXOF) Size() int                   { return x.size }
func (x *pseudoXOF) BlockSize() int              { return sm3.BlockSize }

// Clone implements hash.Cloner.
func (x *pseudoXOF) Clone() (hash.Cloner, error) {
	return &pseudoXOF{size: x.size, message: clone(x.message), scratch: sm3.New()}, nil
}

func (x *pseudoXOF) Sum(b []byte) []byte {
	state := appendState(x.state[:0], x.message)
	left := x.size
	for i := uint32(1); left > 0; i++ {
		setState(x.scratch, state)
		binary.BigEndian.PutUint32(x.counter[:], i)
		x.scratch.Write(x.counter[:])
		x.scratch.Sum(x.block[:0])
		n := min(left, sm3.Size)
		b = append(b, x.block[:n]...)
		left -= n
	}
	return b
}

// The key of pseudohash's HMAC: SM3 of the first digits of pi and of e.
var macKey = func() (key [64]byte) {
	pi, e := sm3.Sum([]byte("3.14159265358979")), sm3.Sum([]byte("2.71828182845904"))
	copy(key[:32], pi[:])
	copy(key[32:], e[:])
	return key
}()

// NewPseudoHash returns pseudohash with digests of 512, 768 or 1024 bits; it
// panics for other lengths. With D the two bytes (bits/256, 0) and MAC HMAC-SM3
// under a fixed key:
//
//	k1 = MAC(D || m)    h1 = SM3(m || D)     h2 = SM3(k1 || h1)
//	k2 = MAC(h1)        h3 = SM3(h2 || k2)
//	k3 = MAC(h2)        k4 = MAC(h3)         h4 = SM3(k3 || h3 || k4)
//
// and the digest is h1 || h2, then h3, then h4.
func NewPseudoHash(bits int) hash.Hash {
	if bits != 512 && bits != 768 && bits != 1024 {
		panic(fmt.Sprintf("iccs: pseudohash digest of %d bits", bits))
	}
	p := &pseudoHash{size: bits / 8, suffix: [2]byte{byte(bits / 256), 0}, message: sm3.New(), inner: sm3.New(), scratch: sm3.New()}
	p.Reset()
	return p
}

// pseudoHash is the streaming form: it needs SM3 of the message and the inner
// hash of its HMAC, which both take the message as it comes. Intermediate values
// are parts of the struct for the same reason as in pseudoXOF.
type pseudoHash struct {
	size           int
	suffix         [2]byte // D
	message, inner hash.Hash
	scratch        hash.Hash
	state          [128]byte
	pad            [64]byte
	t              [sm3.Size]byte    // inner hash of an HMAC
	k, h           [5][sm3.Size]byte // k1..k4 and h1..h4; 0 is not used
}

func (p *pseudoHash) Write(m []byte) (int, error) {
	p.message.Write(m)
	return p.inner.Write(m)
}

func (p *pseudoHash) Reset() {
	p.message.Reset()
	p.startMAC(p.inner, 0x36)
	p.inner.Write(p.suffix[:])
}

func (p *pseudoHash) Size() int      { return p.size }
func (p *pseudoHash) BlockSize() int { return sm3.BlockSize }

// Clone implements hash.Cloner.
func (p *pseudoHash) Clone() (hash.Cloner, error) {
	return &pseudoHash{size: p.size, suffix: p.suffix, message: clone(p.message), inner: clone(p.inner), scratch: sm3.New()}, nil
}

func (p *pseudoHash) Sum(b []byte) []byte {
	setState(p.scratch, appendState(p.state[:0], p.message))
	p.scratch.Write(p.suffix[:])
	p.scratch.Sum(p.h[1][:0])
	p.inner.Sum(p.t[:0])
	p.finishMAC(1)
	p.sm3(2, p.k[1][:], p.h[1][:])
	b = append(append(b, p.h[1][:]...), p.h[2][:]...)
	if p.size == 64 {
		return b
	}
	p.mac(2, 1)
	p.sm3(3, p.h[2][:], p.k[2][:])
	b = append(b, p.h[3][:]...)
	if p.size == 96 {
		return b
	}
	p.mac(3, 2)
	p.mac(4, 3)
	p.sm3(4, p.k[3][:], p.h[3][:], p.k[4][:])
	return append(b, p.h[4][:]...)
}

// sm3 sets h[i] to the SM3 of the concatenated parts.
func (p *pseudoHash) sm3(i int, parts ...[]byte) {
	p.scratch.Reset()
	for _, part := range parts {
		p.scratch.Write(part)
	}
	p.scratch.Sum(p.h[i][:0])
}

// mac sets k[i] to the HMAC of h[j] under the fixed key.
func (p *pseudoHash) mac(i, j int) {
	p.startMAC(p.scratch, 0x36)
	p.scratch.Write(p.h[j][:])
	p.scratch.Sum(p.t[:0])
	p.finishMAC(i)
}

func (p *pseudoHash) finishMAC(i int) {
	p.startMAC(p.scratch, 0x5c)
	p.scratch.Write(p.t[:])
	p.scratch.Sum(p.k[i][:0])
}

// startMAC begins the inner (0x36) or outer (0x5c) hash of HMAC; the key is
// exactly a block long.
func (p *pseudoHash) startMAC(h hash.Hash, pad byte) {
	h.Reset()
	for i := range p.pad {
		p.pad[i] = macKey[i] ^ pad
	}
	h.Write(p.pad[:])
}

// appendState, setState and clone copy the state of an SM3; they always succeed
// on the values of package sm3.
func appendState(b []byte, h hash.Hash) []byte {
	b, err := h.(encoding.BinaryAppender).AppendBinary(b)
	if err != nil {
		panic("iccs: SM3 state: " + err.Error())
	}
	return b
}

func setState(h hash.Hash, state []byte) {
	if err := h.(encoding.BinaryUnmarshaler).UnmarshalBinary(state); err != nil {
		panic("iccs: SM3 state: " + err.Error())
	}
}

func clone(h hash.Hash) hash.Hash {
	c := sm3.New()
	setState(c, appendState(nil, h))
	return c
}
