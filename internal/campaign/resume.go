package campaign

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"slices"
	"strings"

	"github.com/hashassay/assay/iccs"
	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/host"
	"github.com/hashassay/assay/internal/plan"
)

// load settles the settings: the user's and the defaults for a new run, the
// recorded ones for a run that is resumed.
func (r *run) load() error {
	r.builds = &evidence.Build{Instances: map[string]*evidence.BuildEntry{}}
	r.settings = plan.Settings{
		Trials: plan.DefaultTrials, MaxTrials: plan.DefaultMaxTrials, MinTotal: plan.DefaultMinTotal,
	}
	if r.dir.fresh {
		return r.begin()
	}
	return r.resume()
}

func (r *run) begin() error {
	requested := -1
	if r.CPU != nil {
		requested = *r.CPU
	}
	var err error
	if r.cpu, err = host.PickCPU(requested); err != nil {
		return err
	}
	if r.Quick {
		r.settings.MaxTrials = plan.QuickMaxTrials
	}
	usual, quick := plan.DefaultTargetS, plan.QuickTargetS
	if r.Pair != nil {
		r.settings.Trials = cmp.Or(r.Pairs, plan.PairTrials)
		r.settings.MaxTrials = r.settings.Trials
		usual, quick = plan.PairTargetS, plan.QuickPairTargetS
	}
	if r.TargetS == 0 {
		r.TargetS = usual
		if r.Quick {
			r.TargetS = quick
		}
	}
	if r.Seed == 0 {
		// 53 bits: a seed that every JSON reader takes as it is.
		r.Seed = 1 + rand.Uint64N(1<<53-1)
	}
	if len(r.KATFiles) == 0 {
		r.KATFiles = []iccs.File{iccs.KAT212, iccs.KAT223}
	}
	r.settings.TargetS, r.settings.Seed = r.TargetS, r.Seed
	r.campaign = r.newCampaign()
	return nil
}

// resume takes the recorded settings, and refuses options and circumstances
// that would make one dataset out of two different runs.
func (r *run) resume() error {
	r.campaign = &evidence.Campaign{}
	if err := readJSON(r.dir.path("campaign.json"), r.campaign); err != nil {
		return err
	}
	a := r.campaign.Assay
	if a == nil {
		return fmt.Errorf("%s was not written by assay: it can be reported, but not resumed", r.dir.path("campaign.json"))
	}
	differs := func(option, given, recorded string) error {
		return fmt.Errorf("run %s was begun with %s %s, not %s: leave the option out to resume it, or name a new --dir", r.dir.root, option, recorded, given)
	}
	switch {
	case r.Quick && !a.Quick:
		return differs("--quick", "true", "false")
	case r.Only != "" && r.Only != a.Only:
		return differs("--only", r.Only, quoteEmpty(a.Only))
	case len(r.Impl) > 0 && !slices.Equal(r.Impl, a.Impl):
		return differs("--impl", strings.Join(r.Impl, ","), quoteEmpty(strings.Join(a.Impl, ",")))
	case r.Pair != nil && !r.Pair.is(a.Pair):
		return differs("--pair", r.Pair.String(), quoteEmpty(recordedPair(a.Pair).String()))
	case r.Pairs != 0 && r.Pairs != r.campaign.Planning.Trials:
		return differs("--pairs", fmt.Sprint(r.Pairs), fmt.Sprint(r.campaign.Planning.Trials))
	case r.CPU != nil && *r.CPU != a.CPU:
		return differs("--cpu", fmt.Sprint(*r.CPU), fmt.Sprint(a.CPU))
	case r.Seed != 0 && r.Seed != a.Seed:
		return differs("--seed", fmt.Sprint(r.Seed), fmt.Sprint(a.Seed))
	case r.TargetS != 0 && evidence.Float(r.TargetS) != r.campaign.Planning.TrialTargetS:
		return differs("--trial-target", fmt.Sprintf("%gs", r.TargetS), fmt.Sprintf("%gs", float64(r.campaign.Planning.TrialTargetS)))
	case !slices.Equal(r.CandidateDirs, a.Candidates):
		return differs("--candidates", quoteEmpty(strings.Join(r.CandidateDirs, ",")), quoteEmpty(strings.Join(a.Candidates, ",")))
	case !slices.Equal(r.ExecPrefix, a.ExecPrefix):
		return differs("ASSAY_EXEC", quoteEmpty(strings.Join(r.ExecPrefix, " ")), quoteEmpty(strings.Join(a.ExecPrefix, " ")))
	}
	r.Pair = recordedPair(a.Pair)
	r.Quick, r.Only, r.Impl, r.cpu = a.Quick, a.Only, a.Impl, a.CPU
	r.KATFiles = nil
	for _, f := range a.KATFiles {
		r.KATFiles = append(r.KATFiles, iccs.File(f))
	}
	r.settings.TargetS, r.settings.Seed = float64(r.campaign.Planning.TrialTargetS), a.Seed
	r.settings.Trials, r.settings.MinTotal, r.settings.MaxTrials = r.campaign.Planning.Trials, r.campaign.Planning.MinTotal, a.MaxTrials
	r.problems = r.campaign.HostProblems

	if _, err := host.PickCPU(r.cpu); err != nil {
		return fmt.Errorf("run %s measures on CPU %d: %w", r.dir.root, r.cpu, err)
	}
	now := host.Capture(r.cpu, r.compilerVersion(), false)
	diff := host.SameHost(r.campaign.EnvironmentAtStart, now)
	if was, is := text(r.campaign.EnvironmentAtStart.Compiler), text(now.Compiler); was != is {
		diff = append(diff, fmt.Sprintf("compiler: %s, now %s", was, is))
	}
	if len(diff) > 0 {
		return fmt.Errorf("the host changed since run %s began: %s; begin a new run with another --dir", r.dir.root, strings.Join(diff, "; "))
	}
	return r.readBuilds()
}

// readBuilds reads build.json, if the run got that far.
func (r *run) readBuilds() error {
	path := r.dir.path("build.json")
	err := readJSON(path, r.builds)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for key, e := range r.builds.Instances {
		if e == nil || e.Assay == nil || key != e.Candidate+"/"+e.Label {
			return fmt.Errorf("%s is damaged: entry %q is not one that assay wrote; begin a new run with another --dir", path, key)
		}
	}
	return nil
}

func text(s *string) string {
	if s == nil {
		return "(none)"
	}
	return *s
}

func quoteEmpty(s string) string {
	if s == "" {
		return "(none)"
	}
	return s
}

// readJSON reads a file that the run itself wrote, so anything wrong with it is
// damage from outside.
func readJSON(path string, v any) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, v); err != nil {
		return fmt.Errorf("%s is damaged: %w; begin a new run with another --dir", path, err)
	}
	return nil
}
