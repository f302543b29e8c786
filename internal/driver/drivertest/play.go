package drivertest

import (
	"bufio"
	"crypto/sha512"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/driver"
)

// argument makes a test binary the fake driver.
const argument = "fake-driver"

// Intercept plays the script and exits if this process was started as a fake
// driver. It is the first call of a TestMain.
func Intercept() {
	if len(os.Args) > 1 && os.Args[1] == argument {
		os.Exit(Main(os.Args[2:]))
	}
}

// counters are the states of the cycle counter: errno, and what is read of cycles and of the time enabled.
var counters = map[string]struct {
	errno         int
	read, running float64
}{
	Good:        {0, 1, 1},
	Missing:     {2, 0, 0},
	Denied:      {13, 0, 0},
	Forbidden:   {1, 0, 0},
	Zero:        {0, 0, 1},
	Multiplexed: {0, 0.5, 0.5},
}

// player is one process of the fake driver.
type player struct {
	script *Script
	name   string
	mode   string
	target string
	number map[string]int64

	nonce          string // what proves a line to the parent
	process, trial int
	out            io.Writer
}

// Main plays a script: args are the driver's name, the script's path, the mode
// and the mode's parameters. It returns the exit code.
func Main(args []string) int {
	if len(args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: fake-driver NAME SCRIPT MODE key=value ...")
		return 4
	}
	p := &player{name: args[0], mode: args[2], number: map[string]int64{}, out: os.Stdout}
	if err := p.play(args[1], args[3:]); err != nil {
		p.line(map[string]any{"event": "error", "nonce": p.nonce, "detail": "fake driver: " + err.Error()})
		return 4
	}
	return 0
}

func (p *player) play(path string, args []string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	p.script = &Script{}
	if err := json.Unmarshal(text, p.script); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	for _, a := range args {
		key, value, _ := strings.Cut(a, "=")
		if key == "target" {
			p.target = value
			continue
		}
		if p.number[key], err = strconv.ParseInt(value, 10, 64); err != nil {
			return fmt.Errorf("parameter %s: %w", a, err)
		}
	}
	if p.process, p.trial, err = count(path, p.mode, p.target, p.bytes()); err != nil {
		return err
	}
	var nonce [33]byte // 32 digits and a newline
	if _, err := io.ReadFull(os.Stdin, nonce[:]); err != nil {
		return fmt.Errorf("reading the nonce: %w", err)
	}
	p.nonce = string(nonce[:32])
	p.line(map[string]any{"event": "hello", "protocol": 2, "driver": p.name, "mode": p.mode})
	for _, r := range p.rules(1) {
		if r.LoadFail != "" {
			p.fail(driver.LoadFail, r.LoadFail)
		}
	}
	p.line(map[string]any{"event": "ready"})
	switch p.mode {
	case "serve":
		return p.serve()
	case "time":
		return p.time()
	case "calibrate":
		return p.calibrate()
	case "stopwatch":
		return p.stopwatch()
	case "memory":
		return p.memory()
	}
	return fmt.Errorf("unknown mode %q", p.mode)
}

func (p *player) bytes() int { return int(p.number["bytes"]) }

// rules returns the rules that fit this process, at a request of a session.
func (p *player) rules(request int) []Rule {
	var fit []Rule
	for _, r := range p.script.Rules {
		if (r.Mode == "" || r.Mode == p.mode) && fits(r.Target, r.Bytes, p.target, p.bytes()) &&
			(r.Trial == 0 || r.Trial == p.trial) && p.process >= r.FromProcess && request >= r.Request {
			fit = append(fit, r)
		}
	}
	return fit
}

// before plays what happens instead of, or before, a call.
func (p *player) before(rules []Rule) {
	for _, r := range rules {
		if r.Stderr != "" {
			fmt.Fprint(os.Stderr, r.Stderr)
		}
		time.Sleep(time.Duration(r.Sleep * float64(time.Second)))
		switch {
		case r.Hang:
			time.Sleep(time.Hour)
		case r.Truncate:
		case r.Verdict != "":
			p.fail(r.Verdict, r.Detail)
		case r.Kill || r.Exit != nil:
			r.end()
		}
	}
}

// end ends the process as the rule says.
func (r Rule) end() {
	if r.Kill {
		if self, err := os.FindProcess(os.Getpid()); err == nil {
			self.Kill()
		}
		time.Sleep(time.Hour) // the signal comes
	}
	if r.Exit != nil {
		os.Exit(*r.Exit)
	}
	os.Exit(0)
}

// write writes a report or an answer, or what the rules make of it.
func (p *player) write(text []byte, rules []Rule) error {
	for _, r := range rules {
		if r.Truncate {
			p.out.Write(text[:len(text)/2])
			r.end()
		}
		if r.Garbage != "" {
			text = []byte(r.Garbage)
		}
	}
	_, err := p.out.Write(text)
	return err
}

// hash computes a digest of the message with the script's hash; without one, SHA-512 in counter mode.
func (p *player) hash(msg []byte, bits uint64, rules []Rule) ([]byte, error) {
	digest := make([]byte, (p.number["digest_bits"]+7)/8)
	name := ""
	if strings.HasPrefix(p.target, "go:") {
		name = p.target
	}
	for _, h := range p.script.Hashes {
		if fits(h.Target, nil, p.target, 0) {
			name = h.Go
			break
		}
	}
	if h, ok := candidate.LookupGo(name); ok {
		h.Sum(digest, msg, bits)
	} else if name != "" && name != p.target {
		return nil, fmt.Errorf("no Go implementation %q", name)
	} else {
		for i := 0; i < len(digest); i += sha512.Size {
			h := sha512.New()
			fmt.Fprintf(h, "%d %d ", bits, i)
			h.Write(msg)
			copy(digest[i:], h.Sum(nil))
		}
	}
	for _, r := range rules {
		if r.Flip {
			digest[len(digest)-1] ^= 1
		}
	}
	return digest, nil
}

func (p *player) serve() error {
	in := bufio.NewReaderSize(os.Stdin, 1<<16)
	for request := 1; ; request++ {
		var header [8]byte
		if _, err := io.ReadFull(in, header[:]); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		bits := binary.LittleEndian.Uint64(header[:])
		msg := make([]byte, bits/8+min(bits%8, 1))
		if _, err := io.ReadFull(in, msg); err != nil {
			return err
		}
		rules := p.rules(request)
		p.before(rules)
		digest, err := p.hash(msg, bits, rules)
		if err != nil {
			return err
		}
		answer := binary.LittleEndian.AppendUint32([]byte{'D'}, uint32(len(digest)))
		if err := p.write(slices.Concat(answer, digest, []byte(p.nonce)), rules); err != nil {
			return err
		}
	}
}

// perCall is the virtual time of a call.
func (p *player) perCall(rules []Rule) float64 {
	seconds := 1e-6 + 1e-9*float64(p.bytes())
	for _, s := range p.script.Speeds {
		if fits(s.Target, s.Bytes, p.target, p.bytes()) {
			seconds = s.Seconds + s.PerByte*float64(p.bytes())
			break
		}
	}
	for _, r := range rules {
		if r.Slower != 0 {
			seconds *= r.Slower
		}
	}
	if p.script.Noise > 0 {
		// The noise depends on what is measured, not on when.
		sum := sha512.Sum512(fmt.Appendf(nil, "%d %s %s %d %d", p.script.Seed, p.mode, p.target, p.bytes(), p.trial))
		source := rand.New(rand.NewPCG(binary.LittleEndian.Uint64(sum[:]), binary.LittleEndian.Uint64(sum[8:])))
		seconds *= 1 + p.script.Noise*source.Float64()
	}
	return seconds
}

func (p *player) time() error {
	rules := p.rules(1)
	p.before(rules)
	digest, err := p.hash(driver.Message(p.bytes()), 8*uint64(p.bytes()), rules)
	if err != nil {
		return err
	}
	clock := p.script.ClockHz
	if clock == 0 {
		clock = 3e9
	}
	state, shown := counters[Missing], clock
	for _, r := range rules {
		if r.Counter != "" {
			state = counters[r.Counter]
		}
		if r.NoClock {
			shown = 0
		}
	}
	seconds := float64(p.number["calls"]) * p.perCall(rules)
	t := driver.Trial{
		Calls: int(p.number["calls"]), Seconds: seconds, ThreadSeconds: seconds,
		Cycles:       uint64(math.Round(seconds * clock * state.read)),
		Counter:      driver.Counter{Errno: state.errno},
		ClockAfterHz: shown, ClockBeforeHz: shown,
		BaselineRSS: 2 << 20, PeakRSS: 2<<20 + 4096,
		CPUBefore: int(p.number["cpu"]), CPUAfter: int(p.number["cpu"]),
		DigestBefore: hex.EncodeToString(digest), DigestAfter: hex.EncodeToString(digest),
	}
	t.Instructions = 2 * t.Cycles
	if state.errno == 0 {
		t.Counter.TimeEnabled = uint64(seconds * 1e9)
		t.Counter.TimeRunning = uint64(seconds * 1e9 * state.running)
	}
	return p.report("trial", t, rules)
}

func (p *player) calibrate() error {
	rules := p.rules(1)
	p.before(rules)
	per := p.perCall(rules)
	calls := max(1, int(math.Ceil(float64(p.number["window_ns"])*1e-9/per)))
	return p.report("calibration", driver.Calibration{Calls: calls, Seconds: float64(calls) * per, PerCallS: per}, rules)
}

// memory reports what the script says that the calls use.
func (p *player) memory() error {
	rules := p.rules(1)
	p.before(rules)
	digest, err := p.hash(driver.Message(p.bytes()), 8*uint64(p.bytes()), rules)
	if err != nil {
		return err
	}
	m := driver.MemoryUse{StackLimit: 8 << 20, Calls: make([]driver.CallMemory, p.number["calls"]), Digest: hex.EncodeToString(digest)}
	for _, u := range p.script.Memory {
		if fits(u.Target, u.Bytes, p.target, p.bytes()) {
			m.Calls = u.Calls
			break
		}
	}
	return p.report("memory", m, rules)
}

// stopwatch answers batches with virtual nanoseconds. The noise of each call is its own.
func (p *player) stopwatch() error {
	p.line(map[string]any{"event": "stopwatch", "nonce": p.nonce, "clock": "virtual", "hz": 1e9})
	noise := p.script.Noise
	p.script.Noise = 0 // of perCall
	source := rand.New(rand.NewPCG(p.script.Seed, uint64(p.process)))
	in := bufio.NewReaderSize(os.Stdin, 1<<16)
	for request := 1; ; request++ {
		var header [4]byte
		if _, err := io.ReadFull(in, header[:]); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		batch := make([]byte, int(binary.LittleEndian.Uint32(header[:]))*p.bytes())
		if _, err := io.ReadFull(in, batch); err != nil {
			return err
		}
		rules := p.rules(request)
		p.before(rules)
		answer := slices.Concat([]byte{'T'}, header[:])
		for at := 0; at < len(batch); at += p.bytes() {
			seconds, spread := p.perCall(rules), noise
			for _, r := range rules {
				if r.Leak != 0 && batch[at]&1 != 0 {
					seconds *= r.Leak
				}
				if r.Spread != 0 && batch[at]&1 != 0 {
					spread *= r.Spread
				}
			}
			seconds *= 1 + spread*(source.Float64()-0.5)
			answer = binary.LittleEndian.AppendUint64(answer, uint64(math.Round(1e9*seconds)))
		}
		if err := p.write(append(answer, p.nonce...), rules); err != nil {
			return err
		}
	}
}

// report writes v as a line of JSON with an event.
func (p *player) report(event string, v any, rules []Rule) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	var keys map[string]json.RawMessage
	if err := json.Unmarshal(text, &keys); err != nil {
		return err
	}
	delete(keys, "process") // the parent's
	keys["event"] = json.RawMessage(strconv.Quote(event))
	keys["nonce"] = json.RawMessage(strconv.Quote(p.nonce))
	if text, err = json.Marshal(keys); err != nil {
		return err
	}
	return p.write(append(text, '\n'), rules)
}

func (p *player) line(v any) {
	text, err := json.Marshal(v)
	if err != nil {
		panic("drivertest: " + err.Error())
	}
	p.out.Write(append(text, '\n'))
}

// fail ends the process with a verdict.
func (p *player) fail(s driver.Status, detail string) {
	p.line(map[string]any{"event": "failure", "nonce": p.nonce, "status": s, "detail": detail})
	os.Exit(3)
}
