package iccs

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
)

// Mode says which lines enter a canonical digest.
type Mode string

// The modes of a manifest.
const (
	Strict Mode = "strict" // all lines
	NoLen  Mode = "nolen"  // without the "X_Len = " lines, for references made in template mode
)

// maxLine bounds the length in bytes of a line in the files we read; the
// official ones stay below 4096.
const maxLine = 1 << 20

// CanonicalDigest returns the hex SHA-256 of the canonical text of a
// known-answer file: carriage returns and trailing blanks (space, tab) removed,
// empty lines dropped, every line ended by one newline, the last too.
//
// records > 0 takes only that many records, or all if there are fewer; 0 takes
// all. A record begins at each line with the name of the file's first field
// (Msg_Len in official files), so that the count does not depend on empty lines.
//
// The error is r's own, or says that mode, records or a line (longer than 1 MiB) is wrong.
func CanonicalDigest(r io.Reader, mode Mode, records int) (string, error) {
	if mode != Strict && mode != NoLen {
		return "", fmt.Errorf("mode %q of a canonical digest is neither strict nor nolen", string(mode))
	}
	if records < 0 {
		return "", fmt.Errorf("negative record count %d of a canonical digest", records)
	}
	var (
		h     = sha256.New()
		lines = newLineReader(r)
		first []byte // name of the first field
		begun int    // records begun
	)
	for lines.next() {
		if len(lines.text) == 0 {
			continue
		}
		if name, ok := fieldName(lines.text); ok {
			if first == nil {
				first = bytes.Clone(name)
			}
			if bytes.Equal(name, first) {
				if begun++; records > 0 && begun > records {
					break
				}
			}
			if x, isLen := bytes.CutSuffix(name, []byte("_Len")); mode == NoLen && isLen && len(x) > 0 {
				continue
			}
		}
		h.Write(lines.text)
		h.Write([]byte{'\n'})
	}
	if err := lines.err(); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// fieldName returns what stands before the first '=' of a "Name = value" line.
func fieldName(line []byte) ([]byte, bool) {
	name, _, ok := bytes.Cut(line, []byte{'='})
	name = bytes.Trim(name, " \t")
	return name, ok && len(name) > 0
}

// lineReader reads canonical lines: without carriage returns and trailing blanks.
type lineReader struct {
	scanner *bufio.Scanner
	n       int    // number of the line in text, from 1
	text    []byte // valid until the next call of next
}

func newLineReader(r io.Reader) *lineReader {
	s := bufio.NewScanner(r)
	s.Buffer(make([]byte, 0, 1<<14), maxLine)
	return &lineReader{scanner: s}
}

func (l *lineReader) next() bool {
	if !l.scanner.Scan() {
		return false
	}
	l.n++
	l.text = l.scanner.Bytes()
	if bytes.IndexByte(l.text, '\r') >= 0 {
		l.text = bytes.ReplaceAll(l.text, []byte{'\r'}, nil)
	}
	l.text = bytes.TrimRight(l.text, " \t")
	return true
}

// err returns the error that ended reading, nil at the end of the file.
func (l *lineReader) err() error {
	err := l.scanner.Err()
	if errors.Is(err, bufio.ErrTooLong) {
		return fmt.Errorf("line %d is longer than %d bytes", l.n+1, maxLine)
	}
	return err
}
