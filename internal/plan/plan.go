// Package plan decides how often each operation is called, and in which order
// the trials run.
//
// Trials run in rounds: round r holds trial r of every operation, shuffled by
// the recorded seed, so that a drift of the machine falls on all operations
// alike and two of them can be compared round by round.
package plan

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// Sizes are the message lengths S1..S8 of the self-assessment guide, in bytes.
var Sizes = []int{32, 128, 512, 1024, 4096, 8192, 16384, 65536}

// Settings are the choices that a plan follows from.
type Settings struct {
	TargetS   float64 `json:"trial_target_s"` // wanted length of a trial, seconds
	Trials    int     `json:"trials"`         // rounds that every operation runs
	MaxTrials int     `json:"max_trials"`     // rounds that an operation may run when its trials disagree
	MinTotal  int     `json:"min_total"`      // timed calls over all trials, at least
	Seed      uint64  `json:"seed"`           // of the order
}

// The settings of a full and of a quick run. Five trials and 100 calls follow
// the guide and the published campaigns; with eleven trials the order-statistic
// interval of the median leaves out the extremes, at 98.8 %.
const (
	DefaultTrials    = 5
	DefaultMaxTrials = 11
	DefaultMinTotal  = 100
	DefaultTargetS   = 0.5

	// A quick run looks less closely: six trials are the fewest whose interval
	// reaches 95 %.
	QuickMaxTrials = 6
	QuickTargetS   = 0.05
)

// A paired run measures A and B in blocks A B B A. It has many short trials rather
// than few long ones: what disturbs a machine often lasts no longer than a trial,
// and then falls on one of the two. On a virtual machine whose neighbours slowed
// single trials by up to 1.6 times, the ratio of a library to itself was certain
// to about 10 % after 16 pairs of 50 ms, and to about 1 % after 64 of 10 ms, in
// the same time. The number is fixed beforehand, so the level of what follows from
// the trials is exact, not nominal.
const (
	PairTrials       = 64 // of each side: 32 blocks
	LeastPairTrials  = 8  // the fewest whose signs reach 99 %: 1 - 2/2^8 = 99.2 %
	MostPairTrials   = 1024
	PairTargetS      = 0.1
	QuickPairTargetS = 0.01
)

// CalibrationS is the length of a calibration window in seconds: long enough
// that one interrupt does not double it.
const CalibrationS = 0.02

// Operation is one thing to measure: an implementation at a message length.
type Operation struct {
	Candidate string `json:"candidate"`
	Label     string `json:"label"`
	Bytes     int    `json:"input_bytes"`
}

// Name is the operation's name in file names: "Iphe-512-c99__hash_32".
func (o Operation) Name() string { return fmt.Sprintf("%s__hash_%d", o.Label, o.Bytes) }

// Path is the candidate's folder and the operation's name, with slashes.
func (o Operation) Path() string { return o.Candidate + "/" + o.Name() }

// Entry is the plan of one operation.
type Entry struct {
	Operation
	T1S      float64 `json:"t1_s"` // calibrated time of one call, seconds
	Calls    int     `json:"calls_per_trial"`
	Warmups  int     `json:"warmups"`
	TimeoutS float64 `json:"timeout_per_process_s"`
}

// EstimatedS is the expected time of one trial, seconds.
func (e Entry) EstimatedS() float64 { return e.T1S * float64(e.Calls+e.Warmups) }

// Plan is plan.json.
type Plan struct {
	Settings
	Operations []Entry `json:"operations"`
}

// NewEntry plans an operation whose calls take t1 seconds each.
func (s Settings) NewEntry(op Operation, t1 float64) (Entry, error) {
	if !(t1 > 0) || math.IsInf(t1, 0) {
		return Entry{}, fmt.Errorf("operation %s: calibration gave %g seconds per call", op.Path(), t1)
	}
	e := Entry{Operation: op, T1S: t1, Calls: s.calls(t1), Warmups: warmups(t1)}
	e.TimeoutS = timeout(&e)
	return e, nil
}

// calls returns ceil(target/t1), but at least what brings the planned trials
// to MinTotal calls in all. There is no upper cap: a cap would leave the
// trials of short messages too short to trust.
func (s Settings) calls(t1 float64) int {
	least := (s.MinTotal + s.Trials - 1) / s.Trials
	return max(least, int(math.Ceil(s.TargetS/t1)), 1)
}

// warmups returns the untimed calls before a trial: some 2 ms, so that caches,
// branch predictors and the clock have settled, and at least three.
func warmups(t1 float64) int { return max(3, int(math.Ceil(0.002/t1))) }

// Share gives the entries of a pair one number of calls, and of warm-up calls,
// for both: the larger one, so that no trial is shorter than wanted. Sharing
// again changes nothing.
func Share(a, b *Entry) {
	a.Calls = max(a.Calls, b.Calls)
	a.Warmups = max(a.Warmups, b.Warmups)
	b.Calls, b.Warmups = a.Calls, a.Warmups
	a.TimeoutS, b.TimeoutS = timeout(a), timeout(b)
}

// timeout is long, since a trial may take long on a disturbed machine, but not
// for ever.
func timeout(e *Entry) float64 { return 30 + 20*e.EstimatedS() }

// Order returns the order of n operations in a round. It follows from seed and
// round alone (PCG of math/rand/v2), so anybody can check it.
func (s Settings) Order(round, n int) []int {
	return rand.New(rand.NewPCG(s.Seed, uint64(round))).Perm(n)
}
