package report

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/stats"
	"github.com/hashassay/assay/published"
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

// Table prints the terminal summary table of a dataset, with the published
// figures of other systems in further columns if they are wanted.
func Table(w io.Writer, d *evidence.Dataset, withPublished bool) error {
	t := &table{dataset: d, lines: lines(d), references: newReferences(d)}
	last := summarySizes[len(summarySizes)-1]
	t.add("implementation", false, func(l line) string { return OneLine(l.entry.Label) })
	for _, n := range summarySizes {
		t.add("c/B "+formatShort(n), true, func(l line) string {
			f, ok := l.figures[n]
			if !ok {
				return missing
			}
			return f.perByte(f.medianCycles)
		})
	}
	t.add("time "+formatShort(summarySizes[0]), true, func(l line) string { return l.time(summarySizes[0]) })
	t.add("MB/s "+formatShort(last), true, func(l line) string { return l.throughput(last) })
	t.addRatios(last)
	if withPublished {
		for _, s := range published.Systems() {
			t.add(s.ID+" "+formatShort(last), true, func(l line) string {
				cells, _ := publishedCells([]published.System{s}, l.entry.Candidate, l.entry.Instance, last)
				return cells[0]
			})
			t.legend = append(t.legend, fmt.Sprintf("%s: published cycles per byte of the submission's own code on another machine (%s), another compiler", s.ID, s.Environment["processor"]))
		}
	}
	t.add("KAT", false, line.kat)
	t.add("marks", false, func(l line) string { return OneLine(strings.Join(l.distinctMarks(), ", ")) })

	var b strings.Builder
	t.write(&b)
	tableWarnings(&b, d)
	_, err := io.WriteString(w, b.String())
	return err
}

// table collects columns.
type table struct {
	dataset    *evidence.Dataset
	lines      []line
	references references
	columns    []column
	rows       [][]string // a row for each line
	legend     []string   // of the columns
}

func (t *table) add(heading string, right bool, cell func(line) string) {
	t.columns = append(t.columns, column{heading, right})
	if t.rows == nil {
		t.rows = make([][]string, len(t.lines))
	}
	for i, l := range t.lines {
		t.rows[i] = append(t.rows[i], cell(l))
	}
}

// addRatios adds a column for each thing to compare with that the run has.
func (t *table) addRatios(bytes int) {
	speeds := map[*evidence.BuildEntry]string{}
	for _, l := range t.lines {
		if s, ok := speed(l, t.lines); ok {
			speeds[l.entry] = s
		}
	}
	if len(speeds) > 0 {
		t.add("× c99", true, func(l line) string { return speeds[l.entry] })
		t.legend = append(t.legend, "× c99: how many times as fast as the C99 reference of the same instance, longest message")
	}
	compare := func(l line) (xof, sha string) {
		f, ok := l.figures[bytes]
		if !ok {
			return missing, missing
		}
		return t.references.ratios(f.record)
	}
	basis := strings.TrimSuffix(t.references.basis(t.dataset.Records), ",")
	if len(t.references.xof) > 0 {
		t.add("/ pseudoXOF", true, func(l line) string { xof, _ := compare(l); return xof })
		t.legend = append(t.legend, fmt.Sprintf("/ pseudoXOF: multiple of the %s of the programme's pseudoXOF with the same digest, %s", basis, formatShort(bytes)))
	}
	if len(t.references.sha) > 0 {
		t.add("/ SHA-512", true, func(l line) string { _, sha := compare(l); return sha })
		t.legend = append(t.legend, fmt.Sprintf("/ SHA-512: multiple of the %s of Go's SHA-512, %s", basis, formatShort(bytes)))
	}
}

func (t *table) write(b *strings.Builder) {
	if len(t.rows) == 0 {
		b.WriteString("nothing was built\n")
	} else {
		alignRows(b, t.columns, t.rows)
	}
	fmt.Fprintf(b, "\nmedians over the trials; c/B: cycles per byte of the message\n")
	for _, text := range t.legend {
		fmt.Fprintln(b, text)
	}
	if c := coverageLine(t.dataset, t.lines); c != "" {
		fmt.Fprintf(b, "official known-answer files checked: %s\n", c)
	}
	for _, r := range t.dataset.Records {
		if r.Assay != nil && r.Figures != nil && r.Assay.CycleSource == evidence.ClockEstimate {
			fmt.Fprintf(b, "%s: estimated cycles, seconds on the CPU × core clock measured around the timed calls\n", approximately)
			break
		}
	}
	var marks []string
	for _, l := range t.lines {
		marks = append(append(marks, l.markNames()...), l.distinctMarks()...)
	}
	for _, l := range legends(marks) {
		fmt.Fprintf(b, "%s: %s\n", l.Mark, l.Text)
	}
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

// tableWarnings says what makes the run as a whole doubtful.
func tableWarnings(b *strings.Builder, d *evidence.Dataset) {
	var ws []string
	if n := countUnfounded(d.Records); n > 0 {
		ws = append(ws, fmt.Sprintf("figures that do not follow from their trials: %s, marked %s (assay verify says where)", operations(n), unfounded))
	}
	for _, name := range d.NotPlain {
		ws = append(ws, name+" was not read: it is a link, pipe or device, and evidence is in plain files")
	}
	for _, p := range hostProblems(d, d.Records) {
		ws = append(ws, "measured on a host that is not fit: "+p)
	}
	if a := d.Campaign.Assay; a != nil {
		if a.Quick {
			ws = append(ws, "quick run, for a first look: trials planned to take "+formatTime(float64(d.Campaign.Planning.TrialTargetS)))
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
	var built []*evidence.BuildEntry
	for _, l := range lines(d) {
		built = append(built, l.entry)
	}
	for _, other := range otherArchives(d, nil, built) {
		ws = append(ws, evidence.AnotherArchive+": "+other)
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
		fmt.Fprintf(b, "warning: %s\n", OneLine(w))
	}
}
