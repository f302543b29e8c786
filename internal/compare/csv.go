package compare

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"

	"github.com/hashassay/assay/internal/evidence"
)

// csvHeader names the columns. Seconds and cycles are per call; lists of trials
// are separated by blanks, of texts by "; ".
var csvHeader = []string{
	"candidate", "instance", "label_a", "label_b", "input_bytes", "measure", "unit", "trials_a", "trials_b", "median_a", "median_b",
	"ratio", "ratio_lo", "ratio_hi", "level", "p", "test", "pairs", "noise", "control_ratio", "verdict", "same_code", "regression",
	"different_machines", "marks_a", "marks_b", "warnings",
}

// WriteCSV writes a row for each operation, as JSON has them, under a header. A
// value that there is none of is empty.
func (r *Result) WriteCSV(w io.Writer) error {
	c := csv.NewWriter(w)
	if err := c.Write(csvHeader); err != nil {
		return err
	}
	control := ""
	if r.Controls != nil {
		control = r.Controls.Ratio.String()
	}
	for row := range r.rows {
		var texts []string
		for _, w := range row.Warnings {
			texts = append(texts, w.Text)
		}
		unit := "s"
		if row.Measure.Counts() {
			unit = "cycles"
		}
		err := c.Write([]string{
			row.Candidate, row.Instance, row.A.Label, row.B.Label, strconv.Itoa(row.Bytes), string(row.Measure), unit,
			numbers(row.A.Trials), numbers(row.B.Trials), row.A.Median.String(), row.B.Median.String(),
			row.Ratio.String(), optional(row.Lo), optional(row.Hi), r.Level.String(), row.P.String(), string(row.Test), strconv.Itoa(row.Pairs),
			r.Noise.String(), control, string(row.Verdict), strconv.FormatBool(row.SameCode), strconv.FormatBool(row.Regressed),
			strconv.FormatBool(r.Machines), strings.Join(row.A.Marks, "; "), strings.Join(row.B.Marks, "; "), strings.Join(texts, "; "),
		})
		if err != nil {
			return err
		}
	}
	c.Flush()
	return c.Error()
}

func numbers(xs []evidence.Float) string {
	var texts []string
	for _, x := range xs {
		texts = append(texts, x.String())
	}
	return strings.Join(texts, " ")
}

func optional(x *evidence.Float) string {
	if x == nil {
		return ""
	}
	return x.String()
}
