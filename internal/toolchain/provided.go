package toolchain

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/hashassay/assay/candidates"
	"github.com/hashassay/assay/internal/candidate"
)

// The programme gives every submitter a generator of test messages (drng.c and
// drng.h), and its own programs define the generator drng_algorithm. Archives
// mostly hold copies. What stands here is code of our own for those that do not.
const (
	headerFolder    = "api"       // in the workshop: the programme's headers
	generatorFolder = "generator" // in the workshop: our generator, with all that it includes
	generatorSource = "drng.c"
	generatorHeader = "drng.h"
	algorithmSource = "algorithm.c"
	algorithmName   = "drng_algorithm"
)

// provided says where the files of the generator come from.
var provided = map[string][]string{
	headerFolder:    {"iccs/api/" + generatorHeader},
	generatorFolder: {"iccs/api/" + generatorSource, "iccs/api/" + generatorHeader, "iccs/api/" + algorithmSource, "iccs/c99/sm3.c", "iccs/c99/sm3.h"},
}

// provide lays the programme's part beside the sources of a submission in the
// workshop, and returns the include folders and sources of the whole, as seen
// from the folder of the sources:
//
//   - headers are looked for in the submission's folder first, then in the
//     programme's, then where the recipe says;
//   - the generator is linked if the submission has no source of its name;
//   - drng_algorithm is defined if a file of the submission's names it.
func provide(im *candidate.Implementation, work string) (include, sources []string, err error) {
	for dir, names := range provided {
		if err := os.Mkdir(filepath.Join(work, dir), 0o777); err != nil {
			return nil, nil, err
		}
		for _, name := range names {
			text, err := candidates.FS.ReadFile(name)
			if err != nil {
				return nil, nil, err
			}
			if err := os.WriteFile(filepath.Join(work, dir, path.Base(name)), text, 0o666); err != nil {
				return nil, nil, err
			}
		}
	}
	include = slices.Insert(slices.Clone(im.Include), 1, "../"+headerFolder)
	sources = slices.Clone(im.Sources)
	if !slices.ContainsFunc(im.Sources, func(s string) bool { return path.Base(s) == generatorSource }) {
		sources = append(sources, "../"+generatorFolder+"/"+generatorSource)
	}
	wanted, err := mentions(im, algorithmName)
	if err != nil {
		return nil, nil, err
	}
	if wanted {
		sources = append(sources, "../"+generatorFolder+"/"+algorithmSource)
	}
	return include, sources, nil
}

// mentions says whether a file that building im can need has name in its text.
func mentions(im *candidate.Implementation, name string) (bool, error) {
	found := false
	err := fs.WalkDir(im.Folder(), ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil || found || !d.Type().IsRegular() || !im.Recipe.Takes(p) {
			return err
		}
		text, err := fs.ReadFile(im.Folder(), p)
		found = bytes.Contains(text, []byte(name))
		return err
	})
	if err != nil {
		return false, fmt.Errorf("submission's folder: %w", err)
	}
	return found, nil
}
