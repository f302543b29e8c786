package report

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/stats"
)

// The terminal's table: one row for each implementation, then the legend of
// what occurs in it, then what makes the run doubtful, last so that it stays on
// the screen. Columns are aligned by characters: ≈, × and – are one column
// wide.

// column is a column of the table.
type column struct {
	heading string
	right   bool // aligned right
}

// Table prints the terminal summary table of a dataset.
func Table(w io.Writer, d *evidence.Dataset) error {
	ls := lines(d)
	ratios := map[string]string{}
	for _, l := range ls {
		if r, ok := speed(l, ls); ok {
			ratios[l.entry.Candidate+"/"+l.entry.Label] = r
		}
	}
	columns := []column{{"implementation", false}}
	for _, n := range summarySizes {
		columns = append(columns, column{"c/B " + formatShort(n), true})
	}
	columns = append(columns, column{"time " + formatShort(summarySizes[0]), true}, column{"MB/s " + formatShort(summarySizes[2]), true})
	if len(ratios) > 0 {
		columns = append(columns, column{"× c99", true})
	}
	columns = append(columns, column{"KAT", false}, column{"marks", false})

	var rows [][]string
	var marks []string
	for _, l := range ls {
		row := []string{oneLine(l.entry.Label)}
		for _, n := range summarySizes {
			f, ok := l.figures[n]
			if !ok {
				row = append(row, missing)
				continue
			}
			row = append(row, f.perByte(f.medianCycles))
		}
		row = append(row, l.time(summarySizes[0]), l.throughput(summarySizes[2]))
		if len(ratios) > 0 {
			row = append(row, ratios[l.entry.Candidate+"/"+l.entry.Label])
		}
		row = append(row, l.kat(), oneLine(strings.Join(l.distinctMarks(), ", ")))
		marks = append(marks, l.markNames()...)
		rows = append(rows, row)
	}
	var b strings.Builder
	if len(rows) == 0 {
		b.WriteString("nothing was built\n")
	} else {
		alignRows(&b, columns, rows)
	}
	tableLegend(&b, d, marks, len(ratios) > 0)
	tableWarnings(&b, d)
	_, err := io.WriteString(w, b.String())
	return err
}

// alignRows writes headings and rows, two blanks between columns, none at the
// ends of lines.
func alignRows(b *strings.Builder, columns []column, rows [][]string) {
	widths := make([]int, len(columns))
	headings := make([]string, len(columns))
	for i, c := range columns {
		headings[i] = c.heading
		widths[i] = utf8.RuneCountInString(c.heading)
		for _, row := range rows {
			widths[i] = max(widths[i], utf8.RuneCountInString(row[i]))
		}
	}
	for _, row := range append([][]string{headings}, rows...) {
		var out strings.Builder
		for i, s := range row {
			if i > 0 {
				out.WriteString("  ")
			}
			pad := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(s))
			if columns[i].right {
				out.WriteString(pad + s)
			} else {
				out.WriteString(s + pad)
			}
		}
		b.WriteString(strings.TrimRight(out.String(), " ") + "\n")
	}
}

// speed says how many times as fast as the C99 reference of the same instance a Go
// implementation is, for the longest message that both hashed.
func speed(l line, all []line) (string, bool) {
	if l.kind != "go" && !strings.HasPrefix(l.kind, "go-") {
		return "", false
	}
	for _, c := range all {
		if c.kind != "c99" || c.entry.Candidate != l.entry.Candidate || c.entry.Instance != l.entry.Instance {
			continue
		}
		for i := len(l.sizes) - 1; i >= 0; i-- {
			a, b := c.figures[l.sizes[i]], l.figures[l.sizes[i]]
			if a.medianSeconds == nil || b.medianSeconds == nil {
				continue
			}
			ratio, n := stats.Ratio(evidence.ByRound(a.record), evidence.ByRound(b.record))
			if n == 0 {
				ratio = *a.medianSeconds / *b.medianSeconds
			}
			return fmt.Sprintf("%.2f×", ratio), true
		}
	}
	return "", false
}

// tableLegend explains columns, and the signs and marks that occur.
func tableLegend(b *strings.Builder, d *evidence.Dataset, marks []string, ratios bool) {
	fmt.Fprintf(b, "\nmedians over the trials; c/B: cycles per byte of the message\n")
	if ratios {
		fmt.Fprintf(b, "× c99: how many times as fast as the C99 reference of the same instance, longest message\n")
	}
	for _, r := range d.Records {
		if r.Assay != nil && r.Figures != nil && r.Assay.CycleSource == evidence.ClockEstimate {
			fmt.Fprintf(b, "%s: estimated cycles, seconds on the CPU × core clock measured around the timed calls\n", approximately)
			break
		}
	}
	for _, l := range legends(marks) {
		fmt.Fprintf(b, "%s: %s\n", l.Mark, l.Text)
	}
}

// tableWarnings says what makes the run as a whole doubtful.
func tableWarnings(b *strings.Builder, d *evidence.Dataset) {
	var ws []string
	for _, p := range hostProblems(d, d.Records) {
		ws = append(ws, "measured on a host that is not fit: "+p)
	}
	if a := d.Campaign.Assay; a != nil {
		if a.Quick {
			ws = append(ws, "quick run, for a first look: trials of about "+formatTime(float64(d.Campaign.Planning.TrialTargetS)))
		}
		for _, t := range a.LeftOut {
			ws = append(ws, "left out: "+t)
		}
		if len(a.ExecPrefix) > 0 {
			ws = append(ws, "every process was started through "+strings.Join(a.ExecPrefix, " ")+": times and cycles mean nothing")
		}
	}
	if d.Campaign.EndedUTC == "" {
		ws = append(ws, "the run has not ended: these are the figures of what was measured so far")
	}
	for _, l := range lines(d) {
		if e := l.entry; e.KAT != "PASS" && e.Assay != nil && e.Assay.Detail != "" {
			ws = append(ws, fmt.Sprintf("%s: %s: %s", e.Label, e.KAT, e.Assay.Detail))
		}
	}
	if n := countUnfinished(d.Records); n > 0 {
		ws = append(ws, fmt.Sprintf("operations that did not finish: %d (the pages say why)", n))
	}
	if len(ws) > 0 {
		b.WriteByte('\n')
	}
	for _, w := range ws {
		fmt.Fprintf(b, "warning: %s\n", oneLine(w))
	}
}
