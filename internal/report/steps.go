package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/stats"
)

// Step is a figure of an operation with the way it follows from the trials: n,
// s and c are calls, seconds and cycles of a trial.
type Step struct {
	Name    string
	Value   string // as pages show it
	Formula string
	With    string // the formula with the numbers put in
	Link    string // to the record of another operation that is in it; "": none
	Of      string // that operation
	Differs string // what the trials give where the record says something else; "": they agree
}

// steps lists the figures of an operation. It computes each from the trials; what
// the record says is what pages show, and it says so where the two differ.
func (v View) steps(f figures, ts []trialFigure) []Step {
	r := f.record
	if len(ts) == 0 || r.Figures == nil || f.medianSeconds == nil || f.meanSeconds == nil {
		return nil
	}
	perCall := perCalls(ts)
	median := stats.Median(perCall)
	var steps []Step
	add := func(s Step) { steps = append(steps, s) }

	add(checked(Step{
		Name: "median time", Value: optional(f.medianSeconds, formatTime), Formula: "median over the trials of s / n",
		With: "median of " + listTimes(perCall, median) + " = " + fineTime(median, median),
	}, formatTime(median)))
	if s, ok := intervalStep(f, perCall, median); ok {
		add(s)
	}
	lo, hi := slices.Min(perCall), slices.Max(perCall)
	add(checked(Step{
		Name: "spread", Value: fmt.Sprintf("%.3f", *f.spread), Formula: "largest s / n divided by the smallest",
		With: fmt.Sprintf("%s / %s = %.3f", fineTime(hi, median), fineTime(lo, median), hi/lo),
	}, fmt.Sprintf("%.3f", hi/lo)))
	steps = append(steps, cycleSteps(f, ts)...)
	if x := f.medianThroughput(); x != nil {
		mbs := float64(r.InputBytes) / median / 1e6
		add(checked(Step{
			Name: "MB/s", Value: formatTenths(*x), Formula: "message length / median time / 10⁶",
			With: fmt.Sprintf("%d B / %s / 10⁶ = %.1f MB/s", r.InputBytes, fineTime(median, median), mbs),
		}, formatTenths(mbs)))
	}
	if s, ok := v.ratioStep("× pseudoXOF", r, v.references.xofOf(r)); ok {
		add(s)
	}
	if s, ok := v.ratioStep("× SHA-512", r, v.references.shaOf(r)); ok {
		add(s)
	}

	calls, seconds := 0, 0.0
	for _, t := range ts {
		calls, seconds = calls+t.calls, seconds+t.seconds
	}
	mean := seconds / float64(calls)
	add(checked(Step{
		Name: "guide: mean time", Value: optional(f.meanSeconds, formatTime), Formula: "sum of s / sum of n",
		With: fmt.Sprintf("%s / %d = %s", fullTime(math.Round(seconds*1e9)/1e9), calls, fineTime(mean, median)),
	}, formatTime(mean)))
	if f.throughput != nil {
		mbs := float64(r.InputBytes) * float64(calls) / seconds / 1e6
		add(checked(Step{
			Name: "guide: MB/s", Value: formatTenths(*f.throughput), Formula: "message length × sum of n / sum of s / 10⁶",
			With: fmt.Sprintf("%d B × %d / %s / 10⁶ = %.1f MB/s", r.InputBytes, calls, fullTime(math.Round(seconds*1e9)/1e9), mbs),
		}, formatTenths(mbs)))
	}
	return append(steps, memorySteps(f, ts)...)
}

// checked notes where what the record says is not what the trials give.
func checked(s Step, computed string) Step {
	if s.Value != computed {
		s.Differs = computed
	}
	return s
}

func listTimes(perCall []float64, middle float64) string {
	name, unit := timeUnit(middle)
	var texts []string
	for _, x := range perCall {
		texts = append(texts, fine(x/unit, middle/unit))
	}
	return strings.Join(texts, ", ") + " " + name
}

// intervalStep explains the interval of the median: which of the sorted trials
// its ends are, and its level.
func intervalStep(f figures, perCall []float64, median float64) (Step, bool) {
	in := stats.Summarize(perCall).Interval
	if in.Level == 0 {
		return Step{}, false
	}
	n := len(perCall)
	k := 1 + slices.Index(slices.Sorted(slices.Values(perCall)), in.Lo)
	ways, sum := 1, 0 // of choosing i of n; of all i < k
	var terms []string
	for i := range k {
		sum += ways
		terms = append(terms, fmt.Sprint(ways))
		ways = ways * (n - i) / (i + 1)
	}
	if level := 1 - 2*float64(sum)/math.Pow(2, float64(n)); math.Abs(level-in.Level) > 1e-9 {
		return Step{}, false // equal trials: the rank is not the first of them
	}
	return checked(Step{
		Name: "interval of the median", Value: formatInterval(f.interval.Lo, f.interval.Hi, *f.medianSeconds, f.interval.Level),
		Formula: "from the k-th smallest to the k-th largest s / n; level: 1 − 2 × (sum over i < k of the ways to choose i trials) / 2^trials",
		With: fmt.Sprintf("k = %d of %d: %s to %s; 1 − 2 × (%s) / 2^%d = %s %%", k, n, fineTime(in.Lo, median), fineTime(in.Hi, median),
			strings.Join(terms, " + "), n, formatPercent(100*in.Level)),
	}, formatInterval(in.Lo, in.Hi, median, in.Level)), true
}

// cycleSteps explain the figures in cycles.
func cycleSteps(f figures, ts []trialFigure) []Step {
	if f.medianCycles == nil || f.meanCycles == nil {
		return nil
	}
	var perCall []float64
	var texts []string
	calls, cycles := 0, 0.0
	for _, t := range ts {
		if !t.counts {
			return nil
		}
		perCall = append(perCall, t.cycles/float64(t.calls))
		texts = append(texts, strings.TrimPrefix(fineCycles(round6(t.cycles/float64(t.calls)), f.estimated), approximately+" "))
		calls, cycles = calls+t.calls, cycles+t.cycles
	}
	median, mean := stats.Median(perCall), cycles/float64(calls)
	how := ""
	if f.estimated {
		how = "; c = seconds on the CPU × core clock"
	}
	computed := f
	computed.medianCycles, computed.meanCycles = &median, &mean
	steps := []Step{checked(Step{
		Name: "median cycles", Value: f.headline(), Formula: "median over the trials of c / n" + how,
		With: "median of " + strings.Join(texts, ", ") + " = " + fineCycles(round6(median), f.estimated),
	}, computed.headline())}
	if f.record.InputBytes > 0 {
		bytes := f.record.InputBytes
		steps = append(steps, checked(Step{
			Name: "cycles/byte", Value: f.perByte(f.medianCycles), Formula: "median cycles / message length",
			With: fmt.Sprintf("%s / %d B = %s", fineCycles(round6(median), f.estimated), bytes, computed.perByte(&median)),
		}, computed.perByte(&median)))
	}
	steps = append(steps, checked(Step{
		Name: "guide: mean cycles", Value: f.cycles(f.meanCycles), Formula: "sum of c / sum of n",
		With: fmt.Sprintf("%s / %d = %s", fineCycles(cycles, f.estimated), calls, fineCycles(round6(mean), f.estimated)),
	}, computed.cycles(&mean)))
	if f.record.InputBytes > 0 {
		steps = append(steps, checked(Step{
			Name: "guide: cycles/byte", Value: f.perByte(f.meanCycles), Formula: "mean cycles / message length",
			With: fmt.Sprintf("%s / %d B = %s", fineCycles(round6(mean), f.estimated), f.record.InputBytes, computed.perByte(&mean)),
		}, computed.perByte(&mean)))
	}
	return steps
}

// ratioStep explains a ratio to another operation, round by round.
func (v View) ratioStep(name string, r, reference *evidence.Record) (Step, bool) {
	x := ratio(r, reference)
	if x == nil {
		return Step{}, false
	}
	as, bs := perRound(r, reference), perRound(reference, r)
	var texts []string
	var rounds []int
	for round := range as {
		if bs[round] > 0 {
			rounds = append(rounds, round)
		}
	}
	slices.Sort(rounds)
	for _, round := range rounds {
		texts = append(texts, fmt.Sprintf("%.4f", as[round]/bs[round]))
	}
	what := "wall time per call"
	if r.MeanCycles != nil && reference.MeanCycles != nil {
		what = "counted cycles per call"
	}
	return Step{
		Name: name, Value: formatMultiple(*x), Formula: "median over the common rounds of " + what + " / that of the other",
		With: fmt.Sprintf("%d %s: median of %s = %.4f", len(rounds), plural(len(rounds), "round"), strings.Join(texts, ", "), *x),
		Link: v.link(v.dataset.Paths[reference]), Of: fmt.Sprintf("%s, %s", reference.Label, v.message(reference.InputBytes)),
	}, true
}

// memorySteps explain the memory of the processes.
func memorySteps(f figures, ts []trialFigure) []Step {
	if f.peakRSS <= 0 {
		return nil
	}
	if !f.medianRSS {
		return []Step{
			{Name: "peak RSS", Value: formatKiB(f.peakRSS) + " (max)", Formula: "the highest VmHWM of any process, in KiB rounded down", With: fmt.Sprintf("%d B, as the record has it", f.peakRSS)},
		}
	}
	steps := []Step{
		{Name: "baseline RSS", Value: formatKiB(f.baselineRSS), Formula: "median over the processes before the first call, in KiB rounded down"},
		{Name: "peak RSS", Value: formatKiB(f.peakRSS), Formula: "the same of VmHWM after the last call"},
	}
	var baseline, peak []float64
	for _, t := range ts {
		if t.report == nil { // the processes of a published record, which it sums up
			steps[0].With, steps[1].With = fmt.Sprintf("%d B", f.baselineRSS), fmt.Sprintf("%d B", f.peakRSS)
			return steps
		}
		baseline, peak = append(baseline, float64(t.report.BaselineRSS)), append(peak, float64(t.report.PeakRSS))
	}
	for i, bytes := range [][]float64{baseline, peak} {
		var texts []string
		for _, b := range bytes {
			texts = append(texts, fmt.Sprintf("%.0f", b))
		}
		median := stats.Median(bytes)
		steps[i].With = fmt.Sprintf("median of %s = %.0f B", strings.Join(texts, ", "), median)
		steps[i] = checked(steps[i], formatKiB(int64(median)))
	}
	return steps
}
