package driver

import (
	"encoding/binary"
	"fmt"
	"io"
)

// conversation is a child that answers requests, one after another. It is not for concurrent use.
type conversation struct {
	c    *child
	over bool // an error was reported
}

// ask runs one request and its answer under the child's time limit. After an error the
// conversation is over.
func (v *conversation) ask(bytes uint64, request func() ([]byte, error)) ([]byte, error) {
	if v.over || v.c.closed {
		return nil, fmt.Errorf("driver %s: the session is over", v.c.program.Name)
	}
	if err := v.c.lim.hold(bytes); err != nil {
		v.over = true
		return nil, err
	}
	v.c.watchdog.Reset(v.c.lim.Wall)
	answer, err := request()
	v.c.watchdog.Stop() // time between requests is the caller's
	if err != nil {
		v.over = true
	}
	return answer, err
}

// answer reads an answer: kind, which is one byte, a count, size bytes and the nonce. thing words the count for a
// wrong one: "a digest of %d bytes".
func (c *child) answer(kind byte, count uint32, size int, thing string) ([]byte, error) {
	first, err := c.lines.Peek(1)
	if err != nil {
		return nil, c.verdict(nil, err)
	}
	switch first[0] {
	case kind:
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
	if n := binary.LittleEndian.Uint32(header[1:]); n != count {
		return nil, c.damaged(fmt.Sprintf("answered with "+thing+", wanted %d", n, count))
	}
	answer := make([]byte, size+nonceDigits)
	if n, err := io.ReadFull(c.lines, answer); err != nil {
		return nil, c.verdict(append(header[:], answer[:n]...), errTruncatedAnswer(err))
	}
	body, nonce := answer[:size:size], answer[size:]
	if string(nonce) != c.nonce {
		return nil, c.damaged(forged + " " + excerpt(answer))
	}
	return body, nil
}

func errTruncatedAnswer(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return fmt.Errorf("truncated answer")
	}
	return err
}

// Close ends the child. It reports a Failure if the child did not end as it
// should. After an error of a request, which has ended the child, it returns nil.
func (v *conversation) Close() error {
	c := v.c
	if v.over || c.closed {
		c.end()
		return nil
	}
	v.over = true
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
