package duet

import (
	"io"

	"github.com/hashassay/assay/internal/buffer"
)

// rule says how much of the capacity a squeeze gives.
type rule uint8

const (
	byDocument  rule = iota // as much as a digest has
	byReference             // all of it
)

// squeezed returns the length of a squeeze in bytes.
func (in instance) squeezed(r rule) int {
	if r == byDocument {
		return in.size()
	}
	return in.capacity()
}

// squeezer produces extendable output: after each piece from the beginning of
// the capacity, one of the branches is called without input, A first, then B,
// then A again.
type squeezer struct {
	s        state
	piece    [8 * maxCapacity]byte // its first q bytes are in use
	q        uint8
	used     uint8 // bytes of piece that have been read
	branch   uint8 // of the next call
	instance instance
}

// start begins the output of the finished message whose state is x.s.
func (x *squeezer) start(in instance, r rule) {
	x.instance = in
	x.q = uint8(in.squeezed(r))
	x.s.output(x.piece[:x.q])
}

// start begins the output for the message so far.
func (d *Digest) start(x *squeezer, r rule) {
	x.s = d.finished()
	x.start(d.instance, r)
}

// read fills p.
func (x *squeezer) read(p []byte) {
	for len(p) > 0 {
		if x.used == x.q {
			x.s.squeeze(int(x.branch), x.instance)
			x.branch ^= 1
			x.s.output(x.piece[:x.q])
			x.used = 0
		}
		n := copy(p, x.piece[x.used:x.q])
		x.used += uint8(n)
		p = p[n:]
	}
}

// DocumentXOF is the extendable output of a message by the rule of the
// submission document: each squeeze gives as many bits as the digest has. Get
// one from [Digest.DocumentXOF]. A copy goes on independently.
//
// Beyond the length of the digest its output differs from that of the
// submission's reference code, which is [ReferenceXOF]; see the documentation of
// the package.
type DocumentXOF struct{ x squeezer }

// ReferenceXOF is the extendable output of a message by the rule of the
// submission's reference code: each squeeze gives the whole capacity. Get one
// from [Digest.ReferenceXOF]. A copy goes on independently.
//
// Beyond the length of the digest its output differs from that which the
// submission document defines, which is [DocumentXOF]; see the documentation of
// the package.
type ReferenceXOF struct{ x squeezer }

var (
	_ io.Reader = (*DocumentXOF)(nil)
	_ io.Reader = (*ReferenceXOF)(nil)
)

// DocumentXOF returns the output for the message so far by the rule of the
// submission document, from its first byte on. The message can go on; the output
// is not changed by that.
func (d *Digest) DocumentXOF() *DocumentXOF {
	o := new(DocumentXOF) // in a function so short that it is inlined: o can stay on the stack
	d.start(&o.x, byDocument)
	return o
}

// ReferenceXOF returns the output for the message so far by the rule of the
// submission's reference code, from its first byte on. The message can go on;
// the output is not changed by that.
func (d *Digest) ReferenceXOF() *ReferenceXOF {
	o := new(ReferenceXOF) // in a function so short that it is inlined: o can stay on the stack
	d.start(&o.x, byReference)
	return o
}

// Read fills p with the next bytes of the output, which has no end. It never
// returns an error.
func (o *DocumentXOF) Read(p []byte) (int, error) {
	o.x.read(p)
	return len(p), nil
}

// Read fills p with the next bytes of the output, which has no end. It never
// returns an error.
func (o *ReferenceXOF) Read(p []byte) (int, error) {
	o.x.read(p)
	return len(p), nil
}

// DocumentXOF512 writes the first outBits bits of the extendable output of
// Duet-512 to out, by the rule of the submission document: each squeeze gives
// 512 bits. The message is the first bits bits of data, which are taken as by
// [Sum512Bits]. The unused low bits of the last byte of output are zero; nothing
// is written behind it. DocumentXOF512 panics if out or data is too short.
func DocumentXOF512(out []byte, outBits uint64, data []byte, bits uint64) {
	xofBits(out, outBits, data, bits, duet512, byDocument)
}

// DocumentXOF768 is [DocumentXOF512] for Duet-768, of which each squeeze gives
// 768 bits.
func DocumentXOF768(out []byte, outBits uint64, data []byte, bits uint64) {
	xofBits(out, outBits, data, bits, duet768, byDocument)
}

// DocumentXOF1024 is [DocumentXOF512] for Duet-1024, of which each squeeze gives
// 1024 bits.
func DocumentXOF1024(out []byte, outBits uint64, data []byte, bits uint64) {
	xofBits(out, outBits, data, bits, duet1024, byDocument)
}

// ReferenceXOF512 writes the first outBits bits of the extendable output of
// Duet-512 to out, by the rule of the submission's reference code: each squeeze
// gives the capacity, 576 bits. (That code refuses more than 8192 bits of output
// in all; there is no such limit here.) The arguments are those of
// [DocumentXOF512].
func ReferenceXOF512(out []byte, outBits uint64, data []byte, bits uint64) {
	xofBits(out, outBits, data, bits, duet512, byReference)
}

// ReferenceXOF768 is [ReferenceXOF512] for Duet-768, of which each squeeze gives
// 832 bits.
func ReferenceXOF768(out []byte, outBits uint64, data []byte, bits uint64) {
	xofBits(out, outBits, data, bits, duet768, byReference)
}

// ReferenceXOF1024 is [ReferenceXOF512] for Duet-1024, of which each squeeze
// gives 1152 bits.
func ReferenceXOF1024(out []byte, outBits uint64, data []byte, bits uint64) {
	xofBits(out, outBits, data, bits, duet1024, byReference)
}

// xofBits writes the first outBits bits of output for the first bits bits of
// data.
func xofBits(out []byte, outBits uint64, data []byte, bits uint64, in instance, r rule) {
	n := buffer.BitBytes(outBits)
	if n > uint64(len(out)) {
		panic("duet: output has fewer bits than its stated length")
	}
	var x squeezer
	x.s.hashBits(data, bits, in)
	x.start(in, r)
	out = out[:n]
	x.read(out)
	if outBits%8 != 0 {
		out[n-1] &= buffer.TailMask(outBits)
	}
}
