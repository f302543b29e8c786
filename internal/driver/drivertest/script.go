// Package drivertest has a fake driver for tests: a program that speaks the
// drivers' protocol and plays a script. It reports virtual time without spending it, so that the
// test of a whole campaign takes as long as starting its processes.
//
// The test binary itself is the fake driver:
//
//	func TestMain(m *testing.M) {
//		drivertest.Intercept()
//		os.Exit(m.Run())
//	}
//
//	p := drivertest.New(t, "c", drivertest.Script{
//		Hashes: []drivertest.Hash{{Go: "go:hash-12/Iphe-512"}},
//		Rules:  []drivertest.Rule{{Mode: "time", Bytes: []int{32}, Trial: 3, Kill: true}},
//	})
//
// p is a *driver.Program. Its targets need not exist: a script recognises them by regular expressions.
package drivertest

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/hashassay/assay/internal/driver"
)

// Script is what the fake driver plays. The zero script hashes with SHA-512
// (see Hash) at 1 µs a call plus 1 ns a byte, at 3 GHz, without a counter.
type Script struct {
	Speeds  []Speed `json:"speeds"`   // the first that fits counts
	Hashes  []Hash  `json:"hashes"`   // the first that fits counts
	Memory  []Use   `json:"memory"`   // the first that fits counts
	Rules   []Rule  `json:"rules"`    // all that fit, in order
	ClockHz float64 `json:"clock_hz"` // virtual core clock; 0: 3e9
	Noise   float64 `json:"noise"`    // each trial's time is multiplied by a random factor in [1, 1+Noise)
	Seed    uint64  `json:"seed"`     // of the noise; with the target, length and trial it decides the factor
}

// Speed gives the virtual time of one call.
type Speed struct {
	Target  string  `json:"target"`  // regular expression for the target's path or name; "": all
	Bytes   []int   `json:"bytes"`   // message lengths in bytes; none: all
	Seconds float64 `json:"seconds"` // per call
	PerByte float64 `json:"per_byte"`
}

// Hash says what computes the digests of a target.
type Hash struct {
	Target string `json:"target"` // regular expression; "": all
	Go     string `json:"go"`     // target of a Go implementation (candidate.LookupGo)
}

// Use gives what the calls of a target use; without one that fits they use nothing.
type Use struct {
	Target string              `json:"target"` // regular expression; "": all
	Bytes  []int               `json:"bytes"`  // message lengths in bytes; none: all
	Calls  []driver.CallMemory `json:"calls"`
}

// Rule changes what a process does when it fits all its conditions. The zero
// values of conditions mean any.
type Rule struct {
	// Conditions.
	Mode        string `json:"mode"`         // "serve", "time", "calibrate", "stopwatch" or "memory"
	Target      string `json:"target"`       // regular expression
	Bytes       []int  `json:"bytes"`        // message lengths in bytes (all modes but serve)
	Trial       int    `json:"trial"`        // only the N-th process, from 1, that times this target and length (of any other mode: that serves or calibrates it)
	FromProcess int    `json:"from_process"` // from the N-th process of this mode on, from 1, over all targets
	Request     int    `json:"request"`      // serve and stopwatch: from the N-th request of the session on, from 1; otherwise the rule applies from the first

	// Effects.
	Slower   float64       `json:"slower"`    // multiply the time: 1.2 is 20 % slower
	Leak     float64       `json:"leak"`      // stopwatch: multiply the time of messages whose first byte is odd
	Spread   float64       `json:"spread"`    // stopwatch: multiply the noise of messages whose first byte is odd
	Counter  string        `json:"counter"`   // Good, Missing, Denied, Forbidden, Zero or Multiplexed; none: Missing
	NoClock  bool          `json:"no_clock"`  // the clock estimates did not agree
	Flip     bool          `json:"flip"`      // the lowest bit of the digest's last byte is wrong
	LoadFail string        `json:"load_fail"` // the target cannot be loaded: LOADFAIL with this detail
	Verdict  driver.Status `json:"verdict"`   // end with this verdict where the first call would be
	Detail   string        `json:"detail"`    // of Verdict
	Sleep    float64       `json:"sleep"`     // really spend so many seconds before the first call
	Hang     bool          `json:"hang"`      // never answer
	Truncate bool          `json:"truncate"`  // write only the first half of the report or answer, then end with exit code 0
	Kill     bool          `json:"kill"`      // end by SIGKILL: instead of the first call, with Truncate after the half report
	Exit     *int          `json:"exit"`      // end with this exit code; otherwise like Kill
	Stderr   string        `json:"stderr"`    // write this to standard error
	Garbage  string        `json:"garbage"`   // write this instead of the report or answer
}

// What Rule.Counter can say.
const (
	Good        = "good"        // cycles = seconds × clock, instructions twice as many
	Missing     = "missing"     // ENOENT, usual in virtual machines
	Denied      = "denied"      // EACCES: perf_event_paranoid
	Forbidden   = "forbidden"   // EPERM: container
	Zero        = "zero"        // opens but reads 0
	Multiplexed = "multiplexed" // ran half the time
)

// Drift returns a rule that makes the second half of total timed processes
// factor times as slow (1.2: 20 % slower).
func Drift(total int, factor float64) Rule {
	return Rule{Mode: "time", FromProcess: total/2 + 1, Slower: factor}
}

// New writes the script into a folder of the test and returns a driver that
// plays it. name is the driver's name, "c" or "go".
func New(t testing.TB, name string, s Script) *driver.Program {
	t.Helper()
	if err := s.check(); err != nil {
		t.Fatalf("drivertest: %v", err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatalf("drivertest: %v", err)
	}
	text, err := json.MarshalIndent(s, "", " ")
	if err != nil {
		t.Fatalf("drivertest: %v", err)
	}
	path := filepath.Join(t.TempDir(), "script.json")
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatalf("drivertest: %v", err)
	}
	return &driver.Program{Name: name, Argv: []string{self, argument, name, path}, Unverified: true}
}

// check says what is wrong with a script, as early as New.
func (s *Script) check() error {
	for _, h := range s.Speeds {
		if _, err := regexp.Compile(h.Target); err != nil {
			return fmt.Errorf("speeds: %w", err)
		}
	}
	for _, h := range s.Hashes {
		if _, err := regexp.Compile(h.Target); err != nil {
			return fmt.Errorf("hashes: %w", err)
		}
	}
	for _, u := range s.Memory {
		if _, err := regexp.Compile(u.Target); err != nil {
			return fmt.Errorf("memory: %w", err)
		}
	}
	for i, r := range s.Rules {
		if _, err := regexp.Compile(r.Target); err != nil {
			return fmt.Errorf("rule %d: %w", i, err)
		}
		if !slices.Contains([]string{"", "serve", "time", "calibrate", "stopwatch", "memory"}, r.Mode) {
			return fmt.Errorf("rule %d: unknown mode %q", i, r.Mode)
		}
		if _, ok := counters[r.Counter]; !ok && r.Counter != "" {
			return fmt.Errorf("rule %d: unknown counter state %q", i, r.Counter)
		}
	}
	return nil
}

// fits says whether a regular expression and a list of lengths take in a target and length.
func fits(expression string, lengths []int, target string, bytes int) bool {
	if len(lengths) > 0 && !slices.Contains(lengths, bytes) {
		return false
	}
	return regexp.MustCompile(expression).MatchString(target)
}
