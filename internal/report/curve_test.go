package report

import (
	"slices"
	"strings"
	"testing"

	"github.com/hashassay/assay/internal/evidence"
)

// Charts have the figures, marks and links of the tables, all of them and no others.
func TestCurvesAreTheTables(t *testing.T) {
	for name, d := range map[string]*evidence.Dataset{"small": smallDataset(t), "published": publishedDataset(t)} {
		v := NewView(d, nil, Links{})
		points, ids := 0, d.CandidateIDs()
		for _, c := range v.Curves() {
			if !slices.Contains(ids, c.ID) {
				t.Errorf("%s: a curve of %q", name, c.ID)
			}
			page := v.CandidatePage(c.ID)
			for i, p := range c.Points {
				points++
				if i > 0 && p.Bytes <= c.Points[i-1].Bytes {
					t.Errorf("%s: %s: message lengths are not ascending", name, c.Label)
				}
				k := slices.IndexFunc(page.Performance, func(r PerformanceRow) bool { return r.Label == c.Label && r.Values.Bytes == p.Bytes })
				if k < 0 {
					t.Errorf("%s: %s at %d bytes is in no table", name, c.Label, p.Bytes)
					continue
				}
				r := page.Performance[k]
				if p.Text != r.MedianPerByte || p.Record != r.Record || !slices.Equal(p.Marks, r.Marks) || c.Kind != r.Kind || c.Instance != r.Instance || c.Code != r.Code || c.Digest < r.Digest {
					t.Errorf("%s: %s at %d bytes: %+v, in the table %+v", name, c.Label, p.Bytes, p, r)
				}
				if (p.PerByte == nil) != (p.Text == missing) || p.PerByte != nil && *p.PerByte != *r.Values.PerByte {
					t.Errorf("%s: %s at %d bytes: the value %v behind %q", name, c.Label, p.Bytes, p.PerByte, p.Text)
				}
			}
		}
		if points != len(d.Records) {
			t.Errorf("%s: %d points of %d records", name, points, len(d.Records))
		}
	}
}

func TestCurvesOfOne(t *testing.T) {
	v := NewView(smallDataset(t), nil, Links{Page: func(id string) string { return id + ".html" }})
	curves := v.Curves("hash-99")
	if len(curves) != 3 || curves[0].Page != "hash-99.html" {
		t.Fatalf("%+v", curves)
	}
	if got := v.Curves("hash-98"); got != nil {
		t.Errorf("curves of a candidate that is not there: %+v", got)
	}
	for i, want := range []string{"Mix_256-c99", "Mix_256-go", "Mix_1024"} {
		if curves[i].Label != want {
			t.Errorf("curve %d is %s, want %s", i, curves[i].Label, want)
		}
		for _, p := range curves[i].Points {
			if p.PerByte != nil && p.Estimated != (want != "Mix_1024") || p.Estimated != strings.HasPrefix(p.Text, "≈") {
				t.Errorf("%s at %s: %q, estimated %v", want, p.Message, p.Text, p.Estimated)
			}
		}
	}
}

// The trial that gives an operation its mark is the one that is shown so.
func TestOutliersAreThoseOfTheMark(t *testing.T) {
	v := NewView(smallDataset(t), nil, Links{})
	marked := 0
	for _, r := range v.CandidatePage("hash-99").Performance {
		has := slices.Contains(r.Marks, "outlier")
		if has != (len(r.Values.Outliers()) > 0) {
			t.Errorf("%s at %s: marks %v, outliers %v", r.Label, r.Message, r.Marks, r.Values.Outliers())
		}
		if has {
			marked++
			if got := r.Values.Outliers(); !slices.Equal(got, []int{3}) || r.Values.Trials[3] < 1.9*r.Values.Trials[0] {
				t.Errorf("outliers %v of %v", got, r.Values.Trials)
			}
		}
	}
	if marked != 1 {
		t.Errorf("%d operations have the mark", marked)
	}
}

func TestMemoryBars(t *testing.T) {
	d := smallDataset(t)
	bytes := func(kind string) map[string]string {
		texts := map[string]string{}
		for _, k := range NewView(d, nil, Links{}).MemoryBars("hash-99") {
			if k.Title == kind {
				for _, b := range k.Bars {
					texts[b.Label] = b.Text
				}
			}
		}
		return texts
	}
	if got := bytes("Static memory"); len(got) != 3 || got["Mix_256-c99"] != "14484 B" || got["Mix_256-go"] != missing {
		t.Errorf("static memory: %v", got)
	}
	if got := bytes("Peak of the process"); len(got) != 3 || got["Mix_256-c99"] != "1500 KiB" {
		t.Errorf("peaks: %v", got)
	}
	if got := bytes("Stack of a call"); len(got) != 0 {
		t.Errorf("stacks that nobody measured: %v", got)
	}
	// The largest of all lengths, and nothing where one of them is not known.
	figures := func(stack *int64) evidence.MessageMemory {
		return evidence.MessageMemory{Figures: &evidence.MemoryFigures{StackBytes: stack}}
	}
	d.Memory = &evidence.Memory{Instances: map[string]*evidence.MemoryEntry{
		"hash-99/Mix_256-c99": {Messages: []evidence.MessageMemory{figures(ptr(int64(700))), figures(ptr(int64(1300))), figures(ptr(int64(900)))}},
		"hash-99/Mix_1024":    {Messages: []evidence.MessageMemory{figures(ptr(int64(800))), {Failure: &evidence.Failure{Status: "CRASH"}}}},
		"hash-99/Mix_256-go":  {Messages: []evidence.MessageMemory{figures(nil)}},
	}}
	if got := bytes("Stack of a call"); len(got) != 3 || got["Mix_256-c99"] != "1300 B" || got["Mix_1024"] != missing || got["Mix_256-go"] != missing {
		t.Errorf("stacks: %v", got)
	}
}

func TestKindName(t *testing.T) {
	for kind, want := range map[string]string{"submitted": "submitted code", "c99": "C99 code", "go": "Go code", "go-avx2": "Go code, kernel avx2", "": missing} {
		if got := KindName(kind); got != want {
			t.Errorf("KindName(%q) = %q, want %q", kind, got, want)
		}
	}
}
