package driver

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// verdicts say what a misbehaving candidate of testdata (or its Go counterpart) must come to.
var verdicts = []struct {
	name   string
	status Status
	detail string // part of the detail in the C driver, and in Go's where there is no other
	goOnly string // part of the detail in the Go driver; "-": C only
	exit   int    // exit code in the C driver; 0: not looked at
	serve  bool   // found in sessions only
	lim    Limits
}{
	{name: "returns7", status: CryptFail, detail: "CryptHash returned 7", goOnly: "-", exit: exitVerdict},
	{name: "over_after", status: Overflow, detail: "wrote past the end of the digest buffer (byte 32 of a digest of 32 bytes)", exit: exitVerdict},
	{name: "over_before", status: Overflow, detail: "wrote before the start of the digest buffer (byte -1)", exit: exitVerdict},
	{name: "over_far", status: Overflow, detail: "wrote far outside the digest buffer", exit: -11},
	{name: "unwritten", status: CryptFail, detail: "without writing the digest", exit: exitVerdict, serve: true},
	{name: "overread", status: Crash, detail: "signal 11 (SIGSEGV): read past the end of the message", goOnly: "read past the end of the message", exit: -11},
	{name: "nullpointer", status: Crash, detail: "signal 11 (SIGSEGV): null pointer", goOnly: "nil pointer dereference", exit: -11},
	{name: "aborts", status: Crash, detail: "signal 6 (SIGABRT)", goOnly: "-", exit: -6},
	{name: "divides", status: Crash, detail: "signal 8 (SIGFPE)", goOnly: "-", exit: -8},
	{name: "recurses", status: Crash, detail: "signal 11 (SIGSEGV): stack overflow", goOnly: "-", exit: -11},
	{name: "exits", status: Crash, detail: "ended the process (exit code 0) inside CryptHash"},
	{name: "exits_fast", status: Crash, detail: "ended the process (exit code 0) inside CryptHash", goOnly: "-"},
	{name: "exits_quick", status: Crash, detail: "ended the process (exit code 5) inside CryptHash", goOnly: "-", exit: 5},
	{name: "prints", status: CryptFail, detail: "wrote 6 bytes to standard output", exit: exitVerdict},
	{name: "forks", status: Crash, detail: "signal 31 (SIGSYS): tried to start a process or a thread (system call ", goOnly: "-", exit: -31},
	{name: "threads", status: Crash, detail: "signal 31 (SIGSYS): tried what the filter of system calls forbids, with signals blocked, as the C library does to start a process or a thread", goOnly: "-", exit: -31},
	{name: "executes", status: Crash, detail: "signal 31 (SIGSYS): tried to start a program", goOnly: "-", exit: -31},
	{name: "runs_system", status: Crash, detail: "signal 31 (SIGSYS): tried what the filter of system calls forbids, with signals blocked, as the C library does to start a process or a thread", goOnly: "-", exit: -31},
	{name: "nosymbol", status: LoadFail, detail: "the library has no function CryptHash", goOnly: "-", exit: exitVerdict},
	{name: "load_crashes", status: LoadFail, detail: "signal 11 (SIGSEGV) while the library was loaded: null pointer", goOnly: "-", exit: -11},
	{name: "load_exits", status: LoadFail, detail: "ended the process (exit code 4) while the code was loaded", goOnly: "-", exit: 4},
	{name: "load_prints", status: CryptFail, detail: "wrote 3 bytes to standard output while the library was loaded", goOnly: "-", exit: exitVerdict},
	{name: "load_hangs", status: Timeout, detail: "no answer within 300ms", goOnly: "-", exit: -9, lim: Limits{Wall: 300 * time.Millisecond}},
	{name: "loops", status: Timeout, detail: "no answer within 300ms", exit: -9, lim: Limits{Wall: 300 * time.Millisecond}},
	{name: "loops", status: Timeout, detail: "CPU time limit", lim: Limits{CPUSeconds: 1}, exit: -24, serve: true},
	{name: "closes", status: Crash, detail: "signal 31 (SIGSYS): tried to close a descriptor", goOnly: "-", exit: -31},
	{name: "hogs", status: CryptFail, detail: "CryptHash returned 12", goOnly: "-", lim: Limits{AddressSpace: 64 << 20}},
	{name: "writes_file", status: Crash, detail: "signal 31 (SIGSYS): tried to open a file", goOnly: "-", exit: -31},
	{name: "garbage", status: Crash, detail: "signal 31 (SIGSYS): tried to write to a descriptor that is not its own", goOnly: "garbage", exit: -31},
	{name: "load_garbage", status: LoadFail, detail: "signal 31 (SIGSYS): tried to write to a descriptor that is not its own (system call ", goOnly: "-", exit: -31},
	{name: "unmaps", status: Crash, detail: "signal 11 (SIGSEGV) in the driver's own code, after the candidate's had run: the digest buffer is damaged",
		goOnly: "panic in the driver's own code, after the candidate's had run: ", exit: -11},
	{name: "traced", status: Crash, detail: "signal 31 (SIGSYS): tried to trace a process", goOnly: "-", exit: -31},
	{name: "stops", status: Timeout, detail: "no answer within 300ms", exit: -9, lim: Limits{Wall: 300 * time.Millisecond}},
	{name: "panics", status: Crash, detail: "-", goOnly: `panic: no "such" thing`},
}

func TestVerdicts(t *testing.T) {
	t.Parallel()
	eachDriver(t, func(t *testing.T, p *Program, target func(string) Target) {
		counting := memoryProgram(t, p)
		for _, v := range verdicts {
			want := v.detail
			if p.Name == "go" && v.goOnly != "" {
				want = v.goOnly
			}
			if want == "-" {
				continue
			}
			check := func(t *testing.T, err error) {
				t.Helper()
				var f *Failure
				if !errors.As(err, &f) {
					t.Fatalf("not a Failure: %v", err)
				}
				if f.Status != v.status || !strings.Contains(f.Detail, want) {
					t.Errorf("got %v, want %s: …%s…", f, v.status, want)
				}
				if p.Name == "c" && v.exit != 0 && f.ExitCode != v.exit {
					t.Errorf("exit code %d, want %d", f.ExitCode, v.exit)
				}
				if len(f.Command) < 4 || f.WallS <= 0 {
					t.Errorf("incomplete: %+v", f)
				}
			}
			t.Run(v.name+"/serve", func(t *testing.T) {
				t.Parallel()
				s, err := serve(t, p, target(v.name), v.lim)
				if err == nil {
					_, err = s.Hash(24, bytes.NewReader(Message(3)))
				}
				check(t, err)
			})
			if v.serve {
				continue
			}
			t.Run(v.name+"/time", func(t *testing.T) {
				t.Parallel()
				needLinux(t)
				_, err := p.Time(context.Background(), TrialRequest{Target: target(v.name), CPU: -1, Bytes: 3, Calls: 1, Limits: v.lim})
				check(t, err)
			})
			t.Run(v.name+"/memory", func(t *testing.T) {
				t.Parallel()
				needLinux(t)
				_, err := counting.Memory(context.Background(), TrialRequest{Target: target(v.name), CPU: -1, Bytes: 3, Limits: v.lim})
				check(t, err)
			})
		}
	})
}

func TestChangingDigest(t *testing.T) {
	t.Parallel()
	needLinux(t)
	eachDriver(t, func(t *testing.T, p *Program, target func(string) Target) {
		_, err := p.Time(context.Background(), TrialRequest{Target: target("changes"), CPU: -1, Bytes: 3, Calls: 2})
		var f *Failure
		if !errors.As(err, &f) || f.Status != CryptFail || !strings.Contains(f.Detail, "the digest of the timed message changed: ") {
			t.Errorf("got %v", err)
		}
	})
}

func TestStderrIsKept(t *testing.T) {
	t.Parallel()
	needLinux(t)
	eachDriver(t, func(t *testing.T, p *Program, target func(string) Target) {
		got, err := p.Time(context.Background(), TrialRequest{Target: target("noisy"), CPU: -1, Bytes: 3, Calls: 1})
		if err != nil {
			t.Fatal(err)
		}
		if s := got.Process.Stderr; len(s) != stderrCharacters || !strings.HasPrefix(s, "noise") || !strings.HasSuffix(s, "\n") {
			t.Errorf("kept %d characters: %s", len(s), excerpt([]byte(s)))
		}
	})
}

func TestLoadFailures(t *testing.T) {
	t.Parallel()
	p := cProgram(t)
	text := filepath.Join(t.TempDir(), "text.so")
	if err := os.WriteFile(text, []byte("this is no ELF file, \"really\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{text: "text.so", "/nowhere/at all.so": "No such file"} {
		_, err := p.Serve(context.Background(), Target{Library: path, DigestBits: 256}, Limits{})
		var f *Failure
		if !errors.As(err, &f) || f.Status != LoadFail || !strings.Contains(f.Detail, want) {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// A child that dies while its parent still writes a large message must not block the parent.
func TestDeathDuringALargeMessage(t *testing.T) {
	t.Parallel()
	p := cProgram(t)
	s, err := serve(t, p, cTarget(t, "good"), Limits{AddressSpace: 1<<30 + 1<<12})
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.Hash(1<<33, zeros{}) // 1 GiB does not fit into the address space
	expect(t, "1 GiB", err, "CRASH: the driver could not go on after the candidate was loaded: message buffer: Cannot allocate memory")
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }
