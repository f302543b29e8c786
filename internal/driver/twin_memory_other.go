//go:build !linux

package driver

// memory is plain memory where there are no protected pages.
type memory struct{ usable []byte }

func newMemory(n int) (memory, error) { return memory{make([]byte, n+1)}, nil }

func (m *memory) free()               { m.usable = nil }
func (m *memory) before(uintptr) bool { return false }
func (m *memory) after(uintptr) bool  { return false }
