package verify

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/hashassay/assay/internal/host"
)

var partOfEnvironment = regexp.MustCompile(`^environment(_at_(start|end))?\.`)

// environmentField is a field that is the same in all records of a dataset.
type environmentField struct {
	key      string
	severity Severity // of a difference
	setting  bool     // may be set while a campaign prepares, so that records only are compared
	text     func(*host.Environment) string
}

// environmentFields are the fields that do not change while a campaign
// measures. Those that a restart or an update of tools may change without
// touching what is measured are doubts.
var environmentFields = []environmentField{
	{"hostname", Error, false, func(e *host.Environment) string { return e.Hostname }},
	{"architecture", Error, false, func(e *host.Environment) string { return e.Architecture }},
	{"cpu_model", Error, false, func(e *host.Environment) string { return e.CPUModel }},
	{"machine", Error, false, func(e *host.Environment) string { return nullable(e.Machine) }},
	{"virtualized", Error, false, func(e *host.Environment) string { return fmt.Sprint(e.Virtualized) }},
	{"kernel", Error, false, func(e *host.Environment) string { return e.Kernel }},
	{"compiler", Error, false, func(e *host.Environment) string { return nullable(e.Compiler) }},
	{"cpufreq_governor", Error, true, func(e *host.Environment) string { return nullable(e.CPUFreqGovernor) }},
	{"cpufreq_driver", Error, true, func(e *host.Environment) string { return nullable(e.CPUFreqDriver) }},
	{"cpufreq_min_khz", Error, true, func(e *host.Environment) string { return nullable(e.CPUFreqMinKHz) }},
	{"cpufreq_max_khz", Error, true, func(e *host.Environment) string { return nullable(e.CPUFreqMaxKHz) }},
	{"intel_pstate_no_turbo", Error, true, func(e *host.Environment) string { return nullable(e.IntelNoTurbo) }},
	{"cpufreq_boost", Error, true, func(e *host.Environment) string { return nullable(e.CPUFreqBoost) }},
	{"logical_cpus_online", Doubt, false, func(e *host.Environment) string { return e.LogicalCPUsOnline }},
	{"memory_total_kib", Doubt, false, func(e *host.Environment) string { return fmt.Sprint(e.MemoryTotalKiB) }},
	{"os", Doubt, false, func(e *host.Environment) string { return e.OS }},
	{"cmake", Doubt, false, func(e *host.Environment) string { return nullable(e.CMake) }},
	{"python", Doubt, false, func(e *host.Environment) string { return nullable(e.Python) }},
	{"perf_event_paranoid", Doubt, true, func(e *host.Environment) string { return nullable(e.PerfEventParanoid) }},
	{"smt_control", Doubt, false, func(e *host.Environment) string { return nullable(e.SMTControl) }},
}

func nullable(s *string) string {
	if s == nil {
		return "null"
	}
	return *s
}

// checkClock holds the core clock's keys of an environment, under the field at,
// against each other.
func checkClock(n *notes, at string, e *host.Environment) {
	if e.CoreClockHz == nil {
		return
	}
	hz := *e.CoreClockHz
	if hz <= 0 || hz > fastestClock {
		n.wrong(at+".core_clock_hz", hz, "no CPU has such a clock")
		return
	}
	if lo := e.CoreClockMinHz; lo != nil && (*lo > hz || *lo <= 0) {
		n.wrong(at+".core_clock_min_hz", *lo, "not above core_clock_hz, %d", hz)
	}
	if hi := e.CoreClockMaxHz; hi != nil && (*hi < hz || *hi > fastestClock) {
		n.wrong(at+".core_clock_max_hz", *hi, "not below core_clock_hz, %d, and a clock that a CPU can have", hz)
	}
	// Writers round the middle between two multiples either way.
	if mhz := e.CoreClockMHz; mhz != nil && (*mhz%50 != 0 || max(*mhz*1e6-hz, hz-*mhz*1e6) > 25e6) {
		n.wrong(at+".core_clock_mhz", *mhz, "%d Hz rounded to 50 MHz", hz)
	}
}

// environments compares the records' environments with each other and with the campaign's.
func (c *checker) environments(records []*summary) []Finding {
	var found []Finding
	for _, f := range environmentFields {
		having := slices.DeleteFunc(slices.Clone(records), func(r *summary) bool { return r.lacks("environment." + f.key) })
		if len(having) == 0 {
			continue
		}
		usual := mostFrequent(having, func(r *summary) string { return f.text(&r.environment) })
		for _, r := range having {
			if got := f.text(&r.environment); got != usual {
				found = append(found, Finding{f.severity, r.file, "environment." + f.key, show(got),
					show(usual) + ": the environment of most records of this dataset"})
			}
		}
		// While a published campaign prepares its host, settings may change; a run of ours has none of that.
		if c.campaign == nil || f.setting && !c.ours {
			continue
		}
		for _, at := range []struct {
			key string
			e   *host.Environment
		}{{"environment_at_start", &c.campaign.EnvironmentAtStart}, {"environment_at_end", c.campaign.EnvironmentAtEnd}} {
			if at.e == nil {
				continue
			}
			if got := f.text(at.e); got != usual {
				severity := f.severity
				if f.setting {
					severity = Doubt // somebody set it before the run ended, after its last trial
				}
				found = append(found, Finding{severity, "campaign.json", at.key + "." + f.key, show(got), show(usual) + ": the environment of the records"})
			}
		}
	}
	return found
}

// mostFrequent returns the value that most records have; of several, the first.
func mostFrequent(records []*summary, value func(*summary) string) string {
	count := map[string]int{}
	best := ""
	for i, r := range records {
		v := value(r)
		count[v]++
		if i == 0 || count[v] > count[best] {
			best = v
		}
	}
	return best
}
