package report

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hashassay/assay/internal/driver"
	"github.com/hashassay/assay/internal/evidence"
)

// text of a record's page: figures and how they follow, marks, trials.
func recordText(p RecordPage) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s, %s; %s\n", p.Candidate, p.Label, p.Message, p.Code)
	for _, m := range p.Marks {
		fmt.Fprintf(&b, "mark %s: %s. Here: %s\n", m.Mark, m.Text, m.Why)
	}
	for _, s := range p.Steps {
		fmt.Fprintf(&b, "%s %s: %s\n\t%s\n", s.Name, s.Value, s.Formula, s.With)
		if s.Of != "" {
			fmt.Fprintf(&b, "\tthe other: %s (%s)\n", s.Of, s.Link)
		}
		if s.Differs != "" {
			fmt.Fprintf(&b, "\tDIFFERS: the trials give %s\n", s.Differs)
		}
	}
	for _, t := range p.Trials {
		fmt.Fprintf(&b, "trial %d of round %d: %d calls, %s, %s, on the CPU %s, clock %s, %s cycles, %s, CPU %s, %s switches, load %s, outlier %v\n",
			t.Number, t.Round, t.Calls, t.Seconds, t.PerCall, t.ThreadSeconds, t.Clock, t.Cycles, t.CyclesOfCall, t.CPU, t.Switches, t.Load, t.Outlier)
	}
	for _, f := range p.Failure.Details {
		fmt.Fprintf(&b, "failure: %s\n", f)
	}
	for _, i := range p.Facts {
		fmt.Fprintf(&b, "%s: %s\n", i.Name, i.Value)
	}
	return b.String()
}

// estimatedRecord has five trials by an estimated clock, one of them disturbed
// and one without a clock, and a reference to compare with.
func estimatedDataset() (*evidence.Dataset, *evidence.Record) {
	make := func(candidateID, label, instance string, seconds []float64) *evidence.Record {
		r := operationOf(label, instance, "c99", 1024, evidence.ClockEstimate, "PASS")
		r.Candidate = candidateID
		var trials []evidence.Trial
		r.Assay.Trials = nil
		for round, s := range seconds {
			t := &driver.Trial{Calls: 1000, Seconds: s, ThreadSeconds: s, Counter: driver.Counter{Errno: 2}, ClockBeforeHz: 3e9, ClockAfterHz: 3e9, CPUBefore: 3, CPUAfter: 3, BaselineRSS: 1400000, PeakRSS: 1500000 + int64(round)*4096}
			switch round {
			case 1:
				t.ThreadSeconds, t.InvoluntarySw = 0.9*s, 7
			case 2:
				t.ClockBeforeHz, t.ClockAfterHz = 0, 0
			case 4:
				t.ClockAfterHz, t.CPUAfter = 3.1e9, 2
			}
			r.Assay.Trials = append(r.Assay.Trials, evidence.Attempt{Round: round, Load: []evidence.Float{0.5, 0.4, 0.3}, Trial: t})
			trials = append(trials, evidence.SchemaTrial(t))
		}
		r.Assay.Derive(1024, 0)
		r.Figures = evidence.Derive(trials, 1024, 64)
		return r
	}
	r := make("hash-99", "Mix_512-c99", "Mix_512", []float64{0.0300003, 0.0305, 0.0300021, 0.0412, 0.0300011})
	x := make("iccs", "pseudoXOF-512-c99", "pseudoXOF-512", []float64{0.0100001, 0.0105, 0.0100002, 0.0101})
	d := &evidence.Dataset{
		Campaign: &evidence.Campaign{SystemID: "bench_1", Assay: &evidence.CampaignAssay{}}, Build: &evidence.Build{},
		Records: []*evidence.Record{r, x}, Paths: map[*evidence.Record]string{r: "records/hash-99/r.json", x: "records/iccs/x.json"},
	}
	return d, r
}

// The page of a record puts the numbers of its trials into each formula, and
// says of every mark what gave it.
func TestRecordPage(t *testing.T) {
	d, r := estimatedDataset()
	golden(t, "record_estimated.txt", []byte(recordText(NewView(d, nil, Links{}).RecordPage(r))))

	small := smallDataset(t)
	var all strings.Builder
	for _, r := range small.Records {
		all.WriteString(recordText(NewView(small, smallCatalogue(), Links{}).RecordPage(r)) + "\n")
	}
	golden(t, "record_small.txt", []byte(all.String()))
}

// Each figure of a published record follows from its trials, too; one that does
// not is told.
func TestRecordDiffers(t *testing.T) {
	d := publishedDataset(t)
	v := NewView(d, nil, Links{})
	for _, r := range d.Records {
		for _, s := range v.RecordPage(r).Steps {
			if s.Differs != "" {
				t.Errorf("%s: %s is %s, and the trials give %s", d.Paths[r], s.Name, s.Value, s.Differs)
			}
		}
	}
	d, r := estimatedDataset()
	v = NewView(d, nil, Links{})
	changes := map[string]func(){
		"median time":            func() { r.Assay.MedianSeconds *= 1.01 },
		"interval of the median": func() { r.Assay.IntervalHi *= 1.01 },
		"spread":                 func() { r.Assay.SpreadRatio *= 1.01 },
		"median cycles":          func() { *r.Assay.MedianCycles *= 1.01 },
		"cycles/byte":            func() { *r.Assay.MedianCycles *= 1.01 },
		"guide: mean cycles":     func() { *r.Assay.MeanCycles *= 1.01 },
		"guide: cycles/byte":     func() { *r.Assay.MeanCycles *= 1.01 },
		"MB/s":                   func() { r.Assay.MedianSeconds *= 1.01 },
		"guide: mean time":       func() { r.MeanSeconds *= 1.01 },
		"guide: MB/s":            func() { *r.ThroughputMBs *= 1.01 },
		"baseline RSS":           func() { r.Assay.BaselineRSS += 4096 },
		"peak RSS":               func() { r.Assay.PeakRSS += 4096 },
	}
	for _, s := range v.RecordPage(r).Steps {
		if s.Differs != "" {
			t.Errorf("%s is %s, and the trials give %s", s.Name, s.Value, s.Differs)
		}
		if changes[s.Name] == nil && s.Name != "× pseudoXOF" { // which is not in the record
			t.Errorf("%s is not tested", s.Name)
		}
	}
	for name, change := range changes {
		d, r = estimatedDataset()
		v = NewView(d, nil, Links{})
		change()
		told := false
		for _, s := range v.RecordPage(r).Steps {
			told = told || s.Name == name && s.Differs != ""
		}
		if !told {
			t.Errorf("a wrong %s is not told", name)
		}
	}
}
