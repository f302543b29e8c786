package store_test

import (
	"archive/tar"
	"archive/zip"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashassay/assay/internal/archive"
	"github.com/hashassay/assay/internal/store"
	"github.com/hashassay/assay/internal/store/storetest"
)

// What is asked for is counted while it is unpacked. Archives that state the
// truth and are just below the limits are taken, those just above are not.
func TestLimitsAreCounted(t *testing.T) {
	c := load(t, "hash-12")
	good := packageOf(t, c)
	pack := map[string]func(...storetest.File) []byte{
		"zip": func(more ...storetest.File) []byte {
			return hostileZip(t, good, func(b *zipBuilder) {
				for _, f := range more {
					b.file(f.Name, f.Data)
				}
			})
		},
		"tar": func(more ...storetest.File) []byte {
			return hostileTar(t, append(more, good...), func(*tar.Writer) error { return nil })
		},
	}
	code := int64(0)
	for _, f := range good {
		if c.Takes(f.Name) {
			code += int64(len(f.Data))
		}
	}
	noise := strings.Repeat("0123456789abcdef\n", 1000)
	tests := []struct {
		name   string
		limits archive.Limits
		more   storetest.File
		want   string
	}{
		{"bytes reached", archive.Limits{Entries: 1000, Bytes: code + 17000, Ratio: 200, Stream: 1 << 30}, storetest.File{Name: where + "a.h", Data: noise}, ""},
		{"bytes passed", archive.Limits{Entries: 1000, Bytes: code + 16999, Ratio: 200, Stream: 1 << 30}, storetest.File{Name: where + "a.h", Data: noise}, "unpacks to more than"},
		{"not asked for", archive.Limits{Entries: 1000, Bytes: code, Ratio: 200, Stream: 1 << 30}, storetest.File{Name: where + "a.pdf", Data: noise}, ""},
		{"entries passed", archive.Limits{Entries: len(good), Bytes: 1 << 30, Ratio: 200, Stream: 1 << 30}, storetest.File{Name: where + "a.pdf"}, "more than"},
		{"tightly packed and not asked for", archive.Standard, storetest.File{Name: "Iphe/Documents/large.pdf", Data: string(make([]byte, 16<<20))}, ""},
	}
	for _, test := range tests {
		for kind, pack := range pack {
			t.Run(kind+": "+test.name, func(t *testing.T) {
				h := newHouse(t)
				data := pack(test.more)
				q := accepted(c, h.download("Iphe.zip", data), data)
				q.Limits = test.limits
				_, err := h.store().Import(t.Context(), q)
				if (test.want == "") != (err == nil) || err != nil && (!strings.Contains(err.Error(), test.want) || !errors.Is(err, archive.ErrRefused)) {
					t.Errorf("error %v, want %q", err, test.want)
				}
			})
		}
	}
	t.Run("zip: what is not asked for is not unpacked", func(t *testing.T) {
		h := newHouse(t)
		data := hostileZip(t, good, func(b *zipBuilder) {
			b.raw(zip.FileHeader{Name: "Iphe/Documents/huge.pdf", Method: zip.Deflate, UncompressedSize64: 1 << 30}, []byte("no unpacker could read this"))
		})
		if _, err := h.store().Import(t.Context(), accepted(c, h.download("Iphe.zip", data), data)); err != nil {
			t.Error(err)
		}
	})
	t.Run("tar: stream passed", func(t *testing.T) {
		h := newHouse(t)
		data := pack["tar"](storetest.File{Name: "Iphe/zeros", Data: string(make([]byte, 2<<20))})
		q := accepted(c, h.download("Iphe.tar.gz", data), data)
		q.Limits = archive.Standard
		q.Limits.Stream = 2 << 20
		if _, err := h.store().Import(t.Context(), q); !errors.Is(err, archive.ErrRefused) || !strings.Contains(err.Error(), "more than 2 MiB in all") {
			t.Errorf("error %v", err)
		}
	})
	if want := (archive.Limits{Entries: 100_000, Bytes: 4 << 30, Ratio: 200, Stream: 16 << 30}); archive.Standard != want {
		t.Errorf("limits are %+v", archive.Standard)
	}
}

// An archive that is no file, and one that is far too large, is neither waited
// for nor read.
func TestNoFile(t *testing.T) {
	c := load(t, "hash-12")
	h := newHouse(t)
	for _, name := range []string{h.dir, os.DevNull, filepath.Join(h.dir, "nothing.zip")} {
		if _, err := h.store().Import(t.Context(), store.Request{Candidate: c, Archive: name}); err == nil {
			t.Errorf("%s was imported", name)
		}
	}
	if _, err := archive.Open(t.Context(), nil, 2<<30+1, archive.Standard); !errors.Is(err, archive.ErrRefused) {
		t.Errorf("an archive of 2 GiB and a byte: %v", err)
	}
}
