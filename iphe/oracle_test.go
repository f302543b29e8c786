package iphe

import (
	"bytes"
	"encoding/binary"
	"testing"

	"github.com/hashassay/assay/internal/hashtest"
)

// oracle computes a digest bit by bit with the generic permutation, sharing no
// code with the sponge under test: the padded message is a list of bits, and
// message bit p of a block is state bit p.
func oracle(in instance, data []byte, nbits int) []byte {
	rate := 8 * in.rate()
	var message []uint64 // one bit each
	for p := range nbits {
		message = append(message, uint64(data[p/8]>>(7-p%8)&1))
	}
	message = append(message, 1)
	for (len(message)+1)%rate != 0 {
		message = append(message, 0)
	}
	message = append(message, 1)

	var s [words]uint64
	for ; len(message) > 0; message = message[rate:] {
		for p, bit := range message[:rate] {
			s[p/64] ^= bit << (p % 64)
		}
		before := s
		permuteGeneric(&s)
		for j := rate / 64; j < words; j++ {
			s[j] ^= before[j]
		}
	}
	var digest []byte
	for j := range in.size() / 8 {
		digest = binary.LittleEndian.AppendUint64(digest, s[rate/64+j])
	}
	return digest
}

// TestOracle compares with the oracle for every length up to three blocks, at
// every offset from a 64-byte boundary and with the message ending at a
// protected page.
func TestOracle(t *testing.T) {
	for i, in := range []instance{iphe512, iphe768, iphe1024} {
		t.Run(in.String(), func(t *testing.T) {
			one := instances[i]
			longest := 3*in.rate() + 1
			region := hashtest.Guarded(t, longest+64)
			digest := make([]byte, in.size())
			msg := make([]byte, longest)
			for j := range msg {
				msg[j] = byte(j*31 + j>>3)
			}
			for n := range longest + 1 {
				want := oracle(in, msg[:n], 8*n)
				for offset := range 64 {
					end := len(region) - offset
					p := region[end-n : end]
					copy(p, msg)
					if one.Sum(digest, p); !bytes.Equal(digest, want) {
						t.Fatalf("%d bytes, %d before the protected page: got %x, want %x", n, offset, digest, want)
					}
				}
			}
		})
	}
}

// TestOracleBits compares with the oracle for the bit lengths around the edges
// of the padding: one bit of room is too little for it, two are enough.
func TestOracleBits(t *testing.T) {
	for i, in := range []instance{iphe512, iphe768, iphe1024} {
		t.Run(in.String(), func(t *testing.T) {
			digest := make([]byte, in.size())
			data := bytes.Repeat([]byte{0xc7, 0x3a, 0xff}, in.rate()+1)
			r := 8 * in.rate()
			for edge := 0; edge <= 3*r; edge += r {
				for nbits := max(0, edge-20); nbits <= edge+20; nbits++ {
					want := oracle(in, data, nbits)
					if instances[i].SumBits(digest, data, uint64(nbits)); !bytes.Equal(digest, want) {
						t.Errorf("%d bits: got %x, want %x", nbits, digest, want)
					}
				}
			}
		})
	}
}

// FuzzOracle compares with the oracle for messages of any number of bits.
func FuzzOracle(f *testing.F) {
	f.Add([]byte{}, uint8(0))
	f.Add(bytes.Repeat([]byte{0xff}, 184), uint8(1))
	f.Add(bytes.Repeat([]byte{0x55}, 305), uint8(2))
	f.Fuzz(func(t *testing.T, data []byte, drop uint8) {
		nbits := max(0, 8*len(data)-int(drop%8))
		for i, in := range []instance{iphe512, iphe768, iphe1024} {
			digest := make([]byte, in.size())
			if instances[i].SumBits(digest, data, uint64(nbits)); !bytes.Equal(digest, oracle(in, data, nbits)) {
				t.Errorf("%v: %d bits: digest differs from the oracle's", in, nbits)
			}
		}
	})
}
