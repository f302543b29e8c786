package driver

import (
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// memory is a region of whole pages between two protected ones.
type memory struct {
	all    []byte
	usable []byte
}

func newMemory(n int) (memory, error) {
	page := os.Getpagesize()
	size := (n/page + 1) * page
	all, err := unix.Mmap(-1, 0, size+2*page, unix.PROT_NONE, unix.MAP_PRIVATE|unix.MAP_ANON|unix.MAP_NORESERVE)
	if err != nil {
		return memory{}, os.NewSyscallError("mmap", err)
	}
	usable := all[page : page+size : page+size]
	if err := unix.Mprotect(usable, unix.PROT_READ|unix.PROT_WRITE); err != nil {
		return memory{}, os.NewSyscallError("mprotect", err)
	}
	return memory{all, usable}, nil
}

func (m *memory) free() {
	if m.all != nil {
		unix.Munmap(m.all)
		*m = memory{}
	}
}

func (m *memory) offset(address uintptr) int {
	if m.all == nil {
		return -1
	}
	return int(address - uintptr(unsafe.Pointer(unsafe.SliceData(m.all))))
}

func (m *memory) before(address uintptr) bool {
	at := m.offset(address)
	return at >= 0 && at < os.Getpagesize()
}

func (m *memory) after(address uintptr) bool {
	at := m.offset(address)
	return at >= len(m.all)-os.Getpagesize() && at < len(m.all)
}
