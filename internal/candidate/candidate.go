// Package candidate is the catalogue: which hash candidates there are, their
// instances, and the implementations of each instance that can be measured.
//
// A candidate is a folder; the built-in ones are embedded (package candidates),
// others come from folders that the user names. It holds
//
//	candidate.toml            what there is (docs/adding-a-candidate.md)
//	kat.sha256                digests of the official known-answer files; without
//	                          it the verdict is NOKAT
//	vectors/<KATName>/<file>  known-answer files with the expected digests, to
//	                          name the first record that differs (optional)
//	and the C sources, in folders of their own.
package candidate

import (
	"fmt"
	"io/fs"

	"github.com/hashassay/assay/iccs"
)

// Language is the language an implementation is written in; it decides which
// driver runs it.
type Language string

// The languages that can be measured.
const (
	C  Language = "c"
	Go Language = "go"
)

// Action says what happens to an instance whose known-answer test fails.
type Action string

// The actions of candidate.toml's on_mismatch.
const (
	Exclude Action = "exclude" // not timed (the default)
	Measure Action = "measure" // timed all the same, and marked everywhere
)

// Role says what a candidate is measured for.
type Role string

// The roles of candidate.toml's role.
const (
	Submission Role = "candidate" // a submission to the programme (the default)
	Baseline   Role = "baseline"  // the programme's helper functions
	Yardstick  Role = "yardstick" // functions that every reader knows
)

// Catalogue holds candidates in natural order of their identifiers.
type Catalogue struct {
	Candidates []*Candidate
}

// Candidate is one submission.
type Candidate struct {
	ID        string         // "hash-12"
	Name      string         // "Iphe"
	Role      Role           // what it is measured for
	Page      string         // address of the official page; "" if none
	Notes     []string       // shown on the candidate's page
	Instances []*Instance    // in the order of candidate.toml
	Manifest  *iccs.Manifest // digests of the official known-answer files; nil if there are none
	Files     fs.FS          // the candidate's folder; nothing outside it can be reached, by symbolic links neither
	Origin    string         // "built in" or the folder's path
	Archive   *Archive       // the submission as it was published; nil if not known
	Imported  *Imported      // what the submission's own code was taken from; nil if it was not imported
	imported  fs.FS          // the folder given to Import
}

// Vectors returns the candidate's own vectors/ folder: known-answer files with
// the expected digests, <KATName>/<file>; without one that of the imported
// submission. It is nil if there is none.
func (c *Candidate) Vectors() fs.FS {
	for _, files := range []fs.FS{c.Files, c.imported} {
		if files == nil {
			continue
		}
		if info, err := fs.Stat(files, "vectors"); err != nil || !info.IsDir() {
			continue
		}
		if sub, err := fs.Sub(files, "vectors"); err == nil {
			return sub
		}
	}
	return nil
}

// Instance is a parameter set with a digest width.
type Instance struct {
	Candidate       *Candidate
	Name            string            // "Iphe-512"
	DigestBits      int               // digest length in bits
	KATName         string            // name in known-answer file names, in the manifest and below vectors/
	OnMismatch      Action            // what to do when the vectors do not pass
	SelfTest        []SelfTestCase    // checked instead of known-answer files; empty if there are none
	Submitted       *Recipe           // where the submission's own code is in its archive; nil if not known
	Implementations []*Implementation // in the order of candidate.toml; an imported submission's own code is the first
	reported        string            // what Reported returns, if it is not Name
}

// Package names the candidate and its archive, for lists of what is missing:
// "hash-12 (Iphe.zip)".
func (c *Candidate) Package() string {
	if c.Archive == nil {
		return c.ID
	}
	return fmt.Sprintf("%s (%s)", c.ID, c.Archive.Name)
}

// Absent says whether the instance has submitted code that is not imported.
func (in *Instance) Absent() bool { return in.Submitted != nil && in.Candidate.Imported == nil }

// Reported is the name that the submission's library reports and that its
// known-answer files carry: "laurus_512" for Laurus-512, mostly Name. Records
// have it as their instance, as the published datasets do.
func (in *Instance) Reported() string {
	if in.reported != "" {
		return in.reported
	}
	return in.Name
}

// DigestBits is the digest length of an instance in bits; 0 if there is none of
// that name.
func (c *Candidate) DigestBits(instance string) int {
	for _, in := range c.Instances {
		if in.Name == instance {
			return in.DigestBits
		}
	}
	return 0
}

// Implementation is one way to compute an instance.
type Implementation struct {
	Instance *Instance
	Kind     string   // "c99", "go", "submitted", ...
	Label    string   // instance name, with "-"+Kind appended unless Kind is "submitted"
	Language Language // C or Go
	Sources  []string // C: slash paths inside the folder
	Include  []string // C: include directories, slash paths inside the folder
	Defines  []string // C: NAME or NAME=VALUE
	// Recipe is not nil for imported code of a submission, which is built with
	// what the programme provides: its headers and generator.
	Recipe *Recipe
	source fs.FS // what was imported of the submission's archive
	// Library is the path of a finished shared library that is measured as it is
	// instead of being built; "" for implementations that are built from Sources.
	Library string
	// Kernel names the one kernel of the Go package that this implementation is.
	// "" for the Go package as it is, with the kernel that it chooses, and for
	// all others. Implementations with a Kernel are measured on request only.
	Kernel string
	// Missing lists the instruction sets that Kernel needs and this CPU lacks.
	Missing []string
}

// Submitted is the Kind of a submission's own reference code. Its label is the
// instance's name alone, as in the published datasets.
const Submitted = "submitted"

// Folder holds the sources: the candidate's folder, or what was imported of the
// submission's archive.
func (im *Implementation) Folder() fs.FS {
	if im.source != nil {
		return im.source
	}
	return im.Instance.Candidate.Files
}

// Variant is the implementation's name in schema 2, where a submission's own
// reference code is called reference.
func (im *Implementation) Variant() string {
	if im.Kind == Submitted {
		return "reference"
	}
	return im.Kind
}

// KernelInUse names the kernel that computes a Go implementation here and now:
// its own, or the one that the Go package has in use, or "library" for code of
// others. It is "" for other languages.
func (im *Implementation) KernelInUse() string {
	if im.Kernel != "" {
		return im.Kernel
	}
	if h, ok := LookupGo(im.Target()); ok && im.Language == Go {
		return h.kernelName()
	}
	return ""
}

// Target names a Go implementation for the Go driver: "go:hash-12/Iphe-512", or
// "go:hash-12/Iphe-512@avx2" for one kernel. A kernel is named wherever there
// is a choice, so that the driver's process makes none of its own.
func (im *Implementation) Target() string {
	target, kernel := goTarget(im.Instance.Candidate.ID, im.Instance.Name), im.Kernel
	if h, ok := goHashes[target]; ok && kernel == "" && h.Family != nil {
		kernel = h.Family.CurrentName()
	}
	if kernel != "" {
		target += kernelMark + kernel
	}
	return target
}
