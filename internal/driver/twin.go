package driver

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/jail"
)

// openGo finds Go implementations; the tests of this package add their own.
var openGo = candidate.OpenGo

// twin is the Go driver: what driver.c is for shared libraries, for registered
// Go implementations.
type twin struct {
	mode    string
	target  string
	numbers map[string]int64 // parameters of the command line

	nonce    string
	in       io.Reader
	out      io.Writer
	captured func() int // how much the candidate wrote to standard output
	sum      func(digest, msg []byte, bits uint64)
	digest   *digestBuffer
	message  messageBuffer
}

// verdictError ends the twin with a failure line.
type verdictError struct {
	status Status
	detail string
}

func (e *verdictError) Error() string { return string(e.status) + ": " + e.detail }

// Main is the Go driver, called by the assay binary when it has been started
// as a child: args is the mode and its parameters (protocol.go). When stdin and stdout are the process's
// own, it limits the process and takes its standard output away. It returns the exit code.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	runtime.LockOSThread() // measuring belongs to one thread, which is pinned
	defer runtime.UnlockOSThread()
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	t := &twin{in: stdin, out: stdout, captured: func() int { return 0 }, numbers: map[string]int64{
		"digest_bits": 0, "cpu": -1, "bytes": 0, "warmups": 0, "calls": 0, "window_ns": 0, "cpu_seconds": 0, "address_space": 0, "clock_windows": 12, "jail": 0,
	}}
	err := t.run(args, stdin == os.Stdin && stdout == os.Stdout)
	var verdict *verdictError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &verdict):
		t.writeLine(event{Event: "failure", Status: verdict.status, Detail: verdict.detail})
		return exitVerdict
	}
	t.writeLine(event{Event: "error", Detail: err.Error()})
	return exitBroken
}

func (t *twin) run(args []string, ownProcess bool) error {
	if err := t.parse(args); err != nil {
		return err
	}
	work := map[string]func() error{"serve": t.serve, "time": t.time, "calibrate": t.calibrate, "stopwatch": t.stopwatch, "memory": t.memory}[t.mode]
	if work == nil {
		return fmt.Errorf("unknown mode: %s", t.mode)
	}
	if err := t.takeNonce(); err != nil {
		return err
	}
	if err := pin(int(t.numbers["cpu"])); err != nil {
		return err
	}
	parts := ""
	if ownProcess {
		if err := t.confine(); err != nil {
			return err
		}
		if t.limited() {
			parts = strconv.Quote(string(jail.Rlimits))
		}
	}
	t.writeText(fmt.Sprintf("{\"event\":\"hello\",\"protocol\":%d,\"driver\":\"go\",\"mode\":%q,\"jail\":[%s]}\n", protocolVersion, t.mode, parts))
	h, err := openGo(t.target)
	if err != nil {
		return &verdictError{LoadFail, err.Error()}
	}
	t.sum = h.Sum
	if n := t.captured(); n > 0 {
		return &verdictError{CryptFail, fmt.Sprintf("wrote %d bytes to standard output while the library was loaded", n)}
	}
	if t.digest, err = newDigestBuffer(int(t.numbers["digest_bits"]+7) / 8); err != nil {
		return err
	}
	t.writeText("{\"event\":\"ready\"}\n")
	return ownCode(work)
}

// ownCode words a panic outside of the candidate's calls, which can only come from what they left behind.
func ownCode(work func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = &verdictError{Crash, fmt.Sprintf("panic in the driver's own code, after the candidate's had run: %v", r)}
		}
	}()
	return work()
}

// takeNonce reads the first line of input. It needs no hiding place: what runs here is our own code.
func (t *twin) takeNonce() error {
	var line [nonceDigits + 1]byte
	if _, err := io.ReadFull(t.in, line[:]); err != nil {
		return fmt.Errorf("reading the nonce: input does not begin with a line of %d digits: %w", nonceDigits, err)
	}
	digits, rest := string(line[:nonceDigits]), line[nonceDigits]
	if rest != '\n' || strings.Trim(digits, "0123456789abcdef") != "" {
		return fmt.Errorf("reading the nonce: input does not begin with a line of %d hexadecimal digits", nonceDigits)
	}
	t.nonce = digits
	return nil
}

func (t *twin) parse(args []string) error {
	if len(args) == 0 {
		return errors.New("usage: driver serve|time|calibrate|stopwatch|memory KEY=VALUE, repeated")
	}
	t.mode = args[0]
	for _, a := range args[1:] {
		key, value, ok := strings.Cut(a, "=")
		if !ok {
			return fmt.Errorf("argument is not key=value: %s", a)
		}
		if key == "target" {
			t.target = value
			continue
		}
		if _, ok := t.numbers[key]; !ok {
			return fmt.Errorf("unknown parameter: %s", key)
		}
		n, err := strconv.ParseInt(value, 10, 64)
		if err != nil {
			return fmt.Errorf("not a number: %s", a)
		}
		t.numbers[key] = n
	}
	if d := t.numbers["digest_bits"]; t.target == "" || d < 1 || d > 1<<20 {
		return errors.New("parameters: target and digest_bits (1 to 1048576) are needed")
	}
	if t.numbers["bytes"] < 0 || t.numbers["bytes"] > maxTimedBytes || t.numbers["warmups"] < 0 || t.mode == "time" && t.numbers["calls"] < 1 {
		return errors.New("parameters: bytes and warmups must not be negative, calls must be at least 1")
	}
	if n := t.numbers["calls"]; t.mode == "memory" && (n < 2 || n > 16) {
		return errors.New("parameters: calls must be 2 to 16")
	}
	if j := t.numbers["jail"]; j != 0 && !t.limited() {
		return errors.New("parameters: jail must be 0 or 8: of the jail's parts this driver has rlimits alone")
	}
	if w := t.numbers["clock_windows"]; w < 0 || w > 100 {
		return errors.New("parameters: clock_windows must be 0 to 100")
	}
	return nil
}

// limited says whether limits are to be in force. They are the only part of the jail here: what runs is our own code.
func (t *twin) limited() bool { return t.numbers["jail"] == int64(bits([]jail.Part{jail.Rlimits})) }

func (t *twin) writeText(s string) { io.WriteString(t.out, s) }

// writeLine writes a failure or error line with the keys that driver.c uses.
func (t *twin) writeLine(e event) {
	type line struct {
		Event  string `json:"event"`
		Nonce  string `json:"nonce"`
		Status Status `json:"status,omitempty"`
		Detail string `json:"detail"`
	}
	b, _ := json.Marshal(line{e.Event, t.nonce, e.Status, strings.Join(strings.Fields(e.Detail), " ")})
	t.out.Write(append(b, '\n'))
}

// calls makes n calls on msg. A panic or a fault of the candidate is a verdict.
func (t *twin) calls(n int64, msg []byte, bits uint64) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = t.panicked(r)
		}
	}()
	sum, digest := t.sum, t.digest.bytes()
	for ; n > 0; n-- {
		sum(digest, msg, bits)
	}
	return nil
}

// panicked words a candidate's panic; memory faults carry their address.
func (t *twin) panicked(r any) error {
	v := &verdictError{Crash, fmt.Sprintf("panic: %v", r)}
	if fault, ok := r.(interface{ Addr() uintptr }); ok {
		switch address := fault.Addr(); {
		case t.message.after(address):
			v.detail += ": read past the end of the message"
		case t.message.before(address):
			v.detail += ": read before the start of the message"
		case t.digest.outside(address):
			v.status = Overflow
			v.detail += ": wrote far outside the digest buffer"
		}
	}
	return v
}

// check finds what the calls did beside computing a digest.
func (t *twin) check() error {
	if err := t.digest.check(); err != nil {
		return err
	}
	if n := t.captured(); n > 0 {
		return &verdictError{CryptFail, fmt.Sprintf("wrote %d bytes to standard output", n)}
	}
	return nil
}

func (t *twin) serve() error {
	in := bufio.NewReaderSize(t.in, 8192)
	var header [8]byte
	answer := make([]byte, 0, 5+len(t.digest.bytes())+nonceDigits)
	for {
		if _, err := io.ReadFull(in, header[:]); err == io.EOF {
			return nil
		} else if err != nil {
			return fmt.Errorf("reading a request: %w", err)
		}
		bits := binary.LittleEndian.Uint64(header[:])
		msg, err := t.message.reserve(bits/8 + min(bits%8, 1))
		if err != nil {
			return err
		}
		if _, err := io.ReadFull(in, msg); err != nil {
			return fmt.Errorf("reading a request: end of input inside a message: %w", err)
		}
		t.digest.prepare()
		if err := t.calls(1, msg, bits); err != nil {
			return err
		}
		if err := t.check(); err != nil {
			return err
		}
		if t.digest.unwritten() {
			return &verdictError{CryptFail, "CryptHash returned 0 without writing the digest"}
		}
		answer = append(answer[:0], 'D')
		answer = binary.LittleEndian.AppendUint32(answer, uint32(len(t.digest.bytes())))
		answer = append(answer, t.digest.bytes()...)
		answer = append(answer, t.nonce...)
		if _, err := t.out.Write(answer); err != nil {
			return fmt.Errorf("writing an answer: %w", err)
		}
	}
}
