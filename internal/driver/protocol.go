package driver

// The protocol between parent and child.
//
// The child's command line is a mode (serve, time, calibrate, stopwatch, memory) and parameters,
// key=value: target, digest_bits, cpu_seconds, address_space, and for the
// measuring modes cpu, bytes, warmups, for time and memory calls, for time also clock_windows (the most
// windows of each clock estimate; default 12), for calibrate window_ns. driver.c also takes jail, the sum of 1 for
// namespaces, 2 for landlock, 4 for seccomp and 8 for rlimits.
//
// The first thing on the child's standard input is a line of 32 hexadecimal
// digits, the nonce: a secret of this one child, drawn at random. The child reads it before the candidate's code
// is loaded and proves with it that a line or an answer comes from the driver
// and not from the candidate, which can find and write the same descriptor.
// "hello" and "ready" have no nonce: the candidate could read them back from
// the pipe before the parent does. They allow nothing but to go on.
//
// This makes forging hard and shows clumsy attempts. With the jail's filter of system calls in force, driver.c
// alone can write the protocol's descriptors at all, by instructions of its own (docs/jail.md says what it takes to change these). Candidate
// and driver still share an address space, so code that studies the driver can jump into it or change what lies on its stack.
//
// The child writes lines of JSON, each with an "event":
//
//	hello        it runs: protocol number, driver's name, mode, the parts of the jail that are in force
//	ready        the candidate's code is loaded
//	begin        driver.c in mode time, before the calls: the time (witness.go)
//	end          after them: when they began and ended
//	trial        the report of mode time: the keys of Trial without "process"
//	calibration  the report of mode calibrate: the keys of Calibration
//	memory       the report of mode memory: the keys of MemoryUse without "process"
//	stopwatch    mode stopwatch takes requests: the clock that it reads, its name and rate
//	failure      a verdict on the candidate: status and detail; the child ends
//	error        the driver cannot go on: detail; the child ends
//
// Before "hello" everything that goes wrong is a fault of the harness. From
// then on the candidate's code may run: damage to the protocol and the end of
// the child are its doing, and after "ready" errors of the driver are, too.
//
// In mode serve a request is the message's length in bits (64 bits,
// little-endian) and its bytes; the answer is one byte 'D', the digest's length
// in bytes (32 bits, little-endian), the digest and the nonce's 32 digits, or a
// line of JSON, which begins with '{'. The end of input where a request would
// begin ends the child with exit code 0.
//
// In mode stopwatch a request is a count (32 bits, little-endian) of at most MaxBatch and as many messages; the
// answer is one byte 'T', the count, the ticks of each call (64 bits, little-endian) and the nonce.

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/hashassay/assay/internal/jail"
)

const protocolVersion = 2

// nonceDigits is the length of a nonce in hexadecimal digits.
const nonceDigits = 32

func newNonce() string {
	var b [nonceDigits / 2]byte
	rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

// Exit codes of a driver that has written a failure or an error line.
const (
	exitVerdict = 3
	exitBroken  = 4
)

// maxLine holds a trial's report with two digests of 2^20 bits.
const maxLine = 1 << 20

// event holds the keys that tell lines apart.
type event struct {
	Event    string      `json:"event"`
	Nonce    string      `json:"nonce"`
	Protocol int         `json:"protocol"`
	Driver   string      `json:"driver"`
	Mode     string      `json:"mode"`
	Jail     []jail.Part `json:"jail"`
	Status   Status      `json:"status"`
	Detail   string      `json:"detail"`
}

// errTruncated says that the child's output ended inside a line.
var errTruncated = errors.New("truncated line")

// readLine reads a line without its newline. io.EOF means that there was none.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case err == nil:
			return line[:len(line)-1], nil
		case len(line) > maxLine:
			return line, fmt.Errorf("line longer than %d bytes", maxLine)
		case err == bufio.ErrBufferFull:
		case err == io.EOF && len(line) > 0:
			return line, errTruncated
		default:
			return line, err
		}
	}
}

// excerpt quotes the beginning of what a child wrote.
func excerpt(b []byte) string {
	if len(b) > 80 {
		return fmt.Sprintf("%q…", b[:80])
	}
	return fmt.Sprintf("%q", b)
}

// decodeReport reads a report's keys into v: all of keys, "event", "nonce", and nothing else.
func decodeReport(line []byte, keys []string, v any) error {
	var have map[string]json.RawMessage
	if err := json.Unmarshal(line, &have); err != nil {
		return err
	}
	for _, k := range keys {
		if raw, ok := have[k]; !ok || bytes.Equal(raw, []byte("null")) {
			return fmt.Errorf("no %q", k)
		}
		delete(have, k)
	}
	delete(have, "event")
	delete(have, "nonce")
	for k := range have {
		return fmt.Errorf("unknown %q", k)
	}
	return json.Unmarshal(line, v)
}
