package iphe

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash"

	"github.com/hashassay/assay/internal/buffer"
)

// instance is one of the three parameter sets.
type instance uint8

// The instances. Iphe-512 is 0, so that the zero Digest is usable.
const (
	iphe512 instance = iota
	iphe768
	iphe1024
)

// size returns the length of the digest in bytes.
func (in instance) size() int { return Size512 + 32*int(in) }

// rate returns the length of a block in bytes.
func (in instance) rate() int { return BlockSize512 - 32*int(in) }

func (in instance) String() string { return fmt.Sprintf("Iphe-%d", 8*in.size()) }

// Digest is a running computation of an Iphe digest. It implements [hash.Hash],
// [hash.Cloner], [encoding.BinaryMarshaler], [encoding.BinaryAppender] and
// [encoding.BinaryUnmarshaler]. The zero Digest computes Iphe-512, like the
// result of [New512].
//
// A Digest must not be used by several goroutines at the same time.
type Digest struct {
	s        state
	buf      buffer.Buffer // always fewer bytes than a block
	instance instance
}

var _ hash.Cloner = (*Digest)(nil)

// Size returns the length of the digest in bytes: 64, 96 or 128.
func (d *Digest) Size() int { return d.instance.size() }

// BlockSize returns the length of a block in bytes, the rate of the sponge: 184,
// 152 or 120.
func (d *Digest) BlockSize() int { return d.instance.rate() }

// Reset starts a new message with the same instance.
func (d *Digest) Reset() {
	d.s = state{}
	d.buf.Reset()
}

// Write adds p to the message. It never returns an error.
func (d *Digest) Write(p []byte) (int, error) {
	n, rate := len(p), d.instance.rate()
	for len(p) > 0 {
		var blocks []byte
		blocks, p = d.buf.Next(p, rate)
		if len(blocks) > 0 {
			d.s.absorb(blocks, rate)
		}
	}
	return n, nil
}

// Sum appends the digest of the message so far to b and returns the resulting
// slice. The message can go on.
func (d *Digest) Sum(b []byte) []byte {
	var digest [Size1024]byte // the longest
	s := d.s
	out := digest[:d.instance.size()]
	s.finish(out, d.buf.Bytes(), 0, 0, d.instance.rate())
	return append(b, out...)
}

// Clone returns a copy of d that goes on independently. The error is always nil.
func (d *Digest) Clone() (hash.Cloner, error) {
	c := *d
	return &c, nil
}

// A marshalled Digest is the magic, the digest length in units of 8 bytes (1
// byte), the words of the state (big-endian), the number of buffered bytes (1
// byte), and the buffered bytes. The last byte of the magic is the version of
// this format.
const (
	magic      = "iphe\x01"
	headerSize = len(magic) + 1 + 8*words + 1
)

// MarshalBinary returns the state of d, to be continued by
// [Digest.UnmarshalBinary]. It includes up to a block of the message. The error
// is always nil.
func (d *Digest) MarshalBinary() ([]byte, error) {
	return d.AppendBinary(make([]byte, 0, headerSize+d.buf.Len()))
}

// AppendBinary appends the state of d to b, as [Digest.MarshalBinary] returns
// it. The error is always nil.
func (d *Digest) AppendBinary(b []byte) ([]byte, error) {
	b = append(b, magic...)
	b = append(b, byte(d.instance.size()/8))
	for _, w := range d.s {
		b = binary.BigEndian.AppendUint64(b, w)
	}
	b = append(b, byte(d.buf.Len()))
	return append(b, d.buf.Bytes()...), nil
}

// UnmarshalBinary makes d continue from a state that a Digest of the same
// instance has marshalled. On an error d is unchanged.
func (d *Digest) UnmarshalBinary(data []byte) error {
	if len(data) < len(magic) || string(data[:len(magic)]) != magic {
		return errors.New("iphe: not a hash state of this version of the package")
	}
	if len(data) < headerSize {
		return fmt.Errorf("iphe: hash state of %d bytes, want at least %d", len(data), headerSize)
	}
	if size := 8 * int(data[len(magic)]); size != d.Size() {
		return fmt.Errorf("iphe: hash state is of Iphe-%d, not of %v", 8*size, d.instance)
	}
	buffered := data[headerSize:]
	if n := int(data[headerSize-1]); n != len(buffered) || n >= d.BlockSize() {
		return fmt.Errorf("iphe: hash state says %d buffered bytes and has %d, of a block of %d",
			n, len(buffered), d.BlockSize())
	}
	for j := range d.s {
		d.s[j] = binary.BigEndian.Uint64(data[len(magic)+1+8*j:])
	}
	d.buf.Set(buffered)
	return nil
}
