package verify

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/host"
	"github.com/hashassay/assay/internal/strictjson"
)

// campaignFile is campaign.json with the keys of sharded and of older published campaigns.
type campaignFile struct {
	evidence.Campaign
	Shards             int            `json:"shards,omitempty"`
	ShardCPUs          map[string]int `json:"shard_cpus,omitempty"` // "K/N" -> CPU
	HostProblemsBefore []string       `json:"host_problems_any_phase,omitempty"`
	HostProblemsNote   string         `json:"host_problems_note,omitempty"`

	started, ended time.Time // zero: not readable
}

// measuringPhases are the phases whose host problems are the dataset's.
var measuringPhases = []string{"calibrate", "measure"}

func (c *checker) readCampaign(n *notes) {
	if !c.layout.has(n.file) {
		n.wrong("", "no such file", "a dataset has one")
		return
	}
	campaign := &campaignFile{}
	missing, ok := c.readJSON(&strictjson.Reader{}, n, campaign)
	if !ok {
		return
	}
	c.campaign, c.ours = campaign, campaign.Assay != nil
	c.report.SystemID = campaign.SystemID
	c.absent(n, missing)
}

// absent notes the keys that a file of its kind has only one of lacks. Published
// environments have fewer keys on some systems; those are said not to be checked.
func (c *checker) absent(n *notes, missing []string) {
	for _, key := range missing {
		if !c.ours && partOfEnvironment.MatchString(key) {
			c.notChecked("%s: %s is not there", n.file, key)
			continue
		}
		n.wrong(key, "nothing", "the schema has this key")
	}
}

func (c *checker) checkCampaign(n *notes) {
	m := c.campaign
	if m.SystemID == "" {
		n.wrong("system_id", "", "a dataset names its system")
	}
	m.started = timestamp(n, "started_utc", m.StartedUTC)
	if c.ours && m.EndedUTC == "" {
		n.wrong("ended_utc", "", "the run did not end: assay run --dir goes on with it")
	} else {
		m.ended = timestamp(n, "ended_utc", m.EndedUTC)
	}
	if !m.started.IsZero() && !m.ended.IsZero() && m.ended.Before(m.started) {
		n.wrong("ended_utc", m.EndedUTC, "not before started_utc, %s", m.StartedUTC)
	}
	c.campaignEnvironment(n, "environment_at_start", &m.EnvironmentAtStart)
	if m.EnvironmentAtEnd != nil {
		c.campaignEnvironment(n, "environment_at_end", m.EnvironmentAtEnd)
		for _, f := range environmentFields {
			if start, end := f.text(&m.EnvironmentAtStart), f.text(m.EnvironmentAtEnd); !f.setting && start != end {
				n.add(f.severity, "environment_at_end."+f.key, show(end), show(start)+", as at the start: one campaign is of one machine")
			}
		}
	}
	c.hostChecks(n)
	p := m.Planning
	if p.Trials <= 0 || p.MinTotal <= 0 || !(p.TrialTargetS > 0) || p.MaxItersPerTrial < 0 || p.OpBudgetS < 0 || p.SeparateProcessSetupS < 0 {
		n.wrong("planning", fmt.Sprintf("%+v", p), "trials, calls and seconds are positive numbers")
	}
	if a := m.Assay; a != nil {
		c.imports(n)
		if a.MaxTrials < p.Trials {
			n.wrong("assay.max_trials", a.MaxTrials, "at least planning.trials, %d", p.Trials)
		}
		if len(a.MessageBytes) == 0 {
			n.wrong("assay.message_bytes", "none", "the lengths that were measured")
		}
		if len(a.LeftOut) > 0 {
			n.doubt("assay.left_out", a.LeftOut, "not everything that was asked for was measured")
		}
	}
	c.shards(n)
	if len(m.HostProblems) > 0 {
		n.doubt("host_problems", m.HostProblems, "the host was not fit for measuring")
	}
}

// campaignEnvironment checks one of the campaign's two environments by itself.
func (c *checker) campaignEnvironment(n *notes, at string, e *host.Environment) {
	checkClock(n, at, e)
	checked := func(h evidence.HostCheck) bool { return h.CPU == e.CPUNumber }
	if !slices.ContainsFunc(c.campaign.HostChecks, checked) {
		n.wrong(at+".cpu_number", e.CPUNumber, "a CPU of a host check")
	}
}

// hostChecks holds the host checks against the campaign's times and the problems it lists.
func (c *checker) hostChecks(n *notes) {
	m := c.campaign
	all := map[string]bool{}
	measuring := false
	for i, h := range m.HostChecks {
		field := fmt.Sprintf("host_checks[%d]", i)
		t := timestamp(n, field+".utc", h.UTC)
		c.duringCampaign(n, field+".utc", h.UTC, t)
		if h.CPU < 0 {
			n.wrong(field+".cpu", h.CPU, "CPUs are numbered from 0")
		}
		inMeasuring := slices.Contains(measuringPhases, h.Phase)
		for _, p := range h.Problems {
			all[p] = true
			measuring = measuring || inMeasuring
			if inMeasuring && !c.ours && !slices.Contains(m.HostProblems, p) {
				n.wrong("host_problems", m.HostProblems, "%q is among them: %s found it while measuring", p, field)
			}
		}
		if c.ours && h.CPU != m.Assay.CPU {
			n.wrong(field+".cpu", h.CPU, "%d, the CPU of the run", m.Assay.CPU)
		}
	}
	if len(m.HostChecks) == 0 {
		n.wrong("host_checks", "none", "a campaign checks its host")
	}
	for _, p := range m.HostProblems {
		if !all[p] {
			n.wrong("host_problems", p, "no host check found this problem")
		}
	}
	// A run of ours lists each kind of problem once, in the words of its first check.
	if c.ours && measuring && len(m.HostProblems) == 0 {
		n.wrong("host_problems", "none", "host checks found problems while measuring")
	}
}

// shards holds the CPUs of a sharded campaign against its host checks.
func (c *checker) shards(n *notes) {
	m := c.campaign
	if len(m.ShardCPUs) != m.Shards {
		n.wrong("shards", m.Shards, "%d shards have a CPU", len(m.ShardCPUs))
	}
	for _, shard := range slices.Sorted(maps.Keys(m.ShardCPUs)) {
		cpu := m.ShardCPUs[shard]
		if !slices.ContainsFunc(m.HostChecks, func(h evidence.HostCheck) bool { return h.Shard == shard && h.CPU == cpu }) {
			n.wrong("shard_cpus."+shard, cpu, "no host check of this shard on this CPU")
		}
	}
}

// timestamp reads a time as the published files write it. The zero time stands
// for one that is not readable, which is noted.
func timestamp(n *notes, field, text string) time.Time {
	t, err := time.Parse("2006-01-02T15:04:05.999999-07:00", text)
	if err != nil {
		n.wrong(field, text, "a time like 2026-09-28T15:05:46.790099+00:00")
		return time.Time{}
	}
	return t
}

// duringCampaign notes a time outside the campaign's.
func (c *checker) duringCampaign(n *notes, field, text string, t time.Time) {
	if c.campaign == nil || t.IsZero() {
		return
	}
	if s := c.campaign.started; !s.IsZero() && t.Before(s) {
		n.wrong(field, text, "not before the campaign began, %s", c.campaign.StartedUTC)
	}
	if e := c.campaign.ended; !e.IsZero() && t.After(e) {
		n.wrong(field, text, "not after the campaign ended, %s", c.campaign.EndedUTC)
	}
}
