package iphe

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"slices"
	"testing"
)

// TestInstancesAreNotSeparated builds the messages that the package
// documentation warns of: for each pair of instances, messages M of the longer
// digest and M' of the shorter one such that the digest of M' is the end of the
// digest of M.
//
// The words between the two rates (the gap) belong to the message in the
// instance of the wider rate and to the capacity in the other. The wide message
// supplies in its third block what the narrow instance feeds forward there: the
// gap after the first block.
func TestInstancesAreNotSeparated(t *testing.T) {
	for _, c := range []struct {
		narrow, wide instance // of rate: the narrow one has the longer digest
		counter      uint64   // the first one that works
	}{
		{iphe1024, iphe512, 7},
		{iphe1024, iphe768, 0},
		{iphe768, iphe512, 7},
	} {
		rn, rw := c.narrow.rate()/8, c.wide.rate()/8

		// The top two bits of the last gap word serve as the padding 11 of the
		// wide message. Count in the first block until they are.
		var s [words]uint64
		counter := uint64(0)
		for ; ; counter++ {
			s = [words]uint64{counter}
			permute(&s)
			if s[rw-1]>>62 == 3 {
				break
			}
		}
		if counter != c.counter {
			t.Errorf("%v, %v: counter %d, want %d", c.narrow, c.wide, counter, c.counter)
		}

		// Three blocks each: the counter, zeros, and a last block that ends in
		// the narrow padding 11 (top bits of word rn-1) and, if wide, the gap.
		message := func(in instance, last []uint64) []byte {
			blocks := make([]uint64, 3*in.rate()/8)
			blocks[0] = counter
			copy(blocks[len(blocks)-len(last):], last)
			var p []byte
			for _, w := range blocks {
				p = binary.BigEndian.AppendUint64(p, bits.Reverse64(w))
			}
			return p
		}
		narrowLast := make([]uint64, rn)
		narrowLast[rn-1] = 3 << 62
		wideLast := append(slices.Clone(narrowLast), s[rn:rw]...)

		// The padding bits are the last two of the blocks; they are cut off the
		// messages and come back as padding.
		long, short := make([]byte, c.narrow.size()), make([]byte, c.wide.size())
		sumBits(long, message(c.narrow, narrowLast), uint64(3*64*rn-2), c.narrow.rate())
		sumBits(short, message(c.wide, wideLast), uint64(3*64*rw-2), c.wide.rate())
		if !bytes.HasSuffix(long, short) {
			t.Errorf("the digest of %v\n%x\nis not the end of the digest of %v\n%x", c.wide, short, c.narrow, long)
		}
	}
}
