package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashassay/assay/internal/driver"
	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/jail"
	"github.com/hashassay/assay/internal/plan"
	"github.com/hashassay/assay/internal/stats"
)

// MethodPage is what the template of the method page shows: the settings of
// the run itself, so that the page cannot promise what the run did not do.
type MethodPage struct {
	System, Guide   string
	Notices         []Notice
	Ours            bool
	C, Go           bool // code of that language was built
	Campaign        *evidence.Campaign
	Codes           []string
	Compilers       []string
	KATFiles        []string
	Trials          int
	MaxTrials       int
	Target          string
	LeastCalls      int // per trial
	MinTotal        int
	Cap             int // 0: none
	Calibration     string
	Messages        []string
	MessageRules    []string
	Seed            uint64
	Pair            *evidence.Pair
	CPU             int
	Sources         []SourceRow
	Drivers         []EvidenceRow
	Jails           []string // what was in force around C code, each kind once
	SpreadLimit     string
	OutlierLimit    string
	OutlierFloor    string
	MeanLimit       string
	OtherMarks      []Legend // that lead to no further rounds
	AttainableLevel string   // of the planned number of trials
	Files           []EvidenceRow
	Memory          bool // the memory of single calls was measured
	MemoryCalls     int
}

// SourceRow tells how many operations have their cycles from where.
type SourceRow struct {
	Source evidence.CycleSource
	Count  int
}

// jailText names the parts that were in force, and those that were not.
func jailText(parts []jail.Part) string {
	list := func(parts []jail.Part) string {
		var names []string
		for _, p := range parts {
			names = append(names, string(p))
		}
		return strings.Join(names, ", ")
	}
	switch missing := jail.Missing(parts); {
	case len(parts) == 0:
		return "nothing at all: without " + list(missing)
	case len(missing) > 0:
		return list(parts) + ", without " + list(missing)
	}
	return list(parts)
}

func (v View) MethodPage() MethodPage {
	d := v.dataset
	c := d.Campaign
	p := MethodPage{
		System: known(c.SystemID), Ours: c.Assay != nil, Campaign: c, Codes: v.codes(),
		Trials: c.Planning.Trials, MinTotal: c.Planning.MinTotal, Cap: c.Planning.MaxItersPerTrial,
		Target:      formatTime(float64(c.Planning.TrialTargetS)),
		Calibration: formatTime(plan.CalibrationS),
		SpreadLimit: fmt.Sprintf("%.2f", stats.SpreadLimit), OutlierLimit: fmt.Sprintf("%.1f", stats.OutlierLimit), OutlierFloor: fmt.Sprintf("%.1f %%", 100*stats.OutlierFloor), MeanLimit: fmt.Sprintf("%.0f %%", 100*meanLimit),
		OtherMarks: legends([]string{string(stats.Busy), string(stats.Clock), string(stats.NoClock), string(stats.TooFast)}),
		Files:      v.files(),
		Memory:     d.Memory != nil, MemoryCalls: driver.MemoryCalls,
	}
	p.Guide, _ = architecture(c.EnvironmentAtStart.Architecture)
	var entries []*evidence.BuildEntry
	for _, l := range v.lines() {
		entries = append(entries, l.entry)
		if isGo(l.entry) {
			p.Go = p.Ours
		} else {
			p.C = true
		}
	}
	p.Notices = notices(d, d.Records, entries)
	if p.Trials > 0 {
		p.LeastCalls = (p.MinTotal + p.Trials - 1) / p.Trials
		// Any values will do: the level depends on their number alone.
		if level := stats.Summarize(make([]float64, p.Trials)).Interval.Level; level > 0 {
			p.AttainableLevel = formatPercent(100 * level)
		}
	}
	counts := map[evidence.CycleSource]int{}
	for _, r := range d.Records {
		if compiler := orText(r.Environment.Compiler); compiler != "" {
			p.Compilers = append(p.Compilers, compiler)
		}
		if r.Assay != nil {
			counts[r.Assay.CycleSource]++
			p.MessageRules = append(p.MessageRules, r.Assay.Message)
			if r.Assay.Language == "c" && r.Assay.Jail != nil {
				p.Jails = append(p.Jails, jailText(r.Assay.Jail))
			}
		}
	}
	if len(p.Compilers) == 0 {
		p.Compilers = append(p.Compilers, known(orText(c.EnvironmentAtStart.Compiler)))
	}
	p.Compilers, p.MessageRules, p.Jails = distinct(p.Compilers), distinct(p.MessageRules), distinct(p.Jails)
	for _, s := range []evidence.CycleSource{evidence.Perf, evidence.ClockEstimate, evidence.None} {
		if counts[s] > 0 {
			p.Sources = append(p.Sources, SourceRow{s, counts[s]})
		}
	}
	if a := c.Assay; a != nil {
		p.Pair = a.Pair
		p.KATFiles, p.MaxTrials, p.Seed, p.CPU = a.KATFiles, a.MaxTrials, a.Seed, a.CPU
		for _, n := range a.MessageBytes {
			p.Messages = append(p.Messages, fmt.Sprint(n))
		}
		for name, digest := range a.Drivers {
			p.Drivers = append(p.Drivers, EvidenceRow{Item: name, Path: digest})
		}
		slices.SortFunc(p.Drivers, func(a, b EvidenceRow) int { return strings.Compare(a.Item, b.Item) })
	}
	return p
}
