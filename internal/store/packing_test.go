package store_test

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"encoding/binary"
	"io/fs"
	"testing"

	"github.com/hashassay/assay/internal/store/storetest"
)

// zipBuilder adds entries to a zip by hand.
type zipBuilder struct {
	t *testing.T
	z *zip.Writer
}

func (b *zipBuilder) header(h zip.FileHeader, data string) {
	b.t.Helper()
	w, err := b.z.CreateHeader(&h)
	if err == nil {
		_, err = w.Write([]byte(data))
	}
	if err != nil {
		b.t.Fatal(err)
	}
}

func (b *zipBuilder) file(name, data string) {
	b.t.Helper()
	b.header(zip.FileHeader{Name: name, Method: zip.Deflate}, data)
}

// special adds an entry with a Unix mode.
func (b *zipBuilder) special(name string, mode fs.FileMode, data string) {
	h := zip.FileHeader{Name: name}
	h.SetMode(mode)
	b.header(h, data)
}

// raw adds an entry whose packed bytes and stated sizes are given.
func (b *zipBuilder) raw(h zip.FileHeader, packed []byte) {
	b.t.Helper()
	h.CompressedSize64 = uint64(len(packed))
	w, err := b.z.CreateRaw(&h)
	if err == nil {
		_, err = w.Write(packed)
	}
	if err != nil {
		b.t.Fatal(err)
	}
}

// deflated packs data.
func deflated(t *testing.T, data []byte) []byte {
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestCompression)
	if err == nil {
		_, err = w.Write(data)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// hostileZip is a zip with what add adds, and the good package.
func hostileZip(t *testing.T, good []storetest.File, add func(b *zipBuilder)) []byte {
	t.Helper()
	var buf bytes.Buffer
	b := &zipBuilder{t, zip.NewWriter(&buf)}
	add(b)
	for _, f := range good {
		b.file(f.Name, f.Data)
	}
	if err := b.z.Close(); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

// hostileTar is likewise a tar.gz.
func hostileTar(t *testing.T, good []storetest.File, add func(w *tar.Writer) error) []byte {
	t.Helper()
	var buf bytes.Buffer
	g, err := gzip.NewWriterLevel(&buf, gzip.BestSpeed)
	if err != nil {
		t.Fatal(err)
	}
	w := tar.NewWriter(g)
	err = add(w)
	for _, f := range good {
		if err == nil {
			err = w.WriteHeader(&tar.Header{Name: f.Name, Mode: 0o644, Size: int64(len(f.Data))})
		}
		if err == nil {
			_, err = w.Write([]byte(f.Data))
		}
	}
	if err == nil {
		err = w.Close()
	}
	if err == nil {
		err = g.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

// tarred builds a tar.gz with one entry of that header.
func tarred(h tar.Header) func(*testing.T, []storetest.File, string) []byte {
	return func(t *testing.T, good []storetest.File, outside string) []byte {
		return hostileTar(t, good, func(w *tar.Writer) error { return w.WriteHeader(&h) })
	}
}

// directoryEntry finds the entry of a name in the list at the end of a zip.
func directoryEntry(t *testing.T, data []byte, name string) []byte {
	t.Helper()
	at := bytes.LastIndex(data, []byte(name)) - 46
	if at < 0 || !bytes.HasPrefix(data[at:], []byte("PK\x01\x02")) {
		t.Fatalf("%q is not in the list", name)
	}
	return data[at:]
}

// placed changes where the list says that an entry begins.
func placed(t *testing.T, data []byte, name string, offset uint32) []byte {
	binary.LittleEndian.PutUint32(directoryEntry(t, data, name)[42:], offset)
	return data
}

// moved lets an entry begin where another does.
func moved(t *testing.T, data []byte, name, other string) []byte {
	return placed(t, data, name, binary.LittleEndian.Uint32(directoryEntry(t, data, other)[42:]))
}
