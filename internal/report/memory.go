package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashassay/assay/internal/evidence"
)

// MemoryPart is what section 5 shows of what the algorithm itself uses.
type MemoryPart struct {
	Sections []SectionsRow
	Rows     []MemoryRow
	Left     []MemoryLeft // what could not be measured
	Failures []FailureRow
	File     string // link target of memory.json
}

// SectionsRow has the static sizes of a library, in bytes.
type SectionsRow struct{ Label, Text, ROData, Data, BSS, Other string }

// MemoryRow has the figures of an implementation at a message length.
type MemoryRow struct{ Label, Message, Stack, HeapPeak, Allocations, Allocated, Left string }

// MemoryLeft says why some implementations have no figures, or not all.
type MemoryLeft struct {
	Labels []string
	Why    string
}

// memory makes the part of one candidate. It is empty for published datasets and older runs, which have no such figures.
func (v View) memory(entries []*evidence.BuildEntry) MemoryPart {
	var p MemoryPart
	for _, e := range entries {
		if a := e.Assay; a != nil && a.Sections != nil {
			s := a.Sections
			p.Sections = append(p.Sections, SectionsRow{e.Label, fmt.Sprint(s.Text), fmt.Sprint(s.ROData), fmt.Sprint(s.Data), fmt.Sprint(s.BSS), fmt.Sprint(s.Other)})
		}
	}
	if v.dataset.Memory == nil {
		return p
	}
	p.File = v.link(evidence.MemoryFile)
	for _, e := range entries {
		m := v.dataset.Memory.Instances[e.Candidate+"/"+e.Label]
		if m == nil {
			continue
		}
		p.left(m)
		for _, message := range m.Messages {
			row := MemoryRow{Label: m.Label, Message: v.message(message.InputBytes)}
			if f := message.Failure; f != nil {
				p.Failures = append(p.Failures, FailureRow{Label: m.Label, Message: row.Message, Details: []string{f.Status + ": " + f.Detail}, Record: p.File})
			}
			row.fill(message.Figures)
			p.Rows = append(p.Rows, row)
		}
	}
	return p
}

// left adds what an entry says is not known, together with the others of the same reason.
func (p *MemoryPart) left(m *evidence.MemoryEntry) {
	if m.NotMeasured == "" {
		return
	}
	i := slices.IndexFunc(p.Left, func(l MemoryLeft) bool { return l.Why == m.NotMeasured })
	if i < 0 {
		i = len(p.Left)
		p.Left = append(p.Left, MemoryLeft{Why: m.NotMeasured})
	}
	p.Left[i].Labels = append(p.Left[i].Labels, m.Label)
}

func (r *MemoryRow) fill(f *evidence.MemoryFigures) {
	r.Stack, r.HeapPeak, r.Allocations, r.Allocated, r.Left = missing, missing, missing, missing, missing
	if f == nil {
		return
	}
	r.Stack, r.HeapPeak = formatBytes(f.StackBytes), formatBytes(f.HeapPeakBytes)
	if f.MappedBytes != nil && *f.MappedBytes > 0 {
		r.HeapPeak += fmt.Sprintf(" and %d mapped", *f.MappedBytes)
	}
	r.Allocations, r.Allocated = fmt.Sprint(f.Allocations), fmt.Sprint(f.AllocatedBytes)
	if f.FirstAllocations != f.Allocations {
		r.Allocations += fmt.Sprintf(" (first call %d)", f.FirstAllocations)
	}
	if f.KeptBytes == nil || f.LostBytes == nil {
		return
	}
	var left []string
	if *f.KeptBytes > 0 {
		left = append(left, fmt.Sprintf("%d kept", *f.KeptBytes))
	}
	if *f.LostBytes > 0 {
		left = append(left, fmt.Sprintf("%d lost by each call", *f.LostBytes))
	}
	if left == nil {
		left = []string{"0"}
	}
	r.Left = strings.Join(left, ", ")
}

func formatBytes(n *int64) string {
	if n == nil {
		return missing
	}
	return fmt.Sprint(*n)
}
