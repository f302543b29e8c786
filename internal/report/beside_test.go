package report

import (
	"math"
	"strings"
	"testing"

	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/stats"
)

// Of a published dataset: cycles were counted, and no thread has a time of its own.
func TestBeside(t *testing.T) {
	d := publishedDataset(t)
	rows := NewView(d, nil, Links{}).Beside()
	cells := 0
	for _, row := range rows {
		for n, c := range row.Cells {
			cells++
			var r *evidence.Record
			for _, other := range d.Records {
				if other.Label == row.Label && other.InputBytes == n {
					r = other
				}
			}
			if want := formatTenths(float64(*r.MedianTrialCycles) / float64(n)); c.Text != want || c.Estimated || !c.Wall || !c.Complete {
				t.Errorf("%s at %d bytes: %+v, want %s", row.Label, n, c, want)
			}
			if c.Cycles.Median != float64(*r.MedianTrialCycles) || c.Time.Median != float64(r.MedianTrialSeconds) {
				t.Errorf("%s at %d bytes: medians %g cycles, %g s", row.Label, n, c.Cycles.Median, c.Time.Median)
			}
			// The interval of five trials is all of them.
			if c.Time.Lo != float64(r.MinTrialSeconds) || c.Time.Hi != float64(r.MaxTrialSeconds) {
				t.Errorf("%s at %d bytes: interval %v", row.Label, n, c.Time)
			}
			if !strings.HasPrefix(c.Reach, "±") || c.Record != d.Paths[r] {
				t.Errorf("%s at %d bytes: %q, %q", row.Label, n, c.Reach, c.Record)
			}
		}
	}
	if cells != 16 {
		t.Errorf("%d figures, want those of 16 records", cells)
	}
}

// Of a run of ours: what is estimated says so, what did not finish too, and what
// has no trial has no figure.
func TestBesideOfRun(t *testing.T) {
	d := smallDataset(t)
	found := map[string]bool{}
	for _, row := range NewView(d, nil, Links{}).Beside() {
		for _, r := range d.Records {
			if r.Candidate != row.ID || r.Label != row.Label {
				continue
			}
			c, ok := row.Cells[r.InputBytes]
			if ok != (r.Figures != nil) {
				t.Errorf("%s at %d bytes: a figure: %v", r.Label, r.InputBytes, ok)
				continue
			}
			if !ok {
				found["none"] = true
				continue
			}
			if c.Complete != (r.Status == evidence.Complete) {
				t.Errorf("%s at %d bytes: complete %v", r.Label, r.InputBytes, c.Complete)
			}
			if r.Assay.CycleSource == evidence.ClockEstimate {
				found["estimated"] = true
				var perCall []float64 // the records of this run have other medians, set by hand
				for _, a := range r.Assay.Trials {
					cycles, _ := r.Assay.TrialCycles(a.Trial)
					perCall = append(perCall, cycles/float64(a.Trial.Calls))
				}
				figure := formatTenths(float64(*r.Assay.MedianCycles) / float64(r.InputBytes))
				if !c.Estimated || c.Text != "≈ "+figure || c.Cycles.Median != stats.Median(perCall) {
					t.Errorf("%s at %d bytes: %+v", r.Label, r.InputBytes, c)
				}
			}
			if r.Assay.CycleSource == evidence.None {
				found["without cycles"] = true
				if c.Cycles.Median != 0 || c.Text != formatTime(c.Time.Median) {
					t.Errorf("%s at %d bytes: %+v", r.Label, r.InputBytes, c)
				}
			}
		}
	}
	for _, what := range []string{"none", "estimated", "without cycles"} {
		if !found[what] {
			t.Errorf("the run has no figure to look at of the kind: %s", what)
		}
	}
}

func TestBesidePublished(t *testing.T) {
	systems := BesidePublished(nil)
	if len(systems) != 2 || systems[0].ID != "arm_1" || systems[1].ID != "x86_1" || len(systems[0].Rows) != 18 || len(systems[1].Rows) != 18 {
		t.Fatalf("systems %+v", systems)
	}
	row := systems[0].Rows[0]
	// "Garnet_512_Cap512 32 B: 8870 cycles, 277.2 cycles/byte" on the page of arm_1.
	if c := row.Cells[32]; row.Label != "Garnet_512_Cap512" || c.Text != "277.2" || math.Abs(c.Cycles.Median-277.2*32) > 1e-9 || c.Cycles.Lo != 0 || c.Reach != "" || c.Time.Median != 0 {
		t.Errorf("%s: %+v", row.Label, c)
	}
	if row.Candidate != "hash-11 Garnet" || row.Digest != 0 {
		t.Errorf("without a catalogue: %s with %d bits", row.Candidate, row.Digest)
	}
	// Names and widths are those that the other rows have.
	catalogue, err := candidate.Load()
	if err != nil {
		t.Fatal(err)
	}
	v := View{catalogue: catalogue}
	for _, s := range BesidePublished(catalogue) {
		for _, r := range s.Rows {
			if r.Candidate != v.CandidateName(r.ID) || r.Digest == 0 || r.Digest != v.candidate(r.ID).DigestBits(r.Instance) {
				t.Errorf("%s, %s: %s with %d bits", s.ID, r.Label, r.Candidate, r.Digest)
			}
		}
	}
	for _, r := range NewView(publishedDataset(t), catalogue, Links{}).Beside() {
		if want := v.candidate(r.ID).DigestBits(r.Instance); r.Digest != want || want == 0 {
			t.Errorf("%s: %d bits, want %d", r.Label, r.Digest, want)
		}
	}
	if row.KAT != "PASS" || systems[1].Rows[0].KAT != missing {
		t.Errorf("known-answer states %q and %q: only arm_1 published any", row.KAT, systems[1].Rows[0].KAT)
	}
}
