package verify

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/stats"
)

// rssJump is how far the resident memory of a single process may lie above the
// median of an operation's processes before it is doubted. Processes of one program
// differ by some pages; jumps of 2 MiB, the size of a huge page, happen in single
// processes and are not the candidate's need.
const rssJump = 1 << 20

// processes holds the processes of a record against its trials and figures.
func (c *checker) processes(n *notes, s *summary, r *evidence.Record) {
	if len(r.Processes) == 0 {
		if c.ours {
			n.wrong("processes", "none", "a record tells of its processes")
		}
		return
	}
	var trials []evidence.Trial
	var baselines, peaks []float64
	var baseline, peak int64
	for i, p := range r.Processes {
		at := under(fmt.Sprintf("processes[%d].", i))
		c.process(n, at, r, p)
		trials = append(trials, p.Trials...)
		if p.Meta == nil || len(p.Trials) == 0 {
			continue
		}
		b, okB := whole(n, at("meta.baseline_rss_bytes"), p.Meta.BaselineRSSBytes)
		k, okK := whole(n, at("meta.peak_rss_bytes"), p.Meta.PeakRSSBytes)
		if okB && okK {
			memory(n, at("meta."), b, k)
			baseline, peak = max(baseline, b), max(peak, k)
			baselines, peaks = append(baselines, float64(b)), append(peaks, float64(k))
		}
	}
	if r.Figures == nil {
		if len(trials) > 0 {
			n.wrong("trials", "none", "%d trials of the processes", len(trials))
		}
		return
	}
	if len(peaks) > 1 && !r.Plan.SeparateProcesses {
		n.wrong("plan.separate_processes", false, "true: %d processes measured", len(peaks))
	}
	if !slices.Equal(trials, r.Trials) {
		differing(n, trials, r.Trials)
	}
	if len(peaks) > 0 {
		same(n, "baseline_rss_bytes", r.BaselineRSSBytes, baseline, "greatest of the processes")
		same(n, "peak_rss_bytes", r.PeakRSSBytes, peak, "greatest of the processes")
		if at := stats.Median(peaks); float64(peak) > at+rssJump {
			s.jumped = true
			n.doubt("peak_rss_bytes", peak, "median of the processes %.0f: a single process had more", at)
		}
		if at := stats.Median(baselines); float64(baseline) > at+rssJump {
			s.jumped = true
			n.doubt("baseline_rss_bytes", baseline, "median of the processes %.0f: a single process had more", at)
		}
	}
	if r.Assay != nil {
		return // the times of its processes say more
	}
	for i, p := range r.Processes {
		for k, q := range r.Processes[:i] {
			if len(p.Trials) > 0 && p.WallS == q.WallS && slices.Equal(p.Trials, q.Trials) {
				n.wrong(fmt.Sprintf("processes[%d]", i), fmt.Sprintf("a process of %s s", p.WallS), "a measurement of its own: it is a copy of processes[%d]", k)
			}
		}
	}
}

// differing names the trials that the processes did not report so.
func differing(n *notes, processes, trials []evidence.Trial) {
	if len(processes) != len(trials) {
		n.wrong("trials", fmt.Sprintf("%d trials", len(trials)), "%d trials of the processes", len(processes))
	}
	for i := range min(len(processes), len(trials)) {
		if processes[i] != trials[i] {
			n.wrong(fmt.Sprintf("trials[%d]", i), show(trials[i]), "%s: the process reported this (calls, seconds, cycles)", show(processes[i]))
		}
	}
}

// process checks one process.
func (c *checker) process(n *notes, at func(string) string, r *evidence.Record, p evidence.Process) {
	switch p.Status {
	case evidence.HardTimeout:
		if p.TimeoutS == nil || *p.TimeoutS > p.WallS {
			n.wrong(at("timeout_s"), show(orNil(p.TimeoutS)), "at most wall_s, %s: it was killed at this limit", p.WallS)
		}
		return
	case evidence.ProcessOK:
		same(n, at("exit_code"), p.ExitCode, 0, "the process ended well")
		if len(p.Trials) == 0 {
			n.wrong(at("trials"), "none", "a process that ended well measured")
		}
	}
	if p.Status != evidence.ProcessOK && p.Status != evidence.ProcessFailed {
		n.doubt(at("status"), p.Status, "%s, %s or %s", evidence.ProcessOK, evidence.ProcessFailed, evidence.HardTimeout)
	}
	if r.Plan.SeparateProcesses && len(p.Trials) > 1 {
		n.wrong(at("trials"), fmt.Sprintf("%d trials", len(p.Trials)), "one: plan.separate_processes")
	}
	again := p.ReusedCalibration != nil && *p.ReusedCalibration
	calls, counted := 0, len(p.Trials) > 0
	var seconds float64
	for _, t := range p.Trials {
		calls += t.Measurements
		seconds += float64(t.Seconds)
		counted = counted && t.Cycles > 0
	}
	if seconds > float64(p.WallS)*(1+clockSlew) && !again {
		n.wrong(at("trials[].seconds"), evidence.Float(seconds), "at most %s: the process lived no longer", p.WallS)
	}
	if m := p.Meta; m != nil {
		c.meta(n, at, r, p, calls, counted)
		if !again {
			if w, ok := whole(n, at("meta.warmups"), m.Warmups); ok {
				same(n, at("meta.warmups"), int(w), r.Plan.Warmups, "plan.warmups")
			}
		}
	}
	if !again {
		c.command(n, at("command"), r, p.Command)
	}
}

// clockSlew is how much faster than the kernel's slewed clock, which tells how
// long a process lived, the raw clock around the calls may go: twice the 500
// ppm of adjtimex(2).
const clockSlew = 1e-3

// meta holds what a process says of itself against the record.
func (c *checker) meta(n *notes, at func(string) string, r *evidence.Record, p evidence.Process, calls int, counted bool) {
	m := p.Meta
	for _, f := range []struct{ key, says, follows, why string }{
		{"id", m.ID, r.Candidate, "candidate"},
		{"instance", m.Instance, r.Instance, "instance"},
		{"variant", m.Variant, r.Variant, "variant"},
		{"operation", m.Operation, r.Operation, "operation"},
		{"input_bytes", m.InputBytes, strconv.Itoa(r.InputBytes), "input_bytes"},
	} {
		same(n, at("meta."+f.key), f.says, f.follows, f.why)
	}
	if len(p.Trials) == 0 {
		return
	}
	cycles, met := "no", "not_met"
	if counted {
		cycles = "yes"
	}
	if calls >= 100 {
		met = "met"
	}
	same(n, at("meta.measurement_count"), m.MeasurementCount, strconv.Itoa(calls), "calls of its trials")
	same(n, at("meta.guide_100_measurements"), m.Guide100, met, fmt.Sprintf("%d calls of at least 100 in this process", calls))
	same(n, at("meta.cpu_cycles_available"), m.CPUCyclesAvailable, cycles, "its trials have cycles or not")
	if r.Figures != nil {
		same(n, at("meta.build_flags"), m.BuildFlags, r.BuildFlags, "build_flags")
		same(n, at("meta.timing_scope"), m.TimingScope, r.TimingScope, "timing_scope")
		for _, f := range []struct {
			key, says string
			follows   int
		}{
			{"pk", m.PKBytes, r.Sizes.PK}, {"sk", m.SKBytes, r.Sizes.SK}, {"ct", m.CTBytes, r.Sizes.CT}, {"ss", m.SSBytes, r.Sizes.SS},
			{"signature", m.SignatureBytes, r.Sizes.Signature}, {"digest", m.DigestBytes, r.Sizes.Digest},
		} {
			same(n, at("meta."+f.key+"_bytes"), f.says, strconv.Itoa(f.follows), "sizes."+f.key+"_bytes")
		}
	}
}

// command holds a process's command line against the record.
func (c *checker) command(n *notes, field string, r *evidence.Record, args []string) {
	want := map[string]int{"cpu": r.Environment.CPUNumber, "bytes": r.InputBytes, "warmups": r.Plan.Warmups, "calls": r.Plan.IterationsPerTrial}
	if r.Assay == nil { // taskset -c CPU performance/ngcc_perf LIB hash SIZE 1 1 ITERS WARMUPS
		if len(args) != 11 || args[0] != "taskset" || args[5] != evidence.Hash {
			n.doubt(field, strings.Join(args, " "), "a command in the form of the published harness, so that it can be checked")
			return
		}
		if !strings.HasSuffix(args[4], r.Library) {
			n.wrong(field, args[4], "%s: library", r.Library)
		}
		for name, arg := range map[string]string{"cpu": args[2], "bytes": args[6], "calls": args[9], "warmups": args[10]} {
			same(n, field, name+" "+arg, name+" "+strconv.Itoa(want[name]), "the record's environment, input_bytes and plan")
		}
		return
	}
	if !slices.Contains(args, "time") { // a calibration that failed: it had a plan of its own
		delete(want, "warmups")
		delete(want, "calls")
	}
	for _, arg := range args {
		key, value, _ := strings.Cut(arg, "=")
		if x, ok := want[key]; ok {
			same(n, field, arg, key+"="+strconv.Itoa(x), "the record's environment, input_bytes and plan")
		}
		if key == "target" && r.Assay.Language == "c" {
			same(n, field, value, r.Library, "library")
		}
	}
}

// whole reads a whole number that schema 2 writes as a string.
func whole(n *notes, field, text string) (int64, bool) {
	x, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		n.wrong(field, text, "a whole number")
	}
	return x, err == nil
}
