package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// halves writes the compression of n blocks of one stream of 32-bit words, in
// the layout Halves: vector 2*x0 + h holds the words with x1 = h in its lower half
// and those with x1 = h + 2 in its upper one, in each half those of x2 = 0, 1, 2, 3.
//
// Each layer is two G on vectors. They take little longer than one, since a G is a
// chain in which each step waits for the one before; the four G on shorter vectors of the
// layout Columns would be limited by the number of rotations.
//
// Between layers 0 and 1, the words of the roles a, c, d move by one place in x1
// against those of the role before. Between layers 1 and 2, and back, x0 and x1 change
// places: in layer 2, vector 2*x1 + h holds x0 = h and x0 = h + 2, and its words
// move along x2 so that those of one diagonal come together. b, needed first, does not.
func halves(m machine) {
	k := halvesKernel{machine: m, x: m.vs(0, 8), y: m.vs(8, 8)}
	name := fmt.Sprintf("compress32%s", m.suffix())
	TEXT(name, 0, "func(to *[64]uint32, from *[64]uint32, blocks *byte, n int, first uint32, last uint32)")
	Doc(name+" takes n blocks, one after the other, into the state from and writes the new state",
		"to to. The flags of the first block are first, and those of the last block last.")
	Pragma("noescape")
	if !m.avx512 {
		k.frame = AllocLocal(4 * m.bytes())
	}
	from := Load(Param("from"), GP64())
	blocks, n := Load(Param("blocks"), GP64()), Load(Param("n"), GP64())
	first, last := Load(Param("first"), GP32()), Load(Param("last"), GP32())
	for x0 := range 4 {
		k.loadPlane(from, x0, k.x[2*x0], k.x[2*x0+1])
	}

	Label("block")
	for plane := range 2 {
		for h, x := range k.loadPlane(blocks, plane, k.y[0], k.y[1]) {
			to := k.x[4+2*plane+h]
			m.add(x, to, to)
			k.keep(2*plane+h, x)
		}
	}
	CMPQ(n, Imm(1))
	JNE(LabelRef("flags"))
	XORL(last, first)
	Label("flags")
	VMOVD(first, k.y[0].AsX()) // all other words are 0
	m.xor(k.y[0], k.x[0], k.x[0])
	XORL(first, first)
	rounds := GP64()
	MOVQ(I32(9), rounds)
	Label("round")
	k.layer(k.x, k.y, quad{early: true})
	x := k.shift()
	k.layer(x, k.y, quad{late: true})
	k.turn(x)
	k.layer(k.y, k.x, quad{})
	k.turnBack()
	DECQ(rounds)
	JNZ(LabelRef("round"))
	k.layer(k.x, k.y, quad{})
	for i := range 4 {
		m.add(k.kept(i), k.x[i], k.x[i])
	}
	ADDQ(I32(m.blockBytes()), blocks)
	DECQ(n)
	JNZ(LabelRef("block"))

	to := Load(Param("to"), GP64())
	for x0 := range 4 {
		k.storePlane(to, x0, k.x[2*x0], k.x[2*x0+1])
	}
	VZEROUPPER()
	RET()
}

type halvesKernel struct {
	machine
	// The state, in layers 0 and 1 and in layer 2; each other's spare registers.
	x, y  []reg.VecPhysical
	frame Mem // for the block, if there are not enough registers
}

// keep stores vector i of the block until the end of the compression, kept
// returns it.
func (k halvesKernel) keep(i int, x reg.VecPhysical) {
	if k.avx512 {
		VMOVDQA64(x, k.kept(i))
	} else {
		VMOVDQU(x, k.kept(i))
	}
}

func (k halvesKernel) kept(i int) Op {
	if k.avx512 {
		return k.v(16 + i)
	}
	return k.frame.Offset(i * k.bytes())
}

// order is how VPERMD orders the words of a plane, half of which VSHUFPS has
// selected. It is its own inverse.
var order Mem

func (k halvesKernel) loadOrder(to reg.VecPhysical) {
	if order.Symbol.Name == "" {
		order = GLOBL("orderOfHalves", RODATA|NOPTR)
		for i, x := range []uint32{0, 4, 2, 6, 1, 5, 3, 7} {
			DATA(4*i, U32(x))
		}
	}
	k.load(order, to)
}

// loadPlane loads the 16 words of an x0 from their natural order. Position 4*l + x2
// of vector h gets word 4*x2 + 2*l + h.
func (k halvesKernel) loadPlane(from reg.Register, plane int, to ...reg.VecPhysical) []reg.VecPhysical {
	low, high, idx := k.y[2], k.y[3], k.y[4]
	k.loadOrder(idx)
	k.load(Mem{Base: from, Disp: 64 * plane}, low)
	k.load(Mem{Base: from, Disp: 64*plane + 32}, high)
	VSHUFPS(Imm(0x88), high, low, to[0]) // the even words
	VSHUFPS(Imm(0xdd), high, low, to[1])
	VPERMD(to[0], idx, to[0])
	VPERMD(to[1], idx, to[1])
	return to
}

// storePlane undoes loadPlane.
func (k halvesKernel) storePlane(to reg.Register, plane int, even, odd reg.VecPhysical) {
	idx := k.y[4]
	k.loadOrder(idx)
	VPERMD(even, idx, even)
	VPERMD(odd, idx, odd)
	VPUNPCKLDQ(odd, even, k.y[0])
	VPUNPCKHDQ(odd, even, k.y[1])
	k.store(k.y[0], Mem{Base: to, Disp: 64 * plane})
	k.store(k.y[1], Mem{Base: to, Disp: 64*plane + 32})
}

// layer does two G. Vector 2*role + h is of G number h.
func (k halvesKernel) layer(x, spare []reg.VecPhysical, kind quad) {
	var quads []quad
	for h := range 2 {
		q := kind
		q.spare = spare[h]
		for role := range roles {
			q.v[role] = x[2*role+h]
		}
		quads = append(quads, q)
	}
	k.quads(quads...)
}

// select2 makes the halves of to the selected halves of low and high. Halves that
// stay where they are take one cycle instead of three.
func (k halvesKernel) select2(low reg.VecPhysical, lowHalf int, high reg.VecPhysical, highHalf int, to reg.VecPhysical) {
	if lowHalf == 0 && highHalf == 1 {
		VPBLENDD(Imm(0xf0), high, low, to)
		return
	}
	VPERM2I128(U8(lowHalf|(2+highHalf)<<4), high, low, to)
}

// rotateHalves moves the four words of each half: position z takes what was at
// z + n.
func (k halvesKernel) rotateHalves(n int, x, to reg.VecPhysical) {
	if n%4 != 0 {
		VPSHUFD(U8(map[int]int{1: takeNext, 2: takeOpposite, 3: takePrevious}[(n+4)%4]), x, to)
	}
}

// shift moves the words between layers 0 and 1: those of a take the place x1 + 1
// of b, those of c come from x1 + 1, those of d from x1 + 2. It returns the vectors as layer 1
// takes them, which are only in part others.
func (k halvesKernel) shift() []reg.VecPhysical {
	x := append([]reg.VecPhysical{}, k.x...)
	swap := func(v reg.VecPhysical) reg.VecPhysical {
		k.select2(v, 1, v, 0, v)
		return v
	}
	x[2*a], x[2*a+1] = swap(x[2*a+1]), x[2*a]
	x[2*c], x[2*c+1] = x[2*c+1], swap(x[2*c])
	swap(x[2*d])
	swap(x[2*d+1])
	return x
}

// turn goes over from layer 1, whose vectors are x, to layer 2. After the shift,
// half l of vector 2*x0 + h holds x1 = 2*l + h + x0 - 1. Half l of vector 2*j + h2
// shall hold x1 = j, x0 = 2*l + h2.
func (k halvesKernel) turn(x []reg.VecPhysical) {
	for h2 := range 2 { // what comes from b is ready last
		for _, j := range []int{b, a, d, c} {
			h := (j - h2 + 1) & 1
			half := func(x0 int) int { return (j - h - x0 + 1) & 3 / 2 }
			to := k.y[2*j+h2]
			k.select2(x[2*h2+h], half(h2), x[2*(h2+2)+h], half(h2+2), to)
			k.rotateHalves(j-1, to, to)
		}
	}
}

// turnBack goes over from layer 2 to layer 0. What comes from d, j = 3, is joined
// with what comes from b, which is ready last. So that b can stay in its half where it is the next
// a or b, the halves of d change places before.
func (k halvesKernel) turnBack() {
	for h2 := range 2 {
		for _, j := range []int{a, c} {
			x := k.y[2*j+h2]
			k.rotateHalves(1-j, x, x)
		}
		x := k.y[2*d+h2]
		VPERMQ(Imm(0x1b), x, x) // also takes each word from the opposite one of its half, 1 - j = -2
	}
	for _, x0 := range []int{b, a, d, c} {
		for h := range 2 {
			from := x0 / 2
			upper := from
			if h == 1 {
				upper = 1 - from // the halves that changed places
			}
			k.select2(k.y[2*h+x0%2], from, k.y[2*(h+2)+x0%2], upper, k.x[2*x0+h])
		}
	}
}
