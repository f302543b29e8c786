package compare

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/host"
	"github.com/hashassay/assay/internal/stats"
)

// OtherArchive is the kind of the warning of code that is not of the archive that
// the programme published.
const OtherArchive = "archive"

// doubts adds what the records of a row say against comparing them.
func (row *Row) doubts(da, db *evidence.Dataset) {
	a, b := row.A.record, row.B.record
	differ := func(kind, what, x, y string) {
		if x != y {
			row.warn(kind, fmt.Sprintf("%s: %s in A, %s in B", what, orNone(x), orNone(y)))
		}
	}
	if a.Instance == b.Instance && a.Assay != nil && b.Assay != nil && a.Assay.Digest != b.Assay.Digest {
		row.warn("digest", "A and B compute different digests of the timed message: they are not the same function")
	}
	if kindOf(a) == kindOf(b) {
		differ("flags", "flags", a.Flags, b.Flags)
		differ("flags", "build flags", a.BuildFlags, b.BuildFlags)
		if a.Assay != nil && b.Assay != nil {
			differ("kernel", "kernel of the Go package", a.Assay.Kernel, b.Assay.Kernel)
		}
	}
	for _, of := range []struct {
		side string
		e    *evidence.BuildEntry
	}{{"A", da.EntryOf(a)}, {"B", db.EntryOf(b)}} {
		if other := of.e.OtherArchive(); other != nil {
			row.warn(OtherArchive, fmt.Sprintf("%s in %s is %s (%s)", of.e.Label, of.side, evidence.AnotherArchive, other))
		}
	}
	for _, r := range []*evidence.Record{a, b} {
		if r.KAT != "PASS" {
			row.warn("kat", fmt.Sprintf("%s did not pass the known-answer test: %s", r.Label, orNone(r.KAT)))
		}
	}
}

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

// SameMachine says whether two datasets were measured on one machine, as far as they
// tell, so that their times can be compared. It is an equivalence.
func SameMachine(a, b *evidence.Dataset) bool { return len(differentMachine(a, b)) == 0 }

// differentMachine names what makes two datasets those of different machines.
func differentMachine(a, b *evidence.Dataset) []string {
	x, y := a.Campaign.EnvironmentAtStart, b.Campaign.EnvironmentAtStart
	var diff []string
	for _, d := range host.SameHost(x, y) {
		if isMachine(d) {
			diff = append(diff, d)
		}
	}
	return diff
}

// isMachine says whether a difference found by host.SameHost is that of two
// machines; the others are circumstances of one.
func isMachine(diff string) bool {
	key, _, _ := strings.Cut(diff, ":")
	return slices.Contains([]string{"hostname", "architecture", "cpu_model"}, key)
}

// circumstances warns of what was different when B was measured.
func (res *Result) circumstances(a, b *evidence.Dataset) {
	if res.Machines {
		res.warn("machine", "A and B are different machines ("+strings.Join(differentMachine(a, b), "; ")+"): only cycles are compared, and a ratio is that of the code and of the processors together")
	}
	x, y := a.Campaign, b.Campaign
	for _, d := range host.SameHost(x.EnvironmentAtStart, y.EnvironmentAtStart) {
		if !isMachine(d) && !res.Machines {
			res.warn("host", "the host changed: "+d)
		}
	}
	differ := func(kind, what, p, q string) {
		if p != q {
			res.warn(kind, fmt.Sprintf("%s: %s in A, %s in B", what, orNone(p), orNone(q)))
		}
	}
	text := func(s *string) string {
		if s == nil {
			return ""
		}
		return *s
	}
	if slices.ContainsFunc(a.Records, func(r *evidence.Record) bool { return !isGo(r) }) {
		differ("compiler", "C compiler", text(x.EnvironmentAtStart.Compiler), text(y.EnvironmentAtStart.Compiler))
	}
	if x.Assay != nil && y.Assay != nil {
		if slices.ContainsFunc(a.Records, isGo) {
			differ("compiler", "Go", x.Assay.GoVersion, y.Assay.GoVersion)
		}
		differ("emulator", "children were started through", strings.Join(x.Assay.ExecPrefix, " "), strings.Join(y.Assay.ExecPrefix, " "))
		if p, q := x.Assay.Drivers["c"], y.Assay.Drivers["c"]; p != "" && q != "" && p != q {
			res.warn("driver", "the C driver, and with it the timed loop, is another one in B")
		}
	}
	if (x.Assay == nil) != (y.Assay == nil) {
		res.warn("driver", "one of A and B was not measured by assay, but by another driver with another timed loop")
	}
	differ("plan", "wanted length of a trial", seconds(x.Planning.TrialTargetS), seconds(y.Planning.TrialTargetS))
	res.clock(a, b)
}

// clockLimit is the share by which the core clocks of two runs may differ
// without a word.
const clockLimit = 0.01

// clock warns where times differ for no other reason than the core clock.
func (res *Result) clock(a, b *evidence.Dataset) {
	x, y := CoreClock(a), CoreClock(b)
	timed := false
	for row := range res.rows {
		timed = timed || !row.Measure.Counts()
	}
	if timed && x > 0 && y > 0 && math.Abs(y/x-1) > clockLimit {
		res.warn("clock", fmt.Sprintf("the core clock was %.3f GHz in A and %.3f GHz in B (median of the estimates around the trials): times differ by that alone", x/1e9, y/1e9))
	}
}

// CoreClock is the median core clock of the records in hertz, 0 if not known.
func CoreClock(d *evidence.Dataset) float64 {
	var all []float64
	for _, r := range d.Records {
		if hz := r.Environment.CoreClockHz; hz != nil {
			all = append(all, float64(*hz))
		}
	}
	if len(all) == 0 {
		return 0
	}
	return stats.Median(all)
}

// leastControls is how many controls are enough for their median to be that of
// the machine rather than of a few disturbed trials: those of one library.
const leastControls = 8

// control finds the controls of two runs.
func (res *Result) control() {
	if res.By != Runs {
		return
	}
	var ratios []float64
	for row := range res.rows {
		if row.SameCode {
			ratios = append(ratios, float64(row.Ratio))
		}
	}
	if len(ratios) >= leastControls {
		res.Controls = &Controls{len(ratios), evidence.Float(stats.Median(ratios))}
	}
}

// controls warns where the controls moved the limits, and where one of them
// differs all the same: what made it differ moves other rows, too.
func (res *Result) controls() {
	if l := noiseLimits(float64(res.Noise)); res.limits != l {
		res.warn("drift", fmt.Sprintf("identical code took %.3f times as long in B as in A (median of %d operations), so the machine was not the same: verdicts count only beyond that", float64(res.Controls.Ratio), res.Controls.Rows))
	}
	same, differ := 0, 0
	for row := range res.rows {
		if row.SameCode {
			same++
			if row.Verdict != Equal {
				differ++
			}
		}
	}
	if differ > 0 {
		res.warn("controls", fmt.Sprintf("%d of %d operations whose code is the same to the byte differ: the machine, or where memory lay, made them differ, and may have made others", differ, same))
	}
}

// usefulResolution is the difference that a comparison is expected to see.
const usefulResolution = 0.05

// resolution warns where trials are so far apart that a difference of interest would go
// unseen.
func (res *Result) resolution(o Options) {
	limit, what := usefulResolution, "difference"
	if o.Regression != nil {
		limit, what = *o.Regression, "regression"
	}
	n := 0
	for row := range res.rows {
		unseen := row.Lo == nil || float64(*row.Hi) > 1+limit || o.Regression == nil && float64(*row.Lo) < 1/(1+limit)
		if row.Verdict == Equal && unseen {
			n++
		}
	}
	if n > 0 {
		res.warn("resolution", fmt.Sprintf("in %d of %d rows the trials are so few or so far apart that a %s of %s is not ruled out", n, res.Size(), what, percent(limit)))
	}
}

func (res *Result) warn(kind, text string) { res.Warnings = append(res.Warnings, Warning{kind, text}) }

func percent(x float64) string {
	return strconv.FormatFloat(math.Round(x*1e4)/1e2, 'f', -1, 64) + " %"
}

func seconds(x evidence.Float) string { return strconv.FormatFloat(float64(x), 'g', 4, 64) + " s" }
