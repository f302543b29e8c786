package campaign

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/driver"
	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/plan"
	"github.com/hashassay/assay/internal/toolchain"
)

// memorySizes are the message lengths of the memory pass, in bytes: a short one, a middle one and the longest. Memory that
// depends on the length at all grows with it.
var memorySizes = []int{32, 1024, 65536}

// goNotMeasured says what the memory pass cannot see of a Go implementation.
const goNotMeasured = "stack: the Go runtime moves a stack when it grows and keeps no mark of its deepest place; " +
	"heap peak: memory is given back by the garbage collector, not by the code"

// memoryDriver is the C driver that counts, in the run's directory.
const memoryDriver = "lib/driver-memory"

// memory measures what single calls of every timed implementation use, but for those of which memory.json has it
// already. What the candidates do wrong is in the file and in the result.
func (r *run) memory(ctx context.Context) error {
	m, err := evidence.ReadMemory(r.dir.root)
	if err != nil {
		return fmt.Errorf("%w; begin a new run with another --dir", err)
	}
	if m == nil {
		m = &evidence.Memory{}
	}
	if m.Instances == nil {
		m.Instances = map[string]*evidence.MemoryEntry{}
	}
	var timed []*candidate.Implementation
	for _, im := range r.selected {
		if r.buildEntry(im.Instance.Candidate.ID, im.Label).Assay.Timed {
			timed = append(timed, im)
		}
	}
	meters := map[candidate.Language]*memoryMeter{}
	for i, im := range timed {
		b := r.buildEntry(im.Instance.Candidate.ID, im.Label)
		key := b.Candidate + "/" + b.Label
		if e := m.Instances[key]; e == nil || e.LibrarySHA256 != b.LibrarySHA256 || !measured(e) {
			if meters[im.Language] == nil {
				if meters[im.Language], err = r.memoryMeter(ctx, im.Language); err != nil {
					return err
				}
			}
			meter := meters[im.Language]
			if e != nil && e.LibrarySHA256 == b.LibrarySHA256 && meter.program == nil {
				continue // there is no more to say about it than there was
			}
			if m.Instances[key], err = r.memoryOf(ctx, meter, im); err != nil {
				return err
			}
			r.wrote = true
			if err := evidence.WriteJSON(r.dir.path(evidence.MemoryFile), m); err != nil {
				return err
			}
		}
		r.emit(Event{Phase: Memory, Done: i + 1, Total: len(timed), Text: im.Label})
	}
	return nil
}

// measured says whether an entry of an earlier session has all there is to know.
func measured(e *evidence.MemoryEntry) bool {
	var have []int
	for _, m := range e.Messages {
		if m.Figures != nil {
			have = append(have, m.InputBytes)
		}
	}
	return slices.Equal(have, memorySizes)
}

// memoryMeter is what measures the implementations of one language; without a program, why says why there is none.
type memoryMeter struct {
	program *driver.Program
	why     string
}

// memoryMeter prepares the driver for a language. That the one for C does not compile, because this machine's C library lacks
// something, is no reason to stop: nothing else needs it.
func (r *run) memoryMeter(ctx context.Context, l candidate.Language) (*memoryMeter, error) {
	if l != candidate.C || r.Programs[l] != nil {
		return &memoryMeter{program: r.programs[l]}, nil
	}
	path := r.dir.path(memoryDriver)
	p, err := CMemoryProgram(ctx, r.Compiler, path, r.ExecPrefix)
	if be := (*toolchain.BuildError)(nil); errors.As(err, &be) {
		r.note(err.Error())
		return &memoryMeter{why: err.Error()}, nil
	}
	if err != nil {
		return nil, err
	}
	return &memoryMeter{program: p}, r.recordDriver(p.Name, path)
}

// memoryOf measures one implementation. Without a driver the entry says why.
func (r *run) memoryOf(ctx context.Context, meter *memoryMeter, im *candidate.Implementation) (*evidence.MemoryEntry, error) {
	b := r.buildEntry(im.Instance.Candidate.ID, im.Label)
	e := &evidence.MemoryEntry{
		Candidate: b.Candidate, Label: b.Label, Instance: b.Instance, Language: b.Assay.Language,
		LibrarySHA256: b.LibrarySHA256, NotMeasured: meter.why, Messages: []evidence.MessageMemory{},
	}
	if meter.program == nil {
		return e, nil
	}
	if err := r.begins(Memory); err != nil {
		return nil, err
	}
	e.Driver = meter.program.Name
	if im.Language == candidate.Go {
		e.NotMeasured = goNotMeasured
	}
	for _, n := range memorySizes {
		op := plan.Operation{Candidate: b.Candidate, Label: b.Label, Bytes: n}
		message, err := r.memoryAt(ctx, meter.program, op)
		if err != nil {
			return nil, err
		}
		if f := message.Failure; f != nil {
			text := fmt.Sprintf("%s, memory: %s: %s", op.Path(), f.Status, f.Detail)
			r.result.Failed = append(r.result.Failed, text)
			r.note(text)
		}
		e.Messages = append(e.Messages, *message)
	}
	return e, nil
}

func (r *run) memoryAt(ctx context.Context, p *driver.Program, op plan.Operation) (*evidence.MessageMemory, error) {
	_, request := r.request(op)
	request.Limits = driver.Limits{Wall: calibrationTimeout}
	message := &evidence.MessageMemory{InputBytes: op.Bytes}
	started := time.Now()
	use, err := p.Memory(ctx, request)
	var command []string
	if f := (*driver.Failure)(nil); errors.As(err, &f) {
		message.Failure = failure(f, started)
		command = message.Failure.Process.Command
	} else if err != nil {
		return nil, fmt.Errorf("memory of %s: %w", op.Path(), err)
	} else if want := r.digest(op); use.Digest != want {
		message.Failure = &evidence.Failure{
			Status: "MISMATCH", Detail: fmt.Sprintf("digest of the message is %.16s…, %.16s… in the gate", use.Digest, want), Process: use.Process,
		}
		command = use.Process.Command
	} else {
		message.Use, message.Figures = use, evidence.DeriveMemory(use.Calls)
		command = use.Process.Command
	}
	r.portable(command)
	return message, nil
}
