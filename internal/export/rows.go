package export

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/host"
)

// Rows returns the trials of d, in the order of its records and of the trials
// in each. The error is for a record that contradicts itself about them.
func Rows(d *evidence.Dataset) ([]Row, error) {
	var rows []Row
	for _, r := range d.Records {
		if r.Figures == nil {
			continue
		}
		if r.Assay != nil {
			if err := sameTrials(r); err != nil {
				return nil, fmt.Errorf("%s: %w", d.Paths[r], err)
			}
		}
		common := commonRow(d, r)
		for i := range r.Trials {
			row := common
			row.Number = i + 1
			if r.Assay != nil {
				row.report(r, r.Assay.Trials[i])
			} else {
				row.published(r, i)
			}
			row.perCall()
			rows = append(rows, row)
		}
	}
	return rows, nil
}

// sameTrials says how the two lists of trials in one of our records differ:
// schema 2's, and what the processes reported.
func sameTrials(r *evidence.Record) error {
	if len(r.Trials) != len(r.Assay.Trials) {
		return fmt.Errorf("field assay.trials: %d trials, but %d in trials", len(r.Assay.Trials), len(r.Trials))
	}
	for i, a := range r.Assay.Trials {
		if a.Trial.Calls != r.Trials[i].Measurements || evidence.Float(a.Trial.Seconds) != r.Trials[i].Seconds {
			return fmt.Errorf("field assay.trials[%d].trial: %d calls in %g seconds, but %d in %g in trials[%d]",
				i, a.Trial.Calls, a.Trial.Seconds, r.Trials[i].Measurements, float64(r.Trials[i].Seconds), i)
		}
	}
	return nil
}

// commonRow fills what all trials of an operation have in common.
func commonRow(d *evidence.Dataset, r *evidence.Record) Row {
	c := d.Campaign
	row := Row{
		What: What{
			SystemID: c.SystemID, Candidate: r.Candidate, Label: r.Label, Instance: r.Instance, Implementation: r.Variant,
			Operation: r.Operation, InputBytes: r.InputBytes,
		},
		Trial: Trial{Trials: len(r.Trials), Warmups: r.Plan.Warmups, CycleSource: evidence.None},
		Evidence: Evidence{
			Status: r.Status, Failures: r.DisturbedRetries, Marks: []string{}, HostProblems: list(c.HostProblems),
			KAT: r.KAT, KATNotPassed: r.KATNotPassed, KATFiles: []string{}, KATLogSHA256: text(r.KATLogSHA256), Record: d.Paths[r],
		},
		Origin: Origin{
			Variant: r.Variant, Flags: r.Flags, BuildFlags: r.BuildFlags, Library: r.Library, LibrarySHA256: r.LibrarySHA256,
			RunStartedUTC: c.StartedUTC, TrialTargetS: c.Planning.TrialTargetS, ExecPrefix: []string{},
		},
		Host: hostOf(r.Environment, c.EnvironmentAtStart),
	}
	if r.Variant == "reference" { // schema 2's name for a submission's own code
		row.Implementation = candidate.Submitted
	}
	if r.Sizes.Digest > 0 {
		row.DigestBytes = &r.Sizes.Digest
	}
	row.Compiler = cmp.Or(text(r.Environment.Compiler), text(c.EnvironmentAtStart.Compiler))
	if r.MeanCycles != nil {
		row.CycleSource = evidence.Perf
	} else {
		row.CycleReason = "not all trials have cycles"
	}
	if e := d.EntryOf(r); e != nil && e.Assay != nil && e.Assay.Archive != nil {
		row.Archive, row.ArchiveSHA256, row.Published = e.Assay.Archive.Name, e.Assay.Archive.SHA256, &e.Assay.Archive.Published
	}
	if ca := c.Assay; ca != nil {
		row.GoVersion, row.ExecPrefix, row.Quick, row.Seed = ca.GoVersion, list(ca.ExecPrefix), &ca.Quick, &ca.Seed
	}
	if a := r.Assay; a != nil {
		row.Implementation, row.Language, row.KernelPath, row.Message = a.Implementation, a.Language, a.Kernel, a.Message
		row.CycleSource, row.CycleReason = a.CycleSource, a.CycleReason
		row.Marks, row.HostProblems = list(a.Marks), list(a.HostProblems)
		row.KATFiles, row.KATDetail, row.AssayVersion = list(a.KATFiles), a.KATDetail, a.Version
		if a.UsualClockHz > 0 {
			row.UsualClockHz = &a.UsualClockHz
		}
		if a.Language == string(candidate.Go) {
			row.Compiler = row.GoVersion
		}
		if c.Assay != nil {
			row.DriverSHA256 = c.Assay.Drivers[a.Language]
		}
	}
	return row
}

// report fills what one of our processes reported.
func (row *Row) report(r *evidence.Record, a evidence.Attempt) {
	t := a.Trial
	row.Round, row.Calls, row.Seconds = &a.Round, t.Calls, evidence.Float(t.Seconds)
	if cycles, ok := r.Assay.TrialCycles(t); ok {
		row.Cycles = pointer(evidence.Float(cycles))
	}
	row.CounterErrno, row.CounterCycles, row.Instructions = &t.Counter.Errno, &t.Cycles, &t.Instructions
	row.EnabledNS, row.RunningNS = &t.Counter.TimeEnabled, &t.Counter.TimeRunning
	row.ClockBeforeHz, row.ClockAfterHz = estimate(t.ClockBeforeHz), estimate(t.ClockAfterHz)
	row.ThreadSeconds = pointer(evidence.Float(t.ThreadSeconds))
	row.VoluntarySw, row.InvoluntarySw = &t.VoluntarySw, &t.InvoluntarySw
	if t.Migrations >= 0 {
		row.Migrations = &t.Migrations
	}
	row.MinorFaults, row.MajorFaults = &t.MinorFaults, &t.MajorFaults
	row.BaselineRSS, row.PeakRSS = &t.BaselineRSS, &t.PeakRSS
	row.CPUBefore, row.CPUAfter, row.Digest = &t.CPUBefore, &t.CPUAfter, t.DigestAfter
	if len(a.Load) == 3 {
		row.Load1, row.Load5, row.Load15 = &a.Load[0], &a.Load[1], &a.Load[2]
	}
	row.StartedUTC, row.EndedUTC = t.Process.StartedUTC, t.Process.EndedUTC
	row.WallS = pointer(evidence.Float(t.Process.WallS))
}

// published fills what a record of schema 2 tells of its trial i, counted from 0.
func (row *Row) published(r *evidence.Record, i int) {
	t := r.Trials[i]
	row.Calls, row.Seconds = t.Measurements, t.Seconds
	if r.MeanCycles != nil {
		row.Cycles = pointer(evidence.Float(t.Cycles))
	}
	p := processOf(r, i)
	if p == nil {
		return
	}
	row.WallS = &p.WallS
	if p.Meta != nil {
		row.BaselineRSS, row.PeakRSS = number(p.Meta.BaselineRSSBytes), number(p.Meta.PeakRSSBytes)
	}
}

// processOf returns the process that measured trial i, counted from 0, of a
// published record: nil if the processes are not there, or do not have the
// record's trials in their order.
func processOf(r *evidence.Record, i int) *evidence.Process {
	var all []evidence.Trial
	var of []int
	for k, p := range r.Processes {
		for _, t := range p.Trials {
			all, of = append(all, t), append(of, k)
		}
	}
	if !slices.Equal(all, r.Trials) {
		return nil
	}
	return &r.Processes[of[i]]
}

// perCall derives the figures of one call.
func (row *Row) perCall() {
	calls := evidence.Float(row.Calls)
	row.PerCallS = row.Seconds / calls
	bytes := evidence.Float(row.InputBytes)
	if row.InputBytes > 0 {
		row.ThroughputMBs = pointer(bytes * calls / row.Seconds / 1e6)
	}
	if row.Cycles == nil {
		return
	}
	row.PerCallCycles = pointer(*row.Cycles / calls)
	if row.InputBytes > 0 {
		row.PerByteCycles = pointer(*row.PerCallCycles / bytes)
	}
}

// hostOf describes the machine by a record's environment, and where that has
// no value, as in extracts of published data, by the campaign's at its start.
func hostOf(e, start host.Environment) Host {
	return Host{
		Architecture: cmp.Or(e.Architecture, start.Architecture), CPUModel: cmp.Or(e.CPUModel, start.CPUModel),
		Machine: cmp.Or(e.Machine, start.Machine), CPUNumber: e.CPUNumber,
		LogicalCPUsOnline: cmp.Or(e.LogicalCPUsOnline, start.LogicalCPUsOnline), Virtualized: e.Virtualized || start.Virtualized,
		MemoryTotalKiB: cmp.Or(e.MemoryTotalKiB, start.MemoryTotalKiB), OS: cmp.Or(e.OS, start.OS), OSKernel: cmp.Or(e.Kernel, start.Kernel),
		// The settings below can change within a run: only the record counts.
		PerfEventParanoid: e.PerfEventParanoid, CPUFreqGovernor: e.CPUFreqGovernor, CPUFreqDriver: e.CPUFreqDriver,
		CPUFreqMinKHz: e.CPUFreqMinKHz, CPUFreqMaxKHz: e.CPUFreqMaxKHz, CPUFreqAvgKHz: e.CPUFreqAvgKHz,
		IntelNoTurbo: e.IntelNoTurbo, CPUFreqBoost: e.CPUFreqBoost, SMTControl: e.SMTControl, CoreClockHz: e.CoreClockHz,
	}
}

// estimate is nil for an estimate of the clock that was not possible.
func estimate(hz float64) *evidence.Float {
	if hz <= 0 {
		return nil
	}
	return pointer(evidence.Float(hz))
}

// number reads a number that schema 2 writes as text; nil if it is none.
func number(s string) *int64 {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		return nil
	}
	return &n
}

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// list returns l, or an empty list for nil.
func list(l []string) []string {
	if l == nil {
		return []string{}
	}
	return l
}

func pointer[T any](x T) *T { return &x }
