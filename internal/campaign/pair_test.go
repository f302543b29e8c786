package campaign

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/compare"
	"github.com/hashassay/assay/internal/driver/drivertest"
	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/plan"
)

func TestParsePair(t *testing.T) {
	for text, want := range map[string]Pair{
		"A=x,B=y": {"x", "y"}, "A=a,b,B=c,d": {"a,b", "c,d"}, "A=B=,B=A=": {"B=", "A="}, "A=./my lib.so,B=old/": {"./my lib.so", "old/"},
	} {
		if p, err := ParsePair(text); err != nil || *p != want || p.String() != text {
			t.Errorf("%s: %v (%v)", text, p, err)
		}
	}
	for _, text := range []string{"", "A=x", "x,y", "B=y,A=x", "A=,B=y", "A=x,B=", "A=x,B=y,B=z", " A=x,B=y"} {
		if p, err := ParsePair(text); err == nil || !strings.Contains(err.Error(), "write A=…,B=…") {
			t.Errorf("%s: %v (%v)", text, p, err)
		}
	}
}

// fewTrials are the fewest whose pairs reach the level of a comparison.
const fewTrials = 8

// pairOf are the options of a paired run of two kernels that every CPU has,
// played by a script.
func pairOf(t *testing.T, s drivertest.Script) Options {
	o := scripted(t, s)
	o.Only, o.Impl, o.TargetS = "", nil, 0
	o.Pair = &Pair{"Iphe-512-go-portable", "Iphe-512-go"}
	o.Pairs = fewTrials
	return o
}

// slowerB makes the package as it is 5 % slower than its portable kernel: the
// script knows them by their targets.
func slowerB(s drivertest.Script) drivertest.Script {
	s.Speeds = []drivertest.Speed{{Target: "@portable$", Seconds: 1e-6, PerByte: 1e-9}, {Seconds: 1.05e-6, PerByte: 1.05e-9}}
	return s
}

func skipWithoutKernels(t *testing.T) {
	t.Helper()
	catalogue, err := candidate.Load()
	if err != nil {
		t.Fatal(err)
	}
	im, err := catalogue.FindLabel("Iphe-512-go")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := catalogue.FindLabel("Iphe-512-go-portable"); err != nil || strings.HasSuffix(im.Target(), "@portable") {
		t.Skip("this CPU has the portable kernel only")
	}
}

// A paired run measures two operations of each length in blocks A B B A, with
// one number of calls, and what it leaves behind is evidence like any other.
func TestPair(t *testing.T) {
	skipWithoutKernels(t)
	t.Parallel()
	o := pairOf(t, slowerB(drivertest.Script{}))
	res := mustRun(t, o)
	if len(res.Dataset.Records) != 2*len(plan.Sizes) || len(res.Failed)+len(res.NotPassed) > 0 {
		t.Fatalf("%d records, failed %v, not passed %v", len(res.Dataset.Records), res.Failed, res.NotPassed)
	}
	p := res.Dataset.Campaign.Assay.Pair
	want := evidence.Pair{
		A: evidence.PairSide{Given: "Iphe-512-go-portable", Candidate: "hash-12", Label: "Iphe-512-A", Of: "Iphe-512-go-portable"},
		B: evidence.PairSide{Given: "Iphe-512-go", Candidate: "hash-12", Label: "Iphe-512-B", Of: "Iphe-512-go"},
	}
	if p == nil || *p != want {
		t.Errorf("pair %+v, want %+v", p, want)
	}
	for _, n := range plan.Sizes {
		a, b := record(t, res, "Iphe-512-A", n), record(t, res, "Iphe-512-B", n)
		if a.Plan.IterationsPerTrial != b.Plan.IterationsPerTrial || a.Plan.Warmups != b.Plan.Warmups {
			t.Errorf("%d bytes: %+v and %+v", n, a.Plan, b.Plan)
		}
		// The faster side decides, so that no trial is shorter than wanted.
		if calls := int(math.Ceil(plan.PairTargetS / (1e-6 + 1e-9*float64(n)))); a.Plan.IterationsPerTrial < calls || a.Plan.IterationsPerTrial > calls+1 {
			t.Errorf("%d bytes: %d calls a trial, want %d", n, a.Plan.IterationsPerTrial, calls)
		}
		if len(a.Trials) != fewTrials || len(b.Trials) != fewTrials || a.Assay.Implementation != "go-portable" || b.Assay.Implementation != "go" {
			t.Errorf("%d bytes: %d trials of %s, %d of %s", n, len(a.Trials), a.Assay.Implementation, len(b.Trials), b.Assay.Implementation)
		}
		if order := blockOrder(a, b); order != strings.Repeat("ABBA", fewTrials/2) {
			t.Errorf("%d bytes: order %s", n, order)
		}
	}
	c, err := compare.Paired(res.Dataset, compare.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if c.Size() != len(plan.Sizes) || c.Count(compare.Slower) != len(plan.Sizes) || len(c.Warnings) > 0 {
		t.Errorf("%d rows, %d slower, warnings %v", c.Size(), c.Count(compare.Slower), c.Warnings)
	}
	for _, row := range c.Groups[0].Rows {
		if row.Pairs != fewTrials || math.Abs(float64(row.Ratio)-1.05) > 1e-4 || row.SameCode {
			t.Errorf("%d bytes: %d pairs, ratio %v, same code %v", row.Bytes, row.Pairs, row.Ratio, row.SameCode)
		}
	}
	// Going on with a finished run measures nothing, and takes the pair from it.
	started, _ := drivertest.Started(t, o.Programs[candidate.Go], "time", "", 0)
	o.Pair = nil
	mustRun(t, o)
	if again, _ := drivertest.Started(t, o.Programs[candidate.Go], "time", "", 0); again != started || started != 2*len(plan.Sizes)*fewTrials {
		t.Errorf("%d trials, %d after going on", started, again)
	}
	o.Pair = &Pair{"Iphe-512-go", "Iphe-512-go-portable"}
	if _, err := Run(context.Background(), o); err == nil || !strings.Contains(err.Error(), "--pair") {
		t.Errorf("another pair: %v", err)
	}
}

// blockOrder tells the order in which the trials of two records began.
func blockOrder(a, b *evidence.Record) string {
	type start struct{ at, side string }
	var all []start
	for side, r := range map[string]*evidence.Record{"A": a, "B": b} {
		for _, at := range r.Assay.Trials {
			all = append(all, start{at.Trial.Process.StartedUTC, side})
		}
	}
	slices.SortFunc(all, func(x, y start) int { return strings.Compare(x.at, y.at) })
	order := ""
	for _, s := range all {
		order += s.side
	}
	return order
}

// An interrupted paired run goes on in the middle of a block; nothing is
// measured twice.
func TestPairResumed(t *testing.T) {
	skipWithoutKernels(t)
	t.Parallel()
	o := pairOf(t, slowerB(drivertest.Script{}))
	ctx, cancel := context.WithCancel(context.Background())
	done := 0
	o.Events = func(e Event) {
		if e.Phase == Measure {
			if done++; done == 2*fewTrials+2 {
				cancel()
			}
		}
	}
	if _, err := Run(ctx, o); !errors.Is(err, ErrInterrupted) {
		t.Fatalf("error %v", err)
	}
	o.Events, o.Pair = nil, nil
	res := mustRun(t, o)
	if started, _ := drivertest.Started(t, o.Programs[candidate.Go], "time", "", 0); started > 2*len(plan.Sizes)*fewTrials+1 {
		t.Errorf("%d trials", started) // one may have been interrupted
	}
	c, err := compare.Paired(res.Dataset, compare.Options{})
	if err != nil || c.Count(compare.Slower) != len(plan.Sizes) {
		t.Errorf("%+v (%v)", c, err)
	}
}

// A side that fails is reported; the other is not measured on alone.
func TestPairFails(t *testing.T) {
	skipWithoutKernels(t)
	t.Parallel()
	o := pairOf(t, drivertest.Script{Rules: []drivertest.Rule{{Mode: "time", Target: "@portable$", Bytes: []int{512}, Trial: 2, Kill: true}}})
	res := mustRun(t, o)
	if len(res.Failed) != 2 || !strings.Contains(res.Failed[0], "Iphe-512-A__hash_512: CRASH") ||
		!strings.Contains(res.Failed[1], "Iphe-512-B__hash_512: not measured, because hash-12/Iphe-512-A__hash_512 failed") {
		t.Errorf("failed %q", res.Failed)
	}
	if len(res.Dataset.Records) != 2*len(plan.Sizes)-1 || record(t, res, "Iphe-512-A", 512).Status != evidence.Failed {
		t.Errorf("%d records", len(res.Dataset.Records))
	}
	if c, err := compare.Paired(res.Dataset, compare.Options{}); err != nil || c.Size() != len(plan.Sizes)-1 || len(c.Lost) != 1 {
		t.Errorf("%+v (%v)", c, err)
	}
	// It is measured again when the run goes on: the script kills trial 2 alone.
	res = mustRun(t, o)
	if len(res.Failed) > 0 || len(res.Dataset.Records) != 2*len(plan.Sizes) || record(t, res, "Iphe-512-A", 512).Status != evidence.Complete {
		t.Errorf("failed %q, %d records", res.Failed, len(res.Dataset.Records))
	}
	// In calibration.
	o = pairOf(t, drivertest.Script{Rules: []drivertest.Rule{{Mode: "calibrate", Target: "@portable$", Bytes: []int{512}, Kill: true}}})
	res = mustRun(t, o)
	if len(res.Failed) != 2 || len(res.Dataset.Records) != 2*len(plan.Sizes)-1 {
		t.Errorf("failed %q, %d records", res.Failed, len(res.Dataset.Records))
	}
}

// Nothing is measured when one side does not pass its vectors.
func TestPairNotPassed(t *testing.T) {
	skipWithoutKernels(t)
	t.Parallel()
	o := pairOf(t, drivertest.Script{Rules: []drivertest.Rule{{Target: "@portable$", Flip: true}}})
	res := mustRun(t, o)
	if len(res.Dataset.Records) != 0 || len(res.NotPassed) != 1 || !strings.Contains(res.NotPassed[0], "MISMATCH") {
		t.Errorf("%d records, not passed %q", len(res.Dataset.Records), res.NotPassed)
	}
	// Timed in spite of its vectors: then the digests differ.
	o = pairOf(t, drivertest.Script{Rules: []drivertest.Rule{{Target: "@portable$", Flip: true}}})
	in, err := o.Catalogue.FindInstance("Iphe-512")
	if err != nil {
		t.Fatal(err)
	}
	in.OnMismatch = candidate.Measure
	res = mustRun(t, o)
	if len(res.Dataset.Records) != 0 || len(res.NotPassed) != 2 || !strings.Contains(res.NotPassed[1], "not the same function") {
		t.Errorf("%d records, not passed %q", len(res.Dataset.Records), res.NotPassed)
	}
}

// cCandidate writes a candidate's folder with those kinds of C code.
func cCandidate(t *testing.T, instance string, bits string, kinds ...string) string {
	t.Helper()
	dir := t.TempDir()
	text := "id = \"hash-12\"\nname = \"Iphe\"\n[[instance]]\nname = \"" + instance + "\"\ndigest_bits = " + bits + "\n"
	for _, k := range kinds {
		text += "[[implementation]]\nkind = \"" + k + "\"\nlanguage = \"c\"\nsources = [\"a.c\"]\n"
	}
	for name, content := range map[string]string{"candidate.toml": text, "a.c": ""} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// What the sides mean: labels, folders with candidates whose names the
// catalogue knows already, libraries.
func TestPairSides(t *testing.T) {
	catalogue, err := candidate.Load()
	if err != nil {
		t.Fatal(err)
	}
	one, two := cCandidate(t, "Iphe-512", "512", "c99"), cCandidate(t, "Iphe-512", "512", "c99", "c99-fast")
	narrow, other := cCandidate(t, "Iphe-512", "256", "c99"), cCandidate(t, "Toy", "512", "c99")
	library, err := os.Executable() // an ELF file will do
	if err != nil || runtime.GOOS != "linux" {
		t.Skip("libraries need Linux")
	}
	text := filepath.Join(one, "a.c")
	for _, c := range []struct {
		a, b, only string
		impl       []string
		want       string // what A and B are, or the error
	}{
		{"Iphe-512-c99", "iphe_512_go", "", nil, "Iphe-512-c99 Iphe-512-go"},
		{"hash-12/Iphe-512-c99", "Iphe-512-c99", "", nil, "Iphe-512-c99 Iphe-512-c99"},
		{one, "Iphe-512-c99", "", nil, "Iphe-512-c99 Iphe-512-c99"},
		{one, two, "c99-fast|c99$", nil, "--pair: B=" + two + ": the folder has several implementations; pick one with --only: Iphe-512-c99, Iphe-512-c99-fast"},
		{one, two, "c99$", nil, "Iphe-512-c99 Iphe-512-c99"},
		{one, two, "nothing", nil, `--pair: A=` + one + `: --only "nothing" matches nothing (assay list shows the labels)`},
		{text, one, "", nil, "--pair: A=" + text + ": " + text + ": is not an ELF file: EOF"},
		{library, one, "", nil, "prebuilt Iphe-512-c99"},
		{"Iphe-512-go", library, "", nil, "Iphe-512-go prebuilt"},
		{library, library, "Iphe-512", nil, "prebuilt prebuilt"},
		{library, library, "", nil, "--pair: of which instance are the two libraries? pick it with --only"},
		{library, library, "Iphe", nil, `--only "Iphe" picks several instances (Iphe-512, Iphe-768): --pair needs one`},
		{"Iphe-512-c99", "Iphe-768-c99", "", nil, "--pair: A is of instance Iphe-512 (512 bits) and B of Iphe-768 (768 bits): only implementations of one instance can be paired"},
		{"Iphe-512-c99", narrow, "", nil, "--pair: A is of instance Iphe-512 (512 bits) and B of Iphe-512 (256 bits): only implementations of one instance can be paired"},
		{other, one, "", nil, "--pair: A is of instance Toy (512 bits) and B of Iphe-512 (512 bits): only implementations of one instance can be paired"},
		{"Iphe-512-rust", "Iphe-512-c99", "", nil, "--pair: A=Iphe-512-rust: is neither a label (assay list shows them) nor a folder or file"},
		{"Iphe-512-c99", "Iphe-512-go", "", []string{"go"}, "--pair names the implementations itself: leave --impl out"},
	} {
		r := &run{campaign: &evidence.Campaign{Assay: &evidence.CampaignAssay{}}}
		r.Catalogue, r.Pair, r.Only, r.Impl = catalogue, &Pair{c.a, c.b}, c.only, c.impl
		chosen, err := r.choosePair()
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			p := r.campaign.Assay.Pair
			got = p.A.Of + " " + p.B.Of
			if chosen[0].Label != "Iphe-512-A" || chosen[1].Label != "Iphe-512-B" || p.A.Label != "Iphe-512-A" || p.B.Label != "Iphe-512-B" || p.A.Given != c.a {
				t.Errorf("%s, %s: labels %s, %s", c.a, c.b, chosen[0].Label, chosen[1].Label)
			}
		}
		if got != c.want {
			t.Errorf("%s, %s, only %q:\n%s, want\n%s", c.a, c.b, c.only, got, c.want)
		}
	}
	if im, err := catalogue.FindLabel("Iphe-512-c99"); err != nil || im.Label != "Iphe-512-c99" {
		t.Error("the catalogue was changed")
	}
}
