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
	conversation
	digestBytes int
	request     []byte
}

// chunk is how much of a message is read and written at once.
const chunk = 1 << 20

// Serve starts a child and loads the target. The errors of candidate code are *Failure; the end of
// ctx kills the child, now or during a later Hash, and its error is returned.
func (p *Program) Serve(ctx context.Context, t Target, lim Limits) (*Session, error) {
	lim = lim.withDefaults()
	args, err := p.arguments("serve", t, lim)
	if err != nil {
		return nil, err
	}
	c, err := startChild(ctx, p, args, lim)
	if err != nil {
		return nil, err
	}
	c.watchdog.Stop()
	return &Session{conversation: conversation{c: c}, digestBytes: (t.DigestBits + 7) / 8, request: make([]byte, 0, 8192)}, nil
}

// Hash sends a message of bits bits, read from msg (ceil(bits/8) bytes), and
// returns its digest. After an error the session is over.
func (s *Session) Hash(bits uint64, msg io.Reader) ([]byte, error) {
	return s.ask(bits/8+min(bits%8, 1), func() ([]byte, error) {
		if err := s.send(bits, msg); err != nil {
			return nil, s.c.broken(fmt.Sprintf("reading a message of %d bits: %v", bits, err))
		}
		return s.c.answer('D', uint32(s.digestBytes), s.digestBytes, "a digest of %d bytes")
	})
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
