package candidate

import (
	"strings"
	"testing"
	"testing/fstest"
)

func TestSelfTest(t *testing.T) {
	read := func(text string) (*Candidate, error) {
		c := &Candidate{Instances: []*Instance{{Name: "Xor-16", DigestBits: 16}}}
		return c, readSelfTest(fstest.MapFS{selfTestFile: {Data: []byte(text)}}, "x/selftest.txt", c)
	}
	c, err := read("# comment\n\nXor-16 3 01ff\nXor-16 hex:6162 0203\n")
	if err != nil {
		t.Fatal(err)
	}
	cases := c.Instances[0].SelfTest
	if len(cases) != 2 || cases[0].Name != "len=3" || string(cases[0].Message) != "\x01\x08\x0f" ||
		string(cases[0].Digest) != "\x01\xff" || string(cases[1].Message) != "ab" {
		t.Errorf("cases %+v", cases)
	}
	for text, want := range map[string]string{
		"# nothing":                `x/selftest.txt: no line for instance "Xor-16"`,
		"Xor-16 3":                 "x/selftest.txt:1: 2 fields",
		"\nXor-17 3 01ff":          `x/selftest.txt:2: there is no instance "Xor-17"`,
		"Xor-16 -1 01ff":           "neither a length",
		"Xor-16 9999999999 01ff":   "neither a length",
		"Xor-16 hex:6 01ff":        "message: ",
		"Xor-16 3 01fg":            "digest: ",
		"Xor-16 3 01":              "digest of 1 bytes for Xor-16, which has 2",
		"Xor-16 3 01ff # or maybe": "6 fields",
	} {
		if _, err := read(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", text, err, want)
		}
	}
}
