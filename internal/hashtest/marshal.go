package hashtest

import (
	"bytes"
	"encoding"
	"fmt"
	"hash"
	"testing"
)

// testMarshal saves and restores the state at every fill of the buffer, for the
// first three blocks.
func testMarshal(t *testing.T, in Instance) {
	size := in.New().BlockSize()
	msg := message(3*size + size/2)
	want := in.sum(msg)
	running := in.New()
	for n := range 3*size + 1 {
		state := marshal(t, running)
		restored := in.New()
		write(t, restored, message(size+n%size)) // a used hash must be overwritten entirely
		unmarshal(t, restored, state)
		if !bytes.Equal(marshal(t, restored), state) {
			t.Errorf("after %d bytes: a restored hash marshals to another state", n)
		}
		same(t, restored.Sum(nil), running.Sum(nil), "restored after %d bytes", n)
		write(t, restored, msg[n:])
		same(t, restored.Sum(nil), want, "restored after %d bytes and continued", n)
		write(t, running, msg[n:n+1])
	}
}

// testMarshalRejects damages a state in length and magic; each error must leave
// the hash as it was.
func testMarshalRejects(t *testing.T, in Instance) {
	h := in.New()
	write(t, h, message(h.BlockSize()/2))
	state := marshal(t, h)
	before := h.Sum(nil)
	reject := func(what string, bad []byte) {
		t.Helper()
		if err := h.(encoding.BinaryUnmarshaler).UnmarshalBinary(bad); err == nil {
			t.Fatalf("UnmarshalBinary accepted %s", what)
		}
		same(t, h.Sum(nil), before, "after a refused state, %s", what)
	}
	for n := range state {
		reject(fmt.Sprintf("%d of %d bytes", n, len(state)), state[:n])
	}
	reject("a byte too many", append(bytes.Clone(state), 0))
	reject("another magic", append([]byte{state[0] ^ 1}, state[1:]...))
}

// testMarshalOtherInstance gives each instance the states of the others.
func testMarshalOtherInstance(t *testing.T, instances []Instance) {
	for _, from := range instances {
		state := marshal(t, from.New())
		for _, to := range instances {
			err := to.New().(encoding.BinaryUnmarshaler).UnmarshalBinary(state)
			if (err == nil) != (from.Name == to.Name) {
				t.Errorf("state of %s given to %s: error %v", from.Name, to.Name, err)
			}
		}
	}
}

// marshal returns the state of h; MarshalBinary and AppendBinary must agree.
func marshal(t *testing.T, h hash.Hash) []byte {
	t.Helper()
	m, ok := h.(encoding.BinaryMarshaler)
	if !ok {
		t.Fatalf("%T is not an encoding.BinaryMarshaler", h)
	}
	state, err := m.MarshalBinary()
	if err != nil {
		t.Fatalf("MarshalBinary: %v", err)
	}
	a, ok := h.(encoding.BinaryAppender)
	if !ok {
		t.Fatalf("%T is not an encoding.BinaryAppender", h)
	}
	appended, err := a.AppendBinary([]byte("prefix"))
	if err != nil {
		t.Fatalf("AppendBinary: %v", err)
	}
	if !bytes.Equal(appended, append([]byte("prefix"), state...)) {
		t.Fatal("AppendBinary does not append what MarshalBinary returns")
	}
	return state
}

func unmarshal(t *testing.T, h hash.Hash, state []byte) {
	t.Helper()
	u, ok := h.(encoding.BinaryUnmarshaler)
	if !ok {
		t.Fatalf("%T is not an encoding.BinaryUnmarshaler", h)
	}
	if err := u.UnmarshalBinary(state); err != nil {
		t.Fatalf("UnmarshalBinary: %v", err)
	}
}
