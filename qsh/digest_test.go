package qsh

import (
	"bytes"
	"encoding/binary"
	"testing"
)

// TestMarshalInTree saves and restores the state around every block of five
// chunks, with a Digest that has hashed something longer before.
func TestMarshalInTree(t *testing.T) {
	for i, in := range all {
		t.Run(in.String(), func(t *testing.T) {
			size := in.blockSize()
			msg := pattern(5*16*size + 3*size + 1)
			want := make([]byte, in.size())
			instances[i].Sum(want, msg)
			running, restored := &Digest{tree: tree{in: in}}, &Digest{tree: tree{in: in}}
			restored.Write(bytes.Repeat([]byte{0x5a}, 8*16*size-1))
			done := 0
			for block := range len(msg) / size {
				for _, n := range []int{block*size - 1, block * size, block*size + 1} {
					if n < 0 {
						continue
					}
					running.Write(msg[done:n])
					done = n
					state, _ := running.MarshalBinary()
					if err := restored.UnmarshalBinary(state); err != nil {
						t.Fatalf("after %d bytes: %v", n, err)
					}
					if again, _ := restored.MarshalBinary(); !bytes.Equal(again, state) {
						t.Fatalf("after %d bytes: a restored Digest marshals to another state", n)
					}
					restored.Write(msg[n:])
					if got := restored.Sum(nil); !bytes.Equal(got, want) {
						t.Fatalf("restored after %d bytes: got %x, want %x", n, got, want)
					}
				}
			}
		})
	}
}

// TestMarshalledSize: a state is as long as it must be, and short in all cases.
func TestMarshalledSize(t *testing.T) {
	for _, c := range []struct {
		d     *Digest
		bytes int
		want  int
	}{
		{New512(), 0, headerSize},
		{New512(), 127, headerSize + 127},
		{New512(), 128, headerSize + 256},
		{New512(), 2048, headerSize + 64},             // 1 chunk
		{New512(), 7*2048 + 1, headerSize + 3*64 + 1}, // 111 in binary
		{New768(), 8*4096 + 256, headerSize + 128 + 512},
		{New1024(), 3 * 4096, headerSize + 2*128},
	} {
		c.d.Write(make([]byte, c.bytes))
		if state, _ := c.d.MarshalBinary(); len(state) != c.want || cap(state) != c.want {
			t.Errorf("%v: state after %d bytes is of %d bytes (capacity %d), want %d",
				c.d.tree.in, c.bytes, len(state), cap(state), c.want)
		}
	}
}

// TestUnmarshalDamaged gives states whose length is right for what they say, but
// which no Digest can have.
func TestUnmarshalDamaged(t *testing.T) {
	for _, in := range all {
		state := func(blocks uint64, buffered int) []byte {
			values, chain, rest := in.layout(blocks, buffered)
			p := make([]byte, headerSize+values+chain+rest)
			copy(p, magic)
			p[len(magic)] = byte(in.size() / 8)
			binary.BigEndian.PutUint64(p[len(magic)+1:], blocks)
			p[headerSize-1] = byte(buffered)
			return p
		}
		maximum := ^uint64(0) / uint64(in.blockSize())
		for _, blocks := range []uint64{0, 15, 16, maximum} {
			d := &Digest{tree: tree{in: in}}
			if err := d.UnmarshalBinary(state(blocks, 100)); err != nil {
				t.Errorf("%v: state of %d blocks: %v", in, blocks, err)
			}
			// No message is as long, but the hash must not run out of levels.
			d.Write(make([]byte, 40*in.blockSize()))
			d.Sum(nil)
		}
		d := &Digest{tree: tree{in: in}}
		d.Write(pattern(3000))
		before := d.Sum(nil)
		for _, blocks := range []uint64{maximum + 1, ^uint64(0)} {
			if err := d.UnmarshalBinary(state(blocks, 100)); err == nil {
				t.Errorf("%v: UnmarshalBinary accepted %d blocks", in, blocks)
			}
		}
		if in == qsh512 { // a byte cannot say more than the others' blocks hold
			if err := d.UnmarshalBinary(state(3, in.blockSize())); err == nil {
				t.Errorf("%v: UnmarshalBinary accepted a full block in the buffer", in)
			}
		}
		if !bytes.Equal(d.Sum(nil), before) {
			t.Errorf("%v: a refused state changed the Digest", in)
		}
	}
}

// TestCloneInTree: a clone shares no levels with its origin.
func TestCloneInTree(t *testing.T) {
	for i, in := range all {
		chunk := 16 * in.blockSize()
		msg := pattern(7 * chunk)
		d := instances[i].New().(*Digest)
		d.Write(msg[:3*chunk+5])
		c, err := d.Clone()
		if err != nil {
			t.Fatal(err)
		}
		d.Write(make([]byte, 6*chunk))
		c.Write(msg[3*chunk+5:])
		want := make([]byte, in.size())
		if instances[i].Sum(want, msg); !bytes.Equal(c.Sum(nil), want) {
			t.Errorf("%v: a clone is changed by writes to its origin", in)
		}
	}
}
