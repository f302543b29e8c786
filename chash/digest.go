package chash

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash"

	"github.com/hashassay/assay/internal/buffer"
)

// instance is one of the two parameter sets.
type instance uint8

// The instances. CHash_512 is 0, so that the zero Digest is usable.
const (
	chash512 instance = iota
	chash1024
)

// size returns the length of the digest in bytes.
func (in instance) size() int { return Size512 << in }

// The lanes, the first bytes of the counters: of the calls for the initial value
// and for each block (VIL in the specification), of the final call (FIL), and of
// the calls for a short message (LDRH).

func (in instance) blockLane() byte { return 0x01 | byte(in)<<7 }
func (in instance) finalLane() byte { return 0x02 | byte(in)<<7 }
func (in instance) shortLane() byte { return 0x03 | byte(in)<<7 }

func (in instance) String() string { return fmt.Sprintf("CHash_%d", 8*in.size()) }

// Digest is a running computation of a C Hash digest. It implements [hash.Hash],
// [hash.Cloner], [encoding.BinaryMarshaler], [encoding.BinaryAppender] and
// [encoding.BinaryUnmarshaler]. The zero Digest computes CHash_512, like the
// result of [New512].
//
// A Digest must not be used by several goroutines at the same time.
type Digest struct {
	h        value         // the chaining value; not used while there are no blocks
	blocks   uint64        // blocks absorbed: none as long as the message is short
	buf      buffer.Buffer // fewer bytes than next returns
	instance instance
}

var _ hash.Cloner = (*Digest)(nil)

// Size returns the length of the digest in bytes: 64 or 128.
func (d *Digest) Size() int { return d.instance.size() }

// BlockSize returns the length of a block in bytes, which is [BlockSize].
func (d *Digest) BlockSize() int { return BlockSize }

// Reset starts a new message with the same instance.
func (d *Digest) Reset() {
	d.h = value{}
	d.blocks = 0
	d.buf.Reset()
}

// next returns how many bytes must be there before any is absorbed. The first two
// blocks wait for each other: a shorter message takes another way.
func (d *Digest) next() int {
	if d.blocks == 0 {
		return valueSize
	}
	return blockSize
}

// Write adds p to the message. It never returns an error.
func (d *Digest) Write(p []byte) (int, error) {
	n := len(p)
	for len(p) > 0 {
		var blocks []byte
		blocks, p = d.buf.Next(p, d.next())
		if len(blocks) == 0 {
			continue
		}
		if d.blocks == 0 {
			d.h = initialValue[d.instance]
		}
		d.h.absorb(blocks, d.instance, counter(d.instance.blockLane(), d.blocks+1))
		d.blocks += uint64(len(blocks) / blockSize)
	}
	return n, nil
}

// Sum appends the digest of the message so far to b and returns the resulting
// slice. The message can go on.
func (d *Digest) Sum(b []byte) []byte {
	var digest [Size1024]byte // the longest
	out := digest[:d.instance.size()]
	if d.blocks == 0 {
		sumShort(out, d.buf.Bytes(), 0, 0, d.instance)
	} else {
		h := d.h
		h.finishLong(out, d.buf.Bytes(), 0, 0, d.instance, d.blocks)
	}
	return append(b, out...)
}

// Clone returns a copy of d that goes on independently. The error is always nil.
func (d *Digest) Clone() (hash.Cloner, error) {
	c := *d
	return &c, nil
}

// A marshalled Digest is the magic, the digest length in units of 8 bytes (1
// byte), the number of blocks absorbed (8 bytes, big-endian), the chaining value
// (184 bytes as the specification orders them; zero if there are no blocks), the
// number of buffered bytes (1 byte), and the buffered bytes. The last byte of the
// magic is the version of this format.
const (
	magic      = "chash\x01"
	headerSize = len(magic) + 1 + 8 + valueSize + 1
)

// MarshalBinary returns the state of d, to be continued by
// [Digest.UnmarshalBinary]. It includes the beginning of the message, up to 183
// bytes of it, or up to a block. The error is always nil.
func (d *Digest) MarshalBinary() ([]byte, error) {
	return d.AppendBinary(make([]byte, 0, headerSize+d.buf.Len()))
}

// AppendBinary appends the state of d to b, as [Digest.MarshalBinary] returns
// it. The error is always nil.
func (d *Digest) AppendBinary(b []byte) ([]byte, error) {
	b = append(b, magic...)
	b = append(b, byte(d.instance.size()/8))
	b = binary.BigEndian.AppendUint64(b, d.blocks)
	b = append(b, d.h[:valueSize]...)
	b = append(b, byte(d.buf.Len()))
	return append(b, d.buf.Bytes()...), nil
}

// UnmarshalBinary makes d continue from a state that a Digest of the same
// instance has marshalled. On an error d is unchanged.
func (d *Digest) UnmarshalBinary(data []byte) error {
	if len(data) < len(magic) || string(data[:len(magic)]) != magic {
		return errors.New("chash: not a hash state of this version of the package")
	}
	if len(data) < headerSize {
		return fmt.Errorf("chash: hash state of %d bytes, want at least %d", len(data), headerSize)
	}
	rest := data[len(magic):]
	if size := 8 * int(rest[0]); size != d.Size() {
		return fmt.Errorf("chash: hash state is of a digest of %d bytes, not of %v", size, d.instance)
	}
	c := Digest{instance: d.instance}
	c.blocks = binary.BigEndian.Uint64(rest[1:])
	if c.blocks == 1 || c.blocks > maxBlocks {
		return fmt.Errorf("chash: hash state says %d absorbed blocks", c.blocks)
	}
	copy(c.h[:valueSize], rest[9:])
	if c.blocks == 0 && c.h != (value{}) {
		return errors.New("chash: hash state has a chaining value but no absorbed blocks")
	}
	buffered := data[headerSize:]
	if n := int(data[headerSize-1]); n != len(buffered) || n >= c.next() {
		return fmt.Errorf("chash: hash state says %d buffered bytes and has %d, of at most %d",
			n, len(buffered), c.next()-1)
	}
	c.buf.Set(buffered)
	*d = c
	return nil
}

// maxBlocks is how many blocks leave a number for the last one, which holds the
// padding: a number has 56 bits.
const maxBlocks = 1<<56 - 2
