package buffer

import (
	"bytes"
	"math"
	"strings"
	"testing"
)

func TestBitBytes(t *testing.T) {
	for bits := uint64(0); bits < 100; bits++ {
		if got, want := BitBytes(bits), (bits+7)/8; got != want {
			t.Errorf("BitBytes(%d) = %d, want %d", bits, got, want)
		}
	}
	if got := BitBytes(math.MaxUint64); got != 1<<61 {
		t.Errorf("BitBytes(max) = %d, want 2^61", got)
	}
}

// TestPadBit compares with the padding written bit by bit.
func TestPadBit(t *testing.T) {
	const size = 5
	for _, fill := range []byte{0x00, 0xff, 0xa5} {
		for bits := uint64(0); bits < 8*size; bits++ {
			got := bytes.Repeat([]byte{fill}, size)
			want := make([]byte, size)
			for p := range bits {
				want[p/8] |= got[p/8] & (0x80 >> (p % 8))
			}
			want[bits/8] |= 0x80 >> (bits % 8)
			PadBit(got, bits)
			if !bytes.Equal(got, want) {
				t.Errorf("%d bits of %02x: got %x, want %x", bits, fill, got, want)
			}
		}
	}
}

func TestMessage(t *testing.T) {
	data := []byte{1, 2, 3}
	for bits, want := range map[uint64]int{0: 0, 1: 1, 8: 1, 9: 2, 23: 3, 24: 3} {
		if got := len(Message(data, bits, "x")); got != want {
			t.Errorf("%d bits: %d bytes, want %d", bits, got, want)
		}
	}
	for _, bits := range []uint64{25, math.MaxUint64} {
		func() {
			defer func() {
				if s, _ := recover().(string); !strings.HasPrefix(s, "pkg: ") {
					t.Errorf("%d bits of 3 bytes: panic %q, want one that begins with the package name", bits, s)
				}
			}()
			Message(data, bits, "pkg")
		}()
	}
}
