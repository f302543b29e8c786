// Package compare says whether two pieces of code differ in speed, by the
// trials of runs or datasets.
//
// Both sides of a row hash messages of one length. A is what one starts from
// (the older run, the plainer implementation), B what is compared with it; the
// ratio is B's time or cycles divided by A's, and a verdict is about B.
//
// # The verdict
//
// Trials are few and not normally distributed, so nothing is assumed about them
// (benchmath.AssumeNothing). The interval of the ratio holds all factors by
// which A's trials can be multiplied without the Mann-Whitney U-test telling them
// from B's: the test turned around. B is slower or faster when the whole interval lies
// beyond the noise threshold, not just its middle. That is stricter than a
// significant difference with a ratio beyond the threshold, and on purpose: two
// runs of the very same library find the machine in two states, and the little
// that makes can be significant.
//
// The level is 99 %, where 95 % would be usual, because a comparison has dozens
// of rows: one in a hundred rows without a difference may be called different by
// chance, so a comparison of equal code keeps well below one in twenty. A
// correction for the number of rows would do more, and hide what matters: among 48
// operations of five trials, no single slow one could ever be found.
//
// A paired run (see evidence.Pair) is judged by its pairs: the median of their
// ratios with its exact order-statistic interval, which is the sign test turned
// around. What the machine does to both trials of a pair cancels there.
//
// Nothing is corrected for what the machine did between two runs. But where there
// are controls, operations whose libraries are the same to the byte, their median
// ratio widens the threshold: when identical code took 4 % longer, other code that did has
// shown nothing. Where the evidence tells of another clock, kernel or compiler,
// warnings do.
package compare

import (
	"github.com/hashassay/assay/internal/evidence"
)

// Level is the confidence level of intervals and verdicts.
const Level = 0.99

// DefaultNoise is the share by which figures of the same code differ from run
// to run for no reason of the code's.
const DefaultNoise = 0.01

// By says what the sides are.
type By string

// What can be compared.
const (
	Runs      By = "runs"     // the same labels in two runs or datasets
	Impl      By = "impl"     // implementations of one instance in one run
	Instances By = "instance" // instances with implementations of one kind in one run
	Pairs     By = "pair"     // the two sides of a paired run
)

// Options are the reader's choices. The zero value means the defaults.
type Options struct {
	Noise      float64  // share; 0: DefaultNoise
	Regression *float64 // share above which a slower row is a regression; nil: none is
	Pick       []string // Impl, Instances: the two to compare, A first; nil: all with the first
}

// Result is a comparison. Its JSON is for programs.
type Result struct {
	By       By             `json:"by"`
	A        Side           `json:"a"`
	B        Side           `json:"b"`
	Noise    evidence.Float `json:"noise"` // share
	Level    evidence.Float `json:"level"`
	Machines bool           `json:"different_machines"` // only cycles are compared
	Controls *Controls      `json:"controls"`           // null: too few of them, or one run
	Groups   []Group        `json:"groups"`
	Lost     []Missing      `json:"lost"`   // A has it; B tried it and has no figure
	OnlyA    []Missing      `json:"only_a"` // B did not try
	OnlyB    []Missing      `json:"only_b"`
	Warnings []Warning      `json:"warnings"`

	limits limits
}

// Controls are the operations of two runs whose libraries are the same to the
// byte: what they differ by, the machine did.
type Controls struct {
	Rows  int            `json:"rows"`
	Ratio evidence.Float `json:"median_ratio"`
}

// Side is a run or dataset.
type Side struct {
	Dir        string `json:"dir"`
	SystemID   string `json:"system_id"`
	StartedUTC string `json:"started_utc"`
	CPUModel   string `json:"cpu_model"`
}

// Group is a part of a comparison with a mean of its own.
type Group struct {
	NameA string          `json:"a"` // kind or instance; "" for runs
	NameB string          `json:"b"`
	Mean  *evidence.Float `json:"geometric_mean_ratio"` // over Rows; null without rows
	Rows  []Row           `json:"rows"`
}

// Row compares one operation.
type Row struct {
	Candidate string          `json:"candidate"`
	Instance  string          `json:"instance"` // of B
	Bytes     int             `json:"input_bytes"`
	Measure   Measure         `json:"measure"`
	A         Sample          `json:"a"`
	B         Sample          `json:"b"`
	Ratio     evidence.Float  `json:"ratio"` // B/A: of the medians; of a pair, the median over the pairs
	Lo        *evidence.Float `json:"ratio_lo"`
	Hi        *evidence.Float `json:"ratio_hi"` // null: the trials are too few for an interval at the level
	P         evidence.Float  `json:"p"`        // of no difference at all
	Test      Test            `json:"test"`
	Pairs     int             `json:"pairs"` // of Sign
	Verdict   Verdict         `json:"verdict"`
	SameCode  bool            `json:"same_code"`  // the libraries are the same to the byte
	Regressed bool            `json:"regression"` // slower, by more than the limit
	Warnings  []Warning       `json:"warnings"`
}

// Sample is one side of a row.
type Sample struct {
	Label  string           `json:"label"`
	Trials []evidence.Float `json:"trials"` // per call: seconds or cycles, in the order of the rounds
	Median evidence.Float   `json:"median"`
	Min    evidence.Float   `json:"min"`
	Max    evidence.Float   `json:"max"`
	Marks  []string         `json:"marks"` // of the record
	Record string           `json:"record"`

	record *evidence.Record
}

// Test names the test behind a verdict.
type Test string

// The tests.
const (
	MannWhitney Test = "mann-whitney" // two independent samples
	Sign        Test = "sign"         // pairs
)

// Verdict is about B.
type Verdict string

// The verdicts.
const (
	Faster Verdict = "faster"
	Slower Verdict = "slower"
	// Equal means that no difference was shown, not that there is none: the
	// interval says how large one could be.
	Equal Verdict = "no difference"
)

// Missing is an operation that cannot be compared.
type Missing struct {
	Candidate string `json:"candidate"`
	Label     string `json:"label"`
	Bytes     int    `json:"input_bytes"`
	Why       string `json:"why"`
}

// Warning is something a reader should know before believing a row or a
// comparison. Kind is for programs.
type Warning struct {
	Kind string `json:"kind"`
	Text string `json:"text"`
}

// Count returns how many rows have the verdict.
func (r *Result) Count(v Verdict) int {
	n := 0
	for row := range r.rows {
		if row.Verdict == v {
			n++
		}
	}
	return n
}

// Size is the number of rows.
func (r *Result) Size() int {
	n := 0
	for range r.rows {
		n++
	}
	return n
}

// Regressions returns the rows that are slower by more than Options.Regression.
func (r *Result) Regressions() []*Row {
	var list []*Row
	for row := range r.rows {
		if row.Regressed {
			list = append(list, row)
		}
	}
	return list
}

func (r *Result) rows(yield func(*Row) bool) {
	for i := range r.Groups {
		for k := range r.Groups[i].Rows {
			if !yield(&r.Groups[i].Rows[k]) {
				return
			}
		}
	}
}
