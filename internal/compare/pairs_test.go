package compare

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/hashassay/assay/internal/evidence"
)

// pairedRun is a run of a pair at one message length: B takes ratio times as
// long as A, under noise that falls on whole blocks. Each trial takes a second.
func pairedRun(rounds int, ratio float64) *maker {
	m := newMaker("pair")
	r := source(4)
	var as, bs []float64
	for i := range rounds {
		common := 1e-6
		if i%2 == 0 {
			common *= 1 + r.Float64()
		} else {
			common = as[i-1]
		}
		as, bs = append(as, common), append(bs, ratio*common*(1+0.002*r.Float64()))
	}
	a, b := m.add("Iphe-512-c99", 32, as...), m.add("Iphe-512-c99", 32, bs...)
	a.Label, b.Label = "Iphe-512-A", "Iphe-512-B"
	b.LibrarySHA256 = "another"
	clock := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	for block := range rounds / 2 {
		for i, rec := range []*evidence.Record{a, b, b, a} {
			p := &rec.Assay.Trials[2*block+i/2].Trial.Process
			p.StartedUTC, p.EndedUTC = evidence.UTC(clock), evidence.UTC(clock.Add(time.Second))
			clock = clock.Add(time.Second)
		}
	}
	m.d.Campaign.Assay.Pair = &evidence.Pair{
		A: evidence.PairSide{Given: "old", Candidate: "hash-12", Label: "Iphe-512-A", Of: "Iphe-512-c99"},
		B: evidence.PairSide{Given: "new", Candidate: "hash-12", Label: "Iphe-512-B", Of: "Iphe-512-c99"},
	}
	return m
}

func TestPairs(t *testing.T) {
	for _, c := range []struct {
		ratio float64
		want  Verdict
	}{{1, Equal}, {1.05, Slower}, {0.95, Faster}, {1.005, Equal}} {
		res, err := Paired(pairedRun(64, c.ratio).d, Options{})
		if err != nil {
			t.Fatal(err)
		}
		row := res.Groups[0].Rows[0]
		if row.Verdict != c.want || row.Pairs != 64 || row.Test != Sign || !near(row.Ratio, c.ratio*1.001) || row.SameCode || len(res.Warnings)+len(row.Warnings) > 0 {
			t.Errorf("ratio %g: %+v, warnings %v", c.ratio, row, res.Warnings)
		}
		if res.By != Pairs || res.Groups[0].NameA != "old" || res.Groups[0].NameB != "new" {
			t.Errorf("comparison %+v", res)
		}
	}
	// One library against itself is a control.
	m := pairedRun(64, 1.05)
	m.d.Records[1].LibrarySHA256 = m.d.Records[0].LibrarySHA256
	res, err := Paired(m.d, Options{})
	if err != nil || kinds(res.Warnings) != "controls" {
		t.Errorf("warnings %q (%v)", kinds(res.Warnings), err)
	}
}

// The pairs of a block that an interruption tore apart do not count.
func TestInterruptedBlock(t *testing.T) {
	tear := func(m *maker, round int, pause time.Duration) {
		for _, r := range m.d.Records {
			for i := range r.Assay.Trials {
				p := &r.Assay.Trials[i].Trial.Process
				started, err := time.Parse(utcLayout, p.StartedUTC)
				if err != nil {
					t.Fatal(err)
				}
				if r.Assay.Trials[i].Round > round || r.Assay.Trials[i].Round == round && r.Label == "Iphe-512-B" {
					p.StartedUTC, p.EndedUTC = evidence.UTC(started.Add(pause)), evidence.UTC(started.Add(pause+time.Second))
				}
			}
		}
	}
	m := pairedRun(64, 1.05)
	tear(m, 10, time.Hour) // after A of round 10, in block 5
	m.d.Records[1].Assay.Trials[10].Trial.ThreadSeconds *= 3
	res, err := Paired(m.d, Options{})
	if err != nil {
		t.Fatal(err)
	}
	row := res.Groups[0].Rows[0]
	if row.Pairs != 62 || kinds(row.Warnings) != "interrupted" || !strings.HasPrefix(row.Warnings[0].Text, "2 pairs do not count") || row.Verdict != Slower {
		t.Errorf("%+v", row)
	}
	m = pairedRun(64, 1.05)
	tear(m, 10, time.Second/2)
	if res, err = Paired(m.d, Options{}); err != nil || res.Groups[0].Rows[0].Pairs != 64 {
		t.Errorf("a short pause: %+v (%v)", res, err)
	}
	// B before A, or no times at all: nothing to pair.
	m = pairedRun(4, 1.05)
	a := m.d.Records[0].Assay.Trials[0].Trial
	b := m.d.Records[1].Assay.Trials[0].Trial
	a.Process, b.Process = b.Process, a.Process
	m.d.Records[0].Assay.Trials[2].Trial.Process.StartedUTC = "yesterday"
	if _, err = Paired(m.d, Options{}); !errors.Is(err, ErrNothing) || !strings.Contains(err.Error(), "no two of the trials stood side by side") {
		t.Errorf("error %v", err)
	}
}

func TestNotPaired(t *testing.T) {
	m := newMaker("run")
	m.add("Iphe-512-c99", 32, around(1e-6, 6)...)
	if _, err := Paired(m.d, Options{}); !errors.Is(err, ErrNothing) || !strings.Contains(err.Error(), "not a paired run") {
		t.Errorf("error %v", err)
	}
	m = pairedRun(8, 1)
	m.d.Records[1].Status = evidence.Failed
	if _, err := Paired(m.d, Options{}); !errors.Is(err, ErrNothing) || !strings.Contains(err.Error(), "not measured to the end on both sides") {
		t.Errorf("error %v", err)
	}
}
