package driver

import (
	"encoding/hex"
	"fmt"
	"math"

	"github.com/hashassay/assay/internal/jail"
)

// TrialRequest describes one trial. The timed message is Message(Bytes).
type TrialRequest struct {
	Target  Target
	CPU     int // pinned to this CPU; -1: not pinned
	Bytes   int // message length in bytes
	Warmups int
	Calls   int // timed calls
	Limits  Limits

	// ClockWindows bounds the windows, of about 1 ms, of each of the two clock
	// estimates; 0 means the default of 12. More windows agree more often.
	ClockWindows int
}

// Trial is what one child measured. The JSON keys are those of the driver's
// report and of the trial files.
type Trial struct {
	Calls         int     `json:"calls"`
	Seconds       float64 `json:"seconds"`      // CLOCK_MONOTONIC_RAW around the calls
	Cycles        uint64  `json:"cycles"`       // core cycles of the thread in user mode, as read; 0: no usable counter
	Instructions  uint64  `json:"instructions"` // likewise
	Counter       Counter `json:"counter"`
	ClockBeforeHz float64 `json:"clock_before_hz"` // estimated core clock; 0: the windows did not agree
	ClockAfterHz  float64 `json:"clock_after_hz"`
	VoluntarySw   int64   `json:"context_switches_voluntary"`
	InvoluntarySw int64   `json:"context_switches_involuntary"`
	Migrations    int64   `json:"cpu_migrations"` // -1: not known
	MinorFaults   int64   `json:"page_faults_minor"`
	MajorFaults   int64   `json:"page_faults_major"`
	ThreadSeconds float64 `json:"thread_cpu_seconds"`
	BaselineRSS   int64   `json:"baseline_rss_bytes"` // resident set before the first call
	PeakRSS       int64   `json:"peak_rss_bytes"`     // VmHWM after the last
	CPUBefore     int     `json:"cpu_before"`
	CPUAfter      int     `json:"cpu_after"`
	DigestBefore  string  `json:"digest_before"` // hex, of the timed message: by a call of its own
	DigestAfter   string  `json:"digest_after"`  // what the last timed call wrote

	Process Process `json:"process"` // filled by the parent
}

// trialKeys are the keys of the driver's report, in their order.
var trialKeys = []string{"calls", "seconds", "cycles", "instructions", "counter", "clock_before_hz", "clock_after_hz",
	"context_switches_voluntary", "context_switches_involuntary", "cpu_migrations", "page_faults_minor", "page_faults_major",
	"thread_cpu_seconds", "baseline_rss_bytes", "peak_rss_bytes", "cpu_before", "cpu_after", "digest_before", "digest_after"}

// Counter says how the cycle counter did.
type Counter struct {
	Errno       int    `json:"errno"` // of perf_event_open; 0: opened
	TimeEnabled uint64 `json:"time_enabled_ns"`
	TimeRunning uint64 `json:"time_running_ns"`
}

// Process is the parent's view of a child that ended well.
type Process struct {
	Command    []string `json:"command"`
	ExitCode   int      `json:"exit_code"`
	WallS      float64  `json:"wall_s"`
	Stderr     string   `json:"stderr"` // last 2000 characters
	StartedUTC string   `json:"started_utc"`
	EndedUTC   string   `json:"ended_utc"`

	Jail []jail.Part `json:"jail,omitzero"` // what was in force around the candidate; nil in older files: not known
}

// Calibration is a warm estimate of the time of one call.
type Calibration struct {
	Calls    int     `json:"calls"`    // calls of the last window
	Seconds  float64 `json:"seconds"`  // duration of the last window
	PerCallS float64 `json:"per_call"` // the lower of two windows, seconds per call
}

// maxTimedBytes is the longest message of the known-answer files, 2^33 bits.
const maxTimedBytes = 1 << 30

var calibrationKeys = []string{"calls", "seconds", "per_call"}

func (r TrialRequest) check() error {
	switch {
	case r.Bytes < 0 || int64(r.Bytes) > maxTimedBytes:
		return fmt.Errorf("driver: message length of %d bytes is not between 0 and %d", r.Bytes, int64(maxTimedBytes))
	case r.Warmups < 0:
		return fmt.Errorf("driver: %d warm-up calls", r.Warmups)
	case r.CPU < -1:
		return fmt.Errorf("driver: no CPU %d", r.CPU)
	}
	return nil
}

// check says what is wrong with a report.
func (t *Trial) check(r TrialRequest) error {
	positive := func(name string, v float64) error {
		if !(v > 0) || math.IsInf(v, 0) {
			return fmt.Errorf("%s is %v", name, v)
		}
		return nil
	}
	if t.Calls != r.Calls {
		return fmt.Errorf("reports %d calls, wanted %d", t.Calls, r.Calls)
	}
	if err := positive("seconds", t.Seconds); err != nil {
		return err
	}
	for name, v := range map[string]float64{"clock_before_hz": t.ClockBeforeHz, "clock_after_hz": t.ClockAfterHz,
		"thread_cpu_seconds": t.ThreadSeconds, "baseline_rss_bytes": float64(t.BaselineRSS), "peak_rss_bytes": float64(t.PeakRSS)} {
		if !(v >= 0) || math.IsInf(v, 0) {
			return fmt.Errorf("%s is %v", name, v)
		}
	}
	for name, d := range map[string]string{"digest_before": t.DigestBefore, "digest_after": t.DigestAfter} {
		if b, err := hex.DecodeString(d); err != nil || len(b) != (r.Target.DigestBits+7)/8 {
			return fmt.Errorf("%s %s is not a digest of %d bits in hexadecimal", name, excerpt([]byte(d)), r.Target.DigestBits)
		}
	}
	return nil
}

func (c *Calibration) check() error {
	if c.Calls < 1 || !(c.Seconds > 0) || !(c.PerCallS > 0) || math.IsInf(c.Seconds, 0) || math.IsInf(c.PerCallS, 0) {
		return fmt.Errorf("reports %d calls in %v s, %v s per call", c.Calls, c.Seconds, c.PerCallS)
	}
	return nil
}
