package campaign

import (
	"context"
	"fmt"

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
		if e := r.builds.Instances[key]; e != nil {
			if err := r.checkUnchanged(e); err != nil {
				return err
			}
		} else {
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
		r.emit(Event{Phase: Build, Done: i + 1, Total: len(r.selected), Text: fmt.Sprintf("%s %s (%s)", im.Label, e.KAT, e.Flags)})
	}
	return nil
}

// checkUnchanged refuses a library that is not the one that was gated.
func (r *run) checkUnchanged(e *evidence.BuildEntry) error {
	if e.Library == "" {
		return nil
	}
	path := r.dir.path(e.Library)
	if e.Library == goLibrary {
		return nil // the driver's digest has been checked already
	}
	digest, err := fileDigest(path)
	if err != nil {
		return fmt.Errorf("library of %s: %w; begin a new run with another --dir", e.Label, err)
	}
	if digest != e.LibrarySHA256 {
		return fmt.Errorf("library %s changed since it was gated (SHA-256 %.16s… then, %.16s… now): begin a new run with another --dir", path, e.LibrarySHA256, digest)
	}
	return nil
}
