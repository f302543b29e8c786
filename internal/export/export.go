// Package export writes the trials of a run or dataset for other tools: as a
// table of comma-separated values, as JSON, or in Go's benchmark format, which
// benchstat reads.
//
// Every trial becomes one row, and a row holds all that is needed to use it
// alone: what was measured, built from what and with which flags, on which
// machine, how its vectors did, and where its cycles come from. Nothing is
// averaged here and nothing is dropped without saying so.
package export

import (
	"fmt"
	"io"
	"slices"

	"github.com/hashassay/assay/internal/evidence"
)

// Format is an output format.
type Format string

// The formats.
const (
	CSV      Format = "csv"      // RFC 4180 with a header line; unknown values are empty, lists are joined by "; "
	JSON     Format = "json"     // a list of objects, as docs/schema/export.schema.json describes them
	Benchfmt Format = "benchfmt" // https://golang.org/design/14313-benchmark-format
)

// Formats lists all formats.
func Formats() []Format { return []Format{CSV, JSON, Benchfmt} }

// Write writes the trials of d. notes says, one sentence each, what of the
// dataset is not in the output, and why. A dataset without any trial is an
// error, and nothing is written.
func Write(w io.Writer, d *evidence.Dataset, f Format) (notes []string, err error) {
	if !slices.Contains(Formats(), f) {
		return nil, fmt.Errorf("no format %q (there are %q)", f, Formats())
	}
	rows, err := Rows(d)
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("%s holds no trial, so there is nothing to export", d.Dir)
	}
	notes = without(d)
	switch f {
	case CSV:
		err = writeCSV(w, rows)
	case JSON:
		err = writeJSON(w, rows)
	case Benchfmt:
		var more []string
		more, err = writeBenchfmt(w, d, rows)
		notes = append(notes, more...)
	}
	return notes, err
}

// without names the operations of d that have no trial.
func without(d *evidence.Dataset) []string {
	var notes []string
	for _, r := range d.Records {
		if r.Figures != nil && len(r.Trials) > 0 {
			continue
		}
		why := ""
		if r.Assay != nil && len(r.Assay.Failures) > 0 {
			if f := r.Assay.Failures[len(r.Assay.Failures)-1].Failure; f != nil {
				why = fmt.Sprintf(": %s: %s", f.Status, f.Detail)
			}
		}
		notes = append(notes, fmt.Sprintf("%s/%s, %d bytes: no trial, so no row%s", r.Candidate, r.Label, r.InputBytes, why))
	}
	return notes
}
