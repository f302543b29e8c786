package driver

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
)

// Session is a child in serve mode, answering hash requests. It is not for
// concurrent use.
type Session struct {
	c           *child
	digestBytes int
	request     []byte
	over        bool // an error was reported
}

// chunk is how much of a message is read and written at once.
const chunk = 1 << 20

// Serve starts a child and loads the target. The errors of candidate code are *Failure; the end of
// ctx kills the child, now or during a later Hash, and its error is returned.
func (p *Program) Serve(ctx context.Context, t Target, lim Limits) (*Session, error) {
	lim = lim.withDefaults()
	args, err := arguments("serve", t, lim)
	if err != nil {
		return nil, err
	}
	c, err := startChild(ctx, p, args, lim)
	if err != nil {
		return nil, err
	}
	c.watchdog.Stop()
	return &Session{c: c, digestBytes: (t.DigestBits + 7) / 8, request: make([]byte, 0, 8192)}, nil
}

// Hash sends a message of bits bits, read from msg (ceil(bits/8) bytes), and
// returns its digest. After an error the session is over.
func (s *Session) Hash(bits uint64, msg io.Reader) ([]byte, error) {
	if s.over || s.c.closed {
		return nil, fmt.Errorf("driver %s: the session is over", s.c.program.Name)
	}
	if err := s.c.lim.hold(bits/8 + min(bits%8, 1)); err != nil {
		s.over = true
		return nil, err
	}
	s.c.watchdog.Reset(s.c.lim.Wall)
	digest, err := s.hash(bits, msg)
	s.c.watchdog.Stop() // time between requests is the caller's
	if err != nil {
		s.over = true
	}
	return digest, err
}

func (s *Session) hash(bits uint64, msg io.Reader) ([]byte, error) {
	c := s.c
	if err := s.send(bits, msg); err != nil {
		return nil, c.broken(fmt.Sprintf("reading a message of %d bits: %v", bits, err))
	}
	first, err := c.lines.Peek(1)
	if err != nil {
		return nil, c.verdict(nil, err)
	}
	switch first[0] {
	case 'D':
	case '{':
		_, _, err := c.nextLine("answer")
		return nil, err
	default: // not waiting for the rest of it, which may never come
		text, _ := c.lines.Peek(c.lines.Buffered())
		return nil, c.damaged("unreadable answer " + excerpt(text))
	}
	var header [5]byte
	if n, err := io.ReadFull(c.lines, header[:]); err != nil {
		return nil, c.verdict(header[:n], errTruncatedAnswer(err))
	}
	if n := binary.LittleEndian.Uint32(header[1:]); n != uint32(s.digestBytes) {
		return nil, c.damaged(fmt.Sprintf("answered with a digest of %d bytes, wanted %d", n, s.digestBytes))
	}
	answer := make([]byte, s.digestBytes+nonceDigits)
	if n, err := io.ReadFull(c.lines, answer); err != nil {
		return nil, c.verdict(append(header[:], answer[:n]...), errTruncatedAnswer(err))
	}
	digest, nonce := answer[:s.digestBytes:s.digestBytes], answer[s.digestBytes:]
	if string(nonce) != c.nonce {
		return nil, c.damaged(forged + " " + excerpt(answer))
	}
	return digest, nil
}

func errTruncatedAnswer(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return fmt.Errorf("truncated answer")
	}
	return err
}

// send writes a request. Only failing to read the message is an error: when the child does not
// take the request, its answer, or the lack of one, says why.
func (s *Session) send(bits uint64, msg io.Reader) error {
	left := bits/8 + min(bits%8, 1)
	s.request = binary.LittleEndian.AppendUint64(s.request[:0], bits)
	for first := true; left > 0 || first; first = false {
		n := int(min(left, chunk))
		at := len(s.request)
		if cap(s.request) < at+n {
			s.request = append(make([]byte, 0, chunk+8), s.request...)
		}
		s.request = s.request[:at+n]
		if _, err := io.ReadFull(msg, s.request[at:]); err != nil && n > 0 {
			return err
		}
		if _, err := s.c.in.Write(s.request); err != nil {
			return nil
		}
		left -= uint64(n)
		s.request = s.request[:0]
	}
	return nil
}

// Close ends the child. It reports a Failure if the child did not end as it
// should. After an error of Hash, which has ended the child, it returns nil.
func (s *Session) Close() error {
	c := s.c
	if s.over || c.closed {
		c.end()
		return nil
	}
	s.over = true
	c.watchdog.Reset(grace)
	c.in.Close()
	line, err := readLine(c.lines)
	c.end()
	if err := c.ctx.Err(); err != nil {
		return err
	}
	if len(line) > 0 {
		return c.damaged(fmt.Sprintf("unexpected output at the end: %s", excerpt(line)))
	}
	if code := exitCode(c.cmd.ProcessState); code != 0 || err != io.EOF {
		c.lim.Wall = grace // the limit that was in force
		return c.ended(" at the end of the session")
	}
	return nil
}
