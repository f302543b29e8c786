package candidate

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/hashassay/assay/iccs"
)

// Archive is the file in which a submission was published. It is not part of
// Assay: who wants to measure what is in it fetches it and imports it.
type Archive struct {
	Name     string // "Iphe.zip"
	SHA256   string // hex digest of the published file
	Bytes    int64  // its size; 0 if not known
	Download string // address of the file; "" if not known
}

// Imported says what a submission's own code was taken from.
type Imported struct {
	Archive string // name of the archive
	SHA256  string // hex digest of the archive
	Folder  string // where a store has it
}

// AsPublished says whether what was imported is from the archive that the
// programme published.
func (c *Candidate) AsPublished() bool {
	return c.Imported != nil && c.Archive != nil && c.Imported.SHA256 == c.Archive.SHA256
}

// Recipe says where in a submission's archive the reference code of an instance
// lies and what of it is compiled. Its paths are slash paths from the root of
// the archive in UTF-8, whatever the archive's own encoding.
type Recipe struct {
	SourceDir  string   // the instance's folder
	Sources    []string // files to compile; nil: those that [Recipe.Compiled] chooses
	Include    []string // include directories, after SourceDir and the programme's headers
	Headers    []string // folders with headers that are included by relative path
	Defines    []string // NAME or NAME=VALUE
	VectorsDir string   // folder of the submitted known-answer files; "" if not known
	Expected   string   // verdict of the known-answer test if it is known not to be PASS
	Note       string   // what is odd about it
}

// Takes says whether the file name of the archive is one that building can
// need: a source or header file in or below the folders that the recipe names.
// Documents, programs, and names that begin with a dot are never taken.
func (r *Recipe) Takes(name string) bool {
	if slices.Contains(r.Sources, name) {
		return true
	}
	if !slices.Contains(codeEndings, path.Ext(name)) || hidden(name) {
		return false
	}
	for _, dir := range slices.Concat([]string{r.SourceDir}, r.Include, r.Headers) {
		if strings.HasPrefix(name, dir+"/") {
			return true
		}
	}
	return false
}

// codeEndings are the endings of files that a compiler reads. C files are often
// included, and tables have endings of their own.
var codeEndings = []string{".c", ".cc", ".cpp", ".S", ".h", ".hh", ".hpp", ".inc", ".inl", ".def", ".tbl"}

// hidden says whether a part of a path begins with a dot (.DS_Store, ._main.c)
// or belongs to the packer (__MACOSX).
func hidden(name string) bool {
	for part := range strings.SplitSeq(name, "/") {
		if strings.HasPrefix(part, ".") || part == "__MACOSX" {
			return true
		}
	}
	return false
}

// Rules of the default selection, as the published measurements apply it: of
// the files directly in the source folder those with the ending of a source
// file, without the programs that submissions lay beside them. Case counts.
var (
	sourceEndings = []string{".c", ".cpp", ".cc", ".S"}
	programStarts = []string{"KAT_", "PQCgenKAT", "main", "test", "bench", "speed", "cpucycles", "osfreq", "run_bench", "selftest", "self_test", "example", "demo", "kat.c", "kat_"}
	programEnds   = []string{"_test.", "test_.", "_bench.", "bench_.", "_main.", "_kat."}
)

// Chosen says whether the default selection compiles a file of this base name
// in the source folder.
func Chosen(base string) bool {
	if strings.HasPrefix(base, ".") || !slices.Contains(sourceEndings, path.Ext(base)) {
		return false
	}
	return !slices.ContainsFunc(programStarts, func(s string) bool { return strings.HasPrefix(base, s) }) &&
		!slices.ContainsFunc(programEnds, func(s string) bool { return strings.Contains(base, s) })
}

// Compiled returns the paths of the files to compile, sorted where the recipe
// does not list them. files is the archive, or what was taken of it. It fails if
// a file is missing, or if nothing is left to compile.
func (r *Recipe) Compiled(files fs.FS) ([]string, error) {
	if r.Sources != nil {
		for _, name := range r.Sources {
			if err := checkFile(files, name, false); err != nil {
				return nil, err
			}
		}
		return slices.Clone(r.Sources), nil
	}
	entries, err := fs.ReadDir(files, r.SourceDir)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.SourceDir, reason(err))
	}
	var list []string
	for _, e := range entries {
		if e.Type().IsRegular() && Chosen(e.Name()) {
			list = append(list, path.Join(r.SourceDir, e.Name()))
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s: no source file to compile", r.SourceDir)
	}
	return list, nil
}

// Takes says whether importing takes the file name of the archive for some
// instance of the candidate.
func (c *Candidate) Takes(name string) bool {
	return slices.ContainsFunc(c.Instances, func(in *Instance) bool { return in.Submitted != nil && in.Submitted.Takes(name) })
}

// TakesVector says whether the file name of the archive is a submitted
// known-answer file, and under which name below vectors/ it is kept.
func (c *Candidate) TakesVector(name string) (kept string, ok bool) {
	for _, in := range c.Instances {
		if in.Submitted == nil || in.Submitted.VectorsDir == "" || path.Dir(name) != in.Submitted.VectorsDir {
			continue
		}
		for _, f := range iccs.Files() {
			if base := f.FileName(in.Reported()); path.Base(name) == base {
				return path.Join(in.KATName, base), true
			}
		}
	}
	return "", false
}

// Import adds the submission's own code to the instances that have a recipe, in
// front of their other implementations. folder is the candidate's folder in a
// store: what was taken of the archive lies in source/, submitted known-answer
// files in vectors/. An instance whose sources are not all there is an error, and
// nothing is added.
func (c *Candidate) Import(folder fs.FS, from Imported) error {
	source, err := fs.Sub(folder, "source")
	if err != nil {
		return err
	}
	list := make([]*Implementation, len(c.Instances))
	var errs []error
	for i, in := range c.Instances {
		r := in.Submitted
		if r == nil {
			continue
		}
		sources, err := r.Compiled(source)
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", in.Name, err))
			continue
		}
		list[i] = &Implementation{
			Instance: in, Kind: Submitted, Label: label(in.Name, Submitted), Language: C, Recipe: r, source: source,
			Sources: sources, Include: slices.Concat([]string{r.SourceDir}, r.Include), Defines: r.Defines,
		}
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	for i, im := range list {
		if im != nil {
			c.Instances[i].Implementations = append([]*Implementation{im}, c.Instances[i].Implementations...)
		}
	}
	c.Imported, c.imported = &from, folder
	return nil
}
