package report

import (
	"fmt"
	"math"
	"strconv"

	"github.com/hashassay/assay/internal/evidence"
)

// The rules for numbers are those of the published pages, so that a figure can
// be compared with one of theirs as it is printed.

// missing stands where there is no value.
const missing = "–"

// approximately marks figures that rest on the estimated core clock.
const approximately = "≈"

// formatCycles writes a number of cycles: "8931", "10.7 k", "1.47 M", "2.10 G".
func formatCycles(x float64) string {
	switch {
	case x >= 1e9:
		return fmt.Sprintf("%.2f G", x/1e9)
	case x >= 1e6:
		return fmt.Sprintf("%.2f M", x/1e6)
	case x >= 1e4:
		return fmt.Sprintf("%.1f k", x/1e3)
	}
	return fmt.Sprintf("%.0f", x)
}

// timeUnits are the units of a time, largest first.
var timeUnits = []struct {
	name    string
	seconds float64
}{{"s", 1}, {"ms", 1e-3}, {"µs", 1e-6}, {"ns", 1e-9}}

// timeUnit returns the first unit that gives at least 1, or the smallest one.
func timeUnit(seconds float64) (name string, unit float64) {
	for _, u := range timeUnits {
		if seconds/u.seconds >= 1 {
			return u.name, u.seconds
		}
	}
	last := timeUnits[len(timeUnits)-1]
	return last.name, last.seconds
}

// formatTime writes a time with three significant digits, in the first of s,
// ms, µs, ns that gives at least 1: "77.9 µs", "78 µs", "1.84 ms". C's %.3g
// would write 999.9 µs as 1e+03 µs; that is rounded first, and comes out as 1
// ms.
func formatTime(seconds float64) string {
	if seconds > 0 {
		rounded, err := strconv.ParseFloat(strconv.FormatFloat(seconds, 'e', 2, 64), 64)
		if err == nil && seconds < 1 {
			seconds = rounded
		}
	}
	name, unit := timeUnit(seconds)
	x := seconds / unit
	if x >= 999.5 { // thousands of seconds, without an exponent
		return fmt.Sprintf("%.0f %s", x, name)
	}
	return fmt.Sprintf("%.3g %s", x, name)
}

// formatInterval writes the ends of an interval in the unit of its middle, with
// four significant digits of it, so that narrow intervals do not collapse to a
// point.
func formatInterval(lo, hi, middle, level float64) string {
	if level == 0 {
		return missing
	}
	name, unit := timeUnit(middle)
	digits := 0
	if x := middle / unit; x > 0 {
		digits = min(max(3-int(math.Floor(math.Log10(x))), 0), 6)
	}
	return fmt.Sprintf("%.*f to %.*f %s (%s %%)", digits, lo/unit, digits, hi/unit, name, formatPercent(100*level))
}

// formatPercent writes a confidence level with at most two decimals: "93.75",
// "96.88", "95".
func formatPercent(x float64) string {
	return strconv.FormatFloat(math.Round(x*100)/100, 'f', -1, 64)
}

// formatTenths writes cycles per byte and MB/s.
func formatTenths(x float64) string { return fmt.Sprintf("%.1f", x) }

// formatCalls writes the number of timed calls, "35375 (5 × 7075)". Trials of
// different numbers of calls are told so: "350 (5 trials of 50 to 100 calls)".
func formatCalls(trials []evidence.Trial) string {
	if len(trials) == 0 {
		return missing
	}
	total, least, most := 0, trials[0].Measurements, trials[0].Measurements
	for _, t := range trials {
		total += t.Measurements
		least, most = min(least, t.Measurements), max(most, t.Measurements)
	}
	if least == most {
		return fmt.Sprintf("%d (%d × %d)", total, len(trials), least)
	}
	return fmt.Sprintf("%d (%d trials of %d to %d calls)", total, len(trials), least, most)
}

// formatKiB writes a memory size, rounded down to KiB.
func formatKiB(bytes int64) string {
	if bytes <= 0 {
		return missing
	}
	return fmt.Sprintf("%d KiB", bytes/1024)
}

// formatMessage writes a message length as the published pages do.
func formatMessage(bytes int) string { return fmt.Sprintf("%d B", bytes) }

// formatShort writes a message length for headings: "32 B", "1 KiB", "64 KiB".
func formatShort(bytes int) string {
	if bytes >= 1024 && bytes%1024 == 0 {
		return fmt.Sprintf("%d KiB", bytes/1024)
	}
	return formatMessage(bytes)
}

// optional writes *x with format, or the dash for a value that is missing.
func optional(x *float64, format func(float64) string) string {
	if x == nil {
		return missing
	}
	return format(*x)
}
