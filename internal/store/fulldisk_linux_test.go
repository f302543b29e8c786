package store_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/hashassay/assay/internal/store"
	"github.com/hashassay/assay/internal/store/storetest"
)

// The disk fills while an import is written: it fails, nothing is left on
// the disk, and an older import stays.
func TestFullDisk(t *testing.T) {
	disk := t.TempDir()
	if err := unix.Mount("tmpfs", disk, "tmpfs", 0, "size=512k"); err != nil {
		t.Skipf("this test mounts a small file system: %v", err)
	}
	defer unix.Unmount(disk, unix.MNT_DETACH)
	c := load(t, "hash-12")
	small := packageOf(t, c)
	large := append(small, storetest.File{Name: where + "tables.h", Data: strings.Repeat("0123456789abcdef, ", 1<<15)})
	h, downloads := &house{t, disk}, newHouse(t)
	s, err := store.Open(filepath.Join(disk, "user", "store"))
	if err != nil {
		t.Fatal(err)
	}
	pack := func(name string, files []storetest.File) store.Request {
		data, err := storetest.Zip(files, storetest.UTF8)
		if err != nil {
			t.Fatal(err)
		}
		return accepted(c, downloads.download(name, data), data)
	}
	full := func() {
		t.Helper()
		before := h.listing()
		if _, err := s.Import(t.Context(), pack("large.zip", large)); !errors.Is(err, unix.ENOSPC) {
			t.Fatalf("error %v, want a full disk", err)
		}
		if list := changes(before, h.listing()); len(list) > 0 {
			t.Errorf("left behind: %q", list)
		}
	}
	full()
	// It may fill at any file: with each size it is the one or the other.
	fitted := false
	for kib := 16; !fitted; kib += 16 {
		if err := unix.Mount("", disk, "tmpfs", unix.MS_REMOUNT, fmt.Sprintf("size=%dk", kib)); err != nil {
			t.Fatal(err)
		}
		before := h.listing()
		_, err := s.Import(t.Context(), pack("small.zip", small))
		if fitted = err == nil; fitted {
			break
		}
		if list := changes(before, h.listing()); !errors.Is(err, unix.ENOSPC) || len(list) > 0 {
			t.Fatalf("with %d KiB: %v, left behind: %q", kib, err, list)
		}
	}
	if err := unix.Mount("", disk, "tmpfs", unix.MS_REMOUNT, "size=512k"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Import(t.Context(), pack("small.zip", small)); err != nil {
		t.Fatal(err)
	}
	full()
	im, err := s.Candidate("hash-12")
	if err != nil {
		t.Fatal(err)
	}
	if err := im.Check(); err != nil {
		t.Error(err)
	}
}
