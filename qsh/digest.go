package qsh

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"math/bits"

	"github.com/hashassay/assay/internal/buffer"
)

// Digest is a running computation of a QSH digest. It implements [hash.Hash],
// [hash.Cloner], [encoding.BinaryMarshaler], [encoding.BinaryAppender] and
// [encoding.BinaryUnmarshaler]. The zero Digest computes QSH-512, like the
// result of [New512].
//
// A Digest must not be used by several goroutines at the same time.
type Digest struct {
	tree   tree
	buf    buffer.Buffer // always fewer bytes than a block
	levels levels
}

var _ hash.Cloner = (*Digest)(nil)

// Size returns the length of the digest in bytes: 64, 96 or 128.
func (d *Digest) Size() int { return d.tree.in.size() }

// BlockSize returns the length of a block in bytes: 128 for QSH-512, 256 for the
// others.
func (d *Digest) BlockSize() int { return d.tree.in.blockSize() }

// Reset starts a new message with the same instance.
func (d *Digest) Reset() {
	d.tree.blocks = 0 // the rest is set before it is used
	d.buf.Reset()
}

// Write adds p to the message. It never returns an error.
func (d *Digest) Write(p []byte) (int, error) {
	n, size := len(p), d.tree.in.blockSize()
	for len(p) > 0 {
		var blocks []byte
		blocks, p = d.buf.Next(p, size)
		d.tree.absorb(blocks, &d.levels)
	}
	return n, nil
}

// Sum appends the digest of the message so far to b and returns the resulting
// slice. The message can go on.
func (d *Digest) Sum(b []byte) []byte {
	var digest [Size1024]byte // the longest
	t := d.tree
	out := digest[:t.in.size()]
	t.finish(out, d.buf.Bytes(), 0, 0, &d.levels)
	return append(b, out...)
}

// Clone returns a copy of d that goes on independently. The error is always nil.
func (d *Digest) Clone() (hash.Cloner, error) {
	c := *d
	return &c, nil
}

// A marshalled Digest is
//
//   - the magic, whose last byte is the version of this format,
//   - the digest length in units of 8 bytes (1 byte),
//   - the number of blocks taken in (8 bytes, big-endian),
//   - the number of buffered bytes (1 byte),
//   - the chaining values in use, from the lowest level to the highest: one for
//     each 1 bit of the number of complete chunks,
//   - the state, unless the number of blocks is a multiple of 16 (no chunk is
//     begun then),
//   - the buffered bytes.
const (
	magic      = "qsh\x01"
	headerSize = len(magic) + 1 + 8 + 1
)

// layout returns the lengths of the three last parts of a marshalled Digest
// that has taken in the given number of blocks.
func (in instance) layout(blocks uint64, buffered int) (values, state, rest int) {
	if blocks%chunkBlocks != 0 {
		state = in.stateSize()
	}
	return bits.OnesCount64(blocks/chunkBlocks) * in.cvSize(), state, buffered
}

// MarshalBinary returns the state of d, to be continued by
// [Digest.UnmarshalBinary]. It includes up to a block of the message. The error
// is always nil.
func (d *Digest) MarshalBinary() ([]byte, error) {
	values, state, rest := d.tree.in.layout(d.tree.blocks, d.buf.Len())
	return d.AppendBinary(make([]byte, 0, headerSize+values+state+rest))
}

// AppendBinary appends the state of d to b, as [Digest.MarshalBinary] returns
// it. The error is always nil.
func (d *Digest) AppendBinary(b []byte) ([]byte, error) {
	in, blocks := d.tree.in, d.tree.blocks
	b = append(b, magic...)
	b = append(b, byte(in.size()/8))
	b = binary.BigEndian.AppendUint64(b, blocks)
	b = append(b, byte(d.buf.Len()))
	for chunks := blocks / chunkBlocks; chunks != 0; chunks &= chunks - 1 {
		b = append(b, d.levels[bits.TrailingZeros64(chunks)][:in.cvSize()]...)
	}
	if blocks%chunkBlocks != 0 {
		b = d.tree.chain.appendState(in, b)
	}
	return append(b, d.buf.Bytes()...), nil
}

// UnmarshalBinary makes d continue from a state that a Digest of the same
// instance has marshalled. On an error d is unchanged.
func (d *Digest) UnmarshalBinary(data []byte) error {
	if len(data) < len(magic) || string(data[:len(magic)]) != magic {
		return errors.New("qsh: not a hash state of this version of the package")
	}
	if len(data) < headerSize {
		return fmt.Errorf("qsh: hash state of %d bytes, want at least %d", len(data), headerSize)
	}
	in := d.tree.in
	if size := 8 * int(data[len(magic)]); size != d.Size() {
		return fmt.Errorf("qsh: hash state is of QSH-%d, not of %v", 8*size, in)
	}
	blocks := binary.BigEndian.Uint64(data[len(magic)+1:])
	if hi, _ := bits.Mul64(blocks, uint64(d.BlockSize())); hi != 0 {
		return fmt.Errorf("qsh: hash state says %d blocks, which are more than 2^64 bytes", blocks)
	}
	buffered := int(data[headerSize-1])
	if buffered >= d.BlockSize() {
		return fmt.Errorf("qsh: hash state says %d buffered bytes, of a block of %d", buffered, d.BlockSize())
	}
	values, state, rest := in.layout(blocks, buffered)
	if want := headerSize + values + state + rest; len(data) != want {
		return fmt.Errorf("qsh: hash state of %d bytes, want %d", len(data), want)
	}

	d.tree.blocks = blocks
	data = data[headerSize:]
	for chunks := blocks / chunkBlocks; chunks != 0; chunks &= chunks - 1 {
		data = data[copy(d.levels[bits.TrailingZeros64(chunks)][:in.cvSize()], data):]
	}
	if state > 0 {
		d.tree.chain.setState(in, data)
	}
	d.buf.Set(data[state:])
	return nil
}
