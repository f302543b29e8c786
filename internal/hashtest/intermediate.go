package hashtest

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"os"
	"strings"
	"testing"
)

// Intermediate holds the intermediate values of a specification's worked
// examples, by heading. A test takes out each value that it compares.
type Intermediate map[string][]byte

// ReadIntermediate reads testdata/intermediate.txt. A value is a paragraph: the
// heading, then lines of bytes, or of words with all their digits, in hexadecimal.
// A paragraph that begins with # is a comment.
func ReadIntermediate(t *testing.T) Intermediate {
	t.Helper()
	const file = "testdata/intermediate.txt"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	values := Intermediate{}
	for _, paragraph := range strings.Split(string(text), "\n\n") {
		heading, rest, _ := strings.Cut(paragraph, "\n")
		if strings.HasPrefix(heading, "#") {
			continue
		}
		if _, double := values[heading]; double {
			t.Fatalf("%s: two values %q", file, heading)
		}
		if values[heading], err = hex.DecodeString(strings.Join(strings.Fields(rest), "")); err != nil {
			t.Fatalf("%s: %q: %v", file, heading, err)
		}
	}
	return values
}

// Expect compares bytes or words, in any form that [binary.Append] knows, with
// the value under heading, and takes that one out.
func (values Intermediate) Expect(t *testing.T, heading string, got any) {
	t.Helper()
	want, ok := values[heading]
	if !ok {
		t.Errorf("no intermediate value %q", heading)
	}
	delete(values, heading)
	b, err := binary.Append(nil, binary.BigEndian, got)
	if err != nil {
		t.Fatalf("%s: %v", heading, err)
	}
	if !bytes.Equal(b, want) {
		t.Errorf("%s:\ngot  %x\nwant %x", heading, b, want)
	}
}

// ExpectNoMore fails the test if there are values that it has not compared.
func (values Intermediate) ExpectNoMore(t *testing.T) {
	t.Helper()
	for heading := range values {
		t.Errorf("intermediate value %q was not compared", heading)
	}
}
