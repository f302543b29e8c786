package campaign

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/driver"
	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/host"
	"github.com/hashassay/assay/internal/plan"
)

// calibrationTimeout bounds one calibration; a call that alone takes longer
// cannot be measured a hundred times in any useful time.
const calibrationTimeout = 2 * time.Minute

// planFile is plan.json.
const planFile = "plan.json"

// calibrate takes the plan from plan.json, or makes it: a warm estimate of the
// time of one call for every operation of every timed implementation.
func (r *run) calibrate(ctx context.Context) (*plan.Plan, error) {
	p := &plan.Plan{Settings: r.settings}
	err := readJSON(r.dir.path(planFile), p)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	planned := r.operations()
	stands := err == nil // plan.json is what it will be
	switch {
	case err != nil:
		p.Operations = append([]plan.Entry{}, planned...) // a list in plan.json even if nothing is timed
	case len(p.Operations) > len(planned) || !slices.EqualFunc(p.Operations, planned[:len(p.Operations)], samePlanned):
		return nil, fmt.Errorf("%s does not hold the operations of this run: begin a new run with another --dir", r.dir.path(planFile))
	default: // what passed its vectors only now comes behind
		p.Operations = append(p.Operations, planned[len(p.Operations):]...)
	}
	for i := range p.Operations {
		e := &p.Operations[i]
		if e.Calls == 0 { // new, or its calibration failed in an earlier session
			if err := r.begins(Calibrate); err != nil {
				return nil, err
			}
			if err := r.calibrateOne(ctx, e); err != nil {
				return nil, err
			}
			stands = false
		}
		r.emit(Event{Phase: Calibrate, Done: i + 1, Total: len(p.Operations), Text: e.Name()})
	}
	if stands {
		return p, nil
	}
	if r.Pair != nil {
		sharePlan(p)
	}
	r.wrote = true
	return p, evidence.WriteJSON(r.dir.path(planFile), p)
}

// operations lists what is to be measured.
func (r *run) operations() []plan.Entry {
	es := []plan.Entry{} // nil would be written as null
	for _, im := range r.selected {
		b := r.buildEntry(im.Instance.Candidate.ID, im.Label)
		if !b.Assay.Timed {
			continue
		}
		if r.Pair != nil && r.unfitPair() {
			break
		}
		for _, n := range plan.Sizes {
			es = append(es, plan.Entry{Operation: plan.Operation{Candidate: b.Candidate, Label: b.Label, Bytes: n}})
		}
	}
	return es
}

func samePlanned(a, b plan.Entry) bool { return a.Operation == b.Operation }

func (r *run) calibrateOne(ctx context.Context, e *plan.Entry) error {
	window := time.Duration(min(plan.CalibrationS, r.settings.TargetS) * float64(time.Second))
	program, request := r.request(e.Operation)
	request.Warmups = 1
	request.Limits = driver.Limits{Wall: calibrationTimeout}
	started := time.Now()
	c, err := program.Calibrate(ctx, request, window)
	if f := (*driver.Failure)(nil); errors.As(err, &f) {
		op := r.newOperation(*e)
		op.environment = host.Capture(r.cpu, r.compilerVersion(), false)
		attempt := evidence.Attempt{Round: -1, Load: floats(host.LoadAverage()), Failure: failure(f, started)}
		r.portable(commandOf(&attempt))
		op.attempts = append(op.attempts, attempt)
		op.failed = true
		return r.seal(op)
	}
	if err != nil {
		return fmt.Errorf("calibrate %s: %w", e.Path(), err)
	}
	*e, err = r.settings.NewEntry(e.Operation, c.PerCallS)
	return err
}

func (r *run) buildEntry(candidateID, label string) *evidence.BuildEntry {
	return r.builds.Instances[candidateID+"/"+label]
}

// request is what all children of an operation have in common.
func (r *run) request(op plan.Operation) (*driver.Program, driver.TrialRequest) {
	im := r.implementation(op)
	library := im.Target()
	if im.Language == candidate.C {
		library = r.dir.path(r.buildEntry(op.Candidate, op.Label).Library)
	}
	return r.programs[im.Language], driver.TrialRequest{
		Target: driver.Target{Library: library, DigestBits: im.Instance.DigestBits},
		CPU:    r.cpu, Bytes: op.Bytes,
	}
}

func (r *run) implementation(op plan.Operation) *candidate.Implementation {
	for _, im := range r.selected {
		if im.Instance.Candidate.ID == op.Candidate && im.Label == op.Label {
			return im
		}
	}
	panic("campaign: no implementation " + op.Path())
}
