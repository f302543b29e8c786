package gate

import (
	"bytes"
	"fmt"
)

// SelfTestName stands for the known-answer files of an instance that has a
// self-test instead.
const SelfTestName = "self-test"

// SelfTestResult is the result of one case of a self-test.
type SelfTestResult struct {
	Name   string
	OK     bool
	Digest []byte // what the implementation returned
}

// selfTest checks the instance's messages and digests: what there is for
// instances without official known-answer files.
func (c *check) selfTest() error {
	c.message = 0
	for _, t := range c.instance.SelfTest {
		bits := 8 * uint64(len(t.Message))
		digest, err := c.hash(bits, bytes.NewReader(t.Message))
		if err != nil {
			return c.misbehaved(err, fmt.Sprintf("self-test: %s (%d bits)", t.Name, bits))
		}
		r := SelfTestResult{Name: t.Name, OK: bytes.Equal(digest, t.Digest), Digest: bytes.Clone(digest)}
		if !r.OK && len(c.details) == 0 {
			c.details = append(c.details, fmt.Sprintf("self-test: %s: expected %X, got %X", t.Name, t.Digest, digest))
		}
		c.result.SelfTest = append(c.result.SelfTest, r)
	}
	return nil
}

// passed counts the cases that passed.
func passed(results []SelfTestResult) int {
	n := 0
	for _, r := range results {
		if r.OK {
			n++
		}
	}
	return n
}
