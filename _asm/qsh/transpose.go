package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// A transposition takes perQuarter words from each of as many rows as a vector
// has words, and makes of them perQuarter vectors: vector j has word j of each row.
// Row perQuarter*q + k goes to quarter q of vector k first, so that what is left
// to do is to transpose within quarters.

// gather loads 16 bytes of each row and returns the vectors, in some of the
// registers in and spare (perQuarter of each).
func (m machine) gather(rows func(row int) Mem, in, spare []reg.VecPhysical) []reg.VecPhysical {
	n := m.perQuarter()
	for k := range n {
		m.load128(rows(k), in[k].AsX().(reg.VecPhysical))
		for q := 1; q < m.width/128; q++ {
			row := rows(n*q + k)
			if m.avx512 {
				VINSERTI32X4(U8(q), row, in[k], in[k])
			} else {
				VINSERTI128(U8(q), row, in[k], in[k])
			}
		}
	}
	return m.transpose(in, spare)
}

// scatter stores what gather loads.
func (m machine) scatter(in, spare []reg.VecPhysical, rows func(row int) Mem) {
	n := m.perQuarter()
	for k, x := range m.transpose(in, spare) {
		m.store128(x.AsX().(reg.VecPhysical), rows(k))
		for q := 1; q < m.width/128; q++ {
			if row := rows(n*q + k); m.avx512 {
				VEXTRACTI32X4(U8(q), x, row)
			} else {
				VEXTRACTI128(U8(q), x, row)
			}
		}
	}
}

func (m machine) load128(from Mem, to reg.VecPhysical)  { machine{avx512: m.avx512}.load(from, to) }
func (m machine) store128(from reg.VecPhysical, to Mem) { machine{avx512: m.avx512}.store(from, to) }

// transpose exchanges the number of a vector and the position within a quarter.
func (m machine) transpose(in, spare []reg.VecPhysical) []reg.VecPhysical {
	if m.word == 64 {
		VPUNPCKLQDQ(in[1], in[0], spare[0])
		VPUNPCKHQDQ(in[1], in[0], spare[1])
		return spare
	}
	VPUNPCKLDQ(in[1], in[0], spare[0])
	VPUNPCKLDQ(in[3], in[2], spare[1])
	VPUNPCKHDQ(in[1], in[0], spare[2])
	VPUNPCKHDQ(in[3], in[2], spare[3])
	VPUNPCKLQDQ(spare[1], spare[0], in[0])
	VPUNPCKHQDQ(spare[1], spare[0], in[1])
	VPUNPCKLQDQ(spare[3], spare[2], in[2])
	VPUNPCKHQDQ(spare[3], spare[2], in[3])
	return in
}
