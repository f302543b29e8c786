package report

import (
	"fmt"
	"slices"

	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/evidence"
)

// PerformancePage compares the implementations of one instance with each other.
type PerformancePage struct {
	Architecture string
	Notices      []Notice
	Environment  []Item
	Message      string
	SHA          bool
	Rows         []ComparisonRow
	Legends      []Legend
}

// ComparisonRow is an implementation in Go beside the C99 reference of its
// instance, both in ns per byte.
type ComparisonRow struct {
	Candidate, Instance, Kind string
	C99, This, Interval       string
	Faster, SHA               string // c99 time / this time; this time / SHA-512 time
	Marks                     []string
}

func (v View) PerformancePage() PerformancePage {
	d := v.dataset
	bytes := summarySizes[len(summarySizes)-1]
	p := PerformancePage{Message: formatMessage(bytes), SHA: len(v.references.sha) > 0}
	_, p.Architecture = architecture(d.Campaign.EnvironmentAtStart.Architecture)
	p.Environment = environmentItems(d.Campaign, d.Records)
	all := v.lines()
	var entries []*evidence.BuildEntry
	var marks []string
	for _, l := range all {
		entries = append(entries, l.entry)
		faster, ok := speed(l, all)
		if !ok {
			continue
		}
		f := l.figures[bytes]
		row := ComparisonRow{
			Candidate: l.entry.Candidate, Instance: l.entry.Instance, Kind: l.kind,
			This: perByteTime(f), Interval: f.relativeInterval(), C99: missing, Faster: faster, SHA: missing, Marks: l.distinctMarks(),
		}
		if f.record != nil {
			_, row.SHA = v.references.ratios(f.record)
		}
		if i := slices.IndexFunc(all, func(c line) bool {
			return c.kind == "c99" && c.entry.Candidate == row.Candidate && c.entry.Instance == row.Instance
		}); i >= 0 {
			row.C99 = perByteTime(all[i].figures[bytes])
			marks = append(marks, all[i].distinctMarks()...)
		}
		if c := v.candidate(row.Candidate); c != nil {
			if c.Role != candidate.Submission {
				continue
			}
			row.Candidate += " " + c.Name
		}
		marks = append(marks, row.Marks...)
		p.Rows = append(p.Rows, row)
	}
	p.Notices = notices(d, d.Records, entries)
	p.Legends = legends(marks)
	return p
}

// perByteTime is the median time in nanoseconds per byte of the message.
func perByteTime(f figures) string {
	if f.record == nil || f.medianSeconds == nil || f.record.InputBytes == 0 {
		return missing
	}
	return fmt.Sprintf("%.2f", *f.medianSeconds*1e9/float64(f.record.InputBytes))
}
