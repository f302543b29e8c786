package campaign

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/hashassay/assay/internal/driver"
	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/host"
	"github.com/hashassay/assay/internal/plan"
	"github.com/hashassay/assay/internal/stats"
)

// operation is the state of one operation while it is measured.
type operation struct {
	plan.Entry
	attempts    []evidence.Attempt // all of them, in the order they were made
	more        []string           // why rounds beyond the planned ones were run
	failed      bool               // an attempt of this session failed: no more of them
	sealed      bool
	environment host.Environment
}

func (r *run) newOperation(e plan.Entry) *operation { return &operation{Entry: e} }

// perCall returns the times of one call in the good trials of the rounds
// before the given one, in seconds.
func (o *operation) perCall(before int) []float64 {
	var xs []float64
	for _, a := range o.attempts {
		if a.Trial != nil && a.Round < before {
			xs = append(xs, a.Trial.Seconds/float64(a.Trial.Calls))
		}
	}
	return xs
}

func (o *operation) has(round int) bool {
	for _, a := range o.attempts {
		if a.Trial != nil && a.Round == round {
			return true
		}
	}
	return false
}

// wants says whether the operation runs a trial in a round: always in the
// planned ones, and in further ones as long as its trials disagree. It depends
// on the trials of earlier rounds alone, so a resumed run decides alike.
func (o *operation) wants(round int, s plan.Settings) (bool, string) {
	if round < s.Trials {
		return true, ""
	}
	if round >= s.MaxTrials {
		return false, ""
	}
	why := stats.Disagree(o.perCall(round))
	return why != "", why
}

// measure runs the rounds and seals every operation as soon as it is done.
func (r *run) measure(ctx context.Context, p *plan.Plan) error {
	ops, err := r.openOperations(p)
	if err != nil {
		return err
	}
	progress := r.newProgress(ops)
	if r.Pair != nil {
		return r.measurePair(ctx, p, ops, progress)
	}
	for round := 0; round < r.settings.MaxTrials; round++ {
		for _, i := range p.Order(round, len(ops)) {
			o := ops[i]
			want, why := o.wants(round, r.settings)
			if o.failed || o.Calls == 0 || !want {
				continue
			}
			if why != "" {
				o.more = append(o.more, fmt.Sprintf("round %d: %s", round+1, why))
			}
			if o.has(round) { // measured before the run was resumed
				continue
			}
			if err := r.trial(ctx, o, round); err != nil {
				return err
			}
			progress.step(o, round)
		}
		if err := r.sealFinished(ops, round); err != nil {
			return err
		}
	}
	return nil
}

// openOperations reads the attempts of an earlier session.
func (r *run) openOperations(p *plan.Plan) ([]*operation, error) {
	var ops []*operation
	for _, e := range p.Operations {
		o := r.newOperation(e)
		var err error
		if o.attempts, err = evidence.ReadAttempts(r.dir.path(trialsName(e.Operation))); err != nil {
			return nil, err
		}
		r.clocks = append(r.clocks, evidence.Clocks(o.attempts)...)
		o.environment = host.Capture(r.cpu, r.compilerVersion(), false)
		ops = append(ops, o)
	}
	return ops, nil
}

// trial runs one trial and records it. What the candidate does wrong is
// recorded too and ends the operation for this session.
func (r *run) trial(ctx context.Context, o *operation, round int) error {
	if err := r.begins(Measure); err != nil {
		return err
	}
	program, request := r.request(o.Operation)
	request.Warmups, request.Calls, request.ClockWindows = o.Warmups, o.Calls, r.clockWindows()
	request.Limits = driver.Limits{
		Wall:       time.Duration(o.TimeoutS * float64(time.Second)),
		CPUSeconds: uint64(math.Ceil(o.TimeoutS)),
	}
	attempt := evidence.Attempt{Round: round, Load: floats(host.LoadAverage())}
	started := time.Now()
	t, err := program.Time(ctx, request)
	if f := (*driver.Failure)(nil); errors.As(err, &f) {
		attempt.Failure = failure(f, started)
	} else if err != nil {
		return fmt.Errorf("%s round %d: %w", o.Path(), round+1, err)
	} else if want := r.digest(o.Operation); t.DigestBefore != want || t.DigestAfter != want {
		attempt.Failure = &evidence.Failure{
			Status:  "MISMATCH",
			Detail:  fmt.Sprintf("digest of the timed message is %.16s… before and %.16s… after timing, %.16s… in the gate", t.DigestBefore, t.DigestAfter, want),
			Process: t.Process,
		}
	} else {
		attempt.Trial = t
		r.clocks = append(r.clocks, evidence.Clocks([]evidence.Attempt{attempt})...)
	}
	r.portable(commandOf(&attempt))
	name := trialsName(o.Operation)
	if err := r.dir.make(name); err != nil {
		return err
	}
	if err := evidence.AppendAttempt(r.dir.path(name), attempt); err != nil {
		return err
	}
	o.attempts = append(o.attempts, attempt)
	if attempt.Failure != nil {
		o.failed = true
		return r.seal(o)
	}
	return nil
}

// clockWindows keeps the clock estimates of a trial short beside the trial
// itself: a tenth of its time each, or less.
func (r *run) clockWindows() int { return min(12, max(5, int(r.settings.TargetS/0.01))) }

// digest is the gate's digest of the timed message.
func (r *run) digest(op plan.Operation) string {
	return r.buildEntry(op.Candidate, op.Label).Assay.Digests[fmt.Sprint(op.Bytes)]
}

func failure(f *driver.Failure, started time.Time) *evidence.Failure {
	return &evidence.Failure{
		Status: string(f.Status), Detail: f.Detail,
		Process: driver.Process{
			Command: f.Command, ExitCode: f.ExitCode, WallS: f.WallS, Stderr: f.Stderr,
			StartedUTC: evidence.UTC(started), EndedUTC: evidence.UTC(time.Now()), Jail: f.Jail,
		},
	}
}

// sealFinished writes the records of the operations that want no further round.
func (r *run) sealFinished(ops []*operation, round int) error {
	for _, o := range ops {
		if o.sealed || o.failed || o.Calls == 0 || round+1 < r.settings.Trials {
			continue
		}
		if want, _ := o.wants(round+1, r.settings); want {
			continue
		}
		if err := r.seal(o); err != nil {
			return err
		}
	}
	return nil
}

// complete says whether the operation's record of an earlier session stands:
// readable, complete, and of all the trials there are.
func (r *run) complete(o *operation) bool {
	rec, err := evidence.ReadComplete(r.dir.path(recordName(o.Operation)))
	return err == nil && rec.Figures != nil && len(rec.Trials) == o.good()
}

func (o *operation) good() int { return len(o.perCall(math.MaxInt)) }

// portable takes this machine's paths out of a command, so that a dataset
// tells nothing about its maker's home: the run's directory and the assay
// binary get names relative to the dataset.
func (r *run) portable(command []string) {
	self, _ := os.Executable()
	for i, arg := range command {
		arg = strings.ReplaceAll(arg, r.dir.root+string(filepath.Separator), "")
		if self != "" {
			arg = strings.ReplaceAll(arg, self, "assay")
		}
		command[i] = arg
	}
}

// commandOf is the command of the child of an attempt.
func commandOf(a *evidence.Attempt) []string {
	if a.Trial != nil {
		return a.Trial.Process.Command
	}
	return a.Failure.Process.Command
}
