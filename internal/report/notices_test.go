package report

import (
	"strings"
	"testing"

	"github.com/hashassay/assay/internal/evidence"
)

// said is all text of notices.
func said(ns []Notice) string {
	var b strings.Builder
	for _, n := range ns {
		b.WriteString(n.Title + " ")
		for _, p := range n.Parts {
			b.WriteString(p.Line())
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// A reason that makes the host unfit is not said again for the cycles; one that
// does not stand there is.
func TestReasonsAreSaidOnce(t *testing.T) {
	d, r := estimatedDataset()
	reason := r.Assay.CycleReason
	if text := said(notices(d, d.Records, nil)); reason == "" || !strings.Contains(text, "The hardware counter was not used: "+reason) {
		t.Errorf("the reason %q is not in %s", reason, text)
	}
	d.Campaign.HostProblems = []string{reason}
	text := said(notices(d, d.Records, nil))
	if strings.Count(text, reason) != 1 || !strings.Contains(text, "Why the hardware counter was not used is said above.") {
		t.Errorf("the reason stands %d times in %s", strings.Count(text, reason), text)
	}
	facts := func() string {
		for _, f := range NewView(d, nil, Links{}).RecordPage(r).Facts {
			if f.Name == "cycles are from" {
				return f.Value
			}
		}
		return ""
	}
	if got := facts(); strings.Contains(got, reason) || !strings.Contains(got, "is said above") {
		t.Errorf("the record says once more: %s", got)
	}
	d.Campaign.HostProblems = nil
	if got := facts(); !strings.Contains(got, reason) {
		t.Errorf("the record does not say %q: %s", reason, got)
	}
}

// What a quick run planned is not what its trials took.
func TestQuickRunSaysWhatTrialsTook(t *testing.T) {
	d := smallDataset(t)
	d.Campaign.Planning.TrialTargetS = 0.05
	if text := said(notices(d, d.Records, nil)); !strings.Contains(text, "trials are planned to take 50 ms each (here they took 899 µs to 1 s), and") {
		t.Error(text) // 1000 calls of 0.8991 µs, and of 1 ms
	}
	if text := said(notices(d, nil, nil)); !strings.Contains(text, "trials are planned to take 50 ms each, and") {
		t.Error(text)
	}
}

// Ratios say what they are of: counted cycles where both sides have them.
func TestRatioBasis(t *testing.T) {
	operation := func(id, instance string, source evidence.CycleSource) *evidence.Record {
		r := operationOf(instance, instance, "c99", 1024, source, "PASS", steady(1e-6)...)
		r.Candidate = id
		if source == evidence.Perf {
			for i, a := range r.Assay.Trials {
				a.Trial.Cycles = r.Trials[i].Cycles
			}
		}
		return r
	}
	for name, c := range map[string]struct {
		sources [2]evidence.CycleSource // of the candidate, of SHA-512
		more    []*evidence.Record
		want    string
	}{
		"counted":   {[2]evidence.CycleSource{evidence.Perf, evidence.Perf}, nil, "counted cycles"},
		"estimated": {[2]evidence.CycleSource{evidence.ClockEstimate, evidence.ClockEstimate}, nil, "wall time"},
		"one side":  {[2]evidence.CycleSource{evidence.Perf, evidence.ClockEstimate}, nil, "wall time"},
		"both": {[2]evidence.CycleSource{evidence.Perf, evidence.Perf}, []*evidence.Record{operation("hash-99", "Other_512", evidence.ClockEstimate)},
			"counted cycles, or of the wall time where one of the two has none,"},
	} {
		records := append(c.more, operation("hash-99", "Mix_512", c.sources[0]), operation("yardstick", "SHA-512", c.sources[1]))
		d := &evidence.Dataset{Records: records}
		if got := newReferences(d).basis(records[:len(records)-1]); got != c.want {
			t.Errorf("%s: ratios of the %s, want %s", name, got, c.want)
		}
	}
}

// A view for pages that have room for headings only writes every length as they do.
func TestShort(t *testing.T) {
	d := smallDataset(t)
	for name, c := range map[string]struct {
		v    View
		want string
	}{"rows": {NewView(d, nil, Links{}), "1024 B"}, "short": {NewView(d, nil, Links{}).Short(), "1 KiB"}} {
		var lengths []string
		for _, r := range c.v.CandidatePage("hash-99").Performance {
			lengths = append(lengths, r.Message)
		}
		text := strings.Join(lengths, ", ")
		if !strings.Contains(text, c.want) || strings.Contains(text, "1024 B") != (c.want == "1024 B") {
			t.Errorf("%s: %s", name, text)
		}
	}
}

// The marks of a row are counted, the guide's mean among them, and every one of
// them is explained.
func TestMarksOfARow(t *testing.T) {
	p := NewView(smallDataset(t), nil, Links{}).SummaryPage()
	explained := map[string]bool{}
	for _, l := range p.Legends {
		explained[l.Mark] = true
	}
	found := false
	for _, row := range p.Rows {
		if len(row.Counts) != len(row.Marks) {
			t.Errorf("%s: %d marks and %d counts", row.Label, len(row.Marks), len(row.Counts))
		}
		for i, c := range row.Counts {
			sizes := 0
			for _, cell := range row.Cells {
				for _, m := range cell.Marks {
					if m == c.Mark {
						sizes++
					}
				}
			}
			// All lengths of this run but one, which has no figures, are among the columns.
			if c.Where != row.Marks[i] || c.Count < 1 || c.Count < sizes || !explained[c.Mark] {
				t.Errorf("%s: %+v beside %s, explained: %v; %d columns have it", row.Label, c, row.Marks[i], explained[c.Mark], sizes)
			}
			if row.Label == "Mix_256-c99" && c == (MarkCount{"mean", "mean (1 KiB)", 1}) {
				found = true
			}
		}
	}
	if !found {
		t.Error("the mean of Mix_256-c99 at 1 KiB, which one trial moved, has no mark")
	}
}
