package chash

import "encoding/binary"

// absorbPortable takes in whole blocks, the first of which has the counter first
// and each other one the next:
//
//	for each block m:
//		h.left ^= m
//		h = F(h, counter)
//		h.right ^= m
//
// where F(x, counter) = C-Engine(x || counter) without its last 64 bits and, in
// CHash_1024, ^ x. The other kernels do the same.
//
// A block enters the right half together with the next block's entry into the
// left half.
func (h *value) absorbPortable(blocks []byte, in instance, first uint64) {
	var s state
	s.load(h)
	previous := &zeroBlock
	for i := first; len(blocks) >= blockSize; i++ {
		block := (*[blockSize]byte)(blocks)
		s.add(block, previous, i)
		s.f(in)
		previous, blocks = block, blocks[blockSize:]
	}
	s.add(&zeroBlock, previous, 0)
	s.store(h)
}

// f replaces s by F of s, which already includes the counter.
func (s *state) f(in instance) {
	if in == chash512 {
		engine(s)
	} else {
		x := *s
		engine(s)
		for n := range x {
			s[n] ^= x[n]
		}
	}
	s.clearCounter()
}

// bothCallsPortable replaces x, which includes the counter 1, by the sum of the two
// calls for a short message. The last 64 bits of the sum mean nothing.
func (x *value) bothCallsPortable() {
	var y1, y2 state
	y1.load(x)
	y2 = y1
	y2.addCounter(1 ^ 2)
	engine(&y1)
	engine(&y2)
	for n := range y1 {
		y1[n] ^= y2[n]
	}
	y1.store(x)
}

// load makes s the state with the bytes of x.
func (s *state) load(x *value) {
	*s = state{}
	s.add((*[blockSize]byte)(x[:]), (*[blockSize]byte)(x[blockSize:]), binary.BigEndian.Uint64(x[valueSize:]))
}
