package store_test

import (
	"errors"
	"fmt"
	"io/fs"
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

// Where nothing can be written, that is said once, in one line.
func TestReadOnlyDisk(t *testing.T) {
	disk := t.TempDir()
	if err := unix.Mount("tmpfs", disk, "tmpfs", unix.MS_RDONLY, ""); err != nil {
		t.Skipf("this test mounts a small file system: %v", err)
	}
	defer unix.Unmount(disk, unix.MNT_DETACH)
	c, h := load(t, "hash-12"), newHouse(t)
	data, err := storetest.Zip(packageOf(t, c), storetest.UTF8)
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{disk, filepath.Join(disk, "user", "store")} {
		s, err := store.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		_, err = s.Import(t.Context(), accepted(c, h.download("Iphe.zip", data), data))
		if !errors.Is(err, unix.EROFS) || strings.Contains(err.Error(), "\n") {
			t.Errorf("store in %s: error %q, want one line that says that it cannot be written to", dir, err)
		}
	}
}

// What is no file is named once, and is not waited for.
func TestNotAFile(t *testing.T) {
	c, h := load(t, "hash-12"), newHouse(t)
	fifo := filepath.Join(t.TempDir(), "fifo")
	if err := unix.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{fifo, filepath.Dir(fifo), "/dev/null"} {
		_, err := h.store().Import(t.Context(), store.Request{Candidate: c, Archive: name})
		path := (*fs.PathError)(nil)
		if !errors.As(err, &path) || path.Path != name || strings.Count(err.Error(), name) != 1 {
			t.Errorf("%s: error %v", name, err)
		}
	}
}
