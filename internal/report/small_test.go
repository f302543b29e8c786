package report

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/driver"
	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/host"
)

// A small made-up run that has everything that can go wrong: an unfit host,
// estimated and missing cycles, trials that disagree, an operation that
// crashed, vectors that did not pass (timed all the same, and not timed), a
// fallback build, and names that try to be markup.

func ptr[T any](x T) *T { return &x }

var smallEnvironment = host.Environment{
	Hostname: "bench", Architecture: "x86_64", CPUModel: "Made Up CPU | 3000", CPUNumber: 3, LogicalCPUsOnline: "0-3",
	Virtualized: true, MemoryTotalKiB: 8388607, OS: "Test Linux 1", Kernel: "6.1.0", Compiler: ptr("gcc (Test) 14.2.0"),
	SMTControl: ptr("off"), CoreClockHz: ptr(int64(2993600000)),
}

const firstSecond = "2026-11-30T12:00:0%d.123456+00:00"

// operationOf makes the record of an operation whose trials take the given
// seconds per call, 1000 calls each, at 3 GHz.
func operationOf(label, instance, kind string, bytes int, source evidence.CycleSource, kat string, times ...float64) *evidence.Record {
	var calls []int
	for range times {
		calls = append(calls, 1000)
	}
	return operationOfCalls(label, instance, kind, bytes, source, kat, calls, times)
}

func operationOfCalls(label, instance, kind string, bytes int, source evidence.CycleSource, kat string, calls []int, times []float64) *evidence.Record {
	r := &evidence.Record{
		Schema: evidence.Schema, Status: evidence.Complete, Candidate: "hash-99", Label: label, Instance: instance, Variant: kind,
		Flags: "guide", Operation: evidence.Hash, InputBytes: bytes, KAT: kat, KATNotPassed: kat != "PASS",
		StartedUTC: fmt.Sprintf(firstSecond, 1), EndedUTC: fmt.Sprintf(firstSecond, 2),
		LoadAverageStart: []evidence.Float{0.25, 0, 0}, Environment: smallEnvironment,
	}
	a := &evidence.Assay{
		Version: "v0.1.0", Implementation: kind, KATFiles: []string{"KAT_2_12", "KAT_2_23"},
		CycleSource: source, HostProblems: []string{"virtual machine: other guests share the core"},
		Message: "byte i = (7 i + 1) mod 256", BaselineRSS: 1400 * 1024, PeakRSS: 1500*1024 + 1023,
	}
	var trials []evidence.Trial
	for round, t := range times {
		seconds := t * float64(calls[round])
		d := &driver.Trial{
			Calls: calls[round], Seconds: seconds, ThreadSeconds: seconds, CPUBefore: 3, CPUAfter: 3, BaselineRSS: a.BaselineRSS, PeakRSS: a.PeakRSS,
		}
		switch source {
		case evidence.Perf:
			d.Cycles, d.Counter = uint64(math.Round(seconds*3e9)), driver.Counter{TimeEnabled: 1, TimeRunning: 1}
		case evidence.ClockEstimate:
			d.Counter, d.ClockBeforeHz, d.ClockAfterHz = driver.Counter{Errno: 2}, 3.01e9, 2.99e9
		default:
			d.Counter = driver.Counter{Errno: 2}
		}
		trials = append(trials, evidence.SchemaTrial(d))
		a.Trials = append(a.Trials, evidence.Attempt{Round: round, Trial: d})
	}
	a.Derive(bytes, 0)
	if a.CycleSource != source && len(times) > 0 {
		panic("the source is " + a.CycleSource)
	}
	a.CycleSource = source
	switch source {
	case evidence.ClockEstimate:
		a.CycleReason = "no hardware counter in this machine (ENOENT)"
	case evidence.None:
		a.CycleReason = "no hardware counter in this machine (ENOENT); and the core clock could not be estimated"
	}
	r.Assay = a
	r.Figures = evidence.Derive(trials, bytes, 64)
	return r
}

func steady(t float64) []float64 { return []float64{t, t * 1.001, t * 0.999, t * 1.002, t * 1.0005} }

// smallDataset writes the run to a folder and reads it.
func smallDataset(t *testing.T) *evidence.Dataset {
	t.Helper()
	dir := t.TempDir()
	crashed := operationOf("Mix_256-c99", "Mix_256", "c99", 65536, evidence.ClockEstimate, "PASS", 1e-3, 1.001e-3)
	crashed.Status = evidence.Failed
	crashed.Assay.Failures = []evidence.Attempt{{Round: 2, Failure: &evidence.Failure{
		Status: "CRASH", Detail: "signal 11 (SIGSEGV): <b>read</b> past the end | of the message",
	}}}
	dead := operationOf("Mix_256-go", "Mix_256", "go", 128, evidence.None, "PASS")
	dead.Status = evidence.Failed
	few := operationOfCalls("Mix_256-go", "Mix_256", "go", 65536, evidence.ClockEstimate, "PASS", []int{20, 21, 22}, []float64{0.1e-3, 0.1e-3, 0.1e-3})
	records := []*evidence.Record{
		operationOf("Mix_256-c99", "Mix_256", "c99", 32, evidence.ClockEstimate, "PASS", steady(10e-6)...),
		operationOf("Mix_256-c99", "Mix_256", "c99", 1024, evidence.ClockEstimate, "PASS", 30e-6, 30.01e-6, 30e-6, 60e-6, 30.02e-6),
		crashed, dead, few,
		operationOf("Mix_256-go", "Mix_256", "go", 32, evidence.None, "PASS", steady(0.9e-6)...),
		operationOf("Mix_256-go", "Mix_256", "go", 1024, evidence.ClockEstimate, "PASS", steady(3.1e-6)...),
		operationOf("Mix_1024", "Mix_1024", "submitted", 32, evidence.Perf, "MISMATCH", steady(20e-6)...),
	}
	elf := int64(14484)
	entry := func(label, instance, kind, flags, kat string, timed bool) *evidence.BuildEntry {
		e := &evidence.BuildEntry{
			Candidate: "hash-99", Label: label, Instance: instance, Variant: kind, Flags: flags, KAT: kat,
			KATLog: "kat/hash-99/" + label + ".log", KATLogSHA256: strings.Repeat("0123456789abcdef", 4),
			Assay: &evidence.BuildAssay{Implementation: kind, Language: "c", KATFiles: []string{"KAT_2_12", "KAT_2_23"}, Timed: timed},
		}
		if kind == "go" {
			e.Assay.Language = "go"
		} else {
			e.ELFLoadBytes = &elf
		}
		return e
	}
	build := &evidence.Build{Instances: map[string]*evidence.BuildEntry{}}
	mismatch := entry("Mix_1024", "Mix_1024", "submitted", "harness-default", "MISMATCH", true)
	mismatch.GuideResult = "BUILDFAIL"
	mismatch.Assay.Detail = "KAT_2_12: message of 17 bits: digest 00ff…, expected ff00…"
	excluded := entry("Mix_1024-c99", "Mix_1024", "c99", "guide", "CRYPTOFAIL", false)
	excluded.Assay.Detail = "CryptHash returned -1"
	partial := entry("Mix_1024-go", "Mix_1024", "go", "go", "PARTIAL", true)
	partial.Assay.Detail = "no official digest for KAT_2_23"
	for _, e := range []*evidence.BuildEntry{
		mismatch, excluded, partial,
		entry("Mix_256-c99", "Mix_256", "c99", "guide", "PASS", true),
		entry("Mix_256-go", "Mix_256", "go", "go", "PASS", true),
	} {
		build.Instances[e.Candidate+"/"+e.Label] = e
	}
	campaign := &evidence.Campaign{
		SystemID: "bench_1", StartedUTC: fmt.Sprintf(firstSecond, 0), EndedUTC: fmt.Sprintf(firstSecond, 9),
		EnvironmentAtStart: smallEnvironment,
		HostChecks: []evidence.HostCheck{
			{Phase: "build", CPU: 3, UTC: fmt.Sprintf(firstSecond, 0), Problems: []string{}},
			{Phase: "measure", CPU: 3, UTC: fmt.Sprintf(firstSecond, 1), Problems: []string{"turbo is on"}},
		},
		ArchConfig:       evidence.ArchConfig{Reference: "-std=c99 -O2", Performance: "-O3"},
		HarnessAdditions: "-fPIC",
		Planning:         evidence.Planning{Trials: 5, TrialTargetS: 0.05, MinTotal: 100},
		HostProblems:     []string{"turbo is on"},
		Assay: &evidence.CampaignAssay{
			Version: "v0.1.0", GoVersion: "go1.26.0", Quick: true, Seed: 7, CPU: 3, MaxTrials: 11,
			MessageBytes: []int{32, 128, 1024, 65536}, KATFiles: []string{"KAT_2_12", "KAT_2_23"},
			Drivers: map[string]string{"go": "bb22", "c": "aa11"},
			LeftOut: []string{"submitted implementations of <Mix> (1): no source"},
		},
	}
	put := func(name string, v any) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := evidence.WriteJSON(path, v); err != nil {
			t.Fatal(err)
		}
	}
	put("campaign.json", campaign)
	put("build.json", build)
	for _, r := range records {
		put(fmt.Sprintf("records/%s/%s__hash_%d.json", r.Candidate, r.Label, r.InputBytes), r)
	}
	d, err := evidence.ReadDataset(dir)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func smallCatalogue() *candidate.Catalogue {
	return &candidate.Catalogue{Candidates: []*candidate.Candidate{{
		ID: "hash-99", Name: "Mix <script>alert(1)</script> *bold*", Page: "https://example.org/a(b)?c=d|e", Origin: "built in",
		Notes: []string{"[click](javascript:alert(1))\n# not a heading", "Mix_256 is a_name, _this_ is not emphasis."},
	}}}
}

func TestSmallPages(t *testing.T) {
	d := smallDataset(t)
	dir := filepath.Join(d.Dir, "pages")
	written, err := Write(d, smallCatalogue(), dir)
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range []string{"hash-99.md", "summary.md", "method.md", "performance.md"} {
		if written[i] != filepath.Join(dir, name) {
			t.Errorf("page %d is %s, want %s", i, written[i], name)
		}
		page, err := os.ReadFile(written[i])
		if err != nil {
			t.Fatal(err)
		}
		golden(t, "small_"+name, page)
		for _, want := range []string{"Measured on a host that is not fit:", "turbo is on; virtual machine: other guests share the core", "Quick run:", "Left out:", "≈ are estimated cycles"} {
			if !strings.Contains(string(page), want) {
				t.Errorf("%s does not say %q", name, want)
			}
		}
		// No tag, no heading and no link but our own, and no trace of a value
		// printed wrongly.
		for _, bad := range []string{`(^|[^\\])<`, `(^|[^\\])\]\(javascript`, `\n# not`, `%!`, `NaN`, `0xc0`} {
			if found := regexp.MustCompile(bad).FindString(string(page)); found != "" {
				t.Errorf("%s holds %q", name, found)
			}
		}
	}
	// Pages are replaced whole, and the same dataset gives the same pages.
	first, err := os.ReadFile(written[0])
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Write(d, smallCatalogue(), dir); err != nil {
		t.Fatal(err)
	}
	if second, err := os.ReadFile(written[0]); err != nil || string(second) != string(first) {
		t.Errorf("second page differs (%v)", err)
	}
}

func TestSmallTable(t *testing.T) {
	var b strings.Builder
	if err := Table(&b, smallDataset(t), false); err != nil {
		t.Fatal(err)
	}
	golden(t, "small_table.txt", []byte(b.String()))
}

// Every link of every page leads to a file that is there.
func TestLinksLead(t *testing.T) {
	d := smallDataset(t)
	for _, e := range d.Build.Instances {
		path := filepath.Join(d.Dir, filepath.FromSlash(e.KATLog))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, dir := range []string{filepath.Join(d.Dir, "pages"), t.TempDir(), filepath.Join(t.TempDir(), "a", "b")} {
		written, err := Write(d, nil, dir)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, page := range written {
			data, err := os.ReadFile(page)
			if err != nil {
				t.Fatal(err)
			}
			for _, part := range strings.Split(string(data), "](")[1:] {
				target, _, _ := strings.Cut(part, ")")
				if _, err := os.Stat(filepath.Join(filepath.Dir(page), filepath.FromSlash(target))); err != nil {
					t.Errorf("%s: %v", page, err)
				}
				n++
			}
		}
		if n < 40 {
			t.Errorf("only %d links", n)
		}
	}
}

func TestWriteErrors(t *testing.T) {
	d := smallDataset(t)
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Write(d, nil, file); err == nil || !strings.Contains(err.Error(), file) {
		t.Errorf("pages into a file: %v", err)
	}
	for _, id := range []string{"../evil", "summary", "method", "", "a b", ".hidden"} {
		d := &evidence.Dataset{Dir: d.Dir, Campaign: d.Campaign, Build: &evidence.Build{Instances: map[string]*evidence.BuildEntry{"x": {Candidate: id}}}}
		if _, err := Write(d, nil, t.TempDir()); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("%q", id)) {
			t.Errorf("candidate %q: %v", id, err)
		}
	}
}

// A run that has measured nothing yet has pages and a table too.
func TestEmptyDataset(t *testing.T) {
	d := &evidence.Dataset{Dir: t.TempDir(), Campaign: &evidence.Campaign{}, Build: &evidence.Build{}}
	if _, err := Write(d, nil, filepath.Join(d.Dir, "pages")); err != nil {
		t.Error(err)
	}
	var b strings.Builder
	if err := Table(&b, d, false); err != nil || !strings.Contains(b.String(), "nothing was built") || !strings.Contains(b.String(), "has not ended") {
		t.Errorf("%q %v", b.String(), err)
	}
}
