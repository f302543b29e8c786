package driver

import (
	"bytes"
	"encoding/binary"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files")

var (
	number = regexp.MustCompile(`:-?[0-9][0-9.eE+-]*`)
	name   = regexp.MustCompile(`"driver":"(c|go)"`)
)

// TestTranscript plays the same conversations with both drivers: what they say must be the same, with the
// same keys in the same order, but for the driver's name and the numbers that it measured.
func TestTranscript(t *testing.T) {
	t.Parallel()
	needLinux(t)
	golden, err := os.ReadFile(filepath.Join("testdata", "protocol.golden"))
	if err != nil && !*update {
		t.Fatal(err)
	}
	eachDriver(t, func(t *testing.T, p *Program, target func(string) Target) {
		got := transcript(t, p, target)
		if *update && p.Name == "c" {
			if err := os.WriteFile(filepath.Join("testdata", "protocol.golden"), got, 0o644); err != nil {
				t.Fatal(err)
			}
			return
		}
		if !bytes.Equal(got, golden) {
			os.WriteFile(filepath.Join("testdata", "protocol."+p.Name+".got"), got, 0o644)
			t.Errorf("the transcript differs from testdata/protocol.golden, see testdata/protocol.%s.got:\n%s", p.Name, got)
		}
	})
}

func transcript(t *testing.T, p *Program, target func(string) Target) []byte {
	nonce := newNonce()
	request := func(bits uint64) string {
		return string(binary.LittleEndian.AppendUint64(nil, bits)) + string(Message(int(bits+7)/8))
	}
	var b bytes.Buffer
	for _, c := range []struct {
		title, candidate string
		args             []string
		stdin            string
	}{
		{"two hashes", "good", []string{"serve"}, request(0) + request(11)},
		{"no request", "good", []string{"serve"}, ""},
		{"a request that is cut", "good", []string{"serve"}, request(64)[:3]},
		{"an unwritten digest", "unwritten", []string{"serve"}, request(8) + request(8)},
		{"an overflow", "over_after", []string{"serve"}, request(8)},
		{"output", "prints", []string{"serve"}, request(8)},
		{"exit", "exits", []string{"serve"}, request(8)},
		{"a trial", "good", []string{"time", "cpu=-1", "bytes=100", "warmups=2", "calls=5"}, ""},
		{"a calibration", "good", []string{"calibrate", "cpu=-1", "bytes=100", "warmups=2", "window_ns=1000"}, ""},
		{"a stopwatch", "good", []string{"stopwatch", "cpu=-1", "bytes=2", "warmups=2"}, "\x02\x00\x00\x00abcd\x01\x00\x00\x00ef"},
		{"a batch that is cut", "good", []string{"stopwatch", "bytes=2"}, "\x02\x00\x00\x00abc"},
		{"a batch that is too large", "good", []string{"stopwatch", "bytes=2"}, "\x02\x00\x00\x01abc"},
		{"an overflow under the stopwatch", "over_after", []string{"stopwatch", "bytes=2"}, "\x02\x00\x00\x00abcd"},
		{"a memory pass", "good", []string{"memory", "cpu=-1", "bytes=100", "calls=2"}, ""},
		{"a memory pass of one call", "good", []string{"memory", "calls=1"}, ""},
		{"an overflow in the memory pass", "over_after", []string{"memory", "bytes=2", "calls=2"}, ""},
		{"no nonce", "good", []string{"serve"}, ""},
		{"no calls", "good", []string{"time", "calls=0"}, ""},
		{"an unknown mode", "good", []string{"race"}, ""},
		{"an unknown parameter", "good", []string{"serve", "speed=9"}, ""},
		{"a bad number", "good", []string{"serve", "cpu=x"}, ""},
	} {
		args := append(append([]string{}, p.Argv[1:]...), c.args[0], "target="+target(c.candidate).Library, fmt.Sprint("digest_bits=", testBits))
		program := p
		if c.args[0] == "memory" {
			program = memoryProgram(t, p)
		}
		cmd := exec.Command(program.Argv[0], append(args, c.args[1:]...)...)
		cmd.Stdin = strings.NewReader(nonce + "\n" + c.stdin)
		if c.title == "no nonce" {
			cmd.Stdin = strings.NewReader(nonce[1:] + "\n")
		}
		out, _ := cmd.Output() // the exit code is part of the transcript
		fmt.Fprintf(&b, "# %s: %s %s\n", c.title, c.candidate, strings.Join(c.args, " "))
		for len(out) > 0 {
			if end := 5 + testBits/8; out[0] == 'D' && len(out) >= end+nonceDigits {
				fmt.Fprintf(&b, "D %x %x %s\n", out[1:5], out[5:end], strings.ReplaceAll(string(out[end:end+nonceDigits]), nonce, "NONCE"))
				out = out[end+nonceDigits:]
				continue
			}
			if out[0] == 'T' && len(out) >= 5 {
				n := int(binary.LittleEndian.Uint32(out[1:]))
				end := 5 + 8*n
				fmt.Fprintf(&b, "T %x %d times %s\n", out[1:5], n, strings.ReplaceAll(string(out[end:end+nonceDigits]), nonce, "NONCE"))
				out = out[end+nonceDigits:]
				continue
			}
			line, rest, _ := bytes.Cut(out, []byte("\n"))
			line = bytes.ReplaceAll(line, []byte(nonce), []byte("NONCE"))
			if c.title == "a trial" || c.title == "a calibration" || c.title == "a memory pass" || bytes.Contains(line, []byte(`"hz"`)) {
				line = number.ReplaceAll(line, []byte(":N"))
			}
			if bytes.HasPrefix(line, []byte(`{"event":"begin"`)) || bytes.HasPrefix(line, []byte(`{"event":"end"`)) { // of driver.c alone, and as often as it takes
				out = rest
				continue
			}
			line = name.ReplaceAll(line, []byte(`"driver":"…"`))
			if bytes.HasPrefix(line, []byte(`{"event":"error"`)) { // the wording is each driver's own
				line = regexp.MustCompile(`"detail":".*"`).ReplaceAll(line, []byte(`"detail":"…"`))
			}
			fmt.Fprintf(&b, "%s\n", line)
			out = rest
		}
		fmt.Fprintf(&b, "exit %d\n\n", cmd.ProcessState.ExitCode())
	}
	return b.Bytes()
}

// TestMainInProcess runs the Go driver without a process of its own: nothing of this process is limited.
func TestMainInProcess(t *testing.T) {
	var out bytes.Buffer
	nonce := newNonce()
	in := strings.NewReader(nonce + "\n")
	if code := Main([]string{"serve", "target=go:nowhere", "digest_bits=256"}, in, &out, nil); code != exitVerdict {
		t.Errorf("exit code %d, want %d", code, exitVerdict)
	}
	want := "{\"event\":\"hello\",\"protocol\":2,\"driver\":\"go\",\"mode\":\"serve\",\"jail\":[]}\n" +
		"{\"event\":\"failure\",\"nonce\":\"" + nonce + "\",\"status\":\"LOADFAIL\",\"detail\":\"no Go implementation \\\"go:nowhere\\\"\"}\n"
	if out.String() != want {
		t.Errorf("got %s, want %s", &out, want)
	}
}

func TestSourceIsOneFile(t *testing.T) {
	s := string(Source())
	if strings.Contains(s, `#include "`) {
		t.Error("the source includes its own headers")
	}
	if m := string(MemorySource()); !strings.HasSuffix(m, s) || !strings.Contains(m[:len(m)-len(s)], "#define COUNT_MEMORY") {
		t.Error("the driver that counts memory is not the one that times with one definition more")
	}
	for _, part := range []string{"int main(", "static double estimate_clock(", "static void confine(", "static void on_signal("} {
		if strings.Count(s, part) != 1 {
			t.Errorf("%q is there %d times", part, strings.Count(s, part))
		}
	}
}

// TestArm64 builds the driver and candidates for AArch64 and runs them in an
// emulator, where there is no seccomp: the driver's own checks find processes.
func TestArm64(t *testing.T) {
	t.Parallel()
	needLinux(t)
	gcc, err := exec.LookPath("aarch64-linux-gnu-gcc")
	if err != nil {
		t.Skip("aarch64-linux-gnu-gcc is not installed: the driver is not tested on AArch64")
	}
	emulator, err := exec.LookPath("qemu-aarch64")
	if err != nil {
		t.Skip("qemu-aarch64 is not installed: the driver is not tested on AArch64")
	}
	if out, err := exec.Command(emulator, "--version").CombinedOutput(); err != nil {
		t.Skipf("qemu-aarch64 does not work: %v %s", err, out)
	}
	dir := t.TempDir()
	build := func(args ...string) {
		t.Helper()
		if out, err := exec.Command(gcc, args...).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	source, driver := filepath.Join(dir, "driver.c"), filepath.Join(dir, "driver")
	if err := os.WriteFile(source, Source(), 0o600); err != nil {
		t.Fatal(err)
	}
	build(append(strictFlags, source, "-ldl", "-o", driver)...)
	if err := os.WriteFile(source, MemorySource(), 0o600); err != nil {
		t.Fatal(err)
	}
	build(append(strictFlags, source, "-ldl", "-o", driver+"-memory")...)
	p := &Program{Name: "c", Argv: []string{emulator, "-L", "/usr/aarch64-linux-gnu", driver}}
	counting := &Program{Name: "c", Argv: []string{emulator, "-L", "/usr/aarch64-linux-gnu", driver + "-memory"}}
	library := func(candidate string) Target {
		lib := filepath.Join(dir, candidate+".so")
		build("-O1", "-w", "-D_GNU_SOURCE", "-fPIC", "-shared", filepath.Join("testdata", candidate+".c"), "-lpthread", "-o", lib)
		return Target{Library: lib, DigestBits: testBits}
	}
	checkKnown(t, counting, library)
	for candidate, want := range map[string]string{
		"good":        "",
		"forks":       "CRASH: started a process inside CryptHash",
		"threads":     "CRASH: started a thread inside CryptHash",
		"overread":    "CRASH: signal 11 (SIGSEGV): read past the end of the message",
		"over_before": "OVERFLOW: wrote before the start",
		"returns7":    "CRYPTOFAIL: CryptHash returned 7",
	} {
		target := library(candidate)
		s, err := serve(t, p, target, Limits{})
		if err != nil {
			t.Fatalf("%s: %v", candidate, err)
		}
		got, err := s.Hash(19, bytes.NewReader(Message(3)))
		switch {
		case want == "" && (err != nil || !bytes.Equal(got, toy(Message(3), 19))):
			t.Errorf("%s: %x, %v", candidate, got, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%s: %v, want %s", candidate, err, want)
		}
		if want != "" {
			continue
		}
		trial, err := p.Time(t.Context(), TrialRequest{Target: target, CPU: someCPU(t), Bytes: 64, Warmups: 1, Calls: 10})
		if err != nil {
			t.Errorf("%s: %v", candidate, err)
		} else if trial.Counter.Errno == 0 && trial.Cycles != 0 {
			t.Errorf("the emulator has a cycle counter: %+v", trial)
		}
		stopwatch, err := startStopwatch(t, p, TrialRequest{Target: target, CPU: -1, Bytes: 64})
		if err != nil {
			t.Fatalf("%s: %v", candidate, err)
		}
		if took, err := stopwatch.Time(make([]byte, 640)); err != nil || len(took) != 10 || stopwatch.Clock() != "cntvct_el0" {
			t.Errorf("%s: %v by %s, %v", candidate, took, stopwatch.Clock(), err)
		}
	}
}
