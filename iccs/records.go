package iccs

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"io"
	"strconv"
)

// Record is one record of a known-answer file.
type Record struct {
	Bits   uint64 // message length
	Digest []byte
}

// ParseRecords reads the records of a known-answer file (expected vectors). It
// accepts what the canonical text ignores, and lines of other fields; a
// record ends with its Dst line. A record without Msg_Len (mode nolen) has the
// length of its Msg in whole bytes, or 0 if it has no Msg either. Errors begin
// with "name:line: ".
func ParseRecords(r io.Reader, name string) ([]Record, error) {
	var (
		records []Record
		lines   = newLineReader(r)

		// of the record under way
		bits             uint64
		haveLen, haveMsg bool // Msg_Len and Msg were read
		message          bool // some field of the message was read
		begun            int  // line where it begins; 0: none is under way
	)
	fail := func(format string, args ...any) ([]Record, error) {
		return nil, fmt.Errorf("%s:%d: %w", name, lines.n, fmt.Errorf(format, args...))
	}
	for lines.next() {
		if len(lines.text) == 0 || lines.text[0] == '#' {
			continue
		}
		field, ok := fieldName(lines.text)
		if !ok {
			return fail("%q is not a line of the form Name = value", clip(lines.text))
		}
		_, value, _ := bytes.Cut(lines.text, []byte{'='})
		value = bytes.Trim(value, " \t")
		if begun == 0 {
			begun = lines.n
		}
		switch string(field) {
		case "Msg_Len":
			n, err := strconv.ParseUint(string(value), 10, 64)
			if err != nil {
				return fail("message length %q is not a number of bits", clip(value))
			}
			if haveLen {
				return fail("second Msg_Len in the record that begins on line %d: its Dst is missing", begun)
			}
			bits, haveLen, message = n, true, true
		case "Msg":
			if haveMsg {
				return fail("second Msg in the record that begins on line %d: its Dst is missing", begun)
			}
			haveMsg, message = true, true
			if !haveLen {
				bits = uint64(len(value)) / 2 * 8
			}
		case "Msg_Seed", "Msg_Exp":
			message = true
		case "Dst":
			digest := make([]byte, hex.DecodedLen(len(value)))
			if _, err := hex.Decode(digest, value); err != nil || len(digest) == 0 {
				return fail("digest %q is not hex", clip(value))
			}
			if !message {
				return fail("digest without a message before it")
			}
			records = append(records, Record{Bits: bits, Digest: digest})
			bits, haveLen, haveMsg, message, begun = 0, false, false, false, 0
		}
	}
	if err := lines.err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if begun != 0 {
		return fail("the file ends inside the record that begins on line %d: its Dst is missing", begun)
	}
	return records, nil
}

// clip shortens text for an error message.
func clip(text []byte) []byte {
	const most = 60
	if len(text) > most {
		return append(bytes.Clone(text[:most]), "..."...)
	}
	return text
}
