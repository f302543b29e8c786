package evidence

import (
	"math"

	"github.com/hashassay/assay/internal/stats"
)

// Figures are derived from the trials (Derive), but for what the fields of
// the second half say about the build and the processes.
type Figures struct {
	Trials              []Trial  `json:"trials"`
	Measurements        int      `json:"measurements"`               // calls of all trials
	Guide100Met         bool     `json:"guide_100_measurements_met"` // at least 100 calls in all
	MeanSeconds         Float    `json:"mean_seconds"`               // per call, sum/sum
	MedianTrialSeconds  Float    `json:"median_trial_seconds"`       // of the trials' seconds per call
	MinTrialSeconds     Float    `json:"min_trial_seconds"`
	MaxTrialSeconds     Float    `json:"max_trial_seconds"`
	MeanCycles          *Float   `json:"mean_cycles"` // null if any trial has no cycles
	MedianTrialCycles   *Float   `json:"median_trial_cycles"`
	OperationsPerSecond Float    `json:"operations_per_second"`
	ThroughputMBs       *Float   `json:"throughput_MB_per_second"` // 10^6 bytes; null for empty messages
	Sizes               Sizes    `json:"sizes"`
	Kex                 struct{} `json:"kex"` // of key exchanges; empty for a hash
	BuildFlags          string   `json:"build_flags"`
	BaselineRSSBytes    int64    `json:"baseline_rss_bytes"` // maximum over the processes, as schema 2 has it
	PeakRSSBytes        int64    `json:"peak_rss_bytes"`
	TimingScope         string   `json:"timing_scope"`
}

// Sizes are data sizes in bytes; only the digest's is set for a hash.
type Sizes struct {
	InputBytes int `json:"input_bytes"`
	PK         int `json:"pk_bytes"`
	SK         int `json:"sk_bytes"`
	CT         int `json:"ct_bytes"`
	SS         int `json:"ss_bytes"`
	Signature  int `json:"signature_bytes"`
	Digest     int `json:"digest_bytes"`
}

// guideMeasurements is the number of measurements that the guide recommends.
const guideMeasurements = 100

// Derive computes Figures from the trials (formulas of schema 2), each of which
// has at least one call and took more than no time. Without trials there are no
// figures, and it returns nil. BuildFlags, the memory figures and TimingScope
// are the caller's to fill.
func Derive(trials []Trial, inputBytes, digestBytes int) *Figures {
	if len(trials) == 0 {
		return nil
	}
	f := &Figures{
		Trials: trials,
		Sizes:  Sizes{InputBytes: inputBytes, Digest: digestBytes},
	}
	var seconds compensatedSum
	var cycles uint64
	counted := true
	perCall := make([]float64, len(trials))
	cyclesPerCall := make([]float64, len(trials))
	f.MinTrialSeconds, f.MaxTrialSeconds = Float(math.Inf(1)), Float(math.Inf(-1))
	for i, t := range trials {
		f.Measurements += t.Measurements
		seconds.add(float64(t.Seconds))
		cycles += t.Cycles
		counted = counted && t.Cycles != 0
		perCall[i] = float64(t.Seconds) / float64(t.Measurements)
		cyclesPerCall[i] = float64(t.Cycles) / float64(t.Measurements)
		f.MinTrialSeconds = min(f.MinTrialSeconds, Float(perCall[i]))
		f.MaxTrialSeconds = max(f.MaxTrialSeconds, Float(perCall[i]))
	}
	calls := float64(f.Measurements)
	f.Guide100Met = f.Measurements >= guideMeasurements
	f.meansOf(seconds.value(), inputBytes)
	f.MedianTrialSeconds = Float(stats.Median(perCall))
	if counted {
		f.MeanCycles = pointer(Float(float64(cycles) / calls))
		f.MedianTrialCycles = pointer(Float(stats.Median(cyclesPerCall)))
	}
	return f
}

// meansOf sets the figures that follow from the seconds of all calls together.
func (f *Figures) meansOf(seconds float64, inputBytes int) {
	calls := float64(f.Measurements)
	f.MeanSeconds = Float(seconds / calls)
	f.OperationsPerSecond = Float(calls / seconds)
	if inputBytes > 0 {
		f.ThroughputMBs = pointer(Float(float64(inputBytes) * float64(f.OperationsPerSecond) / 1e6))
	}
}

// compensatedSum adds floats as Python's sum has done since version 3.12, which the
// published figures were computed with: A. Neumaier's variant of Kahan's
// summation (Zeitschrift für Angewandte Mathematik und Mechanik 54, 1974).
type compensatedSum struct{ high, low float64 }

func (s *compensatedSum) add(x float64) {
	t := s.high + x
	if math.Abs(s.high) >= math.Abs(x) {
		s.low += (s.high - t) + x
	} else {
		s.low += (x - t) + s.high
	}
	s.high = t
}

func (s *compensatedSum) value() float64 { return s.high + s.low }

func pointer[T any](x T) *T { return &x }
