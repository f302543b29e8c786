package store

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/hashassay/assay/internal/archive"
	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/evidence"
)

// Request says what is to be imported.
type Request struct {
	Candidate *candidate.Candidate
	Archive   string         // path of the file
	Accept    string         // hex SHA-256 of an archive to accept though it is not the published one
	Vectors   bool           // take submitted known-answer files, too
	Assay     string         // version, for the record
	Limits    archive.Limits // zero: archive.Standard
}

// DigestError is the error for an archive that is not the published one and that
// the user did not accept.
type DigestError struct {
	Got, Want string // hex SHA-256; Want is "" if no published one is known
	Accept    string // what the user named
}

func (e *DigestError) Error() string {
	switch {
	case e.Accept != "":
		return fmt.Sprintf("the archive's SHA-256 is %s, not %s, which was to be accepted", e.Got, e.Accept)
	case e.Want == "":
		return fmt.Sprintf("the archive's SHA-256 is %s; the published one's is not known", e.Got)
	}
	return fmt.Sprintf("the archive's SHA-256 is %s; the published one's is %s", e.Got, e.Want)
}

// ErrInTheWay is wrapped by the error for a place in the store that holds
// something else than an import.
var ErrInTheWay = errors.New("the place in the store is taken by something else than an import")

// refused is an error about the archive.
type refused string

func (r refused) Error() string { return string(r) }
func (r refused) Unwrap() error { return archive.ErrRefused }

func refusal(format string, args ...any) error { return refused(fmt.Sprintf(format, args...)) }

// Import takes the source and header files of a submission from its archive, and
// nothing else; an older import of the candidate is replaced. Nothing from the
// archive is ever run. On an error the store is as it was: errors of the archive wrap
// [archive.ErrRefused], a digest that is not accepted is a [*DigestError].
func (s *Store) Import(ctx context.Context, q Request) (*Imported, error) {
	f, size, err := openRegular(q.Archive)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	place := filepath.Join(s.dir, q.Candidate.ID)
	if err := s.replaceable(q.Candidate.ID, place); err != nil {
		return nil, err
	}
	sum, err := digest(ctx, f, size)
	if err != nil {
		return nil, err
	}
	record := Record{
		Schema: recordSchema, Candidate: q.Candidate.ID, Archive: filepath.Base(q.Archive), ArchiveBytes: size, ArchiveSHA256: sum, Assay: q.Assay,
	}
	if record.Accepted, err = accept(q, sum); err != nil {
		return nil, err
	}
	a, err := archive.Open(ctx, f, size, cmp.Or(q.Limits, archive.Standard))
	if err != nil {
		return nil, err
	}
	st, err := s.stage(q.Candidate.ID)
	if err != nil {
		return nil, err
	}
	record.Files, err = take(ctx, a, q, st)
	if err == nil {
		// What was unpacked is of the file whose digest was accepted.
		var again string
		if again, err = digest(ctx, f, size); err == nil && again != sum {
			err = errors.New("the archive changed while it was read")
		}
	}
	if err == nil {
		record.ImportedUTC = time.Now().UTC().Format(time.RFC3339)
		err = evidence.WriteJSON(filepath.Join(st.dir, recordFile), record)
	}
	if err == nil {
		err = st.finish(place)
	}
	if err != nil {
		return nil, errors.Join(err, st.remove())
	}
	return s.Candidate(q.Candidate.ID)
}

// openRegular opens a file and refuses pipes, devices and folders, some of
// which would be waited for.
func openRegular(name string) (*os.File, int64, error) {
	info, err := os.Stat(name)
	if err == nil && !info.Mode().IsRegular() {
		err = notRegular(name)
	}
	if err != nil {
		return nil, 0, err
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, 0, err
	}
	if info, err = f.Stat(); err == nil && !info.Mode().IsRegular() {
		err = notRegular(name)
	}
	if err != nil {
		f.Close()
		return nil, 0, err
	}
	return f, info.Size(), nil
}

// notRegular is the error for what is no regular file. It names the file as errors of
// opening do, once.
func notRegular(name string) error {
	return &fs.PathError{Op: "open", Path: name, Err: errors.New("is not a regular file")}
}

// digest returns the SHA-256 of the first size bytes of a file.
func digest(ctx context.Context, f io.ReaderAt, size int64) (string, error) {
	h := sha256.New()
	n, err := io.Copy(h, &untilDone{ctx, io.NewSectionReader(f, 0, size)})
	if err == nil && n != size {
		err = fmt.Errorf("the archive has %d bytes, no longer %d", n, size)
	}
	return hex.EncodeToString(h.Sum(nil)), err
}

// untilDone is a reader that ends with its context.
type untilDone struct {
	ctx context.Context
	r   io.Reader
}

func (u *untilDone) Read(p []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.r.Read(p)
}

// accept says why an archive with that digest may be imported.
func accept(q Request, sum string) (Accepted, error) {
	want := ""
	if q.Candidate.Archive != nil {
		want = q.Candidate.Archive.SHA256
	}
	named := strings.ToLower(q.Accept)
	switch {
	case named != "" && named != sum:
		return "", &DigestError{Got: sum, Want: want, Accept: named}
	case sum == want:
		return ByRecipe, nil
	case named == sum:
		return ByUser, nil
	}
	return "", &DigestError{Got: sum, Want: want}
}

// replaceable refuses a place that holds something else than an import.
func (s *Store) replaceable(id, place string) error {
	if _, err := os.Lstat(place); errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	if info, err := os.Lstat(filepath.Join(place, recordFile)); err != nil || !info.Mode().IsRegular() {
		return fmt.Errorf("%w: %s", ErrInTheWay, place)
	}
	return nil
}

// maxIncludeDepth bounds how deep files include each other outside of the
// recipe's folders. Each level may unpack the archive once more.
const maxIncludeDepth = 32

// maxIncludesInAll bounds the names that are looked for.
const maxIncludesInAll = 200_000

// take unpacks what the recipes select into the staging folder.
func take(ctx context.Context, a *archive.Archive, q Request, st *staging) ([]File, error) {
	code, vectors := folders(q.Candidate)
	wanted := code
	if q.Vectors {
		wanted = slices.Concat(code, vectors)
	}
	c := newContents(a)
	if err := c.align(wanted); err != nil {
		return nil, err
	}
	if len(c.missing(wanted)) > 0 {
		if err := c.openNested(ctx, wanted, st.spool); err != nil {
			return nil, err
		}
	}
	if err := c.distinct(); err != nil {
		return nil, err
	}
	if missing := c.missing(code); len(missing) > 0 {
		return nil, refusal("there is no folder %q in the archive (it begins with %s): is it the archive of another submission?", missing[0], c.roots())
	}
	sel := &selection{q.Candidate, q.Vectors, c.byName(), map[string]bool{}}
	files := []File{}
	spelt := newSpellings()
	next, included := sel.begin(), 0
	for depth := 0; len(next) > 0; depth++ {
		if depth > maxIncludeDepth {
			return nil, refusal("entry %q: is included by files that are included, more than %d deep", next[0].entry.Name, maxIncludeDepth)
		}
		round, err := unpack(ctx, next, spelt, st)
		if err != nil {
			return nil, err
		}
		next = nil
		for _, u := range round {
			files = append(files, u.File)
			if included += len(u.includes); included > maxIncludesInAll {
				return nil, refusal("its files include others more than %d times", maxIncludesInAll)
			}
			next = append(next, sel.follow(u.from, u.includes)...)
		}
	}
	slices.SortFunc(files, func(x, y File) int { return strings.Compare(x.Path, y.Path) })
	return files, complete(q.Candidate, st)
}

// unpacked is a file that was taken.
type unpacked struct {
	File
	from     string   // its path as recipes see it
	includes []string // names that it includes
}

// unpack writes chosen files, archive by archive.
func unpack(ctx context.Context, list []chosenFile, spelt *spellings, st *staging) ([]unpacked, error) {
	byEntry := map[*archive.Archive]map[string]chosenFile{}
	entries := map[*archive.Archive][]archive.Entry{}
	for _, f := range list {
		if err := checkPortable(f.name); err != nil {
			return nil, refusal("entry %q: %v", f.entry.Name, err)
		}
		if first := spelt.check(f.kept); first != "" {
			return nil, refusal("entry %q: is the same as %q on some file systems", f.entry.Name, first)
		}
		if byEntry[f.in] == nil {
			byEntry[f.in] = map[string]chosenFile{}
		}
		byEntry[f.in][f.entry.Name] = f
		entries[f.in] = append(entries[f.in], f.entry)
	}
	var done []unpacked
	for a, files := range byEntry {
		err := a.Unpack(ctx, entries[a], func(e archive.Entry, r io.Reader) error {
			f, scan := files[e.Name], &includes{}
			if f.isCode {
				r = io.TeeReader(r, scan)
			}
			kept, err := st.write(f.kept, r)
			scan.endLine()
			kept.Inside = f.inside
			if e.Name != f.name || f.kept != sourceFolder+"/"+f.name {
				kept.Entry = e.Name
			}
			done = append(done, unpacked{kept, f.name, scan.names})
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return done, nil
}

// complete checks that every instance has all that its recipe compiles.
func complete(c *candidate.Candidate, st *staging) error {
	source, err := fs.Sub(st.root.FS(), sourceFolder)
	if err != nil {
		return err
	}
	for _, in := range c.Instances {
		if in.Submitted == nil {
			continue
		}
		if _, err := in.Submitted.Compiled(source); err != nil {
			return refusal("%s cannot be built from it: %v", in.Name, err)
		}
	}
	return nil
}
