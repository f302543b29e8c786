package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// vector is register number n as one of width bytes. Numbers from 16 on exist with
// AVX-512 only.
type vector struct{ n, width int }

var zmm = [32]reg.VecPhysical{
	reg.Z0, reg.Z1, reg.Z2, reg.Z3, reg.Z4, reg.Z5, reg.Z6, reg.Z7,
	reg.Z8, reg.Z9, reg.Z10, reg.Z11, reg.Z12, reg.Z13, reg.Z14, reg.Z15,
	reg.Z16, reg.Z17, reg.Z18, reg.Z19, reg.Z20, reg.Z21, reg.Z22, reg.Z23,
	reg.Z24, reg.Z25, reg.Z26, reg.Z27, reg.Z28, reg.Z29, reg.Z30, reg.Z31,
}

func (v vector) x() reg.Register { return zmm[v.n].AsX() }
func (v vector) y() reg.Register { return zmm[v.n].AsY() }

// op is v as an operand.
func (v vector) op() Op {
	switch v.width {
	case 16:
		return v.x()
	case 32:
		return v.y()
	}
	return zmm[v.n]
}

// as is the register of v in another width.
func (v vector) as(width int) vector { return vector{v.n, width} }

// either returns the operand of a vector or of memory.
func either(src any) Op {
	if v, ok := src.(vector); ok {
		return v.op()
	}
	return src.(Op)
}

// The methods of machine that follow write one or two instructions. The last source, called
// src, can be memory.

// move copies src to d; from memory, it reads as much as d is wide and sets
// the rest of the register to zero.
func (m *machine) move(d vector, src any) {
	if m.avx512 {
		VMOVDQU32(either(src), d.op())
	} else {
		VMOVDQU(either(src), d.op())
	}
}

func (m *machine) save(dst Mem, v vector) {
	if m.avx512 {
		VMOVDQU32(v.op(), dst)
	} else {
		VMOVDQU(v.op(), dst)
	}
}

// broadcast fills d with copies of 16 bytes of memory.
func (m *machine) broadcast(d vector, src Mem) {
	switch {
	case d.width == 16:
		m.move(d, src)
	case m.avx512:
		VBROADCASTI32X4(src, d.op())
	default:
		VBROADCASTI128(src, d.op())
	}
}

// insert puts 16 bytes into lane number lane of d.
func (m *machine) insert(d vector, lane int, src Op) {
	if m.avx512 {
		VINSERTI32X4(Imm(uint64(lane)), src, d.op(), d.op())
	} else {
		VINSERTI128(Imm(uint64(lane)), src, d.op(), d.op())
	}
}

// extract writes lane number lane of v to memory.
func (m *machine) extract(dst Mem, v vector, lane int) {
	switch {
	case lane == 0:
		m.save(dst, v.as(16))
	case m.avx512:
		VEXTRACTI32X4(Imm(uint64(lane)), v.op(), dst)
	default:
		VEXTRACTI128(Imm(uint64(lane)), v.op(), dst)
	}
}

func (m *machine) xor(d, a vector, src any) {
	if m.avx512 {
		VPXORD(either(src), a.op(), d.op())
	} else {
		VPXOR(either(src), a.op(), d.op())
	}
}

// add2 is d ^= a ^ src.
func (m *machine) add2(d, a vector, src any) {
	if m.avx512 {
		VPTERNLOGD(Imm(0x96), either(src), a.op(), d.op())
	} else {
		m.xor(d, d, a)
		m.xor(d, d, src)
	}
}

func (m *machine) and(d, a vector, src any) {
	if m.avx512 {
		VPANDD(either(src), a.op(), d.op())
	} else {
		VPAND(either(src), a.op(), d.op())
	}
}

// look replaces the nibbles in index, one in a byte, by those of a table of 16
// bytes that each lane has.
func (m *machine) look(d, table, index vector) { VPSHUFB(index.op(), table.op(), d.op()) }

// rotate is d[i] = a[(i+n) mod 16] in each lane. A whole number of dwords takes an
// instruction with a shorter latency.
func (m *machine) rotate(d, a vector, n int) {
	if n%4 > 0 {
		VPALIGNR(Imm(uint64(n)), a.op(), a.op(), d.op())
		return
	}
	order := uint64(0) // two bits for each dword: where it comes from
	for i := range 4 {
		order |= uint64((i+n/4)%4) << (2 * i)
	}
	VPSHUFD(Imm(order), a.op(), d.op())
}

// swapLanes exchanges lanes 0 and 1, and lanes 2 and 3.
func (m *machine) swapLanes(d, a vector) {
	switch {
	case !m.avx512:
		VPERM2I128(Imm(0x01), a.op(), a.op(), d.op())
	case d.width == 32:
		VSHUFI32X4(Imm(1), a.op(), a.op(), d.op())
	default:
		VSHUFI32X4(Imm(0xb1), a.op(), a.op(), d.op())
	}
}
