package report

import (
	"fmt"
	"slices"

	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/published"
)

// PublishedTable sets cycles per byte of a run beside figures that others
// published. It has no rows where nothing was published.
type PublishedTable struct {
	Kinds   []string // of implementations in this run
	Systems []string
	Sources []string // one line for each system
	Rows    []PublishedRow
}

type PublishedRow struct {
	Instance, Message string
	Cells             []string // of the kinds, then of the systems
}

// publishedBeside makes the table for a candidate's records.
func (v View) publishedBeside(id string, records []*evidence.Record) PublishedTable {
	var t PublishedTable
	for _, r := range records {
		if k := kindOfRecord(r); !slices.Contains(t.Kinds, k) {
			t.Kinds = append(t.Kinds, k)
		}
	}
	systems := published.Systems()
	for _, s := range systems {
		t.Systems = append(t.Systems, s.ID)
		t.Sources = append(t.Sources, fmt.Sprintf("%s: %s, %s; source: %s", s.ID, s.Environment["processor"], s.Environment["clock"], s.Source))
	}
	type row struct {
		instance string
		bytes    int
	}
	var seen []row
	for _, r := range records {
		at := row{r.Instance, r.InputBytes}
		if slices.Contains(seen, at) {
			continue
		}
		seen = append(seen, at)
		cells, known := publishedCells(systems, id, at.instance, at.bytes)
		if !known {
			continue
		}
		var ours []string
		for _, k := range t.Kinds {
			ours = append(ours, medianPerByte(records, at.instance, k, at.bytes))
		}
		t.Rows = append(t.Rows, PublishedRow{at.instance, v.message(at.bytes), append(ours, cells...)})
	}
	return t
}

// publishedCells are the systems' figures of an operation; known says that there is one.
func publishedCells(systems []published.System, id, instance string, bytes int) (cells []string, known bool) {
	for _, s := range systems {
		f, ok := s.Lookup(id, instance, bytes)
		known = known || ok
		if ok {
			cells = append(cells, formatTenths(f.CyclesPerByte))
		} else {
			cells = append(cells, missing)
		}
	}
	return cells, known
}

func medianPerByte(records []*evidence.Record, instance, kind string, bytes int) string {
	for _, r := range records {
		if r.Instance == instance && r.InputBytes == bytes && kindOfRecord(r) == kind {
			f := figuresOf(r)
			return f.perByte(f.medianCycles)
		}
	}
	return missing
}
