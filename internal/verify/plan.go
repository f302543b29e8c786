package verify

import (
	"fmt"
	"slices"

	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/plan"
	"github.com/hashassay/assay/internal/strictjson"
)

// checkPlan holds a record's plan against its trials and the campaign's settings.
func (c *checker) checkPlan(n *notes, r *evidence.Record) {
	p := r.Plan
	for name, x := range map[string]float64{
		"iterations_per_trial": float64(p.IterationsPerTrial), "warmups": float64(p.Warmups), "trials": float64(p.Trials),
		"estimated_s": float64(p.EstimatedS), "timeout_per_process_s": float64(p.TimeoutPerProcessS),
	} {
		if x < 0 {
			n.wrong("plan."+name, x, "not negative")
		}
	}
	trials := 0
	if r.Figures != nil && !reused(r) {
		trials = len(r.Trials)
		for i, t := range r.Trials {
			same(n, fmt.Sprintf("trials[%d].measurements", i), t.Measurements, p.IterationsPerTrial, "plan.iterations_per_trial")
		}
	}
	if c.campaign == nil {
		return
	}
	settings := c.campaign.Planning
	most := p.Trials
	if a := c.campaign.Assay; a != nil {
		most = a.MaxTrials
		same(n, "plan.trials", p.Trials, settings.Trials, "planning.trials of campaign.json")
		if r.Status == evidence.Complete && p.IterationsPerTrial*p.Trials < settings.MinTotal {
			n.wrong("plan.iterations_per_trial", p.IterationsPerTrial, "at least %d calls in %d trials (planning.min_total of campaign.json)", settings.MinTotal, p.Trials)
		}
	} else if p.Trials > settings.Trials {
		n.wrong("plan.trials", p.Trials, "at most %d: planning.trials of campaign.json", settings.Trials)
	}
	if trials > most {
		n.wrong("trials", fmt.Sprintf("%d trials", trials), "at most %d", most)
	}
	if limit := settings.MaxItersPerTrial; limit > 0 && p.IterationsPerTrial > limit {
		n.wrong("plan.iterations_per_trial", p.IterationsPerTrial, "at most %d: planning.max_iters_per_trial of campaign.json", limit)
	}
}

// planFile checks plan.json of a run, and the records' plans against it.
func (c *checker) planFile(records []*summary) []Finding {
	n := &notes{file: "plan.json"}
	if !c.layout.has(n.file) {
		if c.ours {
			c.notChecked("plan.json is not there: the records' plans were not held against the calibration")
		}
		return nil
	}
	p := &plan.Plan{}
	missing, ok := c.readJSON(&strictjson.Reader{}, n, p)
	if !ok || c.campaign == nil {
		return n.list
	}
	c.absent(n, missing)
	const why = "campaign.json"
	same(n, "trials", p.Trials, c.campaign.Planning.Trials, why)
	same(n, "min_total", p.MinTotal, c.campaign.Planning.MinTotal, why)
	same(n, "trial_target_s", evidence.Float(p.TargetS), c.campaign.Planning.TrialTargetS, why)
	if a := c.campaign.Assay; a != nil {
		same(n, "max_trials", p.MaxTrials, a.MaxTrials, why)
		same(n, "seed", p.Seed, a.Seed, why)
	}
	planned := map[string]int{}
	for i, e := range p.Operations {
		field := fmt.Sprintf("operations[%d]", i)
		if _, again := planned[e.Path()]; again {
			n.wrong(field, e.Path(), "an operation is planned once")
		}
		planned[e.Path()] = i
		if e.Calls == 0 {
			continue // its calibration failed, which its record tells
		}
		want, err := p.Settings.NewEntry(e.Operation, e.T1S)
		if err != nil {
			n.wrong(field+".t1_s", e.T1S, "seconds of one call")
			continue
		}
		same(n, field+".calls_per_trial", e.Calls, want.Calls, "from t1_s and the settings")
		same(n, field+".warmups", e.Warmups, want.Warmups, "from t1_s")
		same(n, field+".timeout_per_process_s", e.TimeoutS, want.TimeoutS, "from t1_s, calls and warm-ups")
	}
	for _, r := range records {
		m := &notes{file: r.file}
		if i, ok := planned[fmt.Sprintf("%s/%s__hash_%d", r.candidate, r.label, r.bytes)]; ok {
			e, got := p.Operations[i], r.plan
			const why = "plan.json"
			same(m, "plan.iterations_per_trial", got.IterationsPerTrial, e.Calls, why)
			same(m, "plan.warmups", got.Warmups, e.Warmups, why)
			same(m, "plan.timeout_per_process_s", got.TimeoutPerProcessS, evidence.Float(e.TimeoutS), why)
			same(m, "plan.estimated_s", got.EstimatedS, evidence.Float(e.EstimatedS()*float64(got.Trials)), "calls and warm-ups of all trials, by t1_s of plan.json")
		} else {
			m.wrong("plan", "an operation", "plan.json does not plan it")
		}
		n.list = slices.Concat(n.list, m.list)
	}
	return n.list
}
