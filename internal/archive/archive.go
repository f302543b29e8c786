// Package archive reads archives from strangers: zip and tar.gz files, and such
// files inside of them. It writes nothing and runs nothing. It tells what is in
// an archive and unpacks the files that the caller asks for, into streams.
//
// An archive is refused as a whole, when it is opened, for anything that an
// honest packer does not write and that has served attacks: names that lead out of
// the archive, links, devices, names that are the same on some file system,
// entries that share their bytes, encryption. What cannot be known before
// unpacking is counted while it is unpacked; sizes that an archive states about
// itself only serve to refuse early.
package archive

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Limits bound what an archive may cost.
type Limits struct {
	Entries int   // files, and folders, of an archive and of those opened inside it, together
	Bytes   int64 // unpacked, of all that is asked for
	Ratio   int64 // unpacked bytes per packed byte, of one file and of all that is asked for
	Stream  int64 // unpacked bytes of a tar.gz file, with those that are passed over
}

// Standard are the limits for submissions. The largest package has 2,865
// entries and unpacks to 272 MB; source text is seldom packed tighter than 20
// to 1, and deflate cannot exceed 1032 to 1. A tar.gz file has to be unpacked to
// get past a file of it, which 16 GiB make a matter of a minute.
var Standard = Limits{Entries: 100_000, Bytes: 4 << 30, Ratio: 200, Stream: 16 << 30}

// ErrRefused is wrapped by the errors for archives that are damaged, hostile,
// or of a kind that this package does not read. Other errors are those of the
// disk, and of the caller.
var ErrRefused = errors.New("archive refused")

// refusal is an error about the archive, or about an entry of it.
type refusal struct {
	entry string // "" for the archive
	text  string
}

func (r *refusal) Error() string {
	if r.entry == "" {
		return r.text
	}
	return fmt.Sprintf("entry %q: %s", shortened(r.entry), r.text)
}

func (r *refusal) Unwrap() error { return ErrRefused }

// shortened keeps a name from filling the screen.
func shortened(name string) string {
	if len(name) <= 200 {
		return name
	}
	return strings.ToValidUTF8(name[:100], "") + "…" + strings.ToValidUTF8(name[len(name)-60:], "")
}

func refuse(entry, format string, args ...any) error {
	return &refusal{entry, fmt.Sprintf(format, args...)}
}

// Entry is a file in an archive.
type Entry struct {
	Name  string // slash path in UTF-8, relative, without "." and ".."; U+FFFD where bytes could not be read as text
	Bytes int64  // unpacked, as the archive states
	index int    // in the archive's own order
}

// Archive is an archive that was opened, of whatever kind.
type Archive struct {
	Files  []Entry // in the archive's order; folders are left out
	format format
	cost   *cost
}

// format is a kind of archive.
type format interface {
	// unpack calls file with each entry of which the index is in wanted, in the
	// archive's order. The reader ends in an error if the entry is damaged or costs too much.
	unpack(ctx context.Context, wanted map[int]Entry, file func(Entry, io.Reader) error) error
}

// Open reads the list of what is in the archive r of that many bytes and
// refuses it if that list is not an honest one.
func Open(ctx context.Context, r io.ReaderAt, size int64, limits Limits) (*Archive, error) {
	return open(ctx, r, size, &cost{limits: limits})
}

// maxArchiveBytes is an archive's size at most; the largest submission has 148
// MB. A zip file can make its reader set aside memory for as many entries as would
// fit its size.
const maxArchiveBytes = 2 << 30

func open(ctx context.Context, r io.ReaderAt, size int64, c *cost) (*Archive, error) {
	if size > maxArchiveBytes {
		return nil, refuse("", "an archive of more than %s", amount(maxArchiveBytes))
	}
	magic := make([]byte, 4)
	if n, err := r.ReadAt(magic, 0); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	} else if n < len(magic) {
		return nil, refuse("", "a file of %d bytes is no archive", n)
	}
	a := &Archive{cost: c}
	var err error
	switch {
	case bytes.HasPrefix(magic, []byte("PK")):
		err = a.openZip(ctx, r, size)
	case bytes.HasPrefix(magic, []byte{0x1f, 0x8b}):
		err = a.openTarGz(ctx, r, size)
	default:
		return nil, refuse("", "neither a zip nor a tar.gz file (it begins with % x)", magic)
	}
	if err != nil {
		return nil, err
	}
	return a, nil
}

// IsArchive says whether a file's name is that of an archive that Nested opens.
func IsArchive(name string) bool {
	name = strings.ToLower(name)
	return strings.HasSuffix(name, ".zip") || strings.HasSuffix(name, ".tar.gz") || strings.HasSuffix(name, ".tgz")
}

// Spool is a place for the bytes of an archive inside another.
type Spool interface {
	io.Writer
	io.ReaderAt
}

// Nested unpacks an entry into spool and opens it as an archive. What it costs
// counts together with this one.
func (a *Archive) Nested(ctx context.Context, e Entry, spool Spool) (*Archive, error) {
	var size int64
	err := a.Unpack(ctx, []Entry{e}, func(_ Entry, r io.Reader) (err error) {
		size, err = io.Copy(spool, r)
		return err
	})
	if err != nil {
		return nil, err
	}
	inner, err := open(ctx, spool, size, a.cost)
	if err != nil {
		return nil, fmt.Errorf("archive %q inside: %w", shortened(e.Name), err)
	}
	return inner, nil
}

// Unpack calls file once with each of the entries, in the archive's order, and
// with a reader of what is in it. If the reader ends in an error, all that it gave is to be
// thrown away. What file leaves unread is read, to check it.
func (a *Archive) Unpack(ctx context.Context, entries []Entry, file func(Entry, io.Reader) error) error {
	wanted := make(map[int]Entry, len(entries))
	stated := a.cost.unpacked
	for _, e := range entries {
		wanted[e.index] = e
		// Stated sizes are at most those of a file of 2^63-1 bytes; a sum that
		// would overflow is refused at the first summand.
		if e.Bytes < 0 || e.Bytes > a.cost.limits.Bytes || stated+e.Bytes > a.cost.limits.Bytes {
			return refuse(e.Name, "with it, what is selected unpacks to more than %s", amount(a.cost.limits.Bytes))
		}
		stated += e.Bytes
	}
	return a.format.unpack(ctx, wanted, func(e Entry, r io.Reader) error {
		if err := file(e, r); err != nil {
			return err
		}
		_, err := io.Copy(io.Discard, r)
		return err
	})
}

// amount prints a number of bytes.
func amount(n int64) string {
	switch {
	case n >= 1<<30 && n%(1<<30) == 0:
		return fmt.Sprintf("%d GiB", n>>30)
	case n >= 1<<20 && n%(1<<20) == 0:
		return fmt.Sprintf("%d MiB", n>>20)
	}
	return fmt.Sprintf("%d bytes", n)
}
