package verify

import (
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"time"

	"github.com/hashassay/assay/internal/driver"
	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/jail"
	"github.com/hashassay/assay/internal/stats"
	"github.com/hashassay/assay/internal/strictjson"
)

// additions checks assay's own keys of a record: that they follow from the
// reports of the children, and that schema 2's keys do so too.
func (c *checker) additions(n *notes, s *summary, r *evidence.Record) {
	a := r.Assay
	switch {
	case a == nil && c.ours:
		n.wrong("assay", "nothing", "every record of a run of assay has this key")
		return
	case a == nil:
		return
	case !c.ours:
		n.wrong("assay", "a record of assay", "no such key: campaign.json is not of assay")
		return
	}
	for i, t := range a.Trials {
		if t.Trial == nil || t.Failure != nil || t.Trial.Calls <= 0 || !(t.Trial.Seconds > 0) {
			n.wrong(fmt.Sprintf("assay.trials[%d]", i), "no trial", "calls and seconds of a trial")
			return
		}
	}
	for i, t := range a.Failures {
		if t.Failure == nil || t.Trial != nil {
			n.wrong(fmt.Sprintf("assay.failures[%d]", i), "no failure", "status and detail of a failure")
			return
		}
	}
	c.derived(n, r)
	c.reports(n, r)
	c.circumstances(n, r)
	c.rounds(n, r)
	c.spansOf(n, s, r)
	c.attempts(n, r)
}

// derived recomputes the figures that follow from the reports.
func (c *checker) derived(n *notes, r *evidence.Record) {
	a := r.Assay
	want := evidence.Assay{Trials: a.Trials}
	// An operation without an estimate of the core clock takes the one that was
	// usual in the run when its record was sealed; the record says which.
	want.Derive(r.InputBytes, float64(a.UsualClockHz))
	const from = "assay.trials"
	same(n, "assay.median_seconds", a.MedianSeconds, want.MedianSeconds, "median seconds per call of "+from)
	same(n, "assay.interval_lo_seconds", a.IntervalLo, want.IntervalLo, "lower end of the median's order-statistic interval")
	same(n, "assay.interval_hi_seconds", a.IntervalHi, want.IntervalHi, "upper end of the median's order-statistic interval")
	same(n, "assay.interval_level", a.IntervalLevel, want.IntervalLevel, fmt.Sprintf("level of that interval of %d trials", len(a.Trials)))
	same(n, "assay.spread_ratio", a.SpreadRatio, want.SpreadRatio, "slowest by fastest of "+from)
	same(n, "assay.baseline_rss_median_bytes", a.BaselineRSS, want.BaselineRSS, "median of "+from)
	same(n, "assay.peak_rss_median_bytes", a.PeakRSS, want.PeakRSS, "median of "+from)
	same(n, "assay.cycle_source", a.CycleSource, want.CycleSource, "state of the counter in "+from)
	same(n, "assay.cycle_reason", a.CycleReason, want.CycleReason, "state of the counter in "+from)
	same(n, "assay.usual_clock_hz", a.UsualClockHz, want.UsualClockHz, "median of the estimates in "+from+", 0 if each trial has its own")
	sameOrNull(n, "assay.mean_cycles", a.MeanCycles, want.MeanCycles, "cycles of "+from+" by calls, from "+string(want.CycleSource))
	sameOrNull(n, "assay.median_cycles", a.MedianCycles, want.MedianCycles, "median cycles per call of "+from+", from "+string(want.CycleSource))
	if !slices.Equal(a.Marks, want.Marks) {
		n.wrong("assay.marks", show(a.Marks), "%s: the rules of the marks on %s", show(want.Marks), from)
	}
	e := r.Environment
	evidence.SetClocks(&e, a.Trials)
	sameOrNull(n, "environment.core_clock_hz", r.Environment.CoreClockHz, e.CoreClockHz, "median of the estimates in "+from)
	sameOrNull(n, "environment.core_clock_min_hz", r.Environment.CoreClockMinHz, e.CoreClockMinHz, "least of the estimates in "+from)
	sameOrNull(n, "environment.core_clock_max_hz", r.Environment.CoreClockMaxHz, e.CoreClockMaxHz, "greatest of the estimates in "+from)
	sameOrNull(n, "environment.core_clock_mhz", r.Environment.CoreClockMHz, e.CoreClockMHz, "core_clock_hz rounded to 50 MHz")
}

// reports holds schema 2's trials and processes against the reports they were made from.
func (c *checker) reports(n *notes, r *evidence.Record) {
	a := r.Assay
	same(n, "disturbed_retries", r.DisturbedRetries, len(a.Failures), "number of assay.failures")
	var trials []evidence.Trial
	if r.Figures != nil {
		trials = r.Trials
	}
	if len(trials) != len(a.Trials) {
		n.wrong("trials", fmt.Sprintf("%d trials", len(trials)), "%d of assay.trials", len(a.Trials))
		return
	}
	processes := slices.DeleteFunc(slices.Clone(r.Processes), func(p evidence.Process) bool { return p.Status != evidence.ProcessOK })
	if len(processes) != len(a.Trials) || len(r.Processes)-len(processes) != len(a.Failures) {
		n.wrong("processes", fmt.Sprintf("%d that measured, %d that failed", len(processes), len(r.Processes)-len(processes)),
			"%d and %d: assay.trials and assay.failures", len(a.Trials), len(a.Failures))
		return
	}
	for i, at := range a.Trials {
		t := at.Trial
		if want := evidence.SchemaTrial(t); trials[i] != want {
			n.wrong(fmt.Sprintf("trials[%d]", i), show(trials[i]), "%s: assay.trials[%d] (calls, seconds, cycles)", show(want), i)
		}
		p, field := processes[i], under(fmt.Sprintf("assay.trials[%d].trial.", i))
		if p.Meta != nil {
			same(n, field("baseline_rss_bytes"), strconv.FormatInt(t.BaselineRSS, 10), p.Meta.BaselineRSSBytes, "its process")
			same(n, field("peak_rss_bytes"), strconv.FormatInt(t.PeakRSS, 10), p.Meta.PeakRSSBytes, "its process")
		}
		same(n, field("process.wall_s"), evidence.Float(t.Process.WallS), p.WallS, "its process")
		same(n, field("process.stderr"), t.Process.Stderr, p.Stderr, "its process")
		if !slices.Equal(t.Process.Command, p.Command) {
			n.wrong(field("process.command"), t.Process.Command, "%s: its process", show(p.Command))
		}
		c.trial(n, field, r, t)
	}
}

// trial checks one report for what cannot be.
func (c *checker) trial(n *notes, field func(string) string, r *evidence.Record, t *driver.Trial) {
	a := r.Assay
	same(n, field("digest_before"), t.DigestBefore, a.Digest, "assay.digest: the same message has one digest")
	same(n, field("digest_after"), t.DigestAfter, a.Digest, "assay.digest: the same message has one digest")
	for name, cpu := range map[string]int{"cpu_before": t.CPUBefore, "cpu_after": t.CPUAfter} {
		same(n, field(name), cpu, r.Environment.CPUNumber, "environment.cpu_number, to which the process was pinned")
	}
	for name, hz := range map[string]float64{"clock_before_hz": t.ClockBeforeHz, "clock_after_hz": t.ClockAfterHz} {
		if hz < 0 || hz > fastestClock {
			n.wrong(field(name), hz, "a clock that a CPU can have, 0 if there is no estimate")
		}
	}
	for name, x := range map[string]float64{
		"context_switches_voluntary": float64(t.VoluntarySw), "context_switches_involuntary": float64(t.InvoluntarySw), "page_faults_minor": float64(t.MinorFaults),
		"page_faults_major": float64(t.MajorFaults), "thread_cpu_seconds": t.ThreadSeconds, "cpu_migrations": float64(t.Migrations) + 1, // -1: not known
	} {
		if x < 0 {
			n.wrong(field(name), x, "not negative")
		}
	}
	if t.ThreadSeconds > t.Seconds*(1+clockSlew)+0.02 { // the kernel may round CPU time to ticks
		n.wrong(field("thread_cpu_seconds"), t.ThreadSeconds, "at most %v, the seconds of the trial", t.Seconds)
	}
	if c := t.Counter; c.TimeRunning > c.TimeEnabled {
		n.wrong(field("counter.time_running_ns"), c.TimeRunning, "at most time_enabled_ns, %d", c.TimeEnabled)
	}
}

// circumstances holds what a record repeats of build entry and campaign against these.
func (c *checker) circumstances(n *notes, r *evidence.Record) {
	a := r.Assay
	if e := c.entry(r); e != nil && e.Assay != nil {
		b := e.Assay
		const why = "build.json"
		same(n, "assay.implementation", a.Implementation, b.Implementation, why)
		same(n, "assay.language", a.Language, b.Language, why)
		same(n, "assay.kernel", a.Kernel, b.Kernel, why)
		same(n, "assay.kat_detail", a.KATDetail, b.Detail, why)
		same(n, "assay.digest", a.Digest, b.Digests[strconv.Itoa(r.InputBytes)], "the gate's digest of the message (build.json)")
		if !slices.Equal(a.KATFiles, b.KATFiles) {
			n.wrong("assay.kat_files", a.KATFiles, "%s: %s", show(b.KATFiles), why)
		}
		if r.Figures != nil {
			same(n, "build_flags", r.BuildFlags, b.BuildFlags, why)
		}
		if !b.Timed {
			n.wrong("assay", "a record", "none: build.json says that the implementation is not timed")
		}
	}
	m := c.campaign.Assay
	same(n, "assay.seed", a.Seed, m.Seed, "campaign.json")
	if a.Version != m.Version {
		n.doubt("assay.version", a.Version, "%s, which began the run (campaign.json)", m.Version)
	}
	if want := evidence.CommonJail(a.Trials, a.Failures); !slices.Equal(a.Jail, want) || (a.Jail == nil) != (want == nil) {
		n.wrong("assay.jail", show(a.Jail), "%s: in force around all of its processes", show(want))
	}
	for _, p := range a.HostProblems {
		if !slices.Contains(c.campaign.HostProblems, p) {
			n.wrong("assay.host_problems", p, "a problem that campaign.json lists")
		}
	}
}

// rounds checks that each round that had to be run was, and no other: the
// planned ones, and further ones as long as the trials before disagreed.
func (c *checker) rounds(n *notes, r *evidence.Record) {
	a := r.Assay
	seen := map[int]bool{}
	for i, t := range a.Trials {
		if t.Round < 0 || seen[t.Round] {
			n.wrong(fmt.Sprintf("assay.trials[%d].round", i), t.Round, "a round of its own")
		}
		seen[t.Round] = true
	}
	if r.Status != evidence.Complete {
		return
	}
	planned := c.campaign.Planning.Trials
	var why []string
	round := planned
	for ; round < c.campaign.Assay.MaxTrials; round++ {
		var before []float64
		for _, t := range a.Trials {
			if t.Round < round {
				before = append(before, t.Trial.Seconds/float64(t.Trial.Calls))
			}
		}
		reason := stats.Disagree(before)
		if reason == "" {
			break
		}
		why = append(why, fmt.Sprintf("round %d: %s", round+1, reason))
	}
	if !slices.Equal(a.MoreTrials, why) {
		n.wrong("assay.more_trials", show(a.MoreTrials), "%s: the rule for further rounds", show(why))
	}
	rounds := slices.Sorted(maps.Keys(seen))
	if len(rounds) != round || round > 0 && (rounds[0] != 0 || rounds[round-1] != round-1) {
		n.wrong("assay.trials", fmt.Sprintf("rounds %v", rounds), "rounds 0 to %d, each once: those planned, and further ones as long as trials disagree", round-1)
	}
}

// spansOf notes when the record's processes ran, and checks that the record says
// the same of itself.
func (c *checker) spansOf(n *notes, s *summary, r *evidence.Record) {
	var first, last string
	for _, list := range []struct {
		name     string
		attempts []evidence.Attempt
	}{{"trials", r.Assay.Trials}, {"failures", r.Assay.Failures}} {
		for i, a := range list.attempts {
			p, part := &driver.Process{}, "trial"
			if a.Trial != nil {
				p = &a.Trial.Process
			} else {
				p, part = &a.Failure.Process, "failure"
			}
			if first == "" || p.StartedUTC < first {
				first = p.StartedUTC
			}
			last = max(last, p.EndedUTC)
			field := fmt.Sprintf("assay.%s[%d].%s.process.", list.name, i, part)
			jailed(n, field, p)
			start, end := timestamp(n, field+"started_utc", p.StartedUTC), timestamp(n, field+"ended_utc", p.EndedUTC)
			if start.IsZero() || end.IsZero() {
				continue
			}
			lived := end.Sub(start).Seconds()
			if lived < 0 {
				n.wrong(field+"ended_utc", p.EndedUTC, "not before started_utc, %s", p.StartedUTC)
				continue
			}
			if math.Abs(lived-p.WallS) > 0.1+0.01*p.WallS {
				n.doubt(field+"wall_s", p.WallS, "%.3f: from started_utc to ended_utc (the clock was set, or somebody changed a time)", lived)
			}
			s.spans = append(s.spans, span{start, end, field + "started_utc"})
		}
	}
	same(n, "started_utc", r.StartedUTC, first, "start of its first process")
	same(n, "ended_utc", r.EndedUTC, last, "end of its last process")
}

// jailed holds the parts of the jail that a process reported against those that it was started with.
func jailed(n *notes, field string, p *driver.Process) {
	if p.Jail == nil {
		return
	}
	if err := jail.Check(p.Jail); err != nil {
		n.wrong(field+"jail", show(p.Jail), "parts of a jail: %v", err)
	} else if want := driver.JailArgument(p.Jail); !slices.Contains(p.Command, want) {
		n.wrong(field+"jail", show(p.Jail), "what the command asked for: it has no %s", want)
	}
}

// attempts holds a record against the operation's file of attempts, if the
// dataset has these files.
func (c *checker) attempts(n *notes, r *evidence.Record) {
	if len(c.layout.trials) == 0 {
		return
	}
	a := r.Assay
	want, ok := c.readAttempts(n, fmt.Sprintf("trials/%s/%s__hash_%d.jsonl", r.Candidate, r.Label, r.InputBytes), a)
	if !ok {
		return
	}
	var trials, failures []evidence.Attempt
	for _, t := range want {
		if t.Trial != nil {
			trials = append(trials, t)
		} else {
			failures = append(failures, t)
		}
	}
	// A calibration that failed is in the record only: it was no trial.
	recorded := slices.DeleteFunc(slices.Clone(a.Failures), func(t evidence.Attempt) bool { return t.Round < 0 })
	c.sameAttempts(n, "assay.trials", a.Trials, trials)
	c.sameAttempts(n, "assay.failures", recorded, failures)
}

func (c *checker) sameAttempts(n *notes, field string, says, follows []evidence.Attempt) {
	if len(says) != len(follows) {
		n.wrong(field, len(says), "%d: lines of the operation's file in trials/", len(follows))
		return
	}
	for i := range says {
		if !reflect.DeepEqual(says[i], follows[i]) {
			n.wrong(fmt.Sprintf("%s[%d]", field, i), "other values", "those of the operation's file in trials/")
		}
	}
}

// readAttempts reads a file of attempts. What is wrong with it is noted under its own name.
func (c *checker) readAttempts(n *notes, name string, a *evidence.Assay) ([]evidence.Attempt, bool) {
	if !c.layout.has(name) {
		if len(a.Trials) > 0 {
			n.wrong("assay.trials", fmt.Sprintf("%d trials", len(a.Trials)), "%s, which is missing", name)
		}
		return nil, false
	}
	m := &notes{file: name}
	attempts, ok := c.lines(m, &strictjson.Reader{})
	n.list = append(n.list, m.list...)
	return attempts, ok
}

// overlapping is the share of the shorter of two times that may lie in the
// other: clocks that are set while a run goes on move times a little.
const overlapping = 0.5

// overlap says whether two spans cannot both have been on one CPU.
func (s span) overlap(o span) bool {
	if s.start.After(o.start) {
		s, o = o, s
	}
	if s.start.Equal(o.start) {
		return true
	}
	end := s.end
	if o.end.Before(end) {
		end = o.end
	}
	both := end.Sub(o.start)
	shorter := min(s.end.Sub(s.start), o.end.Sub(o.start))
	return both > 0 && both > time.Duration(overlapping*float64(shorter))
}
