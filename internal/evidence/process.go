package evidence

// Statuses of a process.
const (
	ProcessOK     = "ok"
	ProcessFailed = "failed"
	HardTimeout   = "hard_timeout" // killed at its time limit
)

// Process is one child of the record. One that was killed at its time limit
// (HardTimeout) is written with Status, TimeoutS, Command and WallS alone, as
// schema 2 has it.
type Process struct {
	Status           string   `json:"status"` // ok, failed, hard_timeout
	ExitCode         int      `json:"exit_code"`
	Meta             *Meta    `json:"meta,omitempty"` // nil when the child did not report
	Trials           []Trial  `json:"trials"`
	Stderr           string   `json:"stderr"`
	Command          []string `json:"command"`
	WallS            Float    `json:"wall_s"` // seconds from start to end
	DisturbedRetries int      `json:"disturbed_retries"`

	// TimeoutS is the time limit in seconds, for HardTimeout only.
	TimeoutS *Float `json:"timeout_s,omitempty"`

	// The published harness uses one very long calibration call as the
	// measurement, and says so with these keys. Assay never writes them, but
	// keeps them.
	ReusedCalibration *bool  `json:"reused_calibration,omitempty"`
	T1S               *Float `json:"t1_s,omitempty"`
	SetupS            *Float `json:"setup_s,omitempty"`
}

// MarshalJSON writes the keys that schema 2 has for the status.
func (p Process) MarshalJSON() ([]byte, error) {
	if p.Status == HardTimeout {
		return encode(struct {
			Status   string   `json:"status"`
			TimeoutS *Float   `json:"timeout_s"`
			Command  []string `json:"command"`
			WallS    Float    `json:"wall_s"`
		}{p.Status, p.TimeoutS, list(p.Command), p.WallS})
	}
	p.Trials, p.Command = list(p.Trials), list(p.Command)
	type plain Process
	return encode(plain(p))
}

// Meta has schema 2's process metadata; all values are strings there.
type Meta struct {
	ID                 string `json:"id"`
	Instance           string `json:"instance"`
	Variant            string `json:"variant"`
	Operation          string `json:"operation"`
	InputBytes         string `json:"input_bytes"`
	BuildFlags         string `json:"build_flags"`
	BaselineRSSBytes   string `json:"baseline_rss_bytes"`
	PKBytes            string `json:"pk_bytes"`
	SKBytes            string `json:"sk_bytes"`
	CTBytes            string `json:"ct_bytes"`
	SSBytes            string `json:"ss_bytes"`
	SignatureBytes     string `json:"signature_bytes"`
	DigestBytes        string `json:"digest_bytes"`
	Mode               string `json:"mode"`                 // fixed_iterations
	CPUCyclesAvailable string `json:"cpu_cycles_available"` // yes, no
	TimingScope        string `json:"timing_scope"`         // loop
	Warmups            string `json:"warmups"`
	PeakRSSBytes       string `json:"peak_rss_bytes"`
	MeasurementCount   string `json:"measurement_count"`
	Guide100           string `json:"guide_100_measurements"` // met, not_met: of this process alone
}
