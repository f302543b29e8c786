package campaign

import (
	"context"
	"fmt"

	"github.com/hashassay/assay/internal/cpu"
	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/gate"
)

// build builds and gates every selected implementation that build.json does
// not hold yet, and checks that the libraries of the others are still the same.
func (r *run) build(ctx context.Context) error {
	b := &Builder{
		Dir: r.dir.root, Compiler: r.Compiler, Programs: r.programs, GoDigest: r.campaign.Assay.Drivers["go"],
		KATFiles: r.KATFiles, Vectors: r.Vectors,
	}
	for i, im := range r.selected {
		key := im.Instance.Candidate.ID + "/" + im.Label
		// What was not timed, because it did not build or pass, gets another
		// chance: the reason may have been the machine.
		if e := r.builds.Instances[key]; e != nil && e.Assay.Timed {
			if err := r.checkUnchanged(e); err != nil {
				return err
			}
			if kernel := im.KernelInUse(); kernel != e.Assay.Kernel {
				return fmt.Errorf("%s was measured with kernel %s so far, and kernel %s is in use now: set %s=%s to go on, or begin a new run with another --dir",
					key, e.Assay.Kernel, kernel, cpu.Variable, e.Assay.Kernel)
			}
		} else {
			r.emit(Event{Phase: Build, Done: i, Total: len(r.selected), Text: im.Label, Starting: true})
			if err := r.begins(Build); err != nil {
				return err
			}
			e, err := b.Build(ctx, im)
			if err != nil {
				return err
			}
			r.builds.Instances[key] = e
			if err := evidence.WriteJSON(r.dir.path("build.json"), r.builds); err != nil {
				return err
			}
		}
		e := r.builds.Instances[key]
		if !gate.Status(e.KAT).Accepted() {
			r.result.NotPassed = append(r.result.NotPassed, fmt.Sprintf("%s: %s %s", key, e.KAT, e.Assay.Detail))
		}
		text := fmt.Sprintf("%s %s (%s)", im.Label, e.KAT, e.Flags)
		if e.OtherArchive() != nil {
			text += ", " + evidence.AnotherArchive
		}
		r.emit(Event{Phase: Build, Done: i + 1, Total: len(r.selected), Text: text})
	}
	return nil
}

// checkUnchanged refuses a library that is not the one that was gated, and a
// log that is not the one of that gate.
func (r *run) checkUnchanged(e *evidence.BuildEntry) error {
	if e.Library != goLibrary { // the digest of our own binary, a driver, has been checked already
		if err := r.sameFile("library", e.Library, e.LibrarySHA256); err != nil {
			return err
		}
	}
	return r.sameFile("known-answer log", e.KATLog, e.KATLogSHA256)
}

func (r *run) sameFile(what, name, want string) error {
	path := r.dir.path(name)
	digest, err := fileDigest(path)
	if err != nil {
		return fmt.Errorf("%s: %w; begin a new run with another --dir", what, err)
	}
	if digest != want {
		return fmt.Errorf("%s %s changed since the gate (SHA-256 %.16s… then, %.16s… now): begin a new run with another --dir", what, path, want, digest)
	}
	return nil
}
