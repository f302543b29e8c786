package browsertest

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/hashassay/assay/internal/driver"
	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/host"
)

// publishedSet is the dataset of C Hash on arm_1, as published: cycles counted, means.
func publishedSet(t testing.TB) *evidence.Dataset {
	t.Helper()
	dir := t.TempDir()
	var records []json.RawMessage
	for _, name := range []string{"campaign.json", "build.json", "records.json"} {
		data, err := os.ReadFile(filepath.Join("..", "evidence", "testdata", "golden", name))
		if err != nil {
			t.Fatal(err)
		}
		if name == "records.json" {
			if err := json.Unmarshal(data, &records); err != nil {
				t.Fatal(err)
			}
			continue
		}
		put(t, dir, name, data)
	}
	for _, r := range records {
		var at struct{ Path string }
		if err := json.Unmarshal(r, &at); err != nil {
			t.Fatal(err)
		}
		// The file lists records with their paths; these are none of their keys.
		text := strings.Replace(string(r), `"path": "`+at.Path+`",`, "", 1)
		put(t, dir, strings.TrimPrefix(at.Path, "performance/data/arm_1/"), []byte(text))
	}
	return read(t, dir)
}

func put(t testing.TB, dir, name string, data []byte) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
}

func read(t testing.TB, dir string) *evidence.Dataset {
	t.Helper()
	d, err := evidence.ReadDataset(dir)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// A run is a run of invented measurements that is written as one of ours: cycles
// estimated, an unfit host, trials that disagree.
type run struct {
	t        testing.TB
	campaign *evidence.Campaign
	build    *evidence.Build
	memory   *evidence.Memory
	records  []*evidence.Record
	clock    time.Time // when the next operation starts
}

const inventedClock = 3e9 // the core clock of the invented machine, in hertz

func newRun(t testing.TB, name string, start time.Time) *run {
	compiler, smt, clock := "gcc (Test) 14.2.0", "off", int64(inventedClock)
	env := host.Environment{
		Hostname: "bench", Architecture: "x86_64", CPUModel: "Invented CPU 3000", CPUNumber: 3, LogicalCPUsOnline: "0-3", Virtualized: true,
		MemoryTotalKiB: 8388607, OS: "Test Linux 1", Kernel: "6.1.0", Compiler: &compiler, SMTControl: &smt, CoreClockHz: &clock,
	}
	check := func(phase string, problems ...string) evidence.HostCheck {
		return evidence.HostCheck{Phase: phase, CPU: 3, UTC: evidence.UTC(start), Problems: append([]string{}, problems...)}
	}
	return &run{
		t: t, clock: start.Add(time.Minute), build: &evidence.Build{Instances: map[string]*evidence.BuildEntry{}},
		memory: &evidence.Memory{Instances: map[string]*evidence.MemoryEntry{}},
		campaign: &evidence.Campaign{
			SystemID: name, StartedUTC: evidence.UTC(start), EndedUTC: evidence.UTC(start.Add(time.Hour)), EnvironmentAtStart: env, EnvironmentAtEnd: &env,
			HostChecks:   []evidence.HostCheck{check("build"), check("measure", "turbo is on")},
			ArchConfig:   evidence.ArchConfig{Reference: "-std=c99 -O2", Performance: "-O3", OptimizedFamilies: []string{}},
			Planning:     evidence.Planning{Trials: 5, TrialTargetS: 0.05, MinTotal: 100},
			HostProblems: []string{"turbo is on"}, HarnessAdditions: "-fPIC",
			Assay: &evidence.CampaignAssay{
				Version: "v0.9.0", GoVersion: "go1.26.0", Seed: 7, CPU: 3, MaxTrials: 11, MessageBytes: lengths, Impl: []string{}, Candidates: []string{},
				KATFiles: []string{"KAT_2_12", "KAT_2_23"}, Drivers: map[string]string{"c": "aa11", "go": "bb22"}, LeftOut: []string{}, ExecPrefix: []string{},
			},
		},
	}
}

// operationFactors are what the five trials of an operation take, in times of its
// usual time.
type operationFactors []float64

var (
	steady  = operationFactors{1, 1.001, 0.999, 1.002, 1.0005}
	outlier = operationFactors{1, 1.0003, 1, 2, 1.0006} // marked: spread and outlier
)

// lengths are the message lengths of an invented run: fewer than a real one has, since the
// browser takes its time for every row.
var lengths = []int{32, 128, 1024, 16384, 65536}

// implementation adds an implementation whose calls take about fixed + perByte × length
// cycles. unusual has the trials of single message lengths; nil there: it crashed.
func (r *run) implementation(cand, instance, kind string, width int, fixed, perByte float64, unusual map[int]operationFactors) *evidence.BuildEntry {
	label := instance + "-" + kind
	role := map[string]string{"iccs": "baseline", "yardstick": "yardstick"}[cand]
	if role == "" {
		role = "candidate"
	}
	e := &evidence.BuildEntry{
		Candidate: cand, Label: label, Instance: instance, Variant: kind, Flags: "guide", KAT: "PASS",
		KATLog: "kat/" + cand + "/" + label + ".log", KATLogSHA256: strings.Repeat("0123456789abcdef", 4),
		Assay: &evidence.BuildAssay{Role: role, Implementation: kind, Language: "c", KATFiles: r.campaign.Assay.KATFiles, Timed: true, Command: []string{}},
	}
	if strings.HasPrefix(kind, "go") {
		e.Flags, e.Assay.Language, e.Assay.Kernel = "go", "go", "avx2"
	} else {
		size := int64(14484)
		e.ELFLoadBytes = &size
	}
	r.build.Instances[cand+"/"+label] = e
	m := &evidence.MemoryEntry{Candidate: cand, Label: label, Instance: instance, Language: e.Assay.Language, Driver: "c"}
	for _, n := range lengths {
		calls := []driver.CallMemory{{StackBytes: 640, HeapPeak: 0, HeapLive: 0}, {StackBytes: 640 + int64(n/1024), HeapPeak: 0, HeapLive: 0}}
		m.Messages = append(m.Messages, evidence.MessageMemory{InputBytes: n, Use: &driver.MemoryUse{Calls: calls}, Figures: evidence.DeriveMemory(calls)})
		factors, special := unusual[n]
		if !special {
			factors = steady
		}
		r.operation(e, n, width, (fixed+perByte*float64(n))/inventedClock, factors)
	}
	r.memory.Instances[cand+"/"+label] = m
	return e
}

// operation adds the record of an operation whose calls usually take perCall seconds.
func (r *run) operation(e *evidence.BuildEntry, n, width int, perCall float64, factors operationFactors) {
	const calls = 1000
	rec := &evidence.Record{
		Schema: evidence.Schema, Status: evidence.Complete, Candidate: e.Candidate, Label: e.Label, Instance: e.Instance, Variant: e.Variant,
		Flags: e.Flags, Operation: evidence.Hash, InputBytes: n, KAT: e.KAT, KATLog: &e.KATLog, KATLogSHA256: &e.KATLogSHA256,
		Plan:       evidence.OperationPlan{IterationsPerTrial: calls, Warmups: 10, Trials: 5, SeparateProcesses: true},
		StartedUTC: evidence.UTC(r.clock), EndedUTC: evidence.UTC(r.clock.Add(time.Second)),
		LoadAverageStart: []evidence.Float{0.25, 0, 0}, LoadAverageEnd: []evidence.Float{0.5, 0, 0}, Environment: r.campaign.EnvironmentAtStart,
		Assay: &evidence.Assay{
			Version: "v0.9.0", Implementation: e.Assay.Implementation, Language: e.Assay.Language, Kernel: e.Assay.Kernel, KATFiles: e.Assay.KATFiles,
			HostProblems: []string{"turbo is on"}, Seed: 7, Message: "byte i = (7 i + 1) mod 256", Digest: strings.Repeat("ab", width/8),
		},
	}
	r.clock = r.clock.Add(2 * time.Second)
	var trials []evidence.Trial
	for round, f := range factors {
		t := &driver.Trial{
			Calls: calls, Seconds: perCall * f * calls, ThreadSeconds: perCall * f * calls, ClockBeforeHz: inventedClock, ClockAfterHz: inventedClock,
			Counter: driver.Counter{Errno: 2}, BaselineRSS: 1400 * 1024, PeakRSS: 1500 * 1024, CPUBefore: 3, CPUAfter: 3,
			Process: driver.Process{WallS: perCall*f*calls + 0.01, StartedUTC: rec.StartedUTC, EndedUTC: rec.EndedUTC, Command: []string{"lib/driver", "time"}},
		}
		rec.Assay.Trials = append(rec.Assay.Trials, evidence.Attempt{Round: round, Load: rec.LoadAverageStart, Trial: t})
		trials = append(trials, evidence.SchemaTrial(t))
	}
	if factors == nil {
		rec.Status = evidence.Failed
		rec.Assay.Failures = []evidence.Attempt{{Round: 0, Failure: &evidence.Failure{Status: "CRASH", Detail: "signal 11 (SIGSEGV): read past the end of the message"}}}
	}
	rec.Figures = evidence.Derive(trials, n, width/8)
	rec.Assay.Derive(n, 0)
	r.records = append(r.records, rec)
}

// set writes the run and reads it.
func (r *run) set() *evidence.Dataset {
	r.t.Helper()
	dir := r.t.TempDir()
	write := func(name string, v any) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			r.t.Fatal(err)
		}
		if err := evidence.WriteJSON(path, v); err != nil {
			r.t.Fatal(err)
		}
	}
	write("campaign.json", r.campaign)
	write("build.json", r.build)
	write("memory.json", r.memory)
	for _, rec := range r.records {
		write(fmt.Sprintf("records/%s/%s__hash_%d.json", rec.Candidate, rec.Label, rec.InputBytes), rec)
	}
	for _, e := range r.build.Instances {
		if e.KATLog != "" {
			put(r.t, dir, e.KATLog, []byte("RESULT "+e.Candidate+" "+e.KAT+"\n"))
		}
	}
	return read(r.t, dir)
}

// benchSet is a run with marks: an outlier, a crash, vectors that did not pass, and
// helper functions and a yardstick to compare with.
func benchSet(t testing.TB) *evidence.Dataset {
	r := newRun(t, "bench_1", time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC))
	for _, width := range []int{512, 768, 1024} {
		w := float64(width) / 512
		r.implementation("iccs", fmt.Sprint("pseudoXOF-", width), "c99", width, 3000*w, 30, nil)
		r.implementation("hash-08", fmt.Sprint("Duet-", width), "c99", width, 2500*w, 19*w, nil)
		r.implementation("hash-08", fmt.Sprint("Duet-", width), "go", width, 700*w, 4*w, nil)
		if width == 768 {
			continue // two instances are enough for a page, which takes time to look at
		}
		r.implementation("hash-12", fmt.Sprint("Iphe-", width), "c99", width, 2000*w, 14*w, map[int]operationFactors{1024: outlier})
		r.implementation("hash-12", fmt.Sprint("Iphe-", width), "go", width, 300*w, 2.5*w, nil)
	}
	r.implementation("hash-03", "CHash_1024", "c99", 1024, 4000, 11, map[int]operationFactors{65536: nil})
	r.implementation("yardstick", "SHA-512", "go", 512, 400, 5, nil)
	wrong := r.implementation("hash-24", "QSH-512", "c99", 512, 900, 8, nil)
	wrong.KAT, wrong.Assay.Detail = "MISMATCH", "KAT_2_12: message of 17 bits: digest 00ff…, expected ff00…"
	for _, rec := range r.records {
		if rec.Label == wrong.Label && rec.Candidate == wrong.Candidate {
			rec.KAT, rec.KATNotPassed = wrong.KAT, true
		}
	}
	return r.set()
}
