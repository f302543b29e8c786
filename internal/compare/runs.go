package compare

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/stats"
)

// ErrNothing is wrapped by the error for sides that have no operation in common
// that could be compared.
var ErrNothing = errors.New("nothing to compare")

// operation names what both sides of a row have in common.
type operation struct {
	candidate, label string
	bytes            int
}

func operationOf(r *evidence.Record) operation { return operation{r.Candidate, r.Label, r.InputBytes} }

// Datasets compares the operations that two runs or datasets share: labels of
// the same candidate at the same message length.
func Datasets(a, b *evidence.Dataset, o Options) (*Result, error) {
	res := newResult(Runs, a, b, o)
	res.Machines = len(differentMachine(a, b)) > 0
	others := map[operation]*evidence.Record{}
	for _, r := range b.Records {
		others[operationOf(r)] = r
	}
	g := Group{Rows: []Row{}}
	for _, r := range a.Records {
		if r.Status != evidence.Complete {
			res.OnlyB = appendIf(res.OnlyB, others[operationOf(r)], "not measured to the end in A")
			continue
		}
		other := others[operationOf(r)]
		if other == nil || other.Status != evidence.Complete {
			res.missing(r, b)
			continue
		}
		m, ok := measureOf(r, other, res.Machines)
		if !ok {
			res.Lost = append(res.Lost, missing(r, "no cycles on both sides, and times of different machines say nothing"))
			continue
		}
		g.Rows = append(g.Rows, newRow(a, b, r, other, m))
	}
	ours := map[operation]bool{}
	for _, r := range a.Records {
		ours[operationOf(r)] = true
	}
	for _, r := range b.Records {
		if r.Status == evidence.Complete && !ours[operationOf(r)] {
			res.OnlyB = append(res.OnlyB, missing(r, "not in A"))
		}
	}
	res.Groups = []Group{g}
	res.circumstances(a, b)
	return res.finish(o)
}

// missing sorts out why B has no figure of a record of A.
func (res *Result) missing(r *evidence.Record, b *evidence.Dataset) {
	e := b.Build.Instances[r.Candidate+"/"+r.Label]
	switch {
	case e == nil:
		res.OnlyA = append(res.OnlyA, missing(r, "not in B"))
	case e.KAT != "PASS":
		res.Lost = append(res.Lost, missing(r, "known-answer test in B: "+cmp.Or(e.KAT, "not made")))
	default:
		res.Lost = append(res.Lost, missing(r, "not measured to the end in B"))
	}
}

func missing(r *evidence.Record, why string) Missing {
	return Missing{r.Candidate, r.Label, r.InputBytes, why}
}

func appendIf(list []Missing, r *evidence.Record, why string) []Missing {
	if r == nil || r.Status != evidence.Complete {
		return list
	}
	return append(list, missing(r, why))
}

func newResult(by By, a, b *evidence.Dataset, o Options) *Result {
	side := func(d *evidence.Dataset) Side {
		return Side{d.Dir, d.Campaign.SystemID, d.Campaign.StartedUTC, d.Campaign.EnvironmentAtStart.CPUModel}
	}
	return &Result{
		By: by, A: side(a), B: side(b), Noise: evidence.Float(o.noise()), Level: Level,
		Groups: []Group{}, Lost: []Missing{}, OnlyA: []Missing{}, OnlyB: []Missing{}, Warnings: []Warning{},
	}
}

func (o Options) noise() float64 { return cmp.Or(o.Noise, DefaultNoise) }

// newRow compares two complete records by their trials as independent samples.
func newRow(da, db *evidence.Dataset, a, b *evidence.Record, m Measure) Row {
	row := describeRow(da, db, a, b, m)
	row.unpaired(floats(row.A.Trials), floats(row.B.Trials))
	row.doubts(da, db)
	return row
}

func describeRow(da, db *evidence.Dataset, a, b *evidence.Record, m Measure) Row {
	return Row{
		Candidate: b.Candidate, Instance: b.Instance, Bytes: b.InputBytes, Measure: m,
		A: sampleOf(da, a, m), B: sampleOf(db, b, m),
		SameCode: a.LibrarySHA256 != "" && a.LibrarySHA256 == b.LibrarySHA256 && a.Label == b.Label,
		Warnings: []Warning{},
	}
}

func sampleOf(d *evidence.Dataset, r *evidence.Record, m Measure) Sample {
	s := Sample{Label: r.Label, Marks: []string{}, Record: d.Paths[r], record: r}
	xs := values(trialsOf(r, m))
	for _, x := range xs {
		s.Trials = append(s.Trials, evidence.Float(x))
	}
	s.Median, s.Min, s.Max = evidence.Float(stats.Median(xs)), slices.Min(s.Trials), slices.Max(s.Trials)
	if r.Assay != nil {
		s.Marks = append(s.Marks, r.Assay.Marks...)
		return s
	}
	for _, mark := range stats.Summarize(values(trialsOf(r, WallTime))).Marks { // published records have none
		s.Marks = append(s.Marks, string(mark))
	}
	return s
}

func values(trials []trial) []float64 {
	xs := make([]float64, len(trials))
	for i, t := range trials {
		xs[i] = t.value
	}
	return xs
}

func floats(xs []evidence.Float) []float64 {
	list := make([]float64, len(xs))
	for i, x := range xs {
		list[i] = float64(x)
	}
	return list
}

// finish orders the rows and says what follows from all of them.
func (res *Result) finish(o Options) (*Result, error) {
	res.Groups = slices.DeleteFunc(res.Groups, func(g Group) bool { return len(g.Rows) == 0 })
	for i := range res.Groups {
		g := &res.Groups[i]
		slices.SortStableFunc(g.Rows, compareRows)
		g.Mean = geometricMean(g.Rows)
	}
	if res.Size() == 0 {
		return nil, res.nothing()
	}
	l := noiseLimits(o.noise())
	drift := 1.0
	if res.control(); res.Controls != nil {
		drift = float64(res.Controls.Ratio)
		l = limits{min(l.lo, drift), max(l.hi, drift)}
	}
	for row := range res.rows {
		row.decide(l)
		row.Regressed = o.Regression != nil && row.Verdict == Slower && float64(row.Ratio) > (1+*o.Regression)*max(1, drift)
	}
	res.limits = l
	res.controls()
	res.resolution(o)
	return res, nil
}

func (res *Result) nothing() error {
	text := fmt.Sprintf("%s and %s share no measured operation", res.A.Dir, res.B.Dir)
	if res.By != Runs {
		text = res.A.Dir + " measured no operation on both sides"
	}
	for _, m := range slices.Concat(res.Lost, res.OnlyA, res.OnlyB) { // the first will do
		text += fmt.Sprintf(" (%s at %d bytes: %s)", m.Label, m.Bytes, m.Why)
		break
	}
	return fmt.Errorf("%w: %s", ErrNothing, text)
}

func compareRows(a, b Row) int {
	natural := func(x, y string) int {
		switch {
		case candidate.NaturalLess(x, y):
			return -1
		case candidate.NaturalLess(y, x):
			return 1
		}
		return 0
	}
	return cmp.Or(natural(a.Candidate, b.Candidate), natural(a.B.Label, b.B.Label), natural(a.A.Label, b.A.Label), cmp.Compare(a.Bytes, b.Bytes))
}
