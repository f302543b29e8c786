package archive

import (
	"archive/zip"
	"bufio"
	"cmp"
	"compress/flate"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"slices"
	"strings"
)

type zipFormat struct {
	files []*zip.File
	cost  *cost
}

func (a *Archive) openZip(ctx context.Context, r io.ReaderAt, size int64) error {
	guard := &directoryGuard{r: r, left: maxNamesBytes}
	z, err := zip.NewReader(guard, size)
	disk := (*fs.PathError)(nil)
	switch {
	case guard.passed:
		return refuse("", "its list of entries has more than %s", amount(maxNamesBytes))
	case errors.Is(err, zip.ErrInsecurePath): // named below, with the others
	case errors.As(err, &disk):
		return err
	case err != nil:
		return refuse("", "truncated or damaged zip file: %v", err)
	}
	guard.off = true
	form := &zipFormat{z.File, a.cost}
	a.format = form
	seen := newNames(a.cost)
	for i, f := range z.File {
		if err := cmp.Or(ctx.Err(), a.cost.enter(f.Name)); err != nil {
			return err
		}
		name, err := zipName(f)
		if err != nil {
			return err
		}
		folder := strings.HasSuffix(f.Name, "/") || strings.HasSuffix(f.Name, `\`) && name != "" && f.UncompressedSize64 == 0
		if err := zipKind(f, folder); err != nil {
			return err
		}
		if name == "" && folder {
			continue // the archive's own folder, "./"
		}
		if name == "" {
			return refuse(f.Name, "no name")
		}
		if err := seen.add(f.Name, name, folder); err != nil {
			return err
		}
		if folder {
			continue
		}
		bytes := int64(f.UncompressedSize64)
		if bytes < 0 {
			return refuse(f.Name, "an impossible size")
		}
		a.Files = append(a.Files, Entry{Name: name, Bytes: bytes, index: i})
	}
	return form.checkPlaces(size)
}

// directoryGuard ends reading after that many bytes until it is off. The list
// of entries is read in one go, however long it is.
type directoryGuard struct {
	r           io.ReaderAt
	left        int64
	passed, off bool
}

func (g *directoryGuard) ReadAt(p []byte, at int64) (int, error) {
	if g.off {
		return g.r.ReadAt(p, at)
	}
	if g.left -= int64(len(p)); g.left < 0 {
		g.passed = true
		return 0, errors.New("archive: list of entries too long")
	}
	return g.r.ReadAt(p, at)
}

// zipName returns the clean name of an entry. Packers that know better than the
// field for names put a UTF-8 name into an extra field, with the checksum of the
// other (APPNOTE 4.6.9).
func zipName(f *zip.File) (string, error) {
	const utf8Flag = 1 << 11
	text := ""
	if better, ok := unicodePath(f); ok && f.Flags&utf8Flag == 0 {
		text = decode(better, true)
	} else {
		text = decode(f.Name, f.Flags&utf8Flag != 0)
	}
	return clean(f.Name, text)
}

func unicodePath(f *zip.File) (string, bool) {
	const id, version = 0x7075, 1
	for extra := f.Extra; len(extra) >= 4; {
		kind, size := binary.LittleEndian.Uint16(extra), int(binary.LittleEndian.Uint16(extra[2:]))
		if extra = extra[4:]; size > len(extra) {
			break
		}
		if kind == id && size > 5 && extra[0] == version && binary.LittleEndian.Uint32(extra[1:]) == crc32.ChecksumIEEE([]byte(f.Name)) {
			return string(extra[5:size]), true
		}
		extra = extra[size:]
	}
	return "", false
}

// zipKind refuses what is neither a file nor a folder, and what is encrypted.
func zipKind(f *zip.File, folder bool) error {
	const encrypted, strongEncrypted, maskedHeaders = 1 << 0, 1 << 6, 1 << 13
	if f.Flags&(encrypted|strongEncrypted|maskedHeaders) != 0 {
		return refuse(f.Name, "is encrypted")
	}
	// The upper half holds the mode of Unix systems. It is looked at whatever
	// system made the entry: others leave it zero.
	const typeMask, regular, directory = 0o170000, 0o100000, 0o040000
	switch kind := f.ExternalAttrs >> 16 & typeMask; {
	case kind == regular, kind == 0, kind == directory && folder:
	case kind == 0o120000:
		return refuse(f.Name, "is a symbolic link")
	case kind == directory:
		return refuse(f.Name, "is marked as a folder and named as a file")
	default:
		return refuse(f.Name, "is a device, pipe or socket")
	}
	if mode := f.Mode(); mode.Type()&^fs.ModeDir != 0 {
		return refuse(f.Name, "is neither a file nor a folder")
	}
	return nil
}

// checkPlaces refuses entries whose bytes lie outside of the file or inside of
// another entry: a small file that unpacks without end is made that way.
func (z *zipFormat) checkPlaces(size int64) error {
	type place struct {
		begin, end int64
		name       string
	}
	places := make([]place, 0, len(z.files))
	for _, f := range z.files {
		begin, err := f.DataOffset()
		if err != nil {
			return refuse(f.Name, "its header is damaged or missing: %v", err)
		}
		packed := int64(f.CompressedSize64)
		if packed < 0 || begin < 0 || begin > size || packed > size-begin {
			return refuse(f.Name, "reaches past the end of the archive: truncated or damaged")
		}
		places = append(places, place{begin, begin + packed, f.Name})
	}
	slices.SortFunc(places, func(a, b place) int { return cmp.Or(cmp.Compare(a.begin, b.begin), cmp.Compare(a.end, b.end)) })
	for i := 1; i < len(places); i++ {
		if places[i].begin < places[i-1].end {
			return refuse(places[i].name, "has bytes in common with entry %q", shortened(places[i-1].name))
		}
	}
	return nil
}

func (z *zipFormat) unpack(ctx context.Context, wanted map[int]Entry, file func(Entry, io.Reader) error) error {
	for i, f := range z.files {
		e, ok := wanted[i]
		if !ok {
			continue
		}
		raw, err := f.OpenRaw()
		if err != nil {
			return refuse(f.Name, "%v", err)
		}
		packed := &counter{r: raw}
		var r io.Reader
		switch f.Method {
		case zip.Store:
			r = packed
		case zip.Deflate:
			r = flate.NewReader(bufio.NewReader(packed))
		default:
			return refuse(f.Name, "packed by method %d; only stored and deflated entries are read", f.Method)
		}
		checked := &zipChecked{r: r, f: f}
		if err := file(e, z.cost.file(ctx, f.Name, checked, packed)); err != nil {
			return err
		}
	}
	return nil
}

// zipChecked is a file of a zip: it ends in an error unless its size and
// checksum are those that the archive states.
type zipChecked struct {
	r   io.Reader
	f   *zip.File
	n   uint64
	sum uint32
}

func (z *zipChecked) Read(p []byte) (int, error) {
	n, err := z.r.Read(p)
	z.n += uint64(n)
	z.sum = crc32.Update(z.sum, crc32.IEEETable, p[:n])
	if z.n > z.f.UncompressedSize64 {
		return 0, refuse(z.f.Name, "unpacks to more than the %d bytes that the archive states", z.f.UncompressedSize64)
	}
	if corrupt := (flate.CorruptInputError)(0); errors.As(err, &corrupt) || errors.Is(err, io.ErrUnexpectedEOF) {
		return 0, refuse(z.f.Name, "damaged: %v", err)
	}
	if !errors.Is(err, io.EOF) {
		return n, err
	}
	if z.n != z.f.UncompressedSize64 {
		return 0, refuse(z.f.Name, "unpacks to %d bytes, not the %d that the archive states", z.n, z.f.UncompressedSize64)
	}
	if z.sum != z.f.CRC32 {
		return 0, refuse(z.f.Name, "damaged: its checksum is %s, not %s", hex32(z.sum), hex32(z.f.CRC32))
	}
	return n, err
}

func hex32(sum uint32) string { return fmt.Sprintf("%08x", sum) }
