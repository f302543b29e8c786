// Package campaign carries one run through its phases: build and gate every
// implementation, measure the memory of its calls, calibrate, measure in rounds, seal a record per operation.
//
// Every phase writes its result into the run's directory before the next one
// begins, so a run that was interrupted, crashed or ran out of disk goes on
// where it stopped. Nothing is measured twice and nothing is dropped.
package campaign

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"slices"
	"time"

	"github.com/hashassay/assay/iccs"
	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/driver"
	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/host"
	"github.com/hashassay/assay/internal/plan"
	"github.com/hashassay/assay/internal/toolchain"
)

// ErrInterrupted is returned when the context ends a run early. The directory
// can be resumed.
var ErrInterrupted = errors.New("interrupted")

// Options say what to run. Zero values mean "as the run recorded it" when a
// directory is resumed, and the defaults in a new one.
type Options struct {
	Dir       string               // the run's directory; made if it does not exist
	Catalogue *candidate.Catalogue // where the implementations come from
	SystemID  string               // name of this machine in the dataset

	CandidateDirs []string    // folders that Catalogue was read from, to be recorded
	Only          string      // regular expression on "<candidate>/<label>"
	Impl          []string    // kinds of implementations
	Pair          *Pair       // measure these two against each other, and nothing else
	Pairs         int         // trials of each side of the pair, an even number
	CPU           *int        // nil: the best allowed one
	Seed          uint64      // of the order of trials
	Quick         bool        // 50 ms trials
	TargetS       float64     // length of a trial, seconds
	KATFiles      []iccs.File // known-answer files of the gate

	Strict      bool                // refuse a host that is not fit
	RequireJail bool                // refuse to run foreign code with less than a whole jail
	Compiler    *toolchain.Compiler // nil: C implementations are left out
	NoCompiler  string              // why there is no compiler
	Vectors     fs.FS               // expected known-answer files; may be nil
	ExecPrefix  []string            // command put before every child (an emulator); recorded
	Version     string              // of assay

	// Programs replaces the drivers (tests); missing languages use the real ones.
	Programs map[candidate.Language]*driver.Program

	Events func(Event) // progress; may be nil
}

// Result is what a run led to.
type Result struct {
	Dataset         *evidence.Dataset
	NotPassed       []string // implementations whose known-answer test did not pass, with the reason
	Failed          []string // operations that could not be measured, with the reason
	AlreadyComplete bool     // there was nothing left to do, and no evidence was touched
}

// run is the state of a run in progress.
type run struct {
	Options
	dir      *directory
	selected []*candidate.Implementation
	programs map[candidate.Language]*driver.Program
	cpu      int
	settings plan.Settings

	campaign *evidence.Campaign
	builds   *evidence.Build
	problems []string  // of the host, in the measuring phases
	seen     []string  // kinds of these problems: a load that is a little higher in the next phase is no news
	clocks   []float64 // all estimates of the core clock around trials, hertz
	begun    []Phase   // in which this session built or measured something
	wrote    bool      // this session wrote something that an earlier one should have left
	result   Result
}

// Run carries out or resumes the run in o.Dir. An error means that the run
// could not go on (wrong use, environment, interruption); what candidates did
// wrong is in the result.
func Run(ctx context.Context, o Options) (*Result, error) {
	if o.Programs == nil {
		if err := host.CanMeasure(); err != nil {
			return nil, err
		}
	}
	r := &run{Options: o}
	dir, err := openDirectory(o.Dir)
	if err != nil {
		return nil, err
	}
	r.dir = dir
	defer dir.close()
	defer dir.discard()

	err = r.phases(ctx)
	if ctx.Err() != nil {
		return nil, ErrInterrupted
	}
	if err != nil {
		return nil, err
	}
	r.result.Dataset, err = evidence.ReadDataset(o.Dir)
	return &r.result, err
}

func (r *run) phases(ctx context.Context) error {
	if err := r.load(); err != nil {
		return err
	}
	if err := r.selectImplementations(); err != nil {
		return err
	}
	if r.Programs == nil { // a scripted driver keeps no CPU busy
		unlock, err := host.LockCPU(r.cpu)
		if err != nil {
			return err
		}
		defer unlock()
	}
	if r.dir.fresh { // from here on the run can be resumed
		if err := r.begins(Build); err != nil {
			return err
		}
	}
	if err := r.prepareDrivers(ctx); err != nil {
		return err
	}
	if err := r.build(ctx); err != nil {
		return err
	}
	if err := r.memory(ctx); err != nil {
		return err
	}
	p, err := r.calibrate(ctx)
	if err != nil {
		return err
	}
	if err := r.measure(ctx, p); err != nil {
		return err
	}
	return r.end()
}

// begins is called before anything is built or measured. The first thing of a
// phase has the host checked, and the run is not ended any more. A session that
// finds nothing to do in a phase thus leaves no trace of having looked.
func (r *run) begins(phase Phase) error {
	if slices.Contains(r.begun, phase) {
		return nil
	}
	r.begun = append(r.begun, phase)
	if phase != Memory { // nothing is timed there
		if err := r.checkHost(phase); err != nil {
			return err
		}
	}
	r.campaign.EndedUTC, r.campaign.EnvironmentAtEnd = "", nil
	return r.save()
}

// end closes the run, unless it was closed before and nothing was built or
// measured since.
func (r *run) end() error {
	if r.campaign.EndedUTC != "" {
		r.result.AlreadyComplete = !r.wrote
		return nil
	}
	end := host.Capture(r.cpu, r.compilerVersion(), true)
	r.campaign.EnvironmentAtEnd = &end
	r.campaign.EndedUTC = evidence.UTC(time.Now())
	return r.save()
}

// checkHost records what is not fit for measuring, and refuses it when the
// user asked for a strict run.
func (r *run) checkHost(phase Phase) error {
	var texts, kinds []string
	for _, p := range host.Check(r.cpu) {
		if p.Info {
			continue
		}
		texts = append(texts, p.Text)
		// The host problems of a dataset are those of its measuring phases.
		if phase == Build || slices.Contains(r.seen, p.ID) || slices.Contains(r.problems, p.Text) {
			continue
		}
		kinds = append(kinds, p.ID)
		r.problems = append(r.problems, p.Text)
		r.campaign.HostProblems = r.problems
	}
	r.seen = append(r.seen, kinds...)
	r.campaign.HostChecks = append(r.campaign.HostChecks, evidence.HostCheck{
		Phase: string(phase), CPU: r.cpu, UTC: evidence.UTC(time.Now()), Problems: append([]string{}, texts...),
	})
	if r.Strict && len(texts) > 0 {
		return fmt.Errorf("host is not fit for measuring on CPU %d: %s (assay check --cpu %d shows how to mend it)", r.cpu, texts[0], r.cpu)
	}
	return nil
}

func (r *run) save() error { return evidence.WriteJSON(r.dir.path("campaign.json"), r.campaign) }

func (r *run) compilerVersion() string {
	if r.Compiler == nil {
		return ""
	}
	return r.Compiler.Version
}

// newCampaign describes a run that begins now.
func (r *run) newCampaign() *evidence.Campaign {
	var files []string
	for _, f := range r.KATFiles {
		files = append(files, string(f))
	}
	return &evidence.Campaign{
		SystemID:           r.SystemID,
		StartedUTC:         evidence.UTC(time.Now()),
		EnvironmentAtStart: host.Capture(r.cpu, r.compilerVersion(), true),
		HostChecks:         []evidence.HostCheck{},
		ArchConfig: evidence.ArchConfig{
			Reference:         toolchain.Reference,
			Performance:       toolchain.Performance(runtime.GOARCH),
			OptimizedFamilies: []string{},
		},
		HarnessAdditions: toolchain.Additions,
		Planning: evidence.Planning{
			Trials: r.settings.Trials, TrialTargetS: evidence.Float(r.settings.TargetS), MinTotal: r.settings.MinTotal,
		},
		HostProblems: []string{},
		Assay: &evidence.CampaignAssay{
			Version: r.Version, GoVersion: runtime.Version(), Quick: r.Quick, Seed: r.settings.Seed, CPU: r.cpu,
			MaxTrials: r.settings.MaxTrials, MessageBytes: plan.Sizes, Only: r.Only, Impl: append([]string{}, r.Impl...),
			Candidates: append([]string{}, r.CandidateDirs...), KATFiles: files, Drivers: map[string]string{},
			LeftOut: []string{}, ExecPrefix: append([]string{}, r.ExecPrefix...),
		},
	}
}
