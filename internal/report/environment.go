package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/host"
	"github.com/hashassay/assay/internal/stats"
)

// Item is a row of the environment table.
type Item struct{ Name, Value string }

// environmentItems describes the machine that records were measured on: every
// CPU that was used, not the first one only.
func environmentItems(c *evidence.Campaign, records []*evidence.Record) []Item {
	e := c.EnvironmentAtStart
	if len(records) > 0 {
		e = records[0].Environment
	}
	for _, r := range records {
		if r.Status == evidence.Complete {
			e = r.Environment
			break
		}
	}
	// A record may carry fewer keys of the environment than the campaign.
	start := c.EnvironmentAtStart
	e = filledIn(e, c)
	items := []Item{
		{"processor", processor(c, records)},
		{"machine", known(orText(e.Machine, start.Machine))},
		{"clock", clockText(withMeasuredClock(e, records), orString(e.Architecture, start.Architecture))},
		{"memory", memory(orNumber(e.MemoryTotalKiB, start.MemoryTotalKiB))},
		{"OS / kernel", known(orString(e.OS, start.OS)) + " / " + known(orString(e.Kernel, start.Kernel))},
	}
	compiler := orText(e.Compiler, start.Compiler)
	if c.Assay == nil {
		return append(items,
			Item{"compiler / build tool", known(compiler) + " / " + known(orText(e.CMake, start.CMake))},
			Item{"campaign start / end (UTC)", campaignTimes(c)})
	}
	if compiler == "" {
		compiler = "no C compiler"
	}
	if e.Virtualized {
		items = append(items, Item{"virtual machine", "yes"})
	}
	if t := trialClocks(records); t != "" {
		items = append(items, Item{"core clock around the trials", t})
	}
	if t := loads(records); t != "" {
		items = append(items, Item{"load average (1 min) at start of operations", t})
	}
	return append(items,
		Item{"compiler / build tool", compiler + " / called by assay itself"},
		Item{"Go", c.Assay.GoVersion},
		Item{"assay", fmt.Sprintf("%s, seed %d", known(c.Assay.Version), c.Assay.Seed)},
		Item{"campaign start / end (UTC)", campaignTimes(c)})
}

// filledIn supplies what an excerpt of a record leaves out of its environment,
// such as the governor, from the campaign's. A whole environment names its
// architecture; in that one, null means that the machine has no such thing.
func filledIn(e host.Environment, c *evidence.Campaign) host.Environment {
	if e.Architecture != "" {
		return e
	}
	for _, other := range []*host.Environment{c.EnvironmentAtEnd, &c.EnvironmentAtStart} {
		if other == nil {
			continue
		}
		for _, f := range []struct{ to, from **string }{
			{&e.CPUFreqGovernor, &other.CPUFreqGovernor}, {&e.CPUFreqMinKHz, &other.CPUFreqMinKHz}, {&e.CPUFreqMaxKHz, &other.CPUFreqMaxKHz},
			{&e.IntelNoTurbo, &other.IntelNoTurbo}, {&e.CPUFreqBoost, &other.CPUFreqBoost}, {&e.SMTControl, &other.SMTControl},
		} {
			if *f.to == nil {
				*f.to = *f.from
			}
		}
	}
	return e
}

// processor names every processor model and CPU that measured.
func processor(c *evidence.Campaign, records []*evidence.Record) string {
	cpus := map[string][]int{}
	var models []string
	for _, r := range records {
		model := orString(r.Environment.CPUModel, c.EnvironmentAtStart.CPUModel)
		if !slices.Contains(models, model) {
			models = append(models, model)
		}
		for _, n := range r.CPUs() {
			if !slices.Contains(cpus[model], n) {
				cpus[model] = append(cpus[model], n)
			}
		}
	}
	if len(models) == 0 {
		return known(c.EnvironmentAtStart.CPUModel)
	}
	var texts []string
	for _, m := range models {
		texts = append(texts, known(m)+" ("+cpuText(cpus[m])+")")
	}
	return strings.Join(texts, "; ")
}

func cpuText(cpus []int) string {
	if len(cpus) == 0 {
		return "CPU not known"
	}
	slices.Sort(cpus)
	var names []string
	for _, n := range cpus {
		names = append(names, strconv.Itoa(n))
	}
	if len(names) == 1 {
		return "CPU " + names[0] + ", one core"
	}
	return "CPUs " + strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1] + ", one core for each trial"
}

// withMeasuredClock fills in a measured clock that e lacks: the median of those
// of all records, since around some operations none could be estimated.
func withMeasuredClock(e host.Environment, records []*evidence.Record) host.Environment {
	var all []float64
	for _, r := range records {
		if hz := r.Environment.CoreClockHz; hz != nil {
			all = append(all, float64(*hz))
		}
	}
	if e.CoreClockHz == nil && len(all) > 0 {
		hz := int64(stats.Median(all))
		e.CoreClockHz = &hz
	}
	return e
}

// clockText describes the clock by the rules of the published pages: a fixed
// or a limited frequency where the system controls it, else what was measured.
func clockText(e host.Environment, architecture string) string {
	maxKHz := kiloHertz(e.CPUFreqMaxKHz)
	smt := smtText(e.SMTControl)
	if maxKHz == 0 {
		if e.CoreClockHz == nil {
			return "not known (no frequency control, and no measured clock), " + smt
		}
		return fmt.Sprintf("measured %s, set by firmware or hypervisor, %s", gigaHertz(float64(*e.CoreClockHz)), smt)
	}
	governor := "governor " + known(orText(e.CPUFreqGovernor))
	limit := gigaHertz(maxKHz * 1e3)
	if architecture != "aarch64" && architecture != "arm64" {
		return fmt.Sprintf("max %s, %s, turbo %s, %s", limit, governor, turboText(e), smt)
	}
	boost := onOff(e.CPUFreqBoost)
	if minKHz := kiloHertz(e.CPUFreqMinKHz); minKHz != maxKHz {
		return fmt.Sprintf("%s to %s (%s), boost %s, %s", gigaHertz(minKHz*1e3), limit, governor, boost, smt)
	}
	return fmt.Sprintf("fixed %s (%s, minimum = maximum), boost %s, %s", limit, governor, boost, smt)
}

func gigaHertz(hz float64) string { return fmt.Sprintf("%.2f GHz", hz/1e9) }

func kiloHertz(s *string) float64 {
	x, err := strconv.ParseFloat(orText(s), 64)
	if err != nil {
		return 0
	}
	return x
}

// turboText reads intel_pstate's switch, whose 1 means no turbo, or the common one.
func turboText(e host.Environment) string {
	switch orText(e.IntelNoTurbo) {
	case "1":
		return "off"
	case "0":
		return "on"
	}
	return onOff(e.CPUFreqBoost)
}

func onOff(s *string) string {
	switch orText(s) {
	case "0":
		return "off"
	case "1":
		return "on"
	}
	return "not known"
}

func smtText(s *string) string {
	switch control := orText(s); control {
	case "notsupported", "notimplemented":
		return "SMT none"
	case "forceoff":
		return "SMT off"
	case "":
		return "SMT not known"
	default:
		return "SMT " + control
	}
}

// memory is in MiB, rounded down.
func memory(kib int64) string {
	if kib <= 0 {
		return missing
	}
	return fmt.Sprintf("%d MiB", kib/1024)
}

// campaignTimes cuts the times to whole seconds.
func campaignTimes(c *evidence.Campaign) string {
	end := "not ended"
	if c.EndedUTC != "" {
		end = WholeSeconds(c.EndedUTC)
	}
	return WholeSeconds(c.StartedUTC) + " / " + end
}

// WholeSeconds cuts a time of a dataset to whole seconds.
func WholeSeconds(utc string) string {
	const n = len("2026-09-28T15:05:46")
	if len(utc) > n {
		return utc[:n]
	}
	return known(utc)
}

// trialClocks gives the extremes of the core clock estimated before and after
// each trial.
func trialClocks(records []*evidence.Record) string {
	var all []float64
	for _, r := range records {
		if r.Assay == nil {
			continue
		}
		for _, a := range r.Assay.Trials {
			if a.Trial == nil {
				continue
			}
			for _, hz := range []float64{a.Trial.ClockBeforeHz, a.Trial.ClockAfterHz} {
				if hz > 0 {
					all = append(all, hz)
				}
			}
		}
	}
	if len(all) == 0 {
		return ""
	}
	return fmt.Sprintf("%.3f to %.3f GHz (estimated before and after trials, where that worked)", slices.Min(all)/1e9, slices.Max(all)/1e9)
}

// loads gives the extremes of the one-minute load average.
func loads(records []*evidence.Record) string {
	var all []evidence.Float
	for _, r := range records {
		if len(r.LoadAverageStart) > 0 {
			all = append(all, r.LoadAverageStart[0])
		}
	}
	if len(all) == 0 {
		return ""
	}
	return fmt.Sprintf("%.2f to %.2f", float64(slices.Min(all)), float64(slices.Max(all)))
}

// known writes the dash for text that is missing.
func known(s string) string {
	if s == "" {
		return missing
	}
	return s
}

// orText returns the first text that there is, or "".
func orText(texts ...*string) string {
	for _, t := range texts {
		if t != nil && *t != "" {
			return *t
		}
	}
	return ""
}

func orString(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

func orNumber(a, b int64) int64 {
	if a != 0 {
		return a
	}
	return b
}
