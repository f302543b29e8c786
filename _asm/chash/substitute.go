package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// The S-layer: S-boxes, M6, and S-boxes again. Let a_i and b_i be rows i and i+3 after
// the first S-boxes. M6 is, with i modulo 3,
//
//	new a_i = a_i ^ a_(i-1) ^ b_i
//	new b_i = new a_(i+1) ^ a_(i-1) ^ b_i
//
// Each kind goes through the layer by itself. The tables of the second S-boxes contain
// the column constant and, for b, the way back into the high nibble. The result of
// a kind of L is written as L ^ R, which is what the M-layer wants.

// order returns the kinds, those of R before those of L, which need them.
func (m *machine) order() []int {
	if m.wide {
		return []int{right, left}
	}
	return []int{re, ro, le, lo}
}

// substituteAVX512 is the S-layer where each pair has registers of its own. VPERMB looks
// up the low nibbles as they are: the rest of its index only chooses between copies of the
// table.
func substituteAVX512(m *machine) {
	w := m.groups[0].width()
	for i, k := range m.order() {
		var a, b, c [3]vector
		for p, g := range m.groups {
			a[p], b[p], c[p] = g.kind[k], m.t(3*(i%2)+p, w), m.t(6+p, w)
			VGF2P8AFFINEQB(Imm(0), m.matrix.op(), a[p].op(), b[p].op())
			VPERMB(m.first.op(), a[p].op(), a[p].op())
		}
		for p := range 3 {
			m.look(b[p], m.first, b[p])
			m.move(c[p], a[p])
		}
		for p := range 3 {
			m.add2(c[p], a[(p+2)%3], b[p]) // the new a
		}
		for p := range 3 {
			m.add2(b[p], a[(p+2)%3], c[(p+1)%3])
		}
		for p, g := range m.groups {
			m.look(a[p], m.tables[p][0], c[p])
			m.look(b[p], m.tables[p][1], b[p])
			if g.isRight(k) {
				m.xor(a[p], a[p], b[p])
			} else {
				m.add2(a[p], b[p], m.opposite(g, k))
			}
		}
	}
}

// opposite is the register of R for a kind of L.
func (m *machine) opposite(g *group, k int) vector { return g.kind[k+len(g.kind)/2] }

// substituteStreams is the S-layer with AVX2 where each pair has registers of its own: 12, and
// there are 16.
func substituteStreams(m *machine) {
	w := m.groups[0].width()
	for _, k := range m.order() {
		var a, b [3]vector
		table := m.t(3, w)
		m.move(table, m.firstTable())
		for p, g := range m.groups {
			a[p], b[p] = g.kind[k], m.t(p, w)
			m.firstLook(a[p], b[p], table)
		}
		for p := range 3 {
			m.xor(b[p], b[p], a[(p+2)%3])
		}
		for p := range 3 {
			m.xor(a[p], a[p], b[p]) // the new a
		}
		for p := range 3 {
			m.xor(b[p], b[p], a[(p+1)%3])
		}
		for p, g := range m.groups {
			m.secondLook(g, k, b[p], table)
		}
	}
}

// substitutePairs is the S-layer with AVX2 on pairs 0 and 1 in a YMM register and pair 2
// in an XMM register.
func substitutePairs(m *machine) {
	for i, k := range m.order() {
		a01, a2 := m.groups[0].kind[k], m.groups[1].kind[k]
		b01, b2 := m.t(3*(i%2), 32), m.t(3*(i%2)+1, 16)
		table := m.t(3*(i%2)+2, 32)
		s, t := m.t(6, 32), m.t(7, 16)
		m.move(table, m.firstTable())
		m.firstLook(a01, b01, table)
		m.firstLook(a2, b2, table.as(16))

		VINSERTI128(Imm(1), a01.x(), a2.y(), s.op()) // a_2 and a_0
		VEXTRACTI128(Imm(1), a01.op(), t.op())       // a_1
		m.xor(b01, b01, s)
		m.xor(b2, b2, t)
		m.xor(a01, a01, b01) // the new a
		m.xor(a2, a2, b2)
		VPERM2I128(Imm(0x21), a2.y(), a01.op(), s.op()) // the new a_1 and a_2
		m.xor(b01, b01, s)
		m.xor(b2, b2, a01.as(16)) // the new a_0

		m.secondLook(m.groups[0], k, b01, table)
		m.secondLook(m.groups[1], k, b2, table.as(16))
	}
}

// firstTable returns the place of the table of the first S-boxes, for the widest
// registers.
func (m *machine) firstTable() Mem { return m.constant(m.groups[0], "first", firstTable) }

// firstLook splits the bytes of a and does the first S-boxes: a becomes the row of the low
// nibbles, b that of the high ones.
func (m *machine) firstLook(a, b, table vector) {
	low := m.nibbles(0x0f, a.width)
	VPSRLW(Imm(4), a.op(), b.op())
	m.and(a, a, low)
	m.and(b, b, low)
	m.look(a, table, a)
	m.look(b, table, b)
}

// secondLook does the second S-boxes of a kind, whose other rows are in b, and packs the
// pair again.
func (m *machine) secondLook(g *group, k int, b, table vector) {
	a := g.kind[k]
	m.move(table, m.secondTable(g, 0))
	m.look(a, table, a)
	m.move(table, m.secondTable(g, 1))
	m.look(b, table, b)
	m.xor(a, a, b)
	if !g.isRight(k) {
		m.xor(a, a, m.opposite(g, k))
	}
}
