package hashtest

import (
	"bytes"
	"math"
	"strings"
	"testing"
)

// testBits visits every bit length near the start and near the first three
// block boundaries, where padding rules change.
func testBits(t *testing.T, in Instance) {
	block := 8 * uint64(in.New().BlockSize())
	data := message(int(3*block/8) + 4)
	const around = 130 // reaches past a length field or a word before the boundary
	seen := map[string]uint64{}
	for edge := uint64(0); edge <= 3*block; edge += block {
		for bits := edge - min(edge, around); bits <= edge+24; bits++ {
			got := in.sumBits(data, bits)
			if other, ok := seen[string(got)]; ok && other != bits {
				t.Errorf("messages of %d and %d bits have the same digest", other, bits)
			}
			seen[string(got)] = bits
			if bits%8 == 0 {
				same(t, got, in.sum(data[:bits/8]), "%d bits against whole bytes", bits)
			}
			testUnusedBits(t, in, data, bits, got)
		}
	}

	for _, bits := range []uint64{8*uint64(len(data)) + 1, math.MaxUint64} {
		testShortMessage(t, in, data, bits)
	}
}

// testUnusedBits sets, clears and inverts the bits behind the message, in the
// last byte and after it.
func testUnusedBits(t *testing.T, in Instance, data []byte, bits uint64, want []byte) {
	t.Helper()
	n := (bits + 7) / 8
	msg := bytes.Clone(data[:n])
	if bits%8 != 0 {
		unused := byte(0xff >> (bits % 8))
		msg[n-1] |= unused
		same(t, in.sumBits(msg, bits), want, "%d bits, unused bits of the last byte set", bits)
		msg[n-1] &^= unused
		same(t, in.sumBits(msg, bits), want, "%d bits, unused bits of the last byte clear", bits)
	}
	if bits > 0 { // the last bit of the message does count
		msg[n-1] ^= 0x80 >> ((bits - 1) % 8)
		if bytes.Equal(in.sumBits(msg, bits), want) {
			t.Errorf("%d bits: the last bit of the message does not influence the digest", bits)
		}
	}
}

// testShortMessage checks that a length beyond the data is refused by a panic
// that names the package.
func testShortMessage(t *testing.T, in Instance, data []byte, bits uint64) {
	t.Helper()
	digest := make([]byte, in.New().Size())
	defer func() {
		t.Helper()
		text, _ := recover().(string)
		if name, _, ok := strings.Cut(text, ": "); !ok || name == "" || strings.Contains(name, " ") {
			t.Errorf("%d bits of %d bytes: panic %q, want one that begins with the package's name and a colon",
				bits, len(data), text)
		}
	}()
	in.SumBits(digest, data, bits)
}
