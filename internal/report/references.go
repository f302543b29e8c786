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

// ratios returns how many times the cycles of pseudoXOF with the same digest
// length, and of SHA-512, the record's operation takes.
func (refs references) ratios(r *evidence.Record) (xof, sha string) {
	if r.Figures == nil {
		return missing, missing
	}
	return ratio(r, refs.xof[operation{8 * r.Sizes.Digest, r.InputBytes}]), ratio(r, refs.sha[operation{0, r.InputBytes}])
}

// ratio is the median over the common rounds of the ratio of two operations,
// by counted cycles where both have them, otherwise by time, which is the same at
// the same clock.
func ratio(r, reference *evidence.Record) string {
	if reference == nil {
		return missing
	}
	x, n := stats.Ratio(perRound(r, reference), perRound(reference, r))
	if n == 0 {
		return missing
	}
	return fmt.Sprintf("%.2f", x)
}

func perRound(r, other *evidence.Record) map[int]float64 {
	if r.MeanCycles != nil && other.MeanCycles != nil {
		return evidence.CyclesByRound(r)
	}
	return evidence.ByRound(r)
}
