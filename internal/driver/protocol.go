package driver

// The protocol between parent and child.
//
// The child's command line is a mode (serve, time, calibrate) and parameters,
// key=value: target, digest_bits, cpu_seconds, address_space, and for the two
// measuring modes cpu, bytes, warmups, calls or window_ns.
//
// The child writes lines of JSON, each with an "event":
//
//	hello        it runs: protocol number, driver's name, mode
//	ready        the candidate's code is loaded
//	trial        the report of mode time: the keys of Trial without "process"
//	calibration  the report of mode calibrate: the keys of Calibration
//	failure      a verdict on the candidate: status and detail; the child ends
//	error        a fault of the harness: detail; the child ends
//
// In mode serve a request is the message's length in bits (64 bits,
// little-endian) and its bytes; the answer is one byte 'D', the digest's length
// in bytes (32 bits, little-endian) and the digest, or a line of JSON, which begins with '{'. The end of
// input where a request would begin ends the child with exit code 0.

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

const protocolVersion = 1

// Exit codes of a driver that has written a failure or an error line.
const (
	exitVerdict = 3
	exitBroken  = 4
)

// maxLine holds a trial's report with two digests of 2^20 bits.
const maxLine = 1 << 20

// event holds the keys that tell lines apart.
type event struct {
	Event    string `json:"event"`
	Protocol int    `json:"protocol"`
	Driver   string `json:"driver"`
	Mode     string `json:"mode"`
	Status   Status `json:"status"`
	Detail   string `json:"detail"`
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

// decodeReport reads a report's keys into v: all of keys, "event", and nothing else.
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
	for k := range have {
		return fmt.Errorf("unknown %q", k)
	}
	return json.Unmarshal(line, v)
}
