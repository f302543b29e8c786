package driver

import (
	"context"
	"debug/elf"
	"encoding/hex"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/hashassay/assay/internal/jail"
)

// A library that exports the functions which a driver calls changes nothing of what is measured: not by being loaded, not by asking to be looked
// up by everybody, not by joining the driver's own scope. This does not rest on the jail.
func TestInterposition(t *testing.T) {
	t.Parallel()
	needLinux(t)
	const calls = 20
	least := calls * 100e-6 // seconds: a million additions each are more than that on any machine
	for name, target := range map[string]Target{
		"loaded":   hostileTarget(t, "interposes", inCryptHash),
		"global":   hostileTarget(t, "interposes", inCryptHash, "-Wl,-z,global"),
		"joins":    hostileTarget(t, "interposes", inConstructor),
		"bindings": hostileTarget(t, "interposes", inConstructor, "-Wl,-z,interpose"),
	} {
		for _, parts := range [][]jail.Part{jail.Available(), {}} {
			p := withJail(cProgram(t), parts...)
			stderr, err := hashOnce(t, p, target, Limits{})
			if err != nil || stderr != "" {
				t.Errorf("%s, %q: %v, standard error %q", name, parts, err, stderr)
			}
			trial, err := p.Time(context.Background(), TrialRequest{Target: target, CPU: -1, Bytes: 3, Calls: calls})
			if err != nil {
				t.Errorf("%s, %q: %v", name, parts, err)
				continue
			}
			if trial.Process.Stderr != "" || trial.Seconds < least || trial.ThreadSeconds < least/2 {
				t.Errorf("%s, %q: %d calls in %g s (%g s of CPU time), standard error %q", name, parts, calls, trial.Seconds, trial.ThreadSeconds, trial.Process.Stderr)
			}
			c, err := p.Calibrate(context.Background(), TrialRequest{Target: target, CPU: -1, Bytes: 3}, time.Millisecond)
			if err != nil || c.PerCallS < 100e-6 {
				t.Errorf("%s, %q: calibration %+v, %v", name, parts, c, err)
			}
		}
	}
}

// The tables of addresses through which the driver calls the C library, and its code, cannot be opened or taken away.
func TestTablesAreSealed(t *testing.T) {
	t.Parallel()
	needJail(t, jail.Seccomp)
	const mseal = 462
	if _, _, errno := unix.RawSyscall(mseal, 0, 0, 0); errno == unix.ENOSYS {
		t.Skip("the kernel has no mseal (Linux 6.10)")
	}
	for _, where := range []string{inCryptHash, inConstructor} {
		stderr, err := hashOnce(t, cProgram(t), hostileTarget(t, "tables", where), Limits{})
		if err != nil || stderr != "" {
			t.Errorf("%q: %v, standard error %q", where, err, stderr)
		}
	}
}

// The driver is linked so that nothing of it is looked up after a candidate is there.
func TestDriverIsBoundEarly(t *testing.T) {
	t.Parallel()
	p := cProgram(t)
	if err := boundEarly(p.Argv[0]); err != nil {
		t.Error(err)
	}
	if lazy := compile(t, "lazy", "-Wl,-z,lazy", "testdata/traced_driver.c"); boundEarly(lazy) == nil {
		t.Error("a program that is not bound early passes: this tests nothing")
	}
}

// A library that computes another digest where it is timed is found out by whoever compares with the session's.
func TestTwoFaces(t *testing.T) {
	t.Parallel()
	needLinux(t)
	target := hostileTarget(t, "two_faced", inCryptHash)
	if _, err := hashOnce(t, cProgram(t), target, Limits{}); err != nil {
		t.Fatal(err)
	}
	trial, err := cProgram(t).Time(context.Background(), TrialRequest{Target: target, CPU: -1, Bytes: 3, Calls: 2})
	if err != nil {
		t.Fatal(err)
	}
	if right := hexOf(toy(Message(3), 24)); strings.EqualFold(trial.DigestAfter, right) || strings.EqualFold(trial.DigestBefore, right) {
		t.Errorf("the right digest, %s: this tests nothing", right)
	}
}

func hexOf(b []byte) string { return hex.EncodeToString(b) }

// boundEarly says what keeps a program from being bound when it starts.
func boundEarly(path string) error {
	f, err := elf.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	flags, err := f.DynValue(elf.DT_FLAGS_1)
	if err != nil {
		return err
	}
	if len(flags) == 0 || flags[0]&uint64(elf.DF_1_NOW) == 0 {
		return errors.New("functions are looked up when they are called first (no -z now)")
	}
	if !slices.ContainsFunc(f.Progs, func(p *elf.Prog) bool { return p.Type == elf.PT_GNU_RELRO }) {
		return errors.New("the table of addresses stays writable (no -z relro)")
	}
	return nil
}
