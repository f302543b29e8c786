// Package visible makes text of strangers safe to show: what a terminal would
// obey, or what looks like something else than it is, is written out in plain
// characters.
//
// Compilers quote sources, linkers quote symbols, archives name their entries, and all
// of that is bytes that a stranger chose: an escape sequence can change colours and
// titles, hide lines, or on some terminals type commands.
//
// Written out are control characters (C0, DEL, and C1, which terminals obey even as
// UTF-8), line and paragraph separators, and characters of format: those that turn
// the direction of writing or have no width. They become \u001b, as in JSON, so that
// escaped JSON is JSON of the same value. A byte that is no UTF-8 becomes \xff, as in
// Go. A backslash stays as it is: the form is for readers and cannot be undone.
package visible

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Text escapes all but the lines and tabs of a text.
func Text(s string) string { return escape(s, false) }

// Line makes one line of a text: white space of any kind becomes a blank, blanks
// at the ends go, and the rest is escaped.
func Line(s string) string { return strings.TrimSpace(escape(s, true)) }

func escape(s string, oneLine bool) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return r == utf8.RuneError || obeyed(r) || oneLine && r < ' ' }) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case oneLine && (r >= '\t' && r <= '\r'):
			b.WriteByte(' ')
		case !obeyed(r):
			b.WriteString(s[i : i+n])
		case r > 0xffff:
			hi, lo := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, hi, lo)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
		i += n
	}
	return b.String()
}

// obeyed says whether a character is to be escaped in a text of several lines.
func obeyed(r rune) bool {
	return r != '\n' && r != '\t' && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp)
}

// Writer escapes what is written through it, as [Text] does. Characters may be cut
// between two calls of Write.
type Writer struct {
	to   io.Writer
	part []byte // the beginning of a character
}

// NewWriter returns a Writer to w.
func NewWriter(w io.Writer) *Writer { return &Writer{to: w} }

// Unwrap returns what it writes to.
func (w *Writer) Unwrap() io.Writer { return w.to }

// Write implements [io.Writer].
func (w *Writer) Write(p []byte) (int, error) {
	text := append(w.part, p...)
	w.part = nil
	// At most the last three bytes begin a character that is not whole.
	for i := max(0, len(text)-utf8.UTFMax+1); i < len(text); i++ {
		if utf8.RuneStart(text[i]) && !utf8.FullRune(text[i:]) {
			text, w.part = text[:i], append([]byte{}, text[i:]...)
			break
		}
	}
	if _, err := io.WriteString(w.to, Text(string(text))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Flush writes what was kept back for a character that never came whole.
func (w *Writer) Flush() error {
	if len(w.part) == 0 {
		return nil
	}
	text := Text(string(w.part))
	w.part = nil
	_, err := io.WriteString(w.to, text)
	return err
}
