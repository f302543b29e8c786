// Package evidence holds the records and datasets: their schema, reading them,
// and writing them so that no half-written file ever carries a final name.
//
// The schema extends schema 2 of the published datasets: every key of it with the
// same meaning and in the same order, then Assay's own keys under "assay". A
// reader of the published datasets can read ours, and this package reads both.
package evidence

import (
	"github.com/hashassay/assay/internal/host"
	"github.com/hashassay/assay/internal/jail"
)

// Schema is the version of the published schema that records follow.
const Schema = 2

// Hash is the operation of every record of a hash function.
const Hash = "hash"

// Statuses of a record.
const (
	Complete = "complete"
	Failed   = "failed_or_partial"
)

// Record is one operation's evidence: schema 2 of the published datasets, key
// for key, with Assay's own keys after it, under "assay".
type Record struct {
	Schema           int              `json:"schema"`
	Status           string           `json:"status"`
	Candidate        string           `json:"candidate"`
	Label            string           `json:"label"`
	Instance         string           `json:"instance"`
	Variant          string           `json:"variant"`   // reference (= submitted), c99, go, ...
	Flags            string           `json:"flags"`     // guide, harness-default; "go" for Go implementations
	Operation        string           `json:"operation"` // "hash"
	InputBytes       int              `json:"input_bytes"`
	Plan             OperationPlan    `json:"plan"`
	KAT              string           `json:"kat"`
	KATNotPassed     bool             `json:"kat_not_passed"` // timed in spite of a failed known-answer test
	DisturbedRetries int              `json:"disturbed_retries"`
	Library          string           `json:"library"`
	LibrarySHA256    string           `json:"library_sha256"`
	KATLog           *string          `json:"kat_log"`
	KATLogSHA256     *string          `json:"kat_log_sha256"`
	StartedUTC       string           `json:"started_utc"`
	EndedUTC         string           `json:"ended_utc"`
	LoadAverageStart []Float          `json:"load_average_start"` // 1, 5 and 15 minutes
	LoadAverageEnd   []Float          `json:"load_average_end"`
	Environment      host.Environment `json:"environment"`
	Processes        []Process        `json:"processes"`
	*Figures                          // only if at least one trial exists
	Assay            *Assay           `json:"assay,omitempty"` // nil in published records
}

// MarshalJSON writes lists that are nil as empty ones: readers of schema 2
// iterate over them.
func (r Record) MarshalJSON() ([]byte, error) {
	r.LoadAverageStart, r.LoadAverageEnd = list(r.LoadAverageStart), list(r.LoadAverageEnd)
	r.Processes = list(r.Processes)
	if r.Figures != nil && r.Figures.Trials == nil {
		f := *r.Figures
		f.Trials = []Trial{}
		r.Figures = &f
	}
	type plain Record
	return encode(plain(r))
}

// OperationPlan is the plan of one operation.
type OperationPlan struct {
	IterationsPerTrial int   `json:"iterations_per_trial"`
	Warmups            int   `json:"warmups"`
	Trials             int   `json:"trials"`
	SeparateProcesses  bool  `json:"separate_processes"`
	EstimatedS         Float `json:"estimated_s"`
	TimeoutPerProcessS Float `json:"timeout_per_process_s"`
}

// Trial is schema 2's trial: calls, seconds, cycles (0: counter not usable).
type Trial struct {
	Measurements int    `json:"measurements"`
	Seconds      Float  `json:"seconds"`
	Cycles       uint64 `json:"cycles"`
}

// CycleSource says where cycle figures come from.
type CycleSource string

// The sources. A tick counter is never a source.
const (
	Perf          CycleSource = "perf"           // hardware counter
	ClockEstimate CycleSource = "clock-estimate" // seconds x estimated core clock; shown with ≈
	None          CycleSource = "none"
)

// Assay holds our own keys of a record.
type Assay struct {
	Version        string      `json:"version"`        // of assay
	Implementation string      `json:"implementation"` // kind: c99, go, submitted
	Language       string      `json:"language"`
	Kernel         string      `json:"kernel,omitempty"` // as in [BuildAssay]
	KATFiles       []string    `json:"kat_files"`        // which of the four known-answer files were checked
	KATDetail      string      `json:"kat_detail"`
	CycleSource    CycleSource `json:"cycle_source"`
	CycleReason    string      `json:"cycle_reason"` // why not perf; "" for perf
	HostProblems   []string    `json:"host_problems"`
	Jail           []jail.Part `json:"jail,omitzero"` // in force around all processes (CommonJail); nil in older records: not known
	Seed           uint64      `json:"seed"`
	Message        string      `json:"message"`     // how the timed message is made
	Digest         string      `json:"digest"`      // hex digest of the timed message, equal in all trials and in the gate
	MoreTrials     []string    `json:"more_trials"` // why further rounds were run
	MeanCycles     *Float      `json:"mean_cycles"` // by CycleSource: sum/sum
	MedianCycles   *Float      `json:"median_cycles"`
	UsualClockHz   Float       `json:"usual_clock_hz"` // clock used for trials without an estimate of their own: median of the operation's, else of the run's; 0: not needed
	MedianSeconds  Float       `json:"median_seconds"`
	IntervalLo     Float       `json:"interval_lo_seconds"`
	IntervalHi     Float       `json:"interval_hi_seconds"`
	IntervalLevel  Float       `json:"interval_level"` // 0: no interval (fewer than two trials)
	SpreadRatio    Float       `json:"spread_ratio"`
	Marks          []string    `json:"marks"`
	BaselineRSS    int64       `json:"baseline_rss_median_bytes"`
	PeakRSS        int64       `json:"peak_rss_median_bytes"`
	Trials         []Attempt   `json:"trials"`   // everything the children reported, round by round
	Failures       []Attempt   `json:"failures"` // the attempts that gave no trial
}

// MarshalJSON writes lists that are nil as empty ones.
func (a Assay) MarshalJSON() ([]byte, error) {
	a.KATFiles, a.HostProblems, a.MoreTrials = list(a.KATFiles), list(a.HostProblems), list(a.MoreTrials)
	a.Marks, a.Trials, a.Failures = list(a.Marks), list(a.Trials), list(a.Failures)
	type plain Assay
	return encode(plain(a))
}

// list returns l, or an empty list for nil.
func list[T any](l []T) []T {
	if l == nil {
		return []T{}
	}
	return l
}
