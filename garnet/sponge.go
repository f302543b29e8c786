package garnet

import "github.com/hashassay/assay/internal/buffer"

// maxBlock is the length of the longest block in bytes.
const maxBlock = BlockSize512Cap1024

// fedForward has the bits of the cells 1, 2, 4, 7, 8, 11, 12, 13, 14 in an
// element of the sliced state, four each.
const fedForward = 0x0ffff00ff00f0ff0

// absorbSliced takes in whole blocks, none of which is the final one.
func (p *parameters) absorbSliced(s *state, blocks []byte) {
	var x sliced
	x.slice(s)
	for size := p.blockSize(); len(blocks) > 0; blocks = blocks[size:] {
		p.absorbBlock(&x, blocks, false)
	}
	x.words(s)
}

// absorbBlock takes in the first block of blocks.
func (p *parameters) absorbBlock(x *sliced, blocks []byte, final bool) {
	var m state
	for i, cell := range p.rate {
		m[cell] = load(blocks[16*i:])
	}
	var message, old sliced
	message.slice(&m)
	old = *x
	x.add(&message)
	x.permute(p.absorbing)
	switch {
	case p.feedForward == nothing:
		return
	case p.feedForward == oldStateAndMessage || final:
		x.add(&message)
	}
	for b := range x {
		x[b] ^= old[b] & fedForward
	}
}

// finish absorbs the end of the message: the whole bytes of tail, fewer than a
// block, and nbits (0 to 7) high bits of last. The message has length bits. Then
// it writes the digest. It leaves s without meaning.
//
// If the message ends within the last byte of a block, so that the 1 bit of the
// padding is in that byte too, the block counts as a full one and a block of zeros
// follows. By the document it would be the final one; the test vectors come from
// code that counts the message in bytes, rounded up.
func (p *parameters) finish(digest []byte, s *state, tail []byte, last byte, nbits int, length uint64) {
	var block [maxBlock]byte
	pad(&block, tail, last, nbits)
	size := p.blockSize()
	if len(tail) == size-1 && nbits > 0 {
		p.absorb(s, block[:size])
		block = [maxBlock]byte{}
	}
	p.close(s, block[:size], length)
	p.read(digest, s)
}

// pad writes the end of a message to block, which must be zero: the whole bytes of
// tail, nbits high bits of last, a 1 bit. Zeros fill the block.
func pad(block *[maxBlock]byte, tail []byte, last byte, nbits int) {
	n := copy(block[:], tail)
	block[n] = last&buffer.TailMask(uint64(nbits)) | buffer.PaddingBit(uint64(nbits))
}

// read writes the digest that is in the cells of the state in the end.
func (p *parameters) read(digest []byte, s *state) {
	for i, cell := range p.output {
		s[cell].store(digest[16*i:])
	}
}

// closeSliced takes in the final block of a message of length bits and computes
// the state that the digest is read from.
func (p *parameters) closeSliced(s *state, block []byte, length uint64) {
	var x sliced
	x.slice(s)
	p.absorbBlock(&x, block, true)
	x.addLength(length)
	x.permute(p.middle)
	x.permute(p.squeeze)
	x.words(s)
}

// addLength adds the length of the message in bits to the four words of the
// diagonal, in all instances. By the document it would be one word.
func (x *sliced) addLength(length uint64) {
	var s state
	for _, cell := range []int{0, 5, 10, 15} {
		s[cell].lo = length
	}
	var y sliced
	y.slice(&s)
	x.add(&y)
}

// sum writes the digest of data and of the nbits (0 to 7) high bits of last.
func sum(digest, data []byte, last byte, nbits int, in instance) {
	p := in.parameters()
	s := *p.start
	whole := len(data) - len(data)%p.blockSize()
	p.absorb(&s, data[:whole])
	p.finish(digest, &s, data[whole:], last, nbits, 8*uint64(len(data))+uint64(nbits))
}

// sumBits writes the digest of the first n bits of data.
func sumBits(digest, data []byte, n uint64, in instance) {
	data = buffer.Message(data, n, "garnet")
	if n%8 == 0 {
		sum(digest, data, 0, 0, in)
		return
	}
	end := len(data) - 1 // the partial byte
	sum(digest, data[:end], data[end], int(n%8), in)
}
