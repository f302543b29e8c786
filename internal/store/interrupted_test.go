package store_test

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/hashassay/assay/internal/store/storetest"
)

// watched is a context that calls a function each time it is asked whether it
// has ended, which is before every piece that an import reads.
type watched struct {
	context.Context
	asked func() error
}

func (w *watched) Err() error { return w.asked() }

// An import that is interrupted, wherever that is, leaves nothing behind.
func TestInterrupted(t *testing.T) {
	c := load(t, "hash-12")
	files := packageOf(t, c)
	for kind, pack := range map[string]func([]storetest.File, storetest.Naming) ([]byte, error){"zip": storetest.Zip, "tar": storetest.TarGz} {
		t.Run(kind, func(t *testing.T) {
			data, err := pack(files, storetest.UTF8)
			if err != nil {
				t.Fatal(err)
			}
			h := newHouse(t)
			q := accepted(c, h.download("Iphe.zip", data), data)
			before := h.listing()
			interruptions := 0
			for after := 0; ; after += 1 + after/4 {
				left := after
				ctx := &watched{t.Context(), func() error {
					if left--; left < 0 {
						return context.Canceled
					}
					return nil
				}}
				_, err := h.store().Import(ctx, q)
				if err == nil {
					break
				}
				interruptions++
				if !errors.Is(err, context.Canceled) {
					t.Fatalf("after %d pieces: %v", after, err)
				}
				if list := changes(before, h.listing()); len(list) > 0 {
					t.Fatalf("after %d pieces there is %q", after, list)
				}
			}
			if interruptions < 8 {
				t.Errorf("only %d interruptions: an import hardly asks", interruptions)
			}
		})
	}
}

// An archive that changes while it is read is not the one that was accepted,
// even where the change is in nothing that is taken.
func TestArchiveChanges(t *testing.T) {
	c := load(t, "hash-12")
	const document = "a document that nobody takes"
	data := hostileZip(t, packageOf(t, c), func(b *zipBuilder) {
		b.raw(zip.FileHeader{Name: "Iphe/document.txt", UncompressedSize64: uint64(len(document))}, []byte(document))
	})
	h := newHouse(t)
	file := h.download("Iphe.zip", data)
	q := accepted(c, file, data)
	before := h.listing()
	delete(before, "downloads/Iphe.zip")
	asked := 0
	ctx := &watched{t.Context(), func() error {
		if asked++; asked == 20 { // the digest is known by then
			return os.WriteFile(file, bytes.Replace(data, []byte(document), []byte(strings.ToUpper(document)), 1), 0o666)
		}
		return nil
	}}
	_, err := h.store().Import(ctx, q)
	if asked < 20 {
		t.Fatalf("the import asked %d times only", asked)
	}
	if err == nil || !strings.Contains(err.Error(), "changed while it was read") {
		t.Errorf("error %v", err)
	}
	after := h.listing()
	delete(after, "downloads/Iphe.zip")
	if list := changes(before, after); len(list) > 0 {
		t.Errorf("left behind: %q", list)
	}
}
