package site

import (
	"fmt"
	"io/fs"
	"math"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hashassay/assay/internal/driver"
	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/host"
	"github.com/hashassay/assay/internal/plan"
	"github.com/hashassay/assay/internal/report"
)

func TestDigits(t *testing.T) {
	for x, want := range map[float64]string{
		0: "", -1: "", math.NaN(): "", 296.4584: "296.458", 17.677521: "17.6775", 0.012345678: "0.0123457", 1234567.8: "1234568", 99999.96: "100000.0", 1: "1.00000",
	} {
		if got := digits(x); got != want {
			t.Errorf("digits(%g) = %q, want %q", x, got, want)
		}
	}
}

func TestAway(t *testing.T) {
	for _, c := range []struct {
		m      report.Middle
		lo, hi string
	}{
		{report.Middle{}, "-", "-"},
		{report.Middle{Median: 5}, "-", "-"},
		{report.Middle{Median: 200, Lo: 199.9, Hi: 200.25}, ".05", ".13"},
		{report.Middle{Median: 100, Lo: 99.5, Hi: 130.25}, ".5", "30.25"},
		{report.Middle{Median: 100, Lo: 100, Hi: 100}, "0", "0"},
		{report.Middle{Median: 100, Lo: 98.9999, Hi: 100.001}, "1", "0"},
	} {
		if got := away(c.m); got != [2]string{c.lo, c.hi} {
			t.Errorf("away(%v) = %q, want %q, %q", c.m, got, c.lo, c.hi)
		}
	}
}

func TestMarkLetters(t *testing.T) {
	var l markLetters
	if got := l.of([]string{"busy", "spread"}) + "; " + l.of([]string{"spread", "a mark of others"}) + "; " + l.of(nil); got != "a b; b c; " {
		t.Errorf("letters %q", got)
	}
	if l.marks[1].Text == "" || l.marks[2].Text != "" {
		t.Errorf("explanations %+v", l.marks)
	}
	for i, want := range map[int]string{25: "z", 26: "aa", 51: "az", 52: "ba", 701: "zz", 702: "aaa"} {
		if got := letterOf(i); got != want {
			t.Errorf("letter %d is %q, want %q", i, got, want)
		}
	}
}

// Every part of the script is in it, once, and in no other place.
func TestScripts(t *testing.T) {
	files, err := fs.Glob(assets, "assets/compare/*.js")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range files {
		names = append(names, strings.TrimSuffix(path.Base(f), ".js"))
	}
	listed := slices.Clone(compareScripts)
	slices.Sort(listed)
	if !slices.Equal(names, listed) {
		t.Errorf("assets/compare has %q, the script is made of %q", names, listed)
	}
	js, err := scripts()
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(js), "'use strict';"); n != 2 {
		t.Errorf("'use strict' %d times: one for each of the two parts", n)
	}
	// Candidates' pages link to views of so many rows.
	rows, err := assets.ReadFile("assets/compare/address.js")
	if want := fmt.Sprintf("const most = %d;", mostBeside); err != nil || !strings.Contains(string(rows), want) {
		t.Errorf("%v: the script has no %q", err, want)
	}
}

// manyRecords is a run with as many implementations, each with all message
// lengths: what a page of that many figures weighs. All have estimated cycles, which
// need most, and every fourth has trials that disagree.
func manyRecords(t *testing.T, implementations int) *evidence.Dataset {
	t.Helper()
	env := host.Environment{Hostname: "bench", Architecture: "x86_64", CPUModel: "Invented CPU 3000", CPUNumber: 3}
	d := &evidence.Dataset{
		Dir: t.TempDir(),
		Campaign: &evidence.Campaign{
			SystemID: "bench_1", StartedUTC: "2026-11-20T12:00:00.000000+00:00", EndedUTC: "2026-11-20T13:00:00.000000+00:00", EnvironmentAtStart: env,
			Assay: &evidence.CampaignAssay{GoVersion: "go1.26.0"},
		},
		Build: &evidence.Build{Instances: map[string]*evidence.BuildEntry{}}, Paths: map[*evidence.Record]string{},
	}
	for i := range implementations {
		cand, instance := fmt.Sprintf("hash-%02d", i/10), fmt.Sprintf("Instance_%d_512", i)
		label := instance + "-c99"
		e := &evidence.BuildEntry{
			Candidate: cand, Instance: instance, Label: label, Variant: "c99", Flags: "guide", KAT: "PASS", LibrarySHA256: fmt.Sprintf("%064x", i),
			Assay: &evidence.BuildAssay{Role: "candidate", Implementation: "c99", Language: "c", Timed: true},
		}
		d.Build.Instances[cand+"/"+label] = e
		for k, n := range plan.Sizes {
			r := &evidence.Record{
				Status: evidence.Complete, Candidate: cand, Instance: instance, Label: label, Variant: "c99", Flags: "guide", Operation: evidence.Hash, InputBytes: n, KAT: "PASS",
				Environment: env, Assay: &evidence.Assay{Implementation: "c99", Language: "c"},
			}
			var trials []evidence.Trial
			factors := []float64{1, 1.00134, 0.99865, 1.0045, 1.00077}
			if (i+k)%4 == 0 {
				factors[1] = 1.3
			}
			for round, factor := range factors {
				seconds := factor * (1 + float64((7*i+3*k)%13)/11) * float64(n) * 1e-7
				tr := &driver.Trial{Calls: 1000, Seconds: 1000 * seconds, ThreadSeconds: 999 * seconds, ClockBeforeHz: 3.1e9, ClockAfterHz: 3.1e9 + 1e7*factor, Counter: driver.Counter{Errno: 2}}
				r.Assay.Trials = append(r.Assay.Trials, evidence.Attempt{Round: round, Trial: tr})
				trials = append(trials, evidence.SchemaTrial(tr))
			}
			r.Figures = evidence.Derive(trials, n, 64)
			r.Assay.Derive(n, 0)
			d.Records = append(d.Records, r)
			d.Paths[r] = fmt.Sprintf("records/%s/%s__hash_%d.json", cand, label, n)
		}
	}
	return d
}

var (
	dataRow    = regexp.MustCompile(`<tr data-system="(\d+)" [^>]*>`)
	dataFigure = regexp.MustCompile(`<td data-value="([^"]+)">(?:≈ )?([0-9.]+)`)
)

// A page of thousands of figures stays below the limit of every page, and each
// figure's text is its value rounded.
func TestComparePage(t *testing.T) {
	d := manyRecords(t, 338)
	page := readFile(t, siteOf(t, d), "compare.html")
	t.Logf("%d records: %d bytes", len(d.Records), len(page))
	if len(page) > 300_000 {
		t.Errorf("%d records make %d bytes", len(d.Records), len(page))
	}
	rows := map[string]int{}
	for _, m := range dataRow.FindAllSubmatch(page, -1) {
		rows[string(m[1])]++
	}
	if rows["0"] != 338 || rows["1"] != 18 || rows["2"] != 18 || len(rows) != 3 {
		t.Errorf("rows by system: %v", rows)
	}
	figures := dataFigure.FindAllSubmatch(page, -1)
	if want := len(d.Records) + 8*(18+18); len(figures) != want {
		t.Errorf("%d figures, want %d", len(figures), want)
	}
	for _, f := range figures {
		x, err := strconv.ParseFloat(string(f[1]), 64)
		if err != nil || math.Abs(x-mustFloat(t, f[2])) > 0.0501 {
			t.Fatalf("%s stands for %s", f[2], f[1])
		}
	}
}

func mustFloat(t *testing.T, text []byte) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(string(text), 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// Systems of one machine have one number: only those can be compared by time.
func TestCompareMachines(t *testing.T) {
	on := func(name, hostname, started string) *evidence.Dataset {
		d := manyRecords(t, 1)
		d.Campaign.SystemID, d.Campaign.StartedUTC, d.Campaign.EnvironmentAtStart.Hostname = name, started, hostname
		return d
	}
	s, err := Build([]*evidence.Dataset{on("one", "x", "2026-01-01"), on("two", "y", "2026-01-02"), on("three", "x", "2026-01-03"), on("two", "y", "2026-01-04")}, nil, Options{})
	if err != nil {
		t.Fatal(err)
	}
	page := string(readFile(t, s.FS(), "compare.html"))
	var got []string
	for _, m := range regexp.MustCompile(`<tr data-key="([^"]*)" data-name="([^"]*)" data-machine="(\d+)"`).FindAllStringSubmatch(page, -1) {
		got = append(got, m[1]+": "+m[2]+" "+m[3])
	}
	if want := []string{
		"two-3fc4ccfe: two 0", "three: three 1", "two: two (two) 0", "one: one 1",
		"published:arm_1: arm_1, published means 4", "published:x86_1: x86_1, published means 5",
	}; !slices.Equal(got, want) {
		t.Errorf("machines %q, want %q", got, want)
	}
}

func TestBesideAddress(t *testing.T) {
	got := besideAddress([]string{besideKey("lab 1", "hash-12", "Iphe+512&x=1/go"), besideKey("lab-1", "h", "é")})
	if want := "a=lab%201/hash-12/Iphe%2B512%26x%3D1%2Fgo&b=lab-1/h/%C3%A9"; got != want {
		t.Errorf("address %q, want %q", got, want)
	}
}
