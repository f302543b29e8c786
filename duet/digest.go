package duet

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash"

	"github.com/hashassay/assay/internal/buffer"
)

// Digest is a running computation of a Duet digest. It implements [hash.Hash],
// [hash.Cloner], [encoding.BinaryMarshaler], [encoding.BinaryAppender] and
// [encoding.BinaryUnmarshaler]. The zero Digest computes Duet-512, like the
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

// BlockSize returns the length of a block in bytes, the rate of one branch: 48,
// 136 or 96.
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
			d.s.absorb(blocks, d.instance)
		}
	}
	return n, nil
}

// finished returns the state after the whole message so far and its padding.
func (d *Digest) finished() state {
	s := d.s
	s.finish(d.buf.Bytes(), 0, 0, d.instance)
	return s
}

// Sum appends the digest of the message so far to b and returns the resulting
// slice. The message can go on.
func (d *Digest) Sum(b []byte) []byte {
	var digest [Size1024]byte // the longest
	s := d.finished()
	out := digest[:d.instance.size()]
	s.output(out)
	return append(b, out...)
}

// Clone returns a copy of d that goes on independently. The error is always nil.
func (d *Digest) Clone() (hash.Cloner, error) {
	c := *d
	return &c, nil
}

// A marshalled Digest is the magic, the digest length in units of 8 bytes (1
// byte), the words of A, B and C that the instance uses (big-endian), the number
// of buffered bytes (1 byte), and the buffered bytes. The last byte of the magic
// is the version of this format.
const magic = "duet\x01"

// headerSize returns the length of a marshalled Digest without buffered bytes.
func (in instance) headerSize() int { return len(magic) + 1 + 2*in.rate() + in.capacity() + 1 }

// words returns the words of s that the instance uses, in the order in which
// they are marshalled.
func (s *state) words(in instance) [3][]uint64 {
	return [3][]uint64{s.a[:in.rate()/8], s.b[:in.rate()/8], s.c[:in.capacity()/8]}
}

// MarshalBinary returns the state of d, to be continued by
// [Digest.UnmarshalBinary]. It includes up to a block of the message. The error
// is always nil.
func (d *Digest) MarshalBinary() ([]byte, error) {
	return d.AppendBinary(make([]byte, 0, d.instance.headerSize()+d.buf.Len()))
}

// AppendBinary appends the state of d to b, as [Digest.MarshalBinary] returns
// it. The error is always nil.
func (d *Digest) AppendBinary(b []byte) ([]byte, error) {
	b = append(b, magic...)
	b = append(b, byte(d.instance.size()/8))
	for _, part := range d.s.words(d.instance) {
		for _, w := range part {
			b = binary.BigEndian.AppendUint64(b, w)
		}
	}
	b = append(b, byte(d.buf.Len()))
	return append(b, d.buf.Bytes()...), nil
}

// UnmarshalBinary makes d continue from a state that a Digest of the same
// instance has marshalled. On an error d is unchanged.
func (d *Digest) UnmarshalBinary(data []byte) error {
	if len(data) <= len(magic) || string(data[:len(magic)]) != magic {
		return errors.New("duet: not a hash state of this version of the package")
	}
	if size := 8 * int(data[len(magic)]); size != d.Size() {
		return fmt.Errorf("duet: hash state is of Duet-%d, not of %v", 8*size, d.instance)
	}
	header := d.instance.headerSize()
	if len(data) < header {
		return fmt.Errorf("duet: hash state of %d bytes, want at least %d", len(data), header)
	}
	buffered := data[header:]
	if n := int(data[header-1]); n != len(buffered) || n >= d.BlockSize() {
		return fmt.Errorf("duet: hash state says %d buffered bytes and has %d, of a block of %d",
			n, len(buffered), d.BlockSize())
	}
	data = data[len(magic)+1:]
	for _, part := range d.s.words(d.instance) {
		for i := range part {
			part[i] = binary.BigEndian.Uint64(data)
			data = data[8:]
		}
	}
	d.buf.Set(buffered)
	return nil
}
