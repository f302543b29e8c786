package campaign

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hashassay/assay/iccs"
	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/driver"
	"github.com/hashassay/assay/internal/driver/drivertest"
	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/plan"
	"github.com/hashassay/assay/internal/stats"
)

func TestMain(m *testing.M) {
	drivertest.Intercept()
	os.Exit(m.Run())
}

// hashes lets the scripted driver compute real digests, so that the gate passes.
var hashes = []drivertest.Hash{
	{Target: "Iphe-512", Go: "go:hash-12/Iphe-512"},
	{Target: "Iphe-768", Go: "go:hash-12/Iphe-768"},
	{Target: "Iphe-1024", Go: "go:hash-12/Iphe-1024"},
}

// scripted returns the options of a run whose Go implementations are played by
// a script. Only Iphe-512 is measured: eight operations, forty trials.
func scripted(t *testing.T, s drivertest.Script) Options {
	t.Helper()
	catalogue, err := candidate.Load()
	if err != nil {
		t.Fatal(err)
	}
	if s.Hashes == nil {
		s.Hashes = hashes
	}
	return Options{
		Dir: filepath.Join(t.TempDir(), "run"), Catalogue: catalogue, SystemID: "test", Version: "test",
		Only: "Iphe-512", Impl: []string{"go"}, TargetS: 0.01, Seed: 7,
		KATFiles: []iccs.File{iccs.KAT223},
		Programs: map[candidate.Language]*driver.Program{candidate.Go: drivertest.New(t, "go", s)},
	}
}

func mustRun(t *testing.T, o Options) *Result {
	t.Helper()
	res, err := Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// record returns the record of the first label at a message length.
func record(t *testing.T, res *Result, label string, bytes int) *evidence.Record {
	t.Helper()
	for _, r := range res.Dataset.Records {
		if r.Label == label && r.InputBytes == bytes {
			return r
		}
	}
	t.Fatalf("no record of %s at %d bytes", label, bytes)
	return nil
}

func TestEqualTrials(t *testing.T) {
	t.Parallel()
	res := mustRun(t, scripted(t, drivertest.Script{Rules: []drivertest.Rule{{Counter: drivertest.Good}}}))
	if len(res.Dataset.Records) != len(plan.Sizes) || len(res.Failed)+len(res.NotPassed) > 0 {
		t.Fatalf("%d records, failed %v, not passed %v", len(res.Dataset.Records), res.Failed, res.NotPassed)
	}
	for _, r := range res.Dataset.Records {
		if r.Status != evidence.Complete || len(r.Trials) != 5 || len(r.Assay.MoreTrials) > 0 || len(r.Assay.Marks) > 0 {
			t.Errorf("%d bytes: %s, %d trials, marks %v, further rounds %v", r.InputBytes, r.Status, len(r.Trials), r.Assay.Marks, r.Assay.MoreTrials)
		}
		// 1 µs a call and 1 ns a byte at 3 GHz.
		want := (1e-6 + 1e-9*float64(r.InputBytes)) * 3e9
		if r.Assay.CycleSource != evidence.Perf || math.Abs(float64(*r.MeanCycles)-want) > 1e-6*want {
			t.Errorf("%d bytes: %s, %g cycles, want %g", r.InputBytes, r.Assay.CycleSource, *r.MeanCycles, want)
		}
		if r.Assay.IntervalLevel != 0.9375 || r.KATNotPassed || r.Assay.Digest == "" {
			t.Errorf("%d bytes: level %g, not passed %v, digest %q", r.InputBytes, r.Assay.IntervalLevel, r.KATNotPassed, r.Assay.Digest)
		}
	}
}

// One trial of five takes twice as long: it is flagged, further rounds are run,
// and the headline does not move.
func TestOutlier(t *testing.T) {
	t.Parallel()
	rule := drivertest.Rule{Mode: "time", Bytes: []int{128}, Trial: 3, Slower: 2}
	res := mustRun(t, scripted(t, drivertest.Script{Rules: []drivertest.Rule{rule}}))
	r := record(t, res, "Iphe-512-go", 128)
	if len(r.Trials) != 11 || len(r.Assay.MoreTrials) != 6 {
		t.Errorf("%d trials, %d reasons for further ones", len(r.Trials), len(r.Assay.MoreTrials))
	}
	if !slices.Contains(r.Assay.Marks, string(stats.Outlier)) || !slices.Contains(r.Assay.Marks, string(stats.Spread)) {
		t.Errorf("marks %v", r.Assay.Marks)
	}
	if want := 1.128e-6; math.Abs(float64(r.Assay.MedianSeconds)-want) > 1e-6*want {
		t.Errorf("median %g, want %g", r.Assay.MedianSeconds, want)
	}
	if r.Assay.IntervalHi > 1.2e-6 || r.Assay.IntervalLevel < 0.95 {
		t.Errorf("interval to %g at level %g", r.Assay.IntervalHi, r.Assay.IntervalLevel)
	}
	if other := record(t, res, "Iphe-512-go", 32); len(other.Trials) != 5 || len(other.Assay.Marks) > 0 {
		t.Errorf("the other operation: %d trials, marks %v", len(other.Trials), other.Assay.Marks)
	}
}

// The machine gets 20 % slower after half the time. Trials are interleaved, so
// the ratio of two implementations stays what it is.
func TestDrift(t *testing.T) {
	t.Parallel()
	o := scripted(t, drivertest.Script{
		Speeds: []drivertest.Speed{
			{Target: "Iphe-512", Seconds: 1e-6, PerByte: 1e-9},
			{Target: "Iphe-768", Seconds: 3e-6, PerByte: 3e-9},
		},
		Rules: []drivertest.Rule{drivertest.Drift(80, 1.2)},
	})
	o.Only = "Iphe-(512|768)"
	res := mustRun(t, o)
	for _, n := range plan.Sizes {
		a, b := record(t, res, "Iphe-768-go", n), record(t, res, "Iphe-512-go", n)
		ratio, rounds := stats.Ratio(evidence.ByRound(a), evidence.ByRound(b))
		if rounds < 5 || math.Abs(ratio/3-1) > 0.01 {
			t.Errorf("%d bytes: ratio %g of %d rounds, want 3 within 1 %%", n, ratio, rounds)
		}
		if !slices.Contains(a.Assay.Marks, string(stats.Spread)) {
			t.Errorf("%d bytes: the drift is not marked: %v", n, a.Assay.Marks)
		}
	}
}

func TestCounter(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		state  string
		source evidence.CycleSource
		reason string
	}{
		{drivertest.Good, evidence.Perf, ""},
		{drivertest.Missing, evidence.ClockEstimate, "ENOENT"},
		{drivertest.Denied, evidence.ClockEstimate, "perf_event_paranoid"},
		{drivertest.Forbidden, evidence.ClockEstimate, "EPERM"},
		{drivertest.Zero, evidence.ClockEstimate, "0"},
		{drivertest.Multiplexed, evidence.ClockEstimate, "50"},
	} {
		t.Run(c.state, func(t *testing.T) {
			t.Parallel()
			o := scripted(t, drivertest.Script{Rules: []drivertest.Rule{{Counter: c.state}}})
			r := record(t, mustRun(t, o), "Iphe-512-go", 1024)
			if r.Assay.CycleSource != c.source || !strings.Contains(r.Assay.CycleReason, c.reason) {
				t.Errorf("source %s, reason %q", r.Assay.CycleSource, r.Assay.CycleReason)
			}
			if c.source != evidence.Perf && (r.MeanCycles != nil || r.Trials[0].Cycles != 0) {
				t.Error("estimated cycles stand among the counted ones")
			}
			if want := 2.024e-6 * 3e9; math.Abs(float64(*r.Assay.MedianCycles)-want) > 1e-3*want {
				t.Errorf("%g cycles, want %g", *r.Assay.MedianCycles, want)
			}
		})
	}
	t.Run("no clock", func(t *testing.T) {
		o := scripted(t, drivertest.Script{Rules: []drivertest.Rule{{NoClock: true}}})
		r := record(t, mustRun(t, o), "Iphe-512-go", 1024)
		if r.Assay.CycleSource != evidence.None || r.Assay.MedianCycles != nil {
			t.Errorf("source %s, cycles %v", r.Assay.CycleSource, r.Assay.MedianCycles)
		}
	})
}

func TestDigestChangesWhileTimed(t *testing.T) {
	t.Parallel()
	o := scripted(t, drivertest.Script{Rules: []drivertest.Rule{{Mode: "time", Bytes: []int{512}, Trial: 2, Flip: true}}})
	res := mustRun(t, o)
	r := record(t, res, "Iphe-512-go", 512)
	if r.Status != evidence.Failed || len(res.Failed) != 1 || !strings.Contains(res.Failed[0], "MISMATCH") {
		t.Errorf("status %s, failed %v", r.Status, res.Failed)
	}
}

func TestGateRefuses(t *testing.T) {
	t.Parallel()
	wrong := drivertest.Rule{Mode: "serve", Flip: true}
	o := scripted(t, drivertest.Script{Rules: []drivertest.Rule{wrong}})
	res := mustRun(t, o)
	if len(res.Dataset.Records) != 0 || len(res.NotPassed) != 1 || !strings.Contains(res.NotPassed[0], "MISMATCH") {
		t.Errorf("%d records, not passed %v", len(res.Dataset.Records), res.NotPassed)
	}
	if b := res.Dataset.Build.Instances["hash-12/Iphe-512-go"]; b.KAT != "MISMATCH" || b.Assay.Timed {
		t.Errorf("build entry: %+v", b)
	}

	// The same, but its candidate file says that it is measured all the same:
	// always wrong in the same way, so that the timed digests match the gate's.
	o = scripted(t, drivertest.Script{Rules: []drivertest.Rule{{Flip: true}}})
	i, err := o.Catalogue.FindInstance("Iphe-512")
	if err != nil {
		t.Fatal(err)
	}
	i.OnMismatch = candidate.Measure
	res = mustRun(t, o)
	if r := record(t, res, "Iphe-512-go", 32); r.Status != evidence.Complete || !r.KATNotPassed || r.KAT != "MISMATCH" {
		t.Errorf("record: %s, kat %s, not passed %v", r.Status, r.KAT, r.KATNotPassed)
	}
}

// campaign.json of a finished run holds what a reader needs.
func TestCampaignFile(t *testing.T) {
	t.Parallel()
	o := scripted(t, drivertest.Script{})
	res := mustRun(t, o)
	c := res.Dataset.Campaign
	if c.Assay.Seed != 7 || c.EndedUTC <= c.StartedUTC || c.EnvironmentAtEnd == nil || len(c.HostChecks) != 3 {
		data, _ := json.Marshal(c)
		t.Errorf("campaign: %s", data)
	}
	for _, r := range res.Dataset.Records {
		data, err := os.ReadFile(filepath.Join(o.Dir, filepath.FromSlash(res.Dataset.Paths[r])))
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(data), filepath.Dir(o.Dir)) {
			t.Errorf("%s holds a path of this machine", res.Dataset.Paths[r])
		}
	}
}

// Code that answers faster than the message can be read is marked.
func TestTooFast(t *testing.T) {
	t.Parallel()
	o := scripted(t, drivertest.Script{Speeds: []drivertest.Speed{{Seconds: 5e-9}}})
	res := mustRun(t, o)
	if m := record(t, res, "Iphe-512-go", 65536).Assay.Marks; !slices.Contains(m, string(stats.TooFast)) {
		t.Errorf("65536 bytes in 5 ns: marks %v", m)
	}
	if m := record(t, res, "Iphe-512-go", 32).Assay.Marks; len(m) > 0 {
		t.Errorf("32 bytes in 5 ns: marks %v", m)
	}
}
