package gate

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/hashassay/assay/iccs"
	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/driver"
	"github.com/hashassay/assay/internal/visible"
)

// check is a gate run under way.
type check struct {
	ctx      context.Context
	request  Request
	instance *candidate.Instance
	session  session
	result   Result
	details  []string        // parts of Result.Detail
	failure  *driver.Failure // ended the session; nil: it did not fail
	missing  []iccs.File     // files without an official digest

	// the hash request under way
	message int    // number in the file, from 1
	bits    uint64 // message length
}

func run(ctx context.Context, r Request, open opener) (*Result, error) {
	c := &check{ctx: ctx, request: r, instance: r.Implementation.Instance}
	if len(r.Files) == 0 {
		return nil, c.harness(errors.New("no known-answer file was asked for"))
	}
	c.result.Digests = map[int]string{}
	if err := c.run(open); err != nil {
		if ctx.Err() != nil { // whatever else it looked like: the child was stopped
			return nil, ctx.Err()
		}
		return nil, c.harness(err)
	}
	c.result.Log = c.log()
	return &c.result, nil
}

// harness says which implementation a failure of our own happened with.
func (c *check) harness(err error) error {
	return fmt.Errorf("known-answer gate of %s/%s: %w", c.instance.Candidate.ID, c.request.Implementation.Label, err)
}

// run does the work up to the verdict. Its error is the harness's or the context's.
func (c *check) run(open opener) error {
	if err := c.ctx.Err(); err != nil {
		return err
	}
	var err error
	if c.session, err = open(c.ctx, c.request); err != nil {
		err = c.misbehaved(err, "start")
	} else {
		err = c.questions()
		closed := c.session.Close()
		if err == nil && c.failure == nil && closed != nil {
			err = c.misbehaved(closed, "after the last message")
		}
	}
	if err != nil {
		return err
	}
	if err := c.ctx.Err(); err != nil {
		return err
	}
	c.verdict()
	return nil
}

// questions asks for all digests; it stops at the first failure.
func (c *check) questions() error {
	if len(c.instance.SelfTest) > 0 {
		if err := c.selfTest(); err != nil || c.failure != nil {
			return err
		}
		return c.timedMessages()
	}
	for _, f := range c.request.Files {
		if err := c.file(f); err != nil || c.failure != nil {
			return err
		}
	}
	return c.timedMessages()
}

// misbehaved takes an error of the session: a Failure of the candidate becomes
// the verdict and is swallowed, anything else is returned.
func (c *check) misbehaved(err error, where string) error {
	if c.ctx.Err() != nil {
		return c.ctx.Err()
	}
	var f *driver.Failure
	if !errors.As(err, &f) {
		return fmt.Errorf("%s: %w", where, err)
	}
	c.failure = f
	// The end of the session comes first in the detail, before what else was found.
	c.details = append([]string{where + ": " + f.Detail}, c.details...)
	return nil
}

// hash asks the session for a digest and notes what is under way.
func (c *check) hash(bits uint64, msg io.Reader) ([]byte, error) {
	if err := c.ctx.Err(); err != nil {
		return nil, err
	}
	c.message++
	c.bits = bits
	if bits >= longMessage {
		msg = &stoppable{ctx: c.ctx, msg: msg}
	}
	return c.session.Hash(bits, msg)
}

// longMessage is the length in bits from which a message is worth stopping in
// its middle: 1 MiB.
const longMessage = 1 << 23

// stoppable is a message that ends with the context's error when it is done.
type stoppable struct {
	ctx context.Context
	msg io.Reader
}

func (s *stoppable) Read(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.msg.Read(p)
}

// file makes one known-answer file and compares it with the manifest.
func (c *check) file(f iccs.File) error {
	entry, official := c.instance.Candidate.Manifest.Lookup(c.instance.KATName, f)
	if !official {
		entry = iccs.Entry{Mode: iccs.Strict, Label: c.instance.KATName, Name: f.FileName(c.instance.KATName)}
		c.missing = append(c.missing, f)
	}
	res := FileResult{File: f, name: entry.Name, mode: entry.ModeString()}

	c.message = 0
	start := time.Now()
	var text bytes.Buffer // 3.3 MB at most: long messages are not in it
	err := iccs.Generate(&text, f, c.instance.DigestBits, c.hash)
	res.Seconds = time.Since(start).Seconds()
	if err != nil {
		if err := c.misbehaved(err, fmt.Sprintf("%s: message %d (%d bits)", f, c.message, c.bits)); err != nil {
			return err
		}
		res.Status = Status(c.failure.Status)
		c.result.Files = append(c.result.Files, res)
		return nil
	}

	res.Bytes = int64(text.Len())
	if res.SHA256, err = iccs.CanonicalDigest(bytes.NewReader(text.Bytes()), entry.Mode, entry.Records); err != nil {
		return fmt.Errorf("%s: %w", f, err)
	}
	switch {
	case !official:
		res.Status = NoKAT
	case res.SHA256 == entry.SHA256:
		res.Status = Pass
	default:
		res.Status = Mismatch
		c.details = append(c.details, fmt.Sprintf("%s: %s", f, difference(c.request.Vectors, entry, text.Bytes())))
	}
	c.result.Files = append(c.result.Files, res)
	return nil
}

// timedMessages asks twice for the digests of the timed messages. The second
// round begins when the first has ended, so that something left over from
// another message has a chance to show.
func (c *check) timedMessages() error {
	first := map[int][]byte{}
	for round := range 2 {
		for _, n := range c.request.Messages {
			if n < 0 {
				return fmt.Errorf("negative length %d of a timed message", n)
			}
			bits := 8 * uint64(n)
			where := fmt.Sprintf("timed message of %d bytes (%d bits)", n, bits)
			digest, err := c.hash(bits, bytes.NewReader(driver.Message(n)))
			if err != nil {
				return c.misbehaved(err, where)
			}
			if len(digest) != c.instance.DigestBits/8 {
				return fmt.Errorf("%s: digest of %d bytes instead of %d", where, len(digest), c.instance.DigestBits/8)
			}
			switch {
			case round == 0 && first[n] == nil:
				first[n] = bytes.Clone(digest)
				c.result.Digests[n] = hex.EncodeToString(digest)
			case !bytes.Equal(first[n], digest):
				if _, reported := c.result.Digests[n]; reported {
					delete(c.result.Digests, n)
					c.result.Status = Mismatch
					c.details = append(c.details, fmt.Sprintf("%s: digest of the same message changed: first %X, then %X", where, first[n], digest))
				}
			}
		}
	}
	return nil
}

// verdict sums up the files.
func (c *check) verdict() {
	status := c.result.Status // MISMATCH if a digest changed
	if status == "" {
		status = Pass
	}
	switch {
	case c.failure != nil:
		status = Status(c.failure.Status)
	default:
		for _, f := range c.result.Files {
			if f.Status == Mismatch {
				status = Mismatch
			}
		}
		for _, t := range c.result.SelfTest {
			if !t.OK {
				status = Mismatch
			}
		}
		if status == Pass && len(c.missing) > 0 {
			status = Partial
			if len(c.missing) == len(c.request.Files) {
				status = NoKAT
			}
		}
	}
	if len(c.missing) > 0 {
		names := make([]string, len(c.missing))
		for i, f := range c.missing {
			names[i] = string(f)
		}
		why := ""
		if c.instance.Candidate.Manifest == nil {
			why = " (the candidate has no manifest kat.sha256)"
		}
		c.details = append(c.details, fmt.Sprintf("no official digest for %s of %s%s", strings.Join(names, ", "), c.instance.KATName, why))
	}
	if all := len(c.instance.SelfTest); all > 0 {
		c.details = append([]string{fmt.Sprintf("(%d/%d)", passed(c.result.SelfTest), all)}, c.details...)
	}
	c.result.Status = status
	c.result.Detail = visible.Line(strings.Join(c.details, "; "))
}
