// Package driver runs candidate code in processes of its own. A candidate never
// runs inside the assay process: every known-answer session and every trial
// has a fresh child, pinned, limited, and killed as a group.
//
// There are two drivers with one protocol: driver.c (embedded, compiled once
// per run) loads a shared library, and the Go twin, the assay binary itself
// re-executed, runs a registered Go implementation.
//
// The protocol is described in protocol.go. Serve works wherever Go does (with
// fewer safeguards outside Linux); Time and Calibrate need Linux.
package driver

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hashassay/assay/internal/jail"
)

// ErrNeedsLinux is returned where this operating system cannot measure.
var ErrNeedsLinux = errors.New("measuring needs Linux")

// Program is a driver that can be started.
type Program struct {
	Name string   // "c" or "go"
	Argv []string // command and first arguments; mode and parameters are appended. An emulator may stand first

	// Jail is what the driver is to put in force around the candidate. One that puts less in force, or anything else, is not used.
	// Nil for drivers of tests, which have nothing to choose.
	Jail []jail.Part

	// Unverified accepts reports that this machine contradicts: more time than has passed, a cycle counter
	// that it does not have. It is for test drivers that report virtual time, and for nothing else.
	Unverified bool
}

// Target is the code to run.
type Target struct {
	Library    string // path of a shared library, or candidate.Implementation.Target()
	DigestBits int    // digest length in bits
}

// Defaults of Limits.
const (
	// DefaultWall lets a candidate of 2 MB/s hash a message of 2^33 bits (1 GiB in 537 s).
	DefaultWall = 10 * time.Minute
	// DefaultCPUSeconds lets a session make the million hashes of KAT_Loop at 14 ms each.
	DefaultCPUSeconds = 4 * 3600
	// DefaultAddressSpace holds a message of 2^33 bits and two copies that a candidate may make of it.
	DefaultAddressSpace = 4 << 30
)

// Limits bound a child. Zero values mean the package's defaults.
type Limits struct {
	// Wall bounds, in wall clock time, loading plus one trial or calibration; in a session, loading and
	// each request by itself. The process group is killed after it.
	Wall         time.Duration
	CPUSeconds   uint64 // RLIMIT_CPU
	AddressSpace uint64 // RLIMIT_AS in bytes (C driver only: the Go runtime reserves freely)
}

func (l Limits) withDefaults() Limits {
	if l.Wall <= 0 {
		l.Wall = DefaultWall
	}
	if l.CPUSeconds == 0 {
		l.CPUSeconds = DefaultCPUSeconds
	}
	if l.AddressSpace == 0 {
		l.AddressSpace = DefaultAddressSpace
	}
	return l
}

// hold refuses a message that cannot fit into the child: the limit is at fault, not the candidate.
func (l Limits) hold(bytes uint64) error {
	if bytes >= l.AddressSpace {
		return fmt.Errorf("driver: a message of %d bytes does not fit into an address space of %d", bytes, l.AddressSpace)
	}
	return nil
}

// Status is a verdict on candidate code, with the names of the published data.
type Status string

// Verdicts that a driver can reach.
const (
	CryptFail Status = "CRYPTOFAIL" // CryptHash returned non-zero, wrote to standard output, or computes a digest that changes
	Overflow  Status = "OVERFLOW"   // wrote outside the digest buffer
	LoadFail  Status = "LOADFAIL"   // library or symbol cannot be loaded
	Timeout   Status = "TIMEOUT"    // wall or CPU limit
	Crash     Status = "CRASH"      // signal, exit or process creation inside CryptHash, or damage to the driver or its reports
)

func (s Status) valid() bool {
	switch s {
	case CryptFail, Overflow, LoadFail, Timeout, Crash:
		return true
	}
	return false
}

// Failure is the error of a child whose candidate code misbehaved. Errors of
// the harness itself (cannot start, cannot compile, a limit that is too low
// for the message) are not Failures. Once the candidate's code is loaded, whatever
// happens to the driver is taken for its doing.
type Failure struct {
	Status   Status
	Detail   string // one line: what happened, e.g. "signal 11 (SIGSEGV): read past the end of the message"
	Stderr   string // last 2000 characters of standard error
	ExitCode int    // of the child; -N for signal N
	Command  []string
	WallS    float64 // seconds from start to end

	Jail []jail.Part // what was in force around the candidate
}

func (f *Failure) Error() string { return fmt.Sprintf("%s: %s", f.Status, f.Detail) }

// Message returns the timed message: byte i is (7 i + 1) mod 256.
func Message(n int) []byte {
	m := make([]byte, n)
	for i := range m {
		m[i] = byte(7*i + 1)
	}
	return m
}

// arguments returns the parameters that every mode has.
func (p *Program) arguments(mode string, t Target, lim Limits) ([]string, error) {
	if t.Library == "" {
		return nil, errors.New("driver: no target")
	}
	if t.DigestBits < 1 || t.DigestBits > 1<<20 {
		return nil, fmt.Errorf("driver: digest length of %d bits is not between 1 and %d", t.DigestBits, 1<<20)
	}
	library := t.Library
	if !strings.HasPrefix(library, "go:") { // the child has a working directory of its own
		var err error
		if library, err = filepath.Abs(library); err != nil {
			return nil, fmt.Errorf("driver: %w", err)
		}
	}
	args := []string{mode,
		"target=" + library,
		"digest_bits=" + strconv.Itoa(t.DigestBits),
		"cpu_seconds=" + strconv.FormatUint(lim.CPUSeconds, 10),
		"address_space=" + strconv.FormatUint(lim.AddressSpace, 10),
	}
	if p.Jail != nil {
		args = append(args, JailArgument(p.Jail))
	}
	return args, nil
}

// JailArgument is the parameter that asks a driver for these parts.
func JailArgument(parts []jail.Part) string { return "jail=" + strconv.Itoa(bits(parts)) }

// bits are the parts as driver.c's parameter has them.
func bits(parts []jail.Part) int {
	n := 0
	for i, p := range jail.Parts() {
		if slices.Contains(parts, p) {
			n |= 1 << i
		}
	}
	return n
}
