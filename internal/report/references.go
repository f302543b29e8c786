package report

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/stats"
)

// references are the operations of a dataset that others are compared with.
type references struct {
	xof map[operation]*evidence.Record // pseudoXOF by digest and message length
	sha map[operation]*evidence.Record // SHA-512 by message length; digest 0
}

// operation is a digest length in bits and a message length in bytes.
type operation struct{ digest, message int }

func newReferences(d *evidence.Dataset) references {
	refs := references{map[operation]*evidence.Record{}, map[operation]*evidence.Record{}}
	for _, r := range d.Records {
		if r.Status != evidence.Complete || r.Figures == nil {
			continue
		}
		if width, ok := strings.CutPrefix(r.Instance, "pseudoXOF-"); ok && r.Candidate == "iccs" {
			bits, err := strconv.Atoi(width)
			if err != nil {
				continue
			}
			// The baseline is C code built as candidates' code is; without a
			// compiler it is what there is.
			op := operation{bits, r.InputBytes}
			if refs.xof[op] == nil || !strings.HasPrefix(kindOfRecord(r), "go") {
				refs.xof[op] = r
			}
		}
		if r.Candidate == "yardstick" && r.Instance == "SHA-512" {
			refs.sha[operation{0, r.InputBytes}] = r
		}
	}
	return refs
}

// ratios returns how many times the cycles or the time of pseudoXOF with the same
// digest length, and of SHA-512, the record's operation takes: see ratio.
func (refs references) ratios(r *evidence.Record) (xof, sha string) {
	if r.Figures == nil {
		return missing, missing
	}
	return optional(ratio(r, refs.xofOf(r)), formatMultiple), optional(ratio(r, refs.shaOf(r)), formatMultiple)
}

// xofOf and shaOf are the operations that one is compared with; nil for none.
func (refs references) xofOf(r *evidence.Record) *evidence.Record {
	if r.Figures == nil {
		return nil
	}
	return refs.xof[operation{8 * r.Sizes.Digest, r.InputBytes}]
}

func (refs references) shaOf(r *evidence.Record) *evidence.Record {
	return refs.sha[operation{0, r.InputBytes}]
}

func formatMultiple(x float64) string { return fmt.Sprintf("%.2f", x) }

// ratio is the median over the common rounds of the ratio of two operations,
// by counted cycles where both have them, otherwise by time, which is the same at
// the same clock. It is nil where there is none.
func ratio(r, reference *evidence.Record) *float64 {
	if reference == nil || r.Figures == nil {
		return nil
	}
	x, n := stats.Ratio(perRound(r, reference), perRound(reference, r))
	if n == 0 {
		return nil
	}
	return &x
}

// basis says what the ratios of records compare, for a sentence: "counted cycles".
func (refs references) basis(records []*evidence.Record) string {
	cycles, times := false, false
	for _, r := range records {
		for _, reference := range []*evidence.Record{refs.xofOf(r), refs.shaOf(r)} {
			switch {
			case ratio(r, reference) == nil:
			case r.MeanCycles != nil && reference.MeanCycles != nil:
				cycles = true
			default:
				times = true
			}
		}
	}
	switch {
	case cycles && times:
		return "counted cycles, or of the wall time where one of the two has none,"
	case cycles:
		return "counted cycles"
	}
	return "wall time"
}

func perRound(r, other *evidence.Record) map[int]float64 {
	if r.MeanCycles != nil && other.MeanCycles != nil {
		return evidence.CyclesByRound(r)
	}
	return evidence.ByRound(r)
}
