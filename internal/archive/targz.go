package archive

import (
	"archive/tar"
	"bufio"
	"compress/flate"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"strings"
)

// tarFormat is a tar.gz file. It has no list of entries and no way to skip
// one: each use unpacks it from the begin, to nowhere.
type tarFormat struct {
	r    io.ReaderAt
	size int64
	cost *cost
}

func (a *Archive) openTarGz(ctx context.Context, r io.ReaderAt, size int64) error {
	form := &tarFormat{r, size, a.cost}
	a.format = form
	seen := newNames(a.cost)
	return form.walk(ctx, func(i int, h *tar.Header, _ io.Reader, _ *counter) error {
		if err := a.cost.enter(h.Name); err != nil {
			return err
		}
		name, err := clean(h.Name, decode(h.Name, false))
		if err != nil {
			return err
		}
		folder := h.Typeflag == tar.TypeDir
		switch h.Typeflag {
		case tar.TypeReg, tar.TypeDir:
		case tar.TypeXGlobalHeader:
			return nil // comments, such as git's
		case tar.TypeSymlink:
			return refuse(h.Name, "is a symbolic link")
		case tar.TypeLink:
			return refuse(h.Name, "is a link to another entry")
		case tar.TypeChar, tar.TypeBlock, tar.TypeFifo:
			return refuse(h.Name, "is a device or pipe")
		default:
			return refuse(h.Name, "is of unknown type %q", h.Typeflag)
		}
		if strings.HasSuffix(h.Name, "/") && !folder {
			return refuse(h.Name, "is marked as a file and named as a folder")
		}
		if name == "" && folder {
			return nil // the archive's own folder, "./"
		}
		if name == "" {
			return refuse(h.Name, "no name")
		}
		if err := seen.add(h.Name, name, folder); err != nil {
			return err
		}
		if !folder {
			a.Files = append(a.Files, Entry{Name: name, Bytes: h.Size, index: i})
		}
		return nil
	})
}

func (t *tarFormat) unpack(ctx context.Context, wanted map[int]Entry, file func(Entry, io.Reader) error) error {
	left := len(wanted)
	if left == 0 {
		return nil
	}
	return t.walk(ctx, func(i int, h *tar.Header, r io.Reader, packed *counter) error {
		e, ok := wanted[i]
		if !ok {
			return nil
		}
		if err := file(e, t.cost.file(ctx, h.Name, r, packed)); err != nil {
			return err
		}
		if left--; left == 0 {
			return errEnough // the whole was checked when it was opened
		}
		return nil
	})
}

var errEnough = errors.New("archive: nothing more is wanted")

// walk visits the entries, then reads to the end of the file, whose checksum
// gzip keeps there.
func (t *tarFormat) walk(ctx context.Context, visit func(i int, h *tar.Header, r io.Reader, packed *counter) error) error {
	packed := &counter{r: io.NewSectionReader(t.r, 0, t.size)}
	// A small buffer, so that what was read is about what was unpacked.
	z, err := gzip.NewReader(bufio.NewReaderSize(packed, 512))
	if err != nil {
		return damaged(err)
	}
	stream := &streamReader{ctx: ctx, r: z, left: t.cost.limits.Stream, limit: t.cost.limits.Stream}
	tr := tar.NewReader(stream)
	for i := 0; ; i++ {
		h, err := tr.Next()
		if errors.Is(err, tar.ErrInsecurePath) {
			err = nil // clean names it
		}
		if errors.Is(err, io.EOF) {
			_, err := io.Copy(io.Discard, stream)
			return damaged(err)
		}
		if err == nil {
			err = visit(i, h, damagedReader{tr}, packed)
		}
		if errors.Is(err, errEnough) {
			return nil
		}
		if err != nil {
			return damaged(err)
		}
	}
}

// damaged makes a refusal of the errors by which gzip and tar say that the file
// is not as it should be.
func damaged(err error) error {
	corrupt := flate.CorruptInputError(0)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, tar.ErrHeader), errors.Is(err, tar.ErrFieldTooLong), errors.Is(err, gzip.ErrHeader), errors.Is(err, gzip.ErrChecksum),
		errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF), errors.As(err, &corrupt):
		return refuse("", "truncated or damaged tar.gz file: %v", err)
	}
	return err
}

// damagedReader is a file of a tar, with such errors.
type damagedReader struct{ r io.Reader }

func (d damagedReader) Read(p []byte) (int, error) {
	n, err := d.r.Read(p)
	if err != nil && err != io.EOF {
		err = damaged(err)
	}
	return n, err
}

// streamReader bounds the unpacked bytes of a whole tar.gz file.
type streamReader struct {
	ctx         context.Context
	r           io.Reader
	left, limit int64
}

func (s *streamReader) Read(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := s.r.Read(p)
	if s.left -= int64(n); s.left < 0 {
		return 0, refuse("", "unpacks to more than %s in all", amount(s.limit))
	}
	return n, err
}
