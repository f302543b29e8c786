package store

import (
	"context"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/hashassay/assay/internal/archive"
)

// maxNested bounds the archives that are opened inside of one.
const maxNested = 16

// member is a file of an archive, or of an archive inside of it.
type member struct {
	name   string // path that the recipe would use
	entry  archive.Entry
	in     *archive.Archive
	inside string // name of the inner archive; "" for the outer one
}

// contents are all files that an import can choose from.
type contents struct {
	files []member
	dirs  map[string]bool
}

func newContents(a *archive.Archive) *contents {
	c := &contents{}
	for _, e := range a.Files {
		c.files = append(c.files, member{e.Name, e, a, ""})
	}
	c.findFolders()
	return c
}

func (c *contents) findFolders() {
	c.dirs = map[string]bool{".": true}
	for _, m := range c.files {
		for dir := path.Dir(m.name); !c.dirs[dir]; dir = path.Dir(dir) {
			c.dirs[dir] = true
		}
	}
}

// byName returns the files by their paths.
func (c *contents) byName() map[string]member {
	files := make(map[string]member, len(c.files))
	for _, m := range c.files {
		files[m.name] = m
	}
	return files
}

// align gives folders the names that the recipe has for them where the archive
// has them garbled: packers write Chinese names in encodings that nobody can tell
// afterwards. Only a part of a path with such characters is matched, by its
// ASCII text, and only if there is exactly one such folder.
func (c *contents) align(wanted []string) error {
	for _, dir := range wanted {
		parts := strings.Split(dir, "/")
		for i, part := range parts {
			want, above := strings.Join(parts[:i+1], "/"), path.Join(parts[:i]...)
			if c.dirs[want] {
				continue
			}
			var like []string
			for have := range c.dirs {
				if have != "." && (path.Dir(have) == above || above == "" && path.Dir(have) == ".") && garbled(part, path.Base(have)) {
					like = append(like, have)
				}
			}
			if len(like) > 1 {
				slices.Sort(like)
				return refusal("folder %q could be %q or %q of the archive", want, like[0], like[1])
			}
			if len(like) == 0 {
				break
			}
			for k, m := range c.files {
				if rest, ok := strings.CutPrefix(m.name, like[0]+"/"); ok {
					c.files[k].name = want + "/" + rest
				}
			}
			c.findFolders()
		}
	}
	return nil
}

// missing returns the wanted folders that are not there.
func (c *contents) missing(wanted []string) []string {
	return slices.DeleteFunc(slices.Clone(wanted), func(dir string) bool { return c.dirs[dir] })
}

// openNested opens archives inside of the archive and adds their files where
// they supply a wanted folder: beside the inner archive, in a folder of its
// name, or, where all of the package was packed again, from the root.
func (c *contents) openNested(ctx context.Context, wanted []string, spool func() (archive.Spool, error)) error {
	opened := 0
	for _, m := range slices.Clone(c.files) {
		if !archive.IsArchive(m.name) || m.inside != "" {
			continue
		}
		if opened++; opened > maxNested {
			return refusal("more than %d archives in the archive", maxNested)
		}
		s, err := spool()
		if err != nil {
			return err
		}
		inner, err := m.in.Nested(ctx, m.entry, s)
		if err != nil {
			return err
		}
		dir, stem := path.Dir(m.name), path.Base(m.name)
		stem = stem[:len(stem)-len(ending(stem))]
		for _, base := range slices.Compact([]string{dir, path.Join(dir, stem), "."}) {
			if c.supply(inner, m.name, base, wanted) {
				break
			}
		}
	}
	return nil
}

// supply adds the files of an inner archive below base, if that makes a wanted folder
// appear.
func (c *contents) supply(inner *archive.Archive, name, base string, wanted []string) bool {
	before := len(c.missing(wanted))
	grown := &contents{files: slices.Clone(c.files)}
	for _, e := range inner.Files {
		grown.files = append(grown.files, member{path.Join(base, e.Name), e, inner, name})
	}
	grown.findFolders()
	if err := grown.align(wanted); err != nil || len(grown.missing(wanted)) >= before {
		return false
	}
	*c = *grown
	return true
}

// ending is the ending of an archive's name.
func ending(name string) string {
	for _, e := range []string{".tar.gz", ".tgz", ".zip"} {
		if strings.HasSuffix(strings.ToLower(name), e) {
			return e
		}
	}
	return ""
}

// distinct refuses files that are there twice, now that archives were joined
// and folders renamed.
func (c *contents) distinct() error {
	seen := map[string]bool{}
	for _, m := range c.files {
		if seen[m.name] {
			return refusal("there are two files %q", m.name)
		}
		seen[m.name] = true
	}
	return nil
}

// roots names the first folders of the archive, for messages.
func (c *contents) roots() string {
	tops := map[string]bool{}
	for _, m := range c.files {
		top, _, _ := strings.Cut(m.name, "/")
		tops[top] = true
	}
	names := slices.Sorted(maps.Keys(tops))
	if len(names) > 3 {
		names = append(names[:3], "…")
	}
	return fmt.Sprintf("%q", names)
}
