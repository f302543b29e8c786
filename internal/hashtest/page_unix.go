//go:build unix && !aix && !solaris && !illumos

package hashtest

import (
	"testing"

	"golang.org/x/sys/unix"
)

// Guarded returns memory of at least n bytes, a whole number of pages, with a
// page before and a page behind it that can be neither read nor written. A
// message at its very end shows any read behind the message by ending the test.
// The memory is given back when the test ends.
func Guarded(t testing.TB, n int) []byte {
	t.Helper()
	page := unix.Getpagesize()
	n = (n + page - 1) / page * page
	all, err := unix.Mmap(-1, 0, n+2*page, unix.PROT_NONE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		t.Fatalf("mapping %d bytes: %v", n+2*page, err)
	}
	t.Cleanup(func() { unix.Munmap(all) })
	region := all[page : page+n : page+n]
	if err := unix.Mprotect(region, unix.PROT_READ|unix.PROT_WRITE); err != nil {
		t.Fatalf("making %d bytes accessible: %v", n, err)
	}
	return region
}
