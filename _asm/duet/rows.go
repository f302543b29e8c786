package main

import (
	"fmt"
	"slices"

	"github.com/mmcloughlin/avo/attr"
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// layout says which word of the state each vector holds in its four 64-bit
// words. The fourth is idle: what is there after an S-box is never read by the others.
type layout [][3]int

// rows960 has row i in vector i.
func rows960() layout {
	var l layout
	for i := range 5 {
		l = append(l, [3]int{i, 5 + i, 10 + i})
	}
	return l
}

// rows1920 has row i in two vectors: i holds columns 0, 2, 4, and 5+i columns 3, 5, 1. Moving a
// row by three columns then only exchanges its two vectors.
func rows1920() layout {
	var l layout
	for i := range 5 {
		l = append(l, [3]int{i, 10 + i, 20 + i})
	}
	for i := range 5 {
		l = append(l, [3]int{15 + i, 25 + i, 5 + i})
	}
	return l
}

// gather loads the words that word names into vector r; where it has none, zero. spare
// is used on the way. Only the lower 16 registers will do.
func (s set) gather(words [3]int, word func(t int) (Mem, bool), r, spare int) {
	pair := func(a, b int, r int) (empty bool) {
		ma, hasA := word(a)
		mb, hasB := Mem{}, false
		if b >= 0 {
			mb, hasB = word(b)
		}
		switch {
		case !hasA && !hasB:
			return true
		case hasA:
			VMOVQ(ma, low(r))
		default:
			VPXOR(low(r), low(r), low(r))
		}
		if hasB {
			VMOVHPS(mb, low(r), low(r))
		}
		return false
	}
	if pair(words[0], words[1], r) {
		VPXOR(low(r), low(r), low(r))
	}
	if !pair(words[2], none, spare) {
		VINSERTI128(U8(1), low(spare), vectors[r], vectors[r])
	}
}

// scatter stores the words of vector r that word has a place for.
func (s set) scatter(words [3]int, word func(t int) (Mem, bool), r, spare int) {
	if m, ok := word(words[0]); ok {
		VMOVQ(low(r), m)
	}
	if m, ok := word(words[1]); ok {
		VMOVHPS(low(r), m)
	}
	if m, ok := word(words[2]); ok {
		VEXTRACTI128(U8(1), vectors[r], low(spare))
		VMOVQ(low(spare), m)
	}
}

// table writes a constant of 64-bit words.
func table(name string, words []uint64) Mem {
	m := GLOBL(name, attr.RODATA|attr.NOPTR)
	for i, w := range words {
		DATA(8*i, U64(w))
	}
	return m
}

// swapBytes is the order of bytes for VPSHUFB that turns message bytes into words:
// the first byte is the most significant one.
func swapBytes(s set) Mem {
	var words []uint64
	for range s.bytes() / 16 {
		words = append(words, 0x0001020304050607, 0x08090a0b0c0d0e0f)
	}
	return table("swap", words)
}

// amounts are the rotation amounts of ML for each vector of a layout. Word t is rotated
// by t, t+21 and t+43.
type amounts struct {
	set   set
	table Mem
	// mixed lists vectors for which some rotations are made of shifts although there are rotations. CPUs
	// have other pipes for shifts, and in the last steps of a round the pipes for rotations
	// are what all wait for.
	mixed []int
}

var spread = []int{0, 21, 43}

// rotationTable writes the amounts: vectors of t, t+21, t+43, or where there are no rotations, behind
// each one that of the opposite shift.
func rotationTable(s set, name string, l layout, mixed ...int) amounts {
	var words []uint64
	for _, v := range l {
		for _, d := range spread {
			var left, right [4]uint64
			for j, t := range v {
				left[j] = uint64(t+d) % 64
				right[j] = 64 - left[j] // a shift by 64 leaves nothing
			}
			words = append(words, left[:]...)
			if !s.ternary {
				words = append(words, right[:]...)
			}
		}
	}
	return amounts{s, table(name, words), mixed}
}

// mixBits is ML on vector i of the layout.
func (a amounts) mixBits(p *program, i int, v *value) *value {
	if !a.set.ternary {
		return a.mixBitsByShifts(p, i, v)
	}
	at := a.table.Offset(32 * 3 * i)
	turned := p.rotateEach(at, v)
	if slices.Contains(a.mixed, i) {
		return p.sum(p.left(21, turned), p.right(64-21, turned), turned, p.left(43, turned), p.right(64-43, turned))
	}
	return p.sum(turned, p.rotateEach(at.Offset(32), v), p.rotateEach(at.Offset(64), v))
}

// mixBitsByShifts is mixBits without rotations. The sums are a tree, since they are many.
func (a amounts) mixBitsByShifts(p *program, i int, v *value) *value {
	var terms []*value
	for k := range spread {
		at := a.table.Offset(32 * 2 * (3*i + k))
		terms = append(terms, p.leftEach(at, v), p.rightEach(at.Offset(32), v))
	}
	for len(terms) > 1 {
		terms = append(terms[2:], p.xor(terms[0], terms[1]))
	}
	return terms[0]
}

// frame is memory on the stack for vectors, aligned to their length.
type frame struct {
	base Register
	size int
	used int
}

func newFrame(vectors, size int) *frame {
	f := &frame{GP64(), size, 0}
	local := AllocLocal((vectors + 1) * size)
	LEAQ(local.Offset(size-1), f.base)
	ANDQ(I32(-size), f.base)
	return f
}

// take returns the next n vectors.
func (f *frame) take(n int) (at func(i int) Mem) {
	first := f.used
	f.used += n
	return func(i int) Mem {
		if i >= n {
			panic(fmt.Sprint("more than ", n, " vectors in a part of the frame"))
		}
		return Mem{Base: f.base, Disp: (first + i) * f.size}
	}
}
