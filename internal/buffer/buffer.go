// Package buffer holds what the streaming hashes of this module share: cutting
// a stream of writes into blocks, and the bit arithmetic at the end of a
// message whose length is not a whole number of bytes.
package buffer

// MaxBlock is the longest block, in bytes, that a [Buffer] can hold.
const MaxBlock = 256

// Buffer cuts a stream of writes into blocks. It keeps what is left of the
// stream when it does not fill a block; whole blocks are passed through without
// a copy. The zero Buffer is empty and ready to use.
//
// A hash writes like this:
//
//	for len(p) > 0 {
//		var blocks []byte
//		blocks, p = d.buf.Next(p, blockSize)
//		d.absorb(blocks) // a multiple of blockSize, possibly none
//	}
//
// Next returns slices instead of taking a function that consumes them: a slice
// that is passed to an unknown function counts as escaping, and would force
// every caller of the hash to allocate its message on the heap.
type Buffer struct {
	n    int
	data [MaxBlock]byte
}

// Next takes bytes of p and returns whole blocks of size bytes that are ready
// to be consumed, and what it did not take of p. The blocks are a part of p, or
// the buffer's own memory when an earlier write began them; they are valid, and
// must be consumed, before the next call. There may be none.
//
// A block is returned as soon as its last byte arrives, so that fewer than size
// bytes are left in the buffer. The size must be from 1 to [MaxBlock] and
// greater than [Buffer.Len]; it may change from call to call.
func (b *Buffer) Next(p []byte, size int) (blocks, rest []byte) {
	if b.n == 0 && len(p) >= size {
		whole := len(p) - len(p)%size
		return p[:whole], p[whole:]
	}
	k := copy(b.data[b.n:size], p)
	b.n += k
	if b.n == size {
		b.n = 0
		return b.data[:size], p[k:]
	}
	return nil, p[k:]
}

// Len returns the number of bytes in the buffer.
func (b *Buffer) Len() int { return b.n }

// Bytes returns the bytes in the buffer. They are the buffer's own memory,
// valid until it is used again.
func (b *Buffer) Bytes() []byte { return b.data[:b.n] }

// Reset empties the buffer.
func (b *Buffer) Reset() { b.n = 0 }

// Set makes p the content of the buffer. It panics if p is longer than
// [MaxBlock] bytes.
func (b *Buffer) Set(p []byte) {
	if len(p) > MaxBlock {
		panic("buffer: more bytes than the longest block")
	}
	b.n = copy(b.data[:], p)
}
