package candidate

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
)

// selfTestFile holds messages and digests for instances without official
// known-answer files. A line is
//
//	INSTANCE MESSAGE DIGEST
//
// where MESSAGE is a length in bytes (byte i of the message is (7 i + 1) mod
// 256, as in the programme's own self-test of its helper functions) or "hex:"
// and the message's bytes. Empty lines and lines that begin with # do not count.
const selfTestFile = "selftest.txt"

// maxSelfTest bounds the length of a self-test message, in bytes.
const maxSelfTest = 1 << 20

// SelfTestCase is a message and its digest.
type SelfTestCase struct {
	Name    string // "len=32", or the message as the file gives it
	Message []byte
	Digest  []byte
}

// readSelfTest adds the cases of a self-test file, if there is one, to the
// candidate's instances. Errors name the line.
func readSelfTest(files fs.FS, name string, c *Candidate) error {
	text, err := fs.ReadFile(files, selfTestFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, reason(err))
	}
	if c.Manifest != nil {
		return fmt.Errorf("%s: a candidate has official vectors (%s) or a self-test, not both", name, manifestFile)
	}
	lines := bufio.NewScanner(bytes.NewReader(text))
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		if err := c.addSelfTest(strings.Fields(line)); err != nil {
			return fmt.Errorf("%s:%d: %w", name, n, err)
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	for _, in := range c.Instances {
		if len(in.SelfTest) == 0 {
			return fmt.Errorf("%s: no line for instance %q", name, in.Name)
		}
	}
	return nil
}

func (c *Candidate) addSelfTest(fields []string) error {
	if len(fields) != 3 {
		return fmt.Errorf("%d fields instead of three: instance, message, digest", len(fields))
	}
	i := slices.IndexFunc(c.Instances, func(in *Instance) bool { return in.Name == fields[0] })
	if i < 0 {
		return fmt.Errorf("there is no instance %q", fields[0])
	}
	in := c.Instances[i]
	tc := SelfTestCase{Name: fields[1]}
	if text, isHex := strings.CutPrefix(fields[1], "hex:"); isHex {
		m, err := hex.DecodeString(text)
		if err != nil {
			return fmt.Errorf("message: %w", err)
		}
		tc.Message = m
	} else {
		n, err := strconv.Atoi(fields[1])
		if err != nil || n < 0 || n > maxSelfTest {
			return fmt.Errorf("message %q is neither a length from 0 to %d bytes nor hex: and bytes", fields[1], maxSelfTest)
		}
		tc.Name = "len=" + fields[1]
		tc.Message = make([]byte, n)
		for k := range tc.Message {
			tc.Message[k] = byte(7*k + 1)
		}
	}
	digest, err := hex.DecodeString(fields[2])
	if err != nil {
		return fmt.Errorf("digest: %w", err)
	}
	if len(digest) != in.DigestBits/8 {
		return fmt.Errorf("digest of %d bytes for %s, which has %d", len(digest), in.Name, in.DigestBits/8)
	}
	tc.Digest = digest
	in.SelfTest = append(in.SelfTest, tc)
	return nil
}
