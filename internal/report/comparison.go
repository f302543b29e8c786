package report

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/hashassay/assay/internal/compare"
)

// ComparisonText prints a comparison for a terminal: a table for each group,
// then what the columns mean, then warnings, last so that they stay on the screen.
func ComparisonText(w io.Writer, r *compare.Result) error {
	var b strings.Builder
	for _, s := range sides(r) {
		fmt.Fprintln(&b, OneLine(s))
	}
	for _, g := range r.Groups {
		b.WriteByte('\n')
		if t := groupTitle(r, g); t != "" {
			fmt.Fprintf(&b, "%s\n", OneLine(t))
		}
		columns, rows := comparisonTable(r, g)
		for _, row := range rows {
			for i := range row {
				row[i] = OneLine(row[i])
			}
		}
		alignRows(&b, columns, rows)
		fmt.Fprintln(&b, meanLine(g))
	}
	fmt.Fprintf(&b, "\n%s\n", countLine(r))
	for _, t := range comparisonLegend(r) {
		fmt.Fprintln(&b, t)
	}
	for _, l := range legends(comparisonMarks(r)) {
		fmt.Fprintf(&b, "%s: %s\n", l.Mark, l.Text)
	}
	if ws := comparisonWarnings(r); len(ws) > 0 {
		b.WriteByte('\n')
		for _, t := range ws {
			fmt.Fprintf(&b, "warning: %s\n", OneLine(t))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// ComparisonMarkdown writes the same as a page.
func ComparisonMarkdown(w io.Writer, r *compare.Result) error {
	var b strings.Builder
	b.WriteString("# Comparison\n\n")
	for _, s := range sides(r) {
		fmt.Fprintf(&b, "- %s\n", text(s))
	}
	if ws := comparisonWarnings(r); len(ws) > 0 {
		b.WriteString("\n")
		for i, t := range ws {
			if i > 0 {
				b.WriteString(">\n")
			}
			fmt.Fprintf(&b, "> %s\n", text(t))
		}
	}
	for _, g := range r.Groups {
		if t := groupTitle(r, g); t != "" {
			fmt.Fprintf(&b, "\n## %s\n", text(t))
		}
		b.WriteString("\n|")
		columns, rows := comparisonTable(r, g)
		for _, c := range columns {
			fmt.Fprintf(&b, " %s |", c.heading)
		}
		b.WriteString("\n|")
		for _, c := range columns {
			if c.right {
				b.WriteString("--:|")
			} else {
				b.WriteString("---|")
			}
		}
		b.WriteByte('\n')
		for _, row := range rows {
			b.WriteByte('|')
			for _, s := range row {
				fmt.Fprintf(&b, " %s |", text(s))
			}
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "\n%s\n", text(meanLine(g)))
	}
	fmt.Fprintf(&b, "\n%s\n\n", text(countLine(r)))
	for _, t := range comparisonLegend(r) {
		fmt.Fprintf(&b, "- %s\n", text(t))
	}
	for _, l := range legends(comparisonMarks(r)) {
		fmt.Fprintf(&b, "- %s: %s\n", text(l.Mark), text(l.Text))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func sides(r *compare.Result) []string {
	line := func(name string, s compare.Side) string {
		return fmt.Sprintf("%s%s (system %s, %s, %s)", name, s.Dir, known(s.SystemID), WholeSeconds(s.StartedUTC), known(s.CPUModel))
	}
	if r.By == compare.Runs {
		return []string{line("A: ", r.A), line("B: ", r.B)}
	}
	return []string{line("", r.A)}
}

func groupTitle(r *compare.Result, g compare.Group) string {
	if r.By == compare.Runs {
		return ""
	}
	return fmt.Sprintf("A: %s, B: %s", g.NameA, g.NameB)
}

// comparisonTable makes the columns and the rows of a group.
func comparisonTable(r *compare.Result, g compare.Group) ([]column, [][]string) {
	columns := []column{
		{"operation", false}, {"A", true}, {"B", true}, {"B/A", true}, {formatPercent(100*float64(r.Level)) + " % interval", true},
		{"p", true}, {"trials", true}, {"verdict", false}, {"marks", false},
	}
	var rows [][]string
	for _, row := range g.Rows {
		interval := missing
		if row.Lo != nil {
			interval = formatRange(float64(*row.Lo), float64(*row.Hi), float64(row.Ratio))
		}
		trials := fmt.Sprintf("%d+%d", len(row.A.Trials), len(row.B.Trials))
		if row.Test == compare.Sign {
			trials = fmt.Sprintf("%d pairs", row.Pairs)
		}
		verdict := string(row.Verdict)
		if row.Regressed {
			verdict += " (regression)"
		}
		rows = append(rows, []string{
			rowName(r.By, row), comparedFigure(row, row.A), comparedFigure(row, row.B), formatRatio(float64(row.Ratio)), interval,
			formatP(float64(row.P)), trials, verdict, strings.Join(rowMarks(r, row), ", "),
		})
	}
	return columns, rows
}

// rowName names what both sides have in common, and B where A is another.
func rowName(by compare.By, row compare.Row) string {
	name := row.B.Label
	if by == compare.Pairs {
		name = row.Instance
	}
	return name + " " + formatMessage(row.Bytes)
}

// The marks of a comparison, besides those of its records.
const (
	sameCode     = "same code"
	otherMachine = "other machine"
	otherArchive = "other archive" // in the terminal's table, too
)

func rowMarks(r *compare.Result, row compare.Row) []string {
	var marks []string
	if row.SameCode {
		marks = append(marks, sameCode)
	}
	if r.Machines {
		marks = append(marks, otherMachine)
	}
	if slices.ContainsFunc(row.Warnings, func(w compare.Warning) bool { return w.Kind == compare.OtherArchive }) {
		marks = append(marks, otherArchive)
	}
	return distinct(slices.Concat(marks, row.A.Marks, row.B.Marks))
}

func comparisonMarks(r *compare.Result) []string {
	var marks []string
	for _, g := range r.Groups {
		for _, row := range g.Rows {
			marks = append(marks, row.A.Marks...)
			marks = append(marks, row.B.Marks...)
		}
	}
	return marks
}

// comparedFigure is a median with four digits: with three, a difference of half
// a per cent could be lost.
func comparedFigure(row compare.Row, s compare.Sample) string {
	x := float64(s.Median)
	if !row.Measure.Counts() {
		name, unit := timeUnit(x)
		return fourDigits(x/unit) + " " + name
	}
	sign := ""
	if row.Measure == compare.EstimatedCycles {
		sign = approximately + " "
	}
	if row.Bytes == 0 {
		return sign + fourDigits(x) + " c"
	}
	return sign + fourDigits(x/float64(row.Bytes)) + " c/B"
}

// fourDigits writes four significant digits, and all digits before the point.
func fourDigits(x float64) string {
	digits := 3
	if x > 0 {
		digits = min(max(3-int(math.Floor(math.Log10(x))), 0), 9)
	}
	return strconv.FormatFloat(x, 'f', digits, 64)
}

func formatRatio(x float64) string {
	if x < 0.1 {
		return fourDigits(x)
	}
	return strconv.FormatFloat(x, 'f', 3, 64)
}

// formatRange writes the ends of an interval of a ratio with as many decimals as
// the ratio has, so that the three can be read together.
func formatRange(lo, hi, ratio float64) string {
	_, decimals, _ := strings.Cut(formatRatio(ratio), ".")
	digits := len(decimals)
	for digits < 9 && lo > 0 && lo < math.Pow10(-digits)/2 { // it is not 0
		digits++
	}
	write := func(x float64) string { return strconv.FormatFloat(x, 'f', digits, 64) }
	return write(lo) + " to " + write(hi)
}

// formatP writes a p-value.
func formatP(p float64) string {
	if p < 0.001 {
		return "<0.001"
	}
	return strconv.FormatFloat(p, 'f', 3, 64)
}

func meanLine(g compare.Group) string {
	return fmt.Sprintf("geometric mean of B/A over %d shared %s: %s", len(g.Rows), plural(len(g.Rows), "operation"), formatRatio(float64(*g.Mean)))
}

func plural(n int, noun string) string {
	if n == 1 {
		return noun
	}
	return noun + "s"
}

func countLine(r *compare.Result) string {
	return fmt.Sprintf("%d faster, %d slower, %d without a difference shown", r.Count(compare.Faster), r.Count(compare.Slower), r.Count(compare.Equal))
}

// comparisonLegend says what the columns mean.
func comparisonLegend(r *compare.Result) []string {
	var texts []string
	measures, tests := map[compare.Measure]bool{}, map[compare.Test]bool{}
	same := false
	for _, g := range r.Groups {
		for _, row := range g.Rows {
			measures[row.Measure], tests[row.Test] = true, true
			same = same || row.SameCode
		}
	}
	for _, m := range []struct {
		measure compare.Measure
		text    string
	}{
		{compare.Cycles, "A, B: median cycles per byte of the message, by the hardware counter (c/B)"},
		{compare.CPUTime, "A, B: median time of a call that the thread had the CPU"},
		{compare.WallTime, "A, B: median time of a call"},
		{compare.EstimatedCycles, "A, B: median cycles per byte of the message (c/B), on at least one side estimated (" + approximately + "): time on the CPU × core clock"},
	} {
		if measures[m.measure] {
			texts = append(texts, m.text)
		}
	}
	level := formatPercent(100 * float64(r.Level))
	noise := formatPercent(100 * float64(r.Noise))
	if tests[compare.MannWhitney] {
		texts = append(texts, "B/A: ratio of the medians; its interval holds the ratios that the Mann-Whitney U-test does not reject at a level of "+level+" %")
	}
	if tests[compare.Sign] {
		texts = append(texts, "B/A: median of the ratios of trials side by side (A B B A); its interval is the exact one of a median, at "+level+" % or more")
	}
	texts = append(texts,
		"p: how often chance alone would make trials without any difference look at least as different",
		"verdict: about B; faster or slower when the whole interval lies beyond the noise threshold of "+noise+" %; chance alone calls about 1 in 100 operations without a difference different, or fewer")
	if same {
		texts = append(texts, sameCode+": the two libraries are the same to the byte")
	}
	if r.Machines {
		texts = append(texts, otherMachine+": A and B ran on different processors, so the ratio is not that of the code alone")
	}
	return texts
}

// comparisonWarnings collects the warnings: of the whole comparison, what is
// missing, and those of rows, each once with the number of rows.
func comparisonWarnings(r *compare.Result) []string {
	var texts []string
	for _, w := range r.Warnings {
		texts = append(texts, w.Text)
	}
	for _, list := range []struct {
		name string
		of   []compare.Missing
	}{{"not compared", r.Lost}, {"only in A", r.OnlyA}, {"only in B", r.OnlyB}} {
		texts = append(texts, missingLines(list.name, list.of)...)
	}
	counts := map[string][]string{}
	var order []string
	for _, g := range r.Groups {
		for _, row := range g.Rows {
			for _, w := range row.Warnings {
				if counts[w.Text] == nil {
					order = append(order, w.Text)
				}
				counts[w.Text] = append(counts[w.Text], rowName(r.By, row))
			}
		}
	}
	for _, t := range order {
		if rows := counts[t]; len(rows) == 1 {
			texts = append(texts, rows[0]+": "+t)
		} else {
			texts = append(texts, fmt.Sprintf("%d operations: %s", len(rows), t))
		}
	}
	return texts
}

// missingLines tells what is missing, a line for each label and reason.
func missingLines(name string, list []compare.Missing) []string {
	type key struct{ label, why string }
	counts := map[key]int{}
	var order []key
	for _, m := range list {
		k := key{m.Candidate + "/" + m.Label, m.Why}
		if counts[k] == 0 {
			order = append(order, k)
		}
		counts[k]++
	}
	var lines []string
	for _, k := range order {
		lines = append(lines, fmt.Sprintf("%s: %s, %d %s: %s", name, k.label, counts[k], plural(counts[k], "operation"), k.why))
	}
	return lines
}
