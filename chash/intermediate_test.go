package chash

import (
	"testing"

	"github.com/hashassay/assay/internal/hashtest"
)

// expectValue compares the chaining value in a state.
func expectValue(t *testing.T, w hashtest.Intermediate, heading string, h *value) {
	t.Helper()
	w.Expect(t, heading, h[:valueSize])
}

// TestIntermediateValues follows the specification's worked examples: every
// value of the file is reached and compared.
func TestIntermediateValues(t *testing.T) {
	eachKernel(t, testIntermediateValues)
}

func testIntermediateValues(t *testing.T) {
	w := hashtest.ReadIntermediate(t)
	for name, input := range map[string]func(n int) byte{
		"zero":     func(int) byte { return 0 },
		"counting": func(n int) byte { return byte(n) },
	} {
		var in, b value
		for n := range in {
			in[n] = input(n)
		}
		w.Expect(t, name+" input", in[:])

		var s nibbles
		s.load(&in)
		see := func(heading string) {
			t.Helper()
			s.store(&b)
			w.Expect(t, name+" "+heading, b[:])
		}
		sLayer(&s)
		see("round 0 after S")
		mLayer(&s)
		see("round 0 after M")
		kLayer(&s, 0)
		see("after round 0")
		sLayer(&s)
		mLayer(&s)
		kLayer(&s, 1)
		see("after round 1")

		fast := sliced(&in)
		engine(fast)
		fast.store(&b)
		w.Expect(t, name+" after 28 rounds", b[:])
	}

	for _, in := range []instance{chash512, chash1024} {
		testShort(t, w, in)
		testLong(t, w, in)
	}
	w.ExpectNoMore(t)
}

// testShort follows the empty message. One call of its two is to absorb a block of
// zeros into the padded message as a chaining value; CHash_1024 has no feed-forward
// here, so that both instances make the call like CHash_512.
func testShort(t *testing.T, w hashtest.Intermediate, in instance) {
	t.Helper()
	for v, name := range map[uint64]string{1: "y1", 2: "y2"} {
		y := value{0: 0x80}
		y.absorb(zeroBlock[:], chash512, counter(in.shortLane(), v))
		expectValue(t, w, in.String()+" LDRH empty "+name, &y)
	}
	w.Expect(t, in.String()+" LDRH empty digest", (&Digest{instance: in}).Sum(nil))
}

// testLong follows a message of two full blocks and the block of padding.
func testLong(t *testing.T, w hashtest.Intermediate, in instance) {
	t.Helper()
	message := make([]byte, 2*blockSize)
	for n := range message {
		message[n] = byte(n)
	}
	padding := make([]byte, blockSize)
	padding[0] = 0x80

	h := initialValue[in]
	expectValue(t, w, in.String()+" h_0", &h)
	h.absorb(message[:blockSize], in, counter(in.blockLane(), 1))
	expectValue(t, w, in.String()+" h_1", &h)
	h.absorb(message[blockSize:], in, counter(in.blockLane(), 2))
	expectValue(t, w, in.String()+" h_2", &h)
	h.absorb(padding, in, counter(in.blockLane(), 3))
	expectValue(t, w, in.String()+" h_3", &h)
	h.absorb(zeroBlock[:], in, counter(in.finalLane(), 1))
	expectValue(t, w, in.String()+" h_4", &h)

	d := &Digest{instance: in}
	d.Write(message)
	w.Expect(t, in.String()+" digest", d.Sum(nil))
}
