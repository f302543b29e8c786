package driver

import "fmt"

// guard is the number of guard bytes on each side of the digest.
const guard = 256

// unwrittenByte fills the digest before a call.
const unwrittenByte = 0xd1

// digestBuffer is a place for a digest between guard bytes.
type digestBuffer struct {
	region memory
	size   int
	seed   byte
}

func newDigestBuffer(size int) (*digestBuffer, error) {
	region, err := newMemory(size + 2*guard)
	if err != nil {
		return nil, fmt.Errorf("digest buffer: %w", err)
	}
	d := &digestBuffer{region: region, size: size}
	d.prepare()
	return d, nil
}

func (d *digestBuffer) bytes() []byte {
	end := guard + d.size
	return d.region.usable[guard:end:end]
}

func (d *digestBuffer) guardByte(i int) byte { return d.seed + byte(29*i) + 0x5a }

// prepare lays new guards and fills the digest with a pattern.
func (d *digestBuffer) prepare() {
	d.seed += 7
	u := d.region.usable
	for i := range guard {
		u[guard-1-i] = d.guardByte(i)
		u[guard+d.size+i] = d.guardByte(i)
	}
	for i := range d.size {
		u[guard+i] = unwrittenByte
	}
}

// check looks at the guards.
func (d *digestBuffer) check() error {
	u := d.region.usable
	for i := range guard {
		if u[guard+d.size+i] != d.guardByte(i) {
			return &verdictError{Overflow, fmt.Sprintf("wrote past the end of the digest buffer (byte %d of a digest of %d bytes)", d.size+i, d.size)}
		}
		if u[guard-1-i] != d.guardByte(i) {
			return &verdictError{Overflow, fmt.Sprintf("wrote before the start of the digest buffer (byte -%d)", i+1)}
		}
	}
	return nil
}

// unwritten says whether the pattern is still there. Short digests can equal it by chance.
func (d *digestBuffer) unwritten() bool {
	for _, b := range d.bytes() {
		if b != unwrittenByte {
			return false
		}
	}
	return d.size >= 8
}

// outside says whether address lies in the protected pages around the digest.
func (d *digestBuffer) outside(address uintptr) bool {
	return d.region.before(address) || d.region.after(address)
}

// messageBuffer holds the message so that it ends at a protected page.
type messageBuffer struct{ region memory }

// reserve returns a place of exactly n bytes. What was there before is lost.
func (m *messageBuffer) reserve(n uint64) ([]byte, error) {
	if n > maxTimedBytes {
		return nil, fmt.Errorf("message buffer: message of %d bytes is longer than %d", n, int64(maxTimedBytes))
	}
	if m.region.usable == nil || n > uint64(len(m.region.usable)) {
		m.region.free()
		var err error
		if m.region, err = newMemory(int(n)); err != nil {
			return nil, fmt.Errorf("message buffer: %w", err)
		}
	}
	u := m.region.usable
	return u[uint64(len(u))-n:], nil
}

func (m *messageBuffer) before(address uintptr) bool { return m.region.before(address) }
func (m *messageBuffer) after(address uintptr) bool  { return m.region.after(address) }
