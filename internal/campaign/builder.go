package campaign

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"

	"github.com/hashassay/assay/iccs"
	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/driver"
	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/gate"
	"github.com/hashassay/assay/internal/plan"
	"github.com/hashassay/assay/internal/toolchain"
)

// goLibrary is the "library" of a Go implementation: the assay binary itself,
// named so because its path is nobody else's business.
const goLibrary = "assay"

// Builder builds implementations and checks them against the official vectors.
type Builder struct {
	Dir      string // libraries go to lib/, logs to kat/ below it
	Compiler *toolchain.Compiler
	Programs map[candidate.Language]*driver.Program
	GoDigest string // SHA-256 of the assay binary
	KATFiles []iccs.File
	Vectors  fs.FS // expected known-answer files; nil: each candidate's own, if it has some
	Dropped  bool  // Dir is removed afterwards: details name no log in it
}

// Build builds and gates one implementation. What is wrong with the candidate
// is in the entry; the error is for what is wrong with the harness.
func (b *Builder) Build(ctx context.Context, im *candidate.Implementation) (*evidence.BuildEntry, error) {
	if im.Language == candidate.Go {
		e := b.entry(im, "go")
		e.Library, e.LibrarySHA256 = goLibrary, b.GoDigest
		e.Assay.BuildFlags = "go build (" + runtime.Version() + ")"
		return e, b.gate(ctx, im, e, "")
	}
	if im.Library != "" {
		return b.adopt(ctx, im)
	}
	// The guide's flags first; what they do not build, or build wrongly, gets
	// the default flags, and the page says so.
	e, err := b.buildC(ctx, im, toolchain.Guide)
	if err != nil || gate.Status(e.KAT).Accepted() {
		return e, err
	}
	fallback, err := b.buildC(ctx, im, toolchain.Default)
	if err != nil {
		return nil, err
	}
	fallback.GuideResult = e.KAT
	return fallback, nil
}

func (b *Builder) entry(im *candidate.Implementation, flags string) *evidence.BuildEntry {
	var files []string
	for _, f := range b.KATFiles {
		files = append(files, string(f))
	}
	if len(im.Instance.SelfTest) > 0 {
		files = []string{gate.SelfTestName}
	}
	e := &evidence.BuildEntry{
		Candidate: im.Instance.Candidate.ID, Label: im.Label, Instance: im.Instance.Reported(),
		Variant: im.Variant(), Flags: flags,
		Assay: &evidence.BuildAssay{
			Role: string(im.Instance.Candidate.Role), Implementation: im.Kind, Language: string(im.Language), Kernel: im.KernelInUse(), KATFiles: files,
			Command: []string{}, Digests: map[string]string{},
		},
	}
	e.Assay.Archive = ArchiveOf(im)
	return e
}

// ArchiveOf returns the archive that submitted code is from, and nil for other code.
func ArchiveOf(im *candidate.Implementation) *evidence.Archive {
	if im.Recipe == nil {
		return nil
	}
	c := im.Instance.Candidate
	return &evidence.Archive{Name: c.Imported.Archive, SHA256: c.Imported.SHA256, Published: c.AsPublished()}
}

func (b *Builder) buildC(ctx context.Context, im *candidate.Implementation, flags toolchain.FlagSet) (*evidence.BuildEntry, error) {
	e := b.entry(im, string(flags))
	e.Assay.Log = "lib/" + im.Label + "." + string(flags) + ".log"
	lib, err := b.Compiler.Build(ctx, im, flags, filepath.Join(b.Dir, "lib"))
	if be := (*toolchain.BuildError)(nil); errors.As(err, &be) {
		e.KAT, e.Assay.Detail = string(gate.BuildFail), be.Error()
		if b.Dropped {
			e.Assay.Detail = be.Message()
		}
		return e, nil
	}
	if err != nil {
		return nil, err
	}
	e.Library, e.LibrarySHA256, e.ELFLoadBytes = "lib/"+im.Label+".so", lib.SHA256, &lib.ELFLoadBytes
	e.Assay.BuildFlags, e.Assay.Command, e.Assay.Sections = lib.FlagString, lib.Command, &lib.Sections
	e.Assay.Jail = lib.Jail
	return e, b.gate(ctx, im, e, lib.Path)
}

// adopt takes a finished library as it is.
func (b *Builder) adopt(ctx context.Context, im *candidate.Implementation) (*evidence.BuildEntry, error) {
	e := b.entry(im, string(toolchain.Prebuilt))
	lib, err := toolchain.Adopt(im.Library, im.Label, filepath.Join(b.Dir, "lib"))
	if err != nil {
		return nil, err
	}
	e.Library, e.LibrarySHA256, e.ELFLoadBytes = "lib/"+im.Label+".so", lib.SHA256, &lib.ELFLoadBytes
	e.Assay.BuildFlags = lib.FlagString
	return e, b.gate(ctx, im, e, lib.Path)
}

// gate checks a built implementation and completes its entry.
func (b *Builder) gate(ctx context.Context, im *candidate.Implementation, e *evidence.BuildEntry, library string) error {
	compiler := runtime.Version()
	if im.Language == candidate.C {
		compiler = b.Compiler.Version
	}
	vectors := b.Vectors
	if vectors == nil {
		vectors = im.Instance.Candidate.Vectors()
	}
	res, err := gate.Run(ctx, gate.Request{
		Implementation: im, Program: b.Programs[im.Language], Library: library, LibraryName: e.Library,
		Files: b.KATFiles, Vectors: vectors, Messages: plan.Sizes,
		Compiler: compiler, BuildFlags: e.Assay.BuildFlags,
		Limits: driver.Limits{Wall: gate.DefaultWall(b.KATFiles)},
	})
	if err != nil {
		return err
	}
	e.KAT, e.Assay.Detail = string(res.Status), res.Detail
	e.Assay.Timed = res.Status.Accepted() || res.Status == gate.Mismatch && im.Instance.OnMismatch == candidate.Measure
	for n, d := range res.Digests {
		e.Assay.Digests[strconv.Itoa(n)] = d
	}
	e.KATLog = "kat/" + e.Candidate + "/" + e.Label + ".log"
	path := filepath.Join(b.Dir, filepath.FromSlash(e.KATLog))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	if err := evidence.WriteFile(path, []byte(res.Log)); err != nil {
		return err
	}
	e.KATLogSHA256, err = fileDigest(path)
	return err
}
