package compare

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hashassay/assay/internal/driver"
	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/host"
	"github.com/hashassay/assay/internal/stats"
)

// maker makes datasets for tests.
type maker struct {
	d *evidence.Dataset
}

func newMaker(dir string) *maker {
	compiler := "gcc 14"
	return &maker{&evidence.Dataset{
		Dir: dir,
		Campaign: &evidence.Campaign{
			SystemID: "local", StartedUTC: "2026-11-30T12:00:00.000000+00:00",
			EnvironmentAtStart: host.Environment{Hostname: "a", Architecture: "x86_64", CPUModel: "CPU", Kernel: "6.1", Compiler: &compiler},
			Planning:           evidence.Planning{Trials: 6, TrialTargetS: 0.05},
			Assay:              &evidence.CampaignAssay{GoVersion: "go1.26", Drivers: map[string]string{"c": "aa"}},
		},
		Build: &evidence.Build{Instances: map[string]*evidence.BuildEntry{}},
		Paths: map[*evidence.Record]string{},
	}}
}

// add adds a record of ours with a trial for each number of seconds, one a
// round. Wall time is 10 % longer than CPU time.
func (m *maker) add(label string, bytes int, seconds ...float64) *evidence.Record {
	instance := label[:len("Iphe-512")]
	kind := label[len("Iphe-512")+1:]
	r := &evidence.Record{
		Schema: 2, Status: evidence.Complete, Candidate: "hash-12", Label: label, Instance: instance, Variant: kind,
		Flags: "guide", Operation: evidence.Hash, InputBytes: bytes, KAT: "PASS", LibrarySHA256: "library of " + label,
		Environment: m.d.Campaign.EnvironmentAtStart,
		Assay: &evidence.Assay{
			Implementation: kind, Language: "c", CycleSource: evidence.ClockEstimate, Digest: "digest of " + instance,
		},
	}
	if kind == "go" {
		r.Assay.Language = "go"
	}
	start := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	var trials []evidence.Trial
	for i, s := range seconds {
		at := start.Add(time.Duration(i) * time.Second)
		r.Assay.Trials = append(r.Assay.Trials, evidence.Attempt{Round: i, Trial: &driver.Trial{
			Calls: 100, Seconds: 110 * s, ThreadSeconds: 100 * s, ClockBeforeHz: 3e9, ClockAfterHz: 3e9,
			Process: driver.Process{StartedUTC: evidence.UTC(at), EndedUTC: evidence.UTC(at.Add(time.Second))},
		}})
		trials = append(trials, evidence.Trial{Measurements: 100, Seconds: evidence.Float(110 * s)})
	}
	r.Figures = evidence.Derive(trials, bytes, 64)
	for _, mark := range stats.Summarize(seconds).Marks {
		r.Assay.Marks = append(r.Assay.Marks, string(mark))
	}
	m.d.Records = append(m.d.Records, r)
	m.d.Paths[r] = fmt.Sprintf("records/hash-12/%s__hash_%d.json", label, bytes)
	m.d.Build.Instances["hash-12/"+label] = &evidence.BuildEntry{Candidate: "hash-12", Label: label, Instance: instance, KAT: "PASS"}
	return r
}

// counted gives a record counted cycles, at that clock.
func counted(r *evidence.Record, hz float64) {
	var trials []evidence.Trial
	for i := range r.Assay.Trials {
		t := r.Assay.Trials[i].Trial
		t.Cycles = uint64(t.ThreadSeconds * hz)
		trials = append(trials, evidence.Trial{Measurements: t.Calls, Seconds: evidence.Float(t.Seconds), Cycles: t.Cycles})
	}
	r.Assay.CycleSource = evidence.Perf
	r.Figures = evidence.Derive(trials, r.InputBytes, 64)
}

// published takes our own keys away.
func published(r *evidence.Record) {
	r.Assay = nil
}

// around returns n times, 0.1 % apart.
func around(seconds float64, n int) []float64 {
	xs := make([]float64, n)
	for i := range xs {
		xs[i] = seconds * (1 + 0.001*float64((7*i)%n))
	}
	return xs
}

// What is of another archive than the published one is said to be, of either side.
func TestOtherArchive(t *testing.T) {
	a, b := newMaker("a"), newMaker("b")
	for _, m := range []*maker{a, b} {
		m.add("Iphe-512-c99", 32, around(1e-6, 6)...)
		m.add("Iphe-512-c99", 1024, around(1e-6, 6)...)
	}
	e := b.d.Build.Instances["hash-12/Iphe-512-c99"]
	e.Assay = &evidence.BuildAssay{Archive: &evidence.Archive{Name: "mine.zip", SHA256: strings.Repeat("5a", 32), Published: true}}
	for row := range mustCompare(t, a, b, Options{}).rows {
		if strings.Contains(kinds(row.Warnings), OtherArchive) {
			t.Errorf("the published archive: %v", row.Warnings)
		}
	}
	e.Assay.Archive.Published = false
	want := Warning{OtherArchive, "Iphe-512-c99 in B is code of another archive than the published one (mine.zip, SHA-256 5a5a5a5a5a5a5a5a…)"}
	rows := 0
	for row := range mustCompare(t, a, b, Options{}).rows {
		if rows++; !slices.Contains(row.Warnings, want) {
			t.Errorf("warnings are %v", row.Warnings)
		}
	}
	if rows != 2 {
		t.Errorf("%d rows", rows)
	}
}
