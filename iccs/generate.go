package iccs

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strconv"
)

// Parameters of the known-answer files.
const (
	maxShortBits = 4096      // KAT_2_12 has every length up to this
	loopBits     = 8192      // message length of KAT_Loop
	loopRounds   = 1_000_000 // hashes after the first one of KAT_Loop
)

// Generate writes the known-answer file f, byte for byte in the official
// format, for digests of digestBits bits (a multiple of 8) computed by h. It
// holds no long message in memory: h reads it while it is made.
//
// The error is h's own, unwrapped, or says what is wrong: with f, digestBits, the
// length of a digest, or writing to w. After an error w holds only a part of the file.
func Generate(w io.Writer, f File, digestBits int, h Hasher) error {
	if digestBits <= 0 || digestBits%8 != 0 {
		return fmt.Errorf("%s: digest length of %d bits is not a positive multiple of 8", f, digestBits)
	}
	g := &generator{w: bufio.NewWriterSize(w, 1<<16), file: f, digestBits: digestBits, hasher: h}
	var err error
	switch f {
	case KAT212:
		err = g.short()
	case KAT223:
		err = g.long(1 << 23)
	case KAT233:
		err = g.long(1 << 33)
	case KATLoop:
		err = g.loop()
	default:
		return fmt.Errorf("%q is not a known-answer file (want KAT_2_12, KAT_2_23, KAT_2_33 or KAT_Loop)", string(f))
	}
	if err != nil {
		return err
	}
	if err := g.w.Flush(); err != nil {
		return fmt.Errorf("write %s: %w", f, err)
	}
	return nil
}

// generator writes one file. Errors of w stick and come out at Flush.
type generator struct {
	w          *bufio.Writer
	file       File
	digestBits int
	hasher     Hasher
	line       []byte       // reused for the line being written
	msg        bytes.Reader // reused for short messages
}

// short writes KAT_2_12: for every length from 0 to 4096 bits a message of that length.
func (g *generator) short() error {
	d := NewDRNG(g.file.seed())
	var buf [maxShortBits / 8]byte
	for bits := range uint64(maxShortBits + 1) {
		msg := buf[:(bits+7)/8]
		if _, err := io.ReadFull(d.Request(bits), msg); err != nil {
			return err // cannot happen: the reader has exactly these bytes
		}
		digest, err := g.hashBytes(bits, msg)
		if err != nil {
			return err
		}
		g.number("Msg_Len", bits)
		g.hex("Msg", msg)
		g.endRecord(digest)
	}
	return nil
}

// long writes KAT_2_23 and KAT_2_33: messages of all zeros, all ones, and from the generator.
func (g *generator) long(bits uint64) error {
	seed := g.file.seed()
	messages := []struct {
		seed []byte
		body io.Reader
	}{
		{nil, &constant{value: 0x00, left: bits / 8}},
		{nil, &constant{value: 0xFF, left: bits / 8}},
		{seed, NewDRNG(seed).Request(bits)},
	}
	for _, m := range messages {
		msg := &ends{r: m.body}
		digest, err := g.hash(bits, msg)
		if err != nil {
			return err
		}
		// The last bytes are known only when all has been read; a hasher that
		// stopped early must not change the text.
		if _, err := io.Copy(io.Discard, msg); err != nil {
			return err
		}
		g.number("Msg_Len", bits)
		g.hex("Msg_Seed", m.seed)
		g.line = append(g.line[:0], "Msg_Exp = "...)
		g.line = appendHex(g.line, msg.first[:])
		g.line = append(g.line, " .... "...)
		g.line = appendHex(g.line, msg.last[:])
		g.endLine()
		g.endRecord(digest)
	}
	return nil
}

// loop writes KAT_Loop: every digest is mixed into the message of the next hash.
func (g *generator) loop() error {
	d := g.digestBits / 8
	if d > loopBits/8 {
		return fmt.Errorf("%s: digest length of %d bits is more than the message's %d", g.file, g.digestBits, loopBits)
	}
	var a, b [loopBits / 8]byte
	msg, rotated := a[:], b[:]
	if _, err := io.ReadFull(NewDRNG(g.file.seed()).Request(loopBits), msg); err != nil {
		return err // cannot happen: the reader has exactly these bytes
	}
	g.number("Msg_Len", loopBits)
	g.hex("Msg", msg)
	h, err := g.hashBytes(loopBits, msg)
	if err != nil {
		return err
	}
	for range loopRounds {
		n := copy(rotated, msg[d:])
		copy(rotated[n:], msg[:d])
		for i, x := range h {
			rotated[i] ^= x
		}
		msg, rotated = rotated, msg
		if h, err = g.hashBytes(loopBits, msg); err != nil {
			return err
		}
	}
	g.endRecord(h)
	return nil
}

func (g *generator) hashBytes(bits uint64, msg []byte) ([]byte, error) {
	g.msg.Reset(msg)
	return g.hash(bits, &g.msg)
}

func (g *generator) hash(bits uint64, msg io.Reader) ([]byte, error) {
	digest, err := g.hasher(bits, msg)
	if err != nil {
		return nil, err
	}
	if len(digest) != g.digestBits/8 {
		return nil, fmt.Errorf("%s: message of %d bits: digest of %d bytes instead of %d", g.file, bits, len(digest), g.digestBits/8)
	}
	return digest, nil
}

// number writes "name = n".
func (g *generator) number(name string, n uint64) {
	g.line = append(append(g.line[:0], name...), " = "...)
	g.line = strconv.AppendUint(g.line, n, 10)
	g.endLine()
}

// hex writes "name = HEX"; for an empty value the line ends in a blank.
func (g *generator) hex(name string, value []byte) {
	g.line = append(append(g.line[:0], name...), " = "...)
	g.line = appendHex(g.line, value)
	g.endLine()
}

func (g *generator) endLine() {
	g.line = append(g.line, '\n')
	g.w.Write(g.line)
}

// endRecord writes the fields that end every record, and the empty line.
func (g *generator) endRecord(digest []byte) {
	g.number("Dst_Len", uint64(g.digestBits))
	g.hex("Dst", digest)
	g.w.WriteByte('\n')
}

// appendHex appends upper-case hex, as the official files have it.
func appendHex(dst, src []byte) []byte {
	const digits = "0123456789ABCDEF"
	for _, b := range src {
		dst = append(dst, digits[b>>4], digits[b&15])
	}
	return dst
}

// constant reads as left bytes of the same value.
type constant struct {
	value byte
	left  uint64
}

func (c *constant) Read(p []byte) (int, error) {
	if c.left == 0 {
		return 0, io.EOF
	}
	if uint64(len(p)) > c.left {
		p = p[:c.left]
	}
	for i := range p {
		p[i] = c.value
	}
	c.left -= uint64(len(p))
	return len(p), nil
}

// ends passes a message through and keeps its first and last eight bytes.
type ends struct {
	r           io.Reader
	first, last [8]byte
	n           uint64 // bytes read
}

func (e *ends) Read(p []byte) (int, error) {
	n, err := e.r.Read(p)
	if e.n < uint64(len(e.first)) {
		copy(e.first[e.n:], p[:n])
	}
	e.n += uint64(n)
	if n < len(e.last) {
		copy(e.last[:], e.last[n:])
		copy(e.last[len(e.last)-n:], p[:n])
	} else {
		copy(e.last[:], p[n-len(e.last):n])
	}
	return n, err
}
