package report

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/evidence"
)

// rankedDataset has operations of 1 KiB whose trials are given by label, with
// 512-bit digests unless the label says 1024.
func rankedDataset(kat map[string]string, times map[string][]float64, order ...string) *evidence.Dataset {
	d := &evidence.Dataset{Campaign: &evidence.Campaign{}, Build: &evidence.Build{Instances: map[string]*evidence.BuildEntry{}}, Paths: map[*evidence.Record]string{}}
	for _, label := range order {
		instance, kind, _ := strings.Cut(label, "-")
		e := &evidence.BuildEntry{Candidate: "hash-99", Label: label, Instance: instance, Variant: kind, KAT: "PASS", Assay: &evidence.BuildAssay{Implementation: kind, Timed: true}}
		if kat[label] != "" {
			e.KAT = kat[label]
		}
		if kind == "yard" {
			e.Assay.Role = string(candidate.Yardstick)
		}
		d.Build.Instances["hash-99/"+label] = e
		if times[label] == nil {
			continue
		}
		r := operationOf(label, instance, kind, 1024, evidence.ClockEstimate, e.KAT, times[label]...)
		if r.Figures != nil && strings.Contains(label, "1024") {
			r.Sizes.Digest = 128
		}
		d.Records = append(d.Records, r)
		d.Paths[r] = fmt.Sprintf("records/hash-99/%s__hash_1024.json", label)
	}
	return d
}

func places(c RankClass) string {
	var texts []string
	for _, r := range c.Rows {
		texts = append(texts, fmt.Sprintf("%d %s", r.Place, r.Label))
	}
	for _, l := range c.Left {
		texts = append(texts, "- "+l.Label+": "+l.Why)
	}
	return fmt.Sprintf("%d %s: %s", c.Digest, c.Kind, strings.Join(texts, ", "))
}

// Places count those that are faster by the whole of their intervals; widths and
// kinds of code have rankings of their own, and what cannot be ranked is named.
func TestRanking(t *testing.T) {
	d := rankedDataset(map[string]string{"Wrong-c99": "MISMATCH"}, map[string][]float64{
		"Fast-c99":    {1.00e-6, 1.01e-6, 1.02e-6, 1.03e-6, 1.04e-6},
		"Near-c99":    {1.03e-6, 1.05e-6, 1.06e-6, 1.07e-6, 1.08e-6}, // overlaps with Fast
		"Next-c99":    {1.07e-6, 1.09e-6, 1.10e-6, 1.11e-6, 1.12e-6}, // overlaps with Near, but not with Fast
		"Slow-c99":    {9.00e-6, 9.01e-6, 9.02e-6, 9.03e-6, 9.04e-6},
		"Wrong-c99":   {0.10e-6, 0.10e-6, 0.10e-6},
		"Fast-go":     {0.50e-6, 0.51e-6, 0.52e-6},
		"Wide1024-go": {0.10e-6, 0.11e-6, 0.12e-6},
		"Known-yard":  {0.01e-6, 0.01e-6, 0.01e-6},
		"Broken-c99":  {},
	}, "Slow-c99", "Next-c99", "Near-c99", "Fast-c99", "Wrong-c99", "Fast-go", "Wide1024-go", "Known-yard", "Untimed-c99", "Broken-c99")
	for _, r := range d.Records {
		if r.Label == "Broken-c99" {
			r.Status = evidence.Failed
		}
	}
	var got []string
	for _, c := range NewView(d, nil, Links{}).Ranking() {
		got = append(got, places(c))
	}
	want := []string{
		"0 c99: - Broken-c99: did not finish at 1 KiB, - Untimed-c99: not timed at 1 KiB",
		"512 c99: 1 Fast-c99, 1 Near-c99, 2 Next-c99, 4 Slow-c99, - Wrong-c99: known-answer check: ⚠ MISMATCH",
		"512 go: 1 Fast-go", "1024 go: 1 Wide1024-go",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	// One with a wide interval was shown to be slower than fewer others than one with a
	// lower median: places rise down the list all the same.
	wide := rankedDataset(nil, map[string][]float64{
		"Fast-c99": {1.00e-6, 1.01e-6, 1.02e-6, 1.03e-6, 1.04e-6},
		"Thin-c99": {2.00e-6, 2.01e-6, 2.02e-6, 2.03e-6, 2.04e-6},
		"Wide-c99": {1.02e-6, 3.00e-6, 3.01e-6, 3.02e-6, 3.03e-6},
	}, "Fast-c99", "Thin-c99", "Wide-c99")
	if got := places(NewView(wide, nil, Links{}).Ranking()[0]); got != "512 c99: 1 Fast-c99, 1 Wide-c99, 2 Thin-c99" {
		t.Errorf("places with a wide interval: %s", got)
	}
	o := NewView(d, nil, Links{}).Overview()
	var first []string
	for _, c := range o.Fastest {
		first = append(first, places(c))
	}
	if text := strings.Join(first, "; "); text != "512 c99: 1 Fast-c99, 1 Near-c99, - Wrong-c99: known-answer check: ⚠ MISMATCH; 512 go: 1 Fast-go; 1024 go: 1 Wide1024-go" {
		t.Errorf("fastest: %s", text)
	}
	if o.Unfinished != 1 || o.Operations != 9 || o.Implementations != 10 || o.HostChecked {
		t.Errorf("overview %+v", o)
	}
}

// An operation whose figures do not follow from its trials has no place, a mark
// that says why, and a notice on every page and on the terminal.
func TestUnfounded(t *testing.T) {
	for name, change := range map[string]func(r *evidence.Record){
		"ours": func(r *evidence.Record) { r.Assay.MedianSeconds = 1e-9 },
		"schema 2": func(r *evidence.Record) {
			r.Assay = nil
			r.MedianTrialSeconds = 1e-9
		},
	} {
		d := smallDataset(t)
		d.Campaign.HostChecks = d.Campaign.HostChecks[:1]
		var changed *evidence.Record
		for _, r := range d.Records {
			r.KAT = "PASS"
			if r.Label == "Mix_256-c99" && r.InputBytes == RankedBytes {
				changed = r
			}
		}
		view := NewView(d, nil, Links{})
		if n := len(view.Overview().Notices); n != 0 || countUnfounded(d.Records) != 0 {
			t.Errorf("%s: before, %d notices", name, n)
		}
		change(changed)
		view = NewView(d, nil, Links{})
		o := view.Overview()
		if text := fmt.Sprint(o.Notices); len(o.Notices) != 1 || !strings.Contains(text, "Figures that do not follow from their trials:") || !strings.Contains(text, "1 operation, marked") || !strings.Contains(text, "assay verify") {
			t.Errorf("%s: notices %s", name, text)
		}
		if o.HostChecked {
			t.Errorf("%s: a check while building is none for measuring", name)
		}
		for _, class := range view.Ranking() {
			if class.Kind == "c99" && class.Digest == 512 && !strings.Contains(places(class), "- Mix_256-c99: its figures at 1 KiB do not follow from its trials") {
				t.Errorf("%s: %s", name, places(class))
			}
		}
		for _, class := range o.Fastest {
			if strings.Contains(places(class), "1 Mix_256-c99") {
				t.Errorf("%s: it leads %s", name, places(class))
			}
		}
		page := view.SummaryPage()
		if !strings.Contains(fmt.Sprint(page.Notices), "do not follow from their trials") || !strings.Contains(fmt.Sprint(page.Legends), "do not follow from its trials") {
			t.Errorf("%s: notices %v, legends %v", name, page.Notices, page.Legends)
		}
		record := view.RecordPage(changed)
		if i := slices.IndexFunc(record.Marks, func(m MarkReason) bool { return m.Mark == unfounded }); i < 0 || !strings.Contains(record.Marks[i].Why, "median") {
			t.Errorf("%s: marks of the record %+v", name, record.Marks)
		}
		for _, row := range view.Beside() {
			if c := row.Cells[RankedBytes]; row.Label == "Mix_256-c99" && !slices.Contains(c.Marks, unfounded) {
				t.Errorf("%s: beside others it has the marks %q", name, c.Marks)
			}
		}
		var b strings.Builder
		if err := Table(&b, d, false); err != nil || !strings.Contains(b.String(), "warning: figures that do not follow from their trials: 1 operation, marked unfounded") {
			t.Errorf("%s: %s (%v)", name, b.String(), err)
		}
	}
}

// A run that has not ended, and links that were not read, stand in lists of
// datasets, too.
func TestOverviewNotices(t *testing.T) {
	d := smallDataset(t)
	d.Campaign.EndedUTC, d.NotPlain = "", []string{"records/hash-99"}
	o := NewView(d, nil, Links{}).Overview()
	if text := fmt.Sprint(o.Notices); o.Ended != "" || len(o.Notices) != 2 || !strings.Contains(text, "The run has not ended:") || !strings.Contains(text, "records/hash-99") {
		t.Errorf("ended %q, notices %s", o.Ended, text)
	}
	if !o.HostChecked {
		t.Error("the host was checked for measuring")
	}
}
