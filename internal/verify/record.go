package verify

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/gate"
	"github.com/hashassay/assay/internal/host"
	"github.com/hashassay/assay/internal/strictjson"
)

// summary is what the checks across records need of one.
type summary struct {
	file             string
	other            bool // not of hashing
	candidate, label string
	bytes            int
	status           string
	trials           int
	cpu              int
	plan             evidence.OperationPlan
	environment      host.Environment
	missing          []string  // keys that the record lacks, as "processes[].wall_s"
	spans            []span    // of its processes, or of the record where it does not say
	runs             []trialID // its trials
	perByte          figure    // robust cost of a byte
	counted          bool      // perByte is in cycles, not in seconds
	peak, baseline   int64     // resident set, bytes
	jumped           bool      // a jump of memory was found in its processes
}

// figure is a median with its interval.
type figure struct{ median, lo, hi float64 }

// span is a time in which something ran on the record's CPU.
type span struct {
	start, end time.Time
	field      string
}

func (s *summary) lacks(key string) bool { return slices.Contains(s.missing, key) }

var hashRecord = regexp.MustCompile(`^records/([^/]+)/(.+)__hash_([0-9]+)\.json$`)

// essential are the keys without which a record says nothing.
var essential = map[string]bool{}

func init() {
	for key := range strings.FieldsSeq(`schema status candidate label instance variant flags operation input_bytes
		plan plan.iterations_per_trial plan.warmups plan.trials plan.separate_processes plan.estimated_s plan.timeout_per_process_s
		kat kat_not_passed disturbed_retries library library_sha256 kat_log kat_log_sha256 started_utc ended_utc
		environment environment.cpu_number
		trials trials[].measurements trials[].seconds trials[].cycles
		measurements guide_100_measurements_met mean_seconds median_trial_seconds min_trial_seconds max_trial_seconds mean_cycles median_trial_cycles
		operations_per_second throughput_MB_per_second baseline_rss_bytes peak_rss_bytes`) {
		essential[key] = true
	}
}

// record checks one record by itself and against its build entry and the campaign.
func (c *checker) record(reader *strictjson.Reader, n *notes) *summary {
	name := hashRecord.FindStringSubmatch(n.file)
	if name == nil {
		if _, ok := c.readJSON(reader, n, nil); !ok {
			return nil
		}
		return &summary{other: true}
	}
	r := &evidence.Record{}
	missing, ok := c.readJSON(reader, n, r)
	s := &summary{
		file: n.file, candidate: r.Candidate, label: r.Label, bytes: r.InputBytes, status: r.Status,
		cpu: r.Environment.CPUNumber, plan: r.Plan, environment: r.Environment,
	}
	if !ok { // further findings would be about a record that nobody wrote
		s.candidate, s.label = name[1], name[2]
		s.bytes, _ = strconv.Atoi(name[3])
		s.environment.CPUModel = unreadable
		return s
	}
	s.missing = c.missingKeys(n, r, missing)
	if r.Schema != evidence.Schema {
		n.wrong("schema", r.Schema, "%d, the version that is verified here", evidence.Schema)
	}
	if r.Operation != evidence.Hash {
		n.wrong("operation", r.Operation, "%s, after the file's name", evidence.Hash)
	}
	if want := fmt.Sprintf("%s/%s__hash_%d.json", r.Candidate, r.Label, r.InputBytes); "records/"+want != n.file {
		n.wrong("candidate, label, input_bytes", path.Join(name[1], path.Base(n.file)), "%s: the file is named by these fields", want)
	}
	c.status(n, r)
	c.against(n, r)
	c.recordTimes(n, s, r)
	c.recordCPU(n, r)
	checkClock(n, "environment", &r.Environment)
	c.checkPlan(n, r)
	if r.Figures != nil && len(r.Trials) > 0 {
		s.trials = len(r.Trials)
		if checkTrials(n, r.Trials) {
			c.figures(n, r)
			c.doubtTrials(n, s, r)
		}
	}
	c.processes(n, s, r)
	c.additions(n, s, r)
	return s
}

// unreadable marks the environment of a record that could not be read.
const unreadable = "\x00"

var listIndex = regexp.MustCompile(`\[[0-9]+\]`)

// missingKeys notes the keys that a record must have, and returns the others that it lacks.
func (c *checker) missingKeys(n *notes, r *evidence.Record, missing []string) []string {
	var optional []string
	noted := map[string]bool{} // what every element of a list lacks is noted once
	for _, key := range missing {
		kind := key
		if strings.IndexByte(key, '[') >= 0 {
			kind = listIndex.ReplaceAllString(key, "[]")
		}
		if strings.HasPrefix(kind, "processes[].") && shortProcess(r, key) {
			continue // killed at its time limit: schema 2 says less about it
		}
		if essential[kind] || c.ours {
			if !noted[kind] {
				n.wrong(key, "nothing", "a record has this key")
			}
			noted[kind] = true
			continue
		}
		if !slices.Contains(optional, kind) {
			optional = append(optional, kind)
		}
	}
	return optional
}

// shortProcess says whether a path leads into a process that was killed at its time limit.
func shortProcess(r *evidence.Record, key string) bool {
	var i int
	if _, err := fmt.Sscanf(key, "processes[%d]", &i); err != nil || i >= len(r.Processes) {
		return false
	}
	return r.Processes[i].Status == evidence.HardTimeout
}

// status checks that the record says of itself what it is.
func (c *checker) status(n *notes, r *evidence.Record) {
	trials := 0
	if r.Figures != nil {
		trials = len(r.Trials)
	}
	switch {
	case r.Status == evidence.Complete && trials < r.Plan.Trials:
		n.wrong("status", r.Status, "%s: %d of %d planned trials", evidence.Failed, trials, r.Plan.Trials)
	case r.Status == evidence.Failed:
		n.doubt("status", r.Status, "the operation could not be measured in full: %d of %d planned trials", trials, r.Plan.Trials)
	case r.Status != evidence.Complete:
		n.wrong("status", r.Status, "%s or %s", evidence.Complete, evidence.Failed)
	}
	switch status := gate.Status(r.KAT); {
	case status == gate.Pass && r.KATNotPassed:
		n.wrong("kat_not_passed", r.KATNotPassed, "false: kat is %s", r.KAT)
	case !status.Accepted() && !r.KATNotPassed, c.ours && status.Accepted() && r.KATNotPassed:
		n.wrong("kat_not_passed", r.KATNotPassed, "%t: kat is %s", !r.KATNotPassed, r.KAT)
	}
	if r.DisturbedRetries < 0 {
		n.wrong("disturbed_retries", r.DisturbedRetries, "a count")
	}
	for name, loads := range map[string][]evidence.Float{"load_average_start": r.LoadAverageStart, "load_average_end": r.LoadAverageEnd} {
		if loads != nil && (len(loads) != 3 || slices.Min(loads) < 0) {
			n.wrong(name, loads, "three averages, over 1, 5 and 15 minutes, none negative")
		}
	}
}

// against compares a record with its build entry.
func (c *checker) against(n *notes, r *evidence.Record) {
	if c.build == nil {
		return
	}
	e := c.entry(r)
	if e == nil {
		n.wrong("label", r.Candidate+"/"+r.Label, "an implementation in build.json: nothing with this name was built")
		return
	}
	const why = "build.json"
	same(n, "instance", r.Instance, e.Instance, why)
	same(n, "variant", r.Variant, e.Variant, why)
	same(n, "flags", r.Flags, e.Flags, why)
	same(n, "kat", r.KAT, e.KAT, why)
	same(n, "library", r.Library, e.Library, why)
	same(n, "library_sha256", r.LibrarySHA256, e.LibrarySHA256, why)
	same(n, "kat_log", text(r.KATLog), e.KATLog, why)
	same(n, "kat_log_sha256", text(r.KATLogSHA256), e.KATLogSHA256, why)
	if in := c.instance(r.Candidate, r.Instance); in != nil && r.Figures != nil && r.Sizes != (evidence.Sizes{}) {
		same(n, "sizes.digest_bytes", r.Sizes.Digest, in.DigestBits/8, "the digest of "+in.Name)
	}
}

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// recordTimes checks when the operation was measured.
func (c *checker) recordTimes(n *notes, s *summary, r *evidence.Record) {
	start, end := timestamp(n, "started_utc", r.StartedUTC), timestamp(n, "ended_utc", r.EndedUTC)
	c.duringCampaign(n, "started_utc", r.StartedUTC, start)
	c.duringCampaign(n, "ended_utc", r.EndedUTC, end)
	if start.IsZero() || end.IsZero() {
		return
	}
	if end.Before(start) {
		n.wrong("ended_utc", r.EndedUTC, "not before started_utc, %s", r.StartedUTC)
		return
	}
	if r.Figures == nil || reused(r) {
		return // a calibration that stands for a trial ran before the record began
	}
	var sum float64
	for _, t := range r.Trials {
		sum += float64(t.Seconds)
	}
	if lived := end.Sub(start).Seconds(); sum > lived {
		n.wrong("trials[].seconds", evidence.Float(sum), "at most %s seconds in all: from started_utc to ended_utc", evidence.Float(lived))
	}
	if r.Assay == nil {
		s.spans = []span{{start, end, ""}}
	}
}

// reused says whether a calibration stands for a trial of the record.
func reused(r *evidence.Record) bool {
	return slices.ContainsFunc(r.Processes, func(p evidence.Process) bool { return p.ReusedCalibration != nil && *p.ReusedCalibration })
}

// recordCPU checks that the record's CPU is one that the campaign checked.
func (c *checker) recordCPU(n *notes, r *evidence.Record) {
	cpu := r.Environment.CPUNumber
	switch {
	case c.campaign == nil:
	case c.ours:
		same(n, "environment.cpu_number", cpu, c.campaign.Assay.CPU, "the CPU of the run (campaign.json, assay.cpu)")
	case !slices.ContainsFunc(c.campaign.HostChecks, func(h evidence.HostCheck) bool { return h.Phase == "measure" && h.CPU == cpu }):
		n.wrong("environment.cpu_number", cpu, "a CPU that the campaign checked for measuring")
	}
}
