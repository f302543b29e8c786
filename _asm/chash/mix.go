package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// mixNarrow writes the M-layer and the K-layer. The S-layer has left D = L ^ R in place of L:
//
//	for a in 15, 7, 23:
//		U = R ^ D rotated to the left by a
//		R = U rotated to the right by 1
//		D = D ^ U ^ R
//	U = R ^ D rotated by 16
//	R = U rotated to the right by 1
//	L = D ^ U
//
// An even column is followed by the odd one of the same place, an odd one by the even
// one of the next place. So to rotate to the left by an odd a takes the even
// columns from place (a+1)/2 of the even ones to the odd ones and from (a-1)/2 of the odd
// ones to the even ones; and to the right by 1 the even ones become the odd ones as they are.
func mixNarrow(m *machine, constant reg.Register) {
	for _, a := range []int{15, 7, 23} {
		for i, g := range m.groups {
			de, do, r, o := g.kind[le], g.kind[lo], g.kind[re], g.kind[ro]
			te, to := m.pairOfTemps(i, g)
			m.rotate(to, de, (a+1)/2)
			m.rotate(te, do, (a-1)/2)
			m.xor(to, to, o)    // the odd columns of U
			m.xor(o, te, r)     // the even columns of U, and the odd ones of the new R
			m.rotate(r, to, 15) // the even columns of the new R
			m.add2(do, to, o)
			m.add2(de, o, r)
		}
	}
	for i, g := range m.groups {
		de, do, r, o := g.kind[le], g.kind[lo], g.kind[re], g.kind[ro]
		te, to := m.pairOfTemps(i, g)
		m.rotate(to, do, 8)
		m.rotate(te, de, 8)
		m.xor(to, to, o)
		m.xor(o, te, r)
		m.rotate(r, to, 15)
		if !g.has(0) {
			m.xor(do, do, to)
			m.xor(de, de, o)
			continue
		}
		for parity, d := range []vector{de, do} {
			u := []vector{o, to}[parity]
			c := te
			if m.streams > 1 {
				m.broadcast(c, Mem{Base: constant, Disp: 16 * parity})
			} else { // pair 0 is in lane 0, the other lanes of c become zero
				m.move(c.as(16), Mem{Base: constant, Disp: 16 * parity})
			}
			m.add2(d, u, c)
		}
	}
}

// pairOfTemps returns two temporary registers for group number i; neighbouring groups
// get different ones.
func (m *machine) pairOfTemps(i int, g *group) (vector, vector) {
	n := 2 * i % (len(m.temp) &^ 1)
	return m.t(n, g.width()), m.t(n+1, g.width())
}

// place is the byte of a column in a wide kind: even columns come first.
func place(column int) int { return column%2*16 + column/2 }

// wideRotations are the rotations to the left for which prepareRotations loads indices.
var wideRotations = []int{15, 7, 6, 23, 22, 31}

// prepareRotations loads the indices of VPERMB, which rotates a wide kind.
func (m *machine) prepareRotations() {
	m.rotations = map[int]vector{}
	for _, n := range wideRotations {
		var index [32]byte
		for column := range 32 {
			index[place(column)] = byte(place((column + n) % 32))
		}
		m.rotations[n] = m.take(32)
		m.move(m.rotations[n], m.data(fmt.Sprintf("rotate%d", n), index[:]))
	}
}

// rotateWide rotates a wide kind to the left by n columns.
func (m *machine) rotateWide(d, a vector, n int) {
	if n == 16 { // eight bytes in each lane, for which there is a fast instruction
		m.rotate(d, a, 8)
		return
	}
	VPERMB(a.op(), m.rotations[n].op(), d.op())
}

// mixWide writes the M-layer and the K-layer on wide kinds. It computes what mixNarrow says, but
// VPERMB takes four cycles, and there are two in a row in each step, from a U to
// the next one. With x^n for rotated to the left by n, the next U is
//
//	x^31 U ^ x^a (D ^ U ^ x^31 U)  =  x^31 U ^ x^a D ^ x^a U ^ x^(a-1) U
//
// where D is that of the step before. So there is only one in a row. Two more
// rotations are cheaper than to wait, but not where a is 16.
func mixWide(m *machine, constant reg.Register) {
	for i, g := range m.groups {
		d, r, u := g.kind[left], g.kind[right], m.t(i, 32)
		m.rotateWide(u, d, 15)
		m.xor(u, u, r)
	}
	for _, a := range []int{7, 23} {
		for i, g := range m.groups {
			d, r, u := g.kind[left], g.kind[right], m.t(i, 32)
			v, w := m.t(3+i, 32), m.t(6+i, 32)
			m.rotateWide(v, d, a)
			m.rotateWide(r, u, 31)
			m.rotateWide(w, u, a)
			m.add2(d, u, r)
			m.rotateWide(u, u, a-1)
			m.add2(u, v, r)
			m.xor(u, u, w)
		}
	}
	for i, g := range m.groups {
		d, r, u := g.kind[left], g.kind[right], m.t(i, 32)
		m.rotateWide(r, u, 31)
		m.add2(d, u, r)
		m.rotateWide(u, d, 16)
		m.xor(u, u, r)
		m.rotateWide(r, u, 31)
		if g.has(0) { // the constant has its even digits in lane 0, too
			m.add2(d, u, Mem{Base: constant})
		} else {
			m.xor(d, d, u)
		}
	}
}
