package garnet

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash"

	"github.com/hashassay/assay/internal/buffer"
)

// Digest is a running computation of a Garnet digest. It implements [hash.Hash],
// [hash.Cloner], [encoding.BinaryMarshaler], [encoding.BinaryAppender] and
// [encoding.BinaryUnmarshaler]. The zero Digest computes Garnet_512_Cap512, like
// the result of [New512Cap512].
//
// A Digest must not be used by several goroutines at the same time. A message
// must be shorter than 2^61 bytes.
type Digest struct {
	s        state         // without meaning before the first byte; see state
	length   uint64        // of the message so far, in bytes
	buf      buffer.Buffer // always fewer bytes than a block
	instance instance
}

var _ hash.Cloner = (*Digest)(nil)

// state returns the state before the buffered bytes. Until a message begins it
// is the starting state: the zero Digest has it without a constructor.
func (d *Digest) state() state {
	if d.length == 0 {
		return *d.instance.parameters().start
	}
	return d.s
}

// Size returns the length of the digest in bytes: 64, 96 or 128.
func (d *Digest) Size() int { return d.instance.parameters().size }

// BlockSize returns the length of a block in bytes, the rate of the sponge: 64
// to 128.
func (d *Digest) BlockSize() int { return d.instance.parameters().blockSize() }

// Reset starts a new message with the same instance.
func (d *Digest) Reset() {
	d.length = 0
	d.buf.Reset()
}

// Write adds p to the message. It never returns an error.
func (d *Digest) Write(p []byte) (int, error) {
	n, parameters := len(p), d.instance.parameters()
	if d.length == 0 {
		d.s = d.state()
	}
	d.length += uint64(n)
	for len(p) > 0 {
		var blocks []byte
		blocks, p = d.buf.Next(p, parameters.blockSize())
		parameters.absorb(&d.s, blocks)
	}
	return n, nil
}

// Sum appends the digest of the message so far to b and returns the resulting
// slice. The message can go on.
func (d *Digest) Sum(b []byte) []byte {
	var digest [Size1024]byte // the longest
	s, out := d.state(), digest[:d.Size()]
	d.instance.parameters().finish(out, &s, d.buf.Bytes(), 0, 0, 8*d.length)
	return append(b, out...)
}

// Clone returns a copy of d that goes on independently. The error is always nil.
func (d *Digest) Clone() (hash.Cloner, error) {
	c := *d
	return &c, nil
}

// A marshalled Digest is the magic, the number of the instance (1 byte), the
// words of the state and the length of the message in bytes (big-endian), and
// the buffered bytes: the rest of that length by the block length. The last byte
// of the magic is the version of this format.
const (
	magic      = "garnet\x01"
	headerSize = len(magic) + 1 + 16*cells + 8
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
	b = append(b, byte(d.instance))
	for _, w := range d.state() {
		b = binary.BigEndian.AppendUint64(b, w.hi)
		b = binary.BigEndian.AppendUint64(b, w.lo)
	}
	b = binary.BigEndian.AppendUint64(b, d.length)
	return append(b, d.buf.Bytes()...), nil
}

// UnmarshalBinary makes d continue from a state that a Digest of the same
// instance has marshalled. On an error d is unchanged.
func (d *Digest) UnmarshalBinary(data []byte) error {
	if len(data) < len(magic) || string(data[:len(magic)]) != magic {
		return errors.New("garnet: not a hash state of this version of the package")
	}
	if len(data) < headerSize {
		return fmt.Errorf("garnet: hash state of %d bytes, want at least %d", len(data), headerSize)
	}
	if in := instance(data[len(magic)]); in != d.instance {
		return fmt.Errorf("garnet: hash state is of %v, not of %v", in, d.instance)
	}
	length := binary.BigEndian.Uint64(data[headerSize-8:])
	buffered := data[headerSize:]
	if n := length % uint64(d.BlockSize()); n != uint64(len(buffered)) {
		return fmt.Errorf("garnet: hash state has %d buffered bytes, want %d after %d bytes", len(buffered), n, length)
	}
	words := data[len(magic)+1:]
	for i := range d.s {
		d.s[i].hi = binary.BigEndian.Uint64(words[16*i:])
		d.s[i].lo = binary.BigEndian.Uint64(words[16*i+8:])
	}
	d.length = length
	d.buf.Set(buffered)
	return nil
}
