package campaign

import (
	"fmt"
	"strconv"

	"github.com/hashassay/assay/internal/driver"
	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/gate"
	"github.com/hashassay/assay/internal/host"
)

// messageRule is how the timed message is made (driver.Message).
const messageRule = "byte i = (7 i + 1) mod 256, ending at a protected page"

// seal writes the operation's record: everything its children reported, and
// the figures that follow. A record of an earlier session that still stands is
// left as it is.
func (r *run) seal(o *operation) error {
	o.sealed = true
	if !o.failed && r.complete(o) {
		return nil
	}
	r.wrote = true
	rec := r.record(o)
	if rec.Status != evidence.Complete {
		last := o.attempts[len(o.attempts)-1].Failure
		text := fmt.Sprintf("%s: %s: %s", o.Path(), last.Status, last.Detail)
		r.result.Failed = append(r.result.Failed, text)
		r.note(text)
	}
	name := recordName(o.Operation)
	if err := r.dir.make(name); err != nil {
		return err
	}
	return evidence.WriteJSON(r.dir.path(name), rec)
}

func (r *run) record(o *operation) *evidence.Record {
	b := r.buildEntry(o.Candidate, o.Label)
	im := r.implementation(o.Operation)
	rec := &evidence.Record{
		Schema: 2, Status: evidence.Complete,
		Candidate: o.Candidate, Label: o.Label, Instance: b.Instance, Variant: b.Variant, Flags: b.Flags,
		Operation: "hash", InputBytes: o.Bytes,
		Plan: evidence.OperationPlan{
			IterationsPerTrial: o.Calls, Warmups: o.Warmups, Trials: r.settings.Trials, SeparateProcesses: true,
			EstimatedS: evidence.Float(o.EstimatedS() * float64(r.settings.Trials)), TimeoutPerProcessS: evidence.Float(o.TimeoutS),
		},
		KAT: b.KAT, KATNotPassed: !gate.Status(b.KAT).Accepted(),
		Library: b.Library, LibrarySHA256: b.LibrarySHA256, KATLog: &b.KATLog, KATLogSHA256: &b.KATLogSHA256,
		LoadAverageStart: o.attempts[0].Load, LoadAverageEnd: floats(host.LoadAverage()),
		Environment: o.environment, Processes: []evidence.Process{},
	}
	var trials []evidence.Trial
	var reports []evidence.Attempt
	var failures []evidence.Attempt
	for _, a := range o.attempts {
		if a.Failure != nil {
			failures = append(failures, a)
			rec.Processes = append(rec.Processes, failedProcess(a.Failure, evidence.Float(o.TimeoutS)))
			continue
		}
		reports = append(reports, a)
		trials = append(trials, evidence.SchemaTrial(a.Trial))
		rec.Processes = append(rec.Processes, r.process(o, b, a.Trial))
	}
	rec.DisturbedRetries = len(failures)
	if len(trials) < r.settings.Trials || o.failed || o.Calls == 0 {
		rec.Status = evidence.Failed
	}
	rec.StartedUTC, rec.EndedUTC = span(o.attempts)
	if len(trials) > 0 {
		rec.Figures = evidence.Derive(trials, o.Bytes, im.Instance.DigestBits/8)
		rec.BuildFlags = b.Assay.BuildFlags
		rec.TimingScope = "loop"
		for _, a := range reports {
			rec.BaselineRSSBytes = max(rec.BaselineRSSBytes, a.Trial.BaselineRSS)
			rec.PeakRSSBytes = max(rec.PeakRSSBytes, a.Trial.PeakRSS)
		}
		evidence.SetClocks(&rec.Environment, reports)
	}
	rec.Assay = r.additions(o, b, reports, failures)
	return rec
}

// additions are our own keys.
func (r *run) additions(o *operation, b *evidence.BuildEntry, reports, failures []evidence.Attempt) *evidence.Assay {
	a := &evidence.Assay{
		Version: r.Version, Implementation: b.Assay.Implementation, Language: b.Assay.Language, Kernel: b.Assay.Kernel,
		KATFiles: b.Assay.KATFiles, KATDetail: b.Assay.Detail,
		HostProblems: append([]string{}, r.problems...), Jail: evidence.CommonJail(reports, failures), Seed: r.settings.Seed,
		Message: messageRule, Digest: r.digest(o.Operation),
		MoreTrials: append([]string{}, o.more...), Marks: []string{},
		Trials: reports, Failures: failures,
	}
	a.Derive(o.Bytes, evidence.UsualClock(r.clocks))
	return a
}

// process is schema 2's view of a child that measured one trial.
func (r *run) process(o *operation, b *evidence.BuildEntry, t *driver.Trial) evidence.Process {
	trial := evidence.SchemaTrial(t)
	yes, met := "no", "not_met"
	if trial.Cycles > 0 {
		yes = "yes"
	}
	if t.Calls >= 100 {
		met = "met"
	}
	return evidence.Process{
		Status: "ok", ExitCode: t.Process.ExitCode, Stderr: t.Process.Stderr, Command: t.Process.Command,
		WallS: evidence.Float(t.Process.WallS), Trials: []evidence.Trial{trial},
		Meta: &evidence.Meta{
			ID: o.Candidate, Instance: b.Instance, Variant: b.Variant, Operation: "hash", InputBytes: strconv.Itoa(o.Bytes),
			BuildFlags:       b.Assay.BuildFlags,
			BaselineRSSBytes: strconv.FormatInt(t.BaselineRSS, 10), PeakRSSBytes: strconv.FormatInt(t.PeakRSS, 10),
			PKBytes: "0", SKBytes: "0", CTBytes: "0", SSBytes: "0", SignatureBytes: "0",
			DigestBytes: strconv.Itoa(len(t.DigestBefore) / 2), Mode: "fixed_iterations", CPUCyclesAvailable: yes,
			TimingScope: "loop", Warmups: strconv.Itoa(o.Warmups), MeasurementCount: strconv.Itoa(t.Calls), Guide100: met,
		},
	}
}

func span(attempts []evidence.Attempt) (started, ended string) {
	for _, a := range attempts {
		p := driver.Process{}
		if a.Trial != nil {
			p = a.Trial.Process
		} else {
			p = a.Failure.Process
		}
		if started == "" || p.StartedUTC < started {
			started = p.StartedUTC
		}
		ended = max(ended, p.EndedUTC)
	}
	return started, ended
}

func floats(xs [3]float64) []evidence.Float {
	return []evidence.Float{evidence.Float(xs[0]), evidence.Float(xs[1]), evidence.Float(xs[2])}
}

// failedProcess is schema 2's view of a child that did not measure.
func failedProcess(f *evidence.Failure, timeout evidence.Float) evidence.Process {
	p := evidence.Process{
		Status: evidence.ProcessFailed, ExitCode: f.Process.ExitCode, Stderr: f.Process.Stderr, Command: f.Process.Command,
		WallS: evidence.Float(f.Process.WallS), Trials: []evidence.Trial{},
	}
	if f.Status == string(driver.Timeout) {
		p.Status, p.TimeoutS = evidence.HardTimeout, &timeout
	}
	return p
}
