package export

import "github.com/hashassay/assay/internal/evidence"

// Row is one trial. The JSON keys are the columns of the table, in this order;
// docs/schema/export.schema.json gives the meaning and unit of each. A nil
// pointer, an empty text or an empty list is what the dataset does not hold:
// published datasets tell less of a trial than our own.
type Row struct {
	What
	Trial
	Process
	Evidence
	Origin
	Host
}

// What says what was measured.
type What struct {
	SystemID       string `json:"system_id"`
	Candidate      string `json:"candidate"`
	Label          string `json:"label"`
	Instance       string `json:"instance"`
	Implementation string `json:"implementation"`
	Language       string `json:"language"`
	KernelPath     string `json:"kernel_path"`
	Operation      string `json:"operation"`
	InputBytes     int    `json:"input_bytes"`
	DigestBytes    *int   `json:"digest_bytes"`
	Message        string `json:"message"`
}

// Trial holds the figures of the trial.
type Trial struct {
	Number        int                  `json:"trial"`
	Trials        int                  `json:"trials"`
	Round         *int                 `json:"round"`
	Warmups       int                  `json:"warmups"`
	Calls         int                  `json:"calls"`
	Seconds       evidence.Float       `json:"seconds"`
	PerCallS      evidence.Float       `json:"seconds_per_call"`
	ThroughputMBs *evidence.Float      `json:"throughput_MB_per_second"`
	Cycles        *evidence.Float      `json:"cycles"`
	PerCallCycles *evidence.Float      `json:"cycles_per_call"`
	PerByteCycles *evidence.Float      `json:"cycles_per_byte"`
	CycleSource   evidence.CycleSource `json:"cycle_source"`
	CycleReason   string               `json:"cycle_reason"`
}

// Process holds what the process of the trial reported, as it was read.
type Process struct {
	CounterErrno  *int            `json:"counter_errno"`
	CounterCycles *uint64         `json:"counter_cycles"`
	Instructions  *uint64         `json:"counter_instructions"`
	EnabledNS     *uint64         `json:"counter_enabled_ns"`
	RunningNS     *uint64         `json:"counter_running_ns"`
	ClockBeforeHz *evidence.Float `json:"clock_before_hz"`
	ClockAfterHz  *evidence.Float `json:"clock_after_hz"`
	UsualClockHz  *evidence.Float `json:"usual_clock_hz"`
	ThreadSeconds *evidence.Float `json:"thread_cpu_seconds"`
	VoluntarySw   *int64          `json:"context_switches_voluntary"`
	InvoluntarySw *int64          `json:"context_switches_involuntary"`
	Migrations    *int64          `json:"cpu_migrations"`
	MinorFaults   *int64          `json:"page_faults_minor"`
	MajorFaults   *int64          `json:"page_faults_major"`
	BaselineRSS   *int64          `json:"baseline_rss_bytes"`
	PeakRSS       *int64          `json:"peak_rss_bytes"`
	CPUBefore     *int            `json:"cpu_before"`
	CPUAfter      *int            `json:"cpu_after"`
	Digest        string          `json:"digest"`
	Load1         *evidence.Float `json:"load_average_1"`
	Load5         *evidence.Float `json:"load_average_5"`
	Load15        *evidence.Float `json:"load_average_15"`
	StartedUTC    string          `json:"started_utc"`
	EndedUTC      string          `json:"ended_utc"`
	WallS         *evidence.Float `json:"wall_s"`
}

// Evidence says how far the figures can be trusted.
type Evidence struct {
	Status       string   `json:"status"`
	Failures     int      `json:"failures"`
	Marks        []string `json:"marks"`
	HostProblems []string `json:"host_problems"`
	KAT          string   `json:"kat"`
	KATNotPassed bool     `json:"kat_not_passed"`
	KATFiles     []string `json:"kat_files"`
	KATDetail    string   `json:"kat_detail"`
	KATLogSHA256 string   `json:"kat_log_sha256"`
	Record       string   `json:"record"`
}

// Origin says how the code was built, and how the run was made.
type Origin struct {
	Variant       string         `json:"variant"`
	Flags         string         `json:"flags"`
	BuildFlags    string         `json:"build_flags"`
	Compiler      string         `json:"compiler"`
	Library       string         `json:"library"`
	LibrarySHA256 string         `json:"library_sha256"`
	Archive       string         `json:"archive"`
	ArchiveSHA256 string         `json:"archive_sha256"`
	Published     *bool          `json:"archive_published"`
	DriverSHA256  string         `json:"driver_sha256"`
	AssayVersion  string         `json:"assay_version"`
	GoVersion     string         `json:"go_version"`
	ExecPrefix    []string       `json:"exec_prefix"`
	RunStartedUTC string         `json:"run_started_utc"`
	TrialTargetS  evidence.Float `json:"trial_target_s"`
	Quick         *bool          `json:"quick"`
	Seed          *uint64        `json:"seed"`
}

// Host describes the machine, with the keys of schema 2's environment; its
// kernel is called os_kernel here, to tell it from the kernel that computed. It
// leaves out the host's name: system_id tells systems apart.
type Host struct {
	Architecture      string  `json:"architecture"`
	CPUModel          string  `json:"cpu_model"`
	Machine           *string `json:"machine"`
	CPUNumber         int     `json:"cpu_number"`
	LogicalCPUsOnline string  `json:"logical_cpus_online"`
	Virtualized       bool    `json:"virtualized"`
	MemoryTotalKiB    int64   `json:"memory_total_kib"`
	OS                string  `json:"os"`
	OSKernel          string  `json:"os_kernel"`
	PerfEventParanoid *string `json:"perf_event_paranoid"`
	CPUFreqGovernor   *string `json:"cpufreq_governor"`
	CPUFreqDriver     *string `json:"cpufreq_driver"`
	CPUFreqMinKHz     *string `json:"cpufreq_min_khz"`
	CPUFreqMaxKHz     *string `json:"cpufreq_max_khz"`
	CPUFreqAvgKHz     *string `json:"cpufreq_avg_khz"`
	IntelNoTurbo      *string `json:"intel_pstate_no_turbo"`
	CPUFreqBoost      *string `json:"cpufreq_boost"`
	SMTControl        *string `json:"smt_control"`
	CoreClockHz       *int64  `json:"core_clock_hz"`
}

// ofAnother says whether the code is of another archive than the published one.
func (row *Row) ofAnother() bool { return row.Published != nil && !*row.Published }
