package driver

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/hashassay/assay/internal/jail"
)

// The filter tells the dynamic linker's and the driver's calls by the address of the instruction. Code can jump there: what it gets
// must be no more than the linker and the driver need.
func TestJumpsToTrustedInstructions(t *testing.T) {
	t.Parallel()
	if runtime.GOARCH != "amd64" {
		t.Skip("the libraries are written for x86-64")
	}
	needJail(t, jail.Seccomp)
	for name, want := range map[string]string{
		"jumps_to_map":           "tried to map executable memory or a file",
		"jumps_to_map_anonymous": "tried to map executable memory or a file",
		"jumps_to_protect":       "tried to make memory executable",
		"jumps_to_filter":        "tried to change the filter of system calls",
		"int80":                  "tried to make a system call of another architecture",
	} {
		for _, where := range []string{inCryptHash, inConstructor} {
			t.Run(name+where, func(t *testing.T) {
				t.Parallel()
				stderr, err := hashOnce(t, cProgram(t), hostileTarget(t, name, where), Limits{})
				status := Crash
				if where == inConstructor {
					status = LoadFail
				}
				expect(t, name, err, string(status)+": signal 31 (SIGSYS): "+want)
				if stderr != "" {
					t.Errorf("standard error: %s", stderr)
				}
			})
		}
	}
}

// eachJail runs f with the whole jail, without the filter, and with limits alone: what is tested does not depend on it.
func eachJail(t *testing.T, f func(t *testing.T, p *Program)) {
	for _, parts := range [][]jail.Part{jail.Available(), {jail.Rlimits}, {}} {
		t.Run(fmt.Sprint(parts), func(t *testing.T) {
			t.Parallel()
			f(t, withJail(cProgram(t), parts...))
		})
	}
}

// A library in whose memory code could be written is refused before it is loaded, in the same words on every machine.
func TestWritableCode(t *testing.T) {
	t.Parallel()
	const stack = "LOADFAIL: the library asks for an executable stack (nested functions whose address is taken, or assembly without .note.GNU-stack)"
	eachJail(t, func(t *testing.T, p *Program) {
		_, err := hashOnce(t, p, hostileTarget(t, "nested", "", "-std=gnu11"), Limits{})
		expect(t, "nested functions", err, stack)
		_, err = hashOnce(t, p, hostileTarget(t, "exits", "", "-Wl,-z,execstack"), Limits{})
		expect(t, "executable stack", err, stack)
		_, err = hashOnce(t, p, hostileTarget(t, "writable_code", ""), Limits{})
		expect(t, "segment", err, "LOADFAIL: the library has a segment that is both writable and executable")
	})
}

// Addresses among instructions are ordinary, if old-fashioned, code.
func TestTextRelocations(t *testing.T) {
	t.Parallel()
	if runtime.GOARCH != "amd64" {
		t.Skip("the library is written for x86-64")
	}
	eachJail(t, func(t *testing.T, p *Program) {
		if stderr, err := hashOnce(t, p, hostileTarget(t, "text_relocations", "", "-Wl,-z,notext"), Limits{}); err != nil || stderr != "" {
			t.Errorf("%v, standard error %q", err, stderr)
		}
	})
}

// Without a filter a process that a constructor starts is found when the library is loaded, not taken for one of CryptHash.
func TestProcessOfAConstructor(t *testing.T) {
	t.Parallel()
	p := limitsOnly(cProgram(t))
	_, err := hashOnce(t, p, hostileTarget(t, "forks_once", inConstructor), Limits{})
	expect(t, "constructor", err, "LOADFAIL: started a process while the library was loaded")
	_, err = hashOnce(t, p, hostileTarget(t, "forks_once", inCryptHash), Limits{})
	expect(t, "CryptHash", err, "CRASH: started a process inside CryptHash")
}

// Where nothing keeps a candidate from killing itself, nobody else is accused of it.
func TestKillsItselfWithoutAFilter(t *testing.T) {
	t.Parallel()
	_, err := hashOnce(t, limitsOnly(cProgram(t)), hostileTarget(t, "kills_itself", inCryptHash), Limits{})
	expect(t, "kill", err, "CRASH: signal 9 (SIGKILL): killed by its own code (no filter of system calls keeps it from that here) or from outside")
}

// needMseal skips a test where read-only pages can be made writable again.
func needMseal(t *testing.T) {
	t.Helper()
	if _, _, errno := unix.Syscall(unix.SYS_MSEAL, 0, 0, 0); errno != 0 {
		t.Skip("the kernel has no mseal (Linux 6.10)")
	}
}

// What the driver was told is not to be changed by a constructor: not to be found where it can be written, and with the kernel's help not to be
// made writable.
func TestFewerCalls(t *testing.T) {
	t.Parallel()
	needMseal(t)
	eachJail(t, func(t *testing.T, p *Program) {
		for _, where := range []string{inCryptHash, inConstructor} {
			trial, err := p.Time(context.Background(), TrialRequest{Target: hostileTarget(t, "fewer_calls", where), CPU: -1, Bytes: 3, Warmups: 2, Calls: 123457})
			if err == nil && strings.Contains(trial.Process.Stderr, "HARM") {
				t.Errorf("%q: standard error: %s", where, trial.Process.Stderr)
			} else if err != nil {
				status := Crash
				if where == inConstructor {
					status = LoadFail
				}
				expect(t, where, err, string(status)+": signal 11 (SIGSEGV)")
				if !strings.HasSuffix(err.Error(), ": wrote into the driver's own memory, which is read-only") {
					t.Errorf("%q: got %v", where, err)
				}
			}
		}
	})
}

// A candidate that changes the driver's first reading of the clock contradicts what the parent was told before.
func TestRewinds(t *testing.T) {
	t.Parallel()
	eachJail(t, func(t *testing.T, p *Program) {
		trial, err := p.Time(context.Background(), TrialRequest{Target: hostileTarget(t, "rewinds", ""), CPU: -1, Bytes: 3, Warmups: 2, Calls: 200})
		if err == nil {
			t.Fatalf("%d calls in %v s, by the thread's clock %v s", trial.Calls, trial.Seconds, trial.ThreadSeconds)
		}
		expect(t, "trial", err, "CRASH: forged or damaged measurement: ")
	})
}

// Each of the witness's contradictions is found.
func TestWitness(t *testing.T) {
	t.Parallel()
	good := Trial{Seconds: 1, ThreadSeconds: 0.9}
	for _, c := range []struct {
		change func(w *witness, t *Trial)
		cpu    float64
		want   string
	}{
		{func(*witness, *Trial) {}, 2.2, ""},
		{func(*witness, *Trial) {}, 2.22, "in a process that took 2.22 s"},
		{func(w *witness, _ *Trial) { w.began = nil }, 2.1, "did not say when"},
		{func(w *witness, _ *Trial) { w.ended = nil }, 2.1, "did not say when"},
		{func(w *witness, _ *Trial) { w.ended.BeganNs = w.began.Ns - 1 }, 2.1, "the calls began at"},
		{func(w *witness, _ *Trial) { w.ended.BeganNs = w.began.Ns + between }, 2.1, "the calls began at"},
		{func(_ *witness, t *Trial) { t.Seconds = 0.9 }, 2.1, "0.9 s of calls between"},
		{func(_ *witness, t *Trial) { t.ThreadSeconds = 0.8 }, 2.1, "0.8 s of CPU time between"},
		{func(*witness, *Trial) {}, 3, "the calls ended after 2 s of CPU time in a process that took 3 s"},
	} {
		trial := good
		w := witness{began: &began{Ns: 5e9, Thread: 11e8}, ended: &ended{BeganNs: 5e9 + 1000, Ns: 6e9 + 1000, Thread: 2e9}}
		c.change(&w, &trial)
		err := w.check(&trial, TrialRequest{}, c.cpu)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("got %v, want %q", err, c.want)
		}
	}
}
