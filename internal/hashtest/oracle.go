package hashtest

import (
	"bytes"
	"fmt"
	"testing"
)

// Numbered is a package's own type of its instances. The number of an instance
// is its place in the table, and String returns its name there.
type Numbered interface {
	~uint8
	fmt.Stringer
}

// Oracle compares the one-shot functions with an oracle, which returns the
// digest of the first bits bits of msg by other code: for every length up to
// three blocks, at every offset from a 64-byte boundary and with the message
// ending at a protected page.
func Oracle[I Numbered](t *testing.T, instances []Instance, oracle func(in I, msg []byte, bits int) []byte) {
	each(t, instances, func(t *testing.T, one Instance, in I) {
		longest := 3*one.New().BlockSize() + 1
		region := Guarded(t, longest+64)
		msg := message(longest)
		digest := make([]byte, one.New().Size())
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

// OracleBits compares the one-shot functions with an oracle, as [Oracle] does,
// for the bit lengths around the ends of the given numbers of blocks.
func OracleBits[I Numbered](t *testing.T, instances []Instance, oracle func(in I, msg []byte, bits int) []byte, blocks ...int) {
	each(t, instances, func(t *testing.T, one Instance, in I) {
		const around = 20
		block := one.New().BlockSize()
		for _, n := range blocks {
			edge := 8 * block * n
			msg := message(block*n + (around+7)/8)
			for bits := max(0, edge-around); bits <= edge+around; bits++ {
				same(t, one.sumBits(msg, uint64(bits)), oracle(in, msg, bits), "%d bits", bits)
			}
		}
	})
}

// FuzzOracle compares the one-shot functions with an oracle, as [Oracle] does,
// for messages of any number of bits.
func FuzzOracle[I Numbered](f *testing.F, instances []Instance, oracle func(in I, msg []byte, bits int) []byte) {
	f.Add([]byte{}, uint8(0))
	for _, one := range instances {
		for _, blocks := range []int{1, 2} {
			ones := bytes.Repeat([]byte{0xff}, blocks*one.New().BlockSize())
			f.Add(ones, uint8(0))
			f.Add(ones, uint8(1))
		}
	}
	f.Add(bytes.Repeat([]byte{0x55}, 255), uint8(2))
	f.Add(bytes.Repeat([]byte{0x55}, 305), uint8(2))
	f.Fuzz(func(t *testing.T, msg []byte, drop uint8) {
		bits := max(0, 8*len(msg)-int(drop%8))
		for i, one := range instances {
			same(t, one.sumBits(msg, uint64(bits)), oracle(I(i), msg, bits), "%s: %d bits", one.Name, bits)
		}
	})
}

// each runs a subtest for each instance of the table.
func each[I Numbered](t *testing.T, instances []Instance, f func(t *testing.T, one Instance, in I)) {
	for i, one := range instances {
		t.Run(one.Name, func(t *testing.T) {
			in := I(i)
			if in.String() != one.Name {
				t.Fatalf("instance %d is %v", i, in)
			}
			f(t, one, in)
		})
	}
}
