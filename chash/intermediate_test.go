package chash

import (
	"bytes"
	"encoding/hex"
	"os"
	"strings"
	"testing"
)

// worked are the specification's worked examples that are still to be compared,
// by heading.
type worked map[string][]byte

// intermediate reads testdata/intermediate.txt.
func intermediate(t *testing.T) worked {
	t.Helper()
	const file = "testdata/intermediate.txt"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	w := worked{}
	for _, paragraph := range strings.Split(string(text), "\n\n") {
		heading, rest, _ := strings.Cut(paragraph, "\n")
		if strings.HasPrefix(heading, "#") {
			continue
		}
		if w[heading], err = hex.DecodeString(strings.Join(strings.Fields(rest), "")); err != nil {
			t.Fatalf("%s: %q: %v", file, heading, err)
		}
	}
	return w
}

// expect compares a value with the one under heading, and takes that one off
// the list.
func (w worked) expect(t *testing.T, heading string, got []byte) {
	t.Helper()
	want, ok := w[heading]
	if !ok {
		t.Errorf("no intermediate value %q", heading)
	}
	delete(w, heading)
	if !bytes.Equal(got, want) {
		t.Errorf("%s:\ngot  %x\nwant %x", heading, got, want)
	}
}

// expectValue compares the chaining value in a state.
func (w worked) expectValue(t *testing.T, heading string, s *state) {
	t.Helper()
	var b [stateSize]byte
	s.store(&b)
	w.expect(t, heading, b[:valueSize])
}

// TestIntermediateValues follows the specification's worked examples: every
// value of the file is reached and compared.
func TestIntermediateValues(t *testing.T) {
	w := intermediate(t)
	for name, input := range map[string]func(n int) byte{
		"zero":     func(int) byte { return 0 },
		"counting": func(n int) byte { return byte(n) },
	} {
		var in, b [stateSize]byte
		for n := range in {
			in[n] = input(n)
		}
		w.expect(t, name+" input", in[:])

		var s nibbles
		s.load(&in)
		see := func(heading string) {
			t.Helper()
			s.store(&b)
			w.expect(t, name+" "+heading, b[:])
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
		w.expect(t, name+" after 28 rounds", b[:])
	}

	for _, in := range []instance{chash512, chash1024} {
		testShort(t, w, in)
		testLong(t, w, in)
	}
	for heading := range w {
		t.Errorf("intermediate value %q was not compared", heading)
	}
}

// testShort follows the empty message.
func testShort(t *testing.T, w worked, in instance) {
	t.Helper()
	first := [blockSize]byte{0x80}
	for v, name := range map[uint64]string{1: "y1", 2: "y2"} {
		var y state
		y.add(&first, &zeroBlock, counter(in.shortLane(), v))
		engine(&y)
		w.expectValue(t, in.String()+" LDRH empty "+name, &y)
	}
	w.expect(t, in.String()+" LDRH empty digest", (&Digest{instance: in}).Sum(nil))
}

// testLong follows a message of two full blocks and the block of padding.
func testLong(t *testing.T, w worked, in instance) {
	t.Helper()
	message := make([]byte, 2*blockSize)
	for n := range message {
		message[n] = byte(n)
	}
	padding := make([]byte, blockSize)
	padding[0] = 0x80

	h := initialValue[in]
	w.expectValue(t, in.String()+" h_0", &h)
	h.absorb(message[:blockSize], in, 1)
	w.expectValue(t, in.String()+" h_1", &h)
	h.absorb(message[blockSize:], in, 2)
	w.expectValue(t, in.String()+" h_2", &h)
	h.absorb(padding, in, 3)
	w.expectValue(t, in.String()+" h_3", &h)
	h.addCounter(counter(in.finalLane(), 1))
	h.f(in)
	w.expectValue(t, in.String()+" h_4", &h)

	d := &Digest{instance: in}
	d.Write(message)
	w.expect(t, in.String()+" digest", d.Sum(nil))
}
