package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

var zregs = []VecPhysical{Z0, Z1, Z2, Z3, Z4, Z5, Z6, Z7, Z8, Z9, Z10, Z11, Z12, Z13, Z14, Z15, Z16, Z17, Z18, Z19, Z20, Z21, Z22, Z23, Z24, Z25, Z26, Z27, Z28, Z29, Z30, Z31}

func constant16(name string, lo, hi uint64) Mem {
	m := GLOBL(name, RODATA|NOPTR)
	DATA(0, U64(lo))
	DATA(8, U64(hi))
	return m
}

type strm struct {
	s, t [4]VecPhysical
	tmp  []VecPhysical
}

func mix512(in [4]VecPhysical, out [4]VecPhysical, tmp []VecPhysical, red VecPhysical) {
	a, b, c, d := in[0], in[1], in[2], in[3]
	u := [3]VecPhysical{out[3], tmp[0], tmp[1]}
	m := tmp[2:5]
	VPXORQ(a, b, u[0])
	VPXORQ(b, c, u[1])
	VPXORQ(c, d, u[2])
	for i := range 3 {
		VPSRAQ(Imm(63), u[i], m[i])
	}
	for i := range 3 {
		VPADDQ(u[i], u[i], out[i])
	}
	for i := range 3 {
		VPSHUFD(Imm(0x4e), m[i], m[i])
	}
	VPTERNLOGQ(Imm(0x96), b, u[2], out[0])
	VPTERNLOGQ(Imm(0x96), a, u[2], out[1])
	VPTERNLOGQ(Imm(0x96), d, u[0], out[2])
	for i := range 3 {
		VPTERNLOGQ(Imm(0x78), red, m[i], out[i])
	}
	VPTERNLOGQ(Imm(0x96), u[2], out[0], u[0])
	VPTERNLOGQ(Imm(0x96), out[1], out[2], u[0])
}

func avx512() {
	rho := constant16("reduceRho", 0x87, 1)
	zeta := constant16("reduceZeta", 0x20008005, 1)

	TEXT("spongeVAESAVX512", NOSPLIT, "func(s *uint64, blocks *byte, n int, keys *uint64, rounds int, rate *uint64, feedForward int, length uint64, more int)")
	Pragma("noescape")
	s, p, n := RDI, RSI, RCX
	Load(Param("s"), s)
	Load(Param("blocks"), p)
	Load(Param("n"), n)
	keys, rounds := RDX, RBX
	Load(Param("keys"), keys)
	Load(Param("rounds"), rounds)
	rate := R8
	Load(Param("rate"), rate)
	ff := R9
	Load(Param("feedForward"), ff)
	redRho, redZeta := Z30, Z31
	VBROADCASTI32X4(rho, redRho)
	VBROADCASTI32X4(zeta, redZeta)
	row := [4]VecPhysical{Z0, Z1, Z2, Z3}
	for i := range 4 {
		VPSHUFD(Imm(0x4e), Mem{Base: s, Disp: 64 * i}, row[i])
	}
	k := []Register{K1, K2, K3, K4}
	off := []GPPhysical{R10, R11, R12, R13}
	size := off[0]
	for i := range 4 {
		MOVQ(Mem{Base: rate, Disp: 16 * i}, RAX)
		KMOVW(EAX, k[i])
		MOVQ(Mem{Base: rate, Disp: 16*i + 8}, off[i])
	}
	ffk := []Register{K5, K6, K7}
	for i, m := range []uint64{0x3c, 0xc3, 0x3f} {
		MOVL(U32(m), EAX)
		KMOVW(EAX, ffk[i])
	}
	kp, count := R14, RAX
	tmp := []VecPhysical{Z8, Z9, Z10, Z11, Z12}
	mid := [4]VecPhysical{Z4, Z5, Z6, Z7}
	round := func() {
		for i := range 4 {
			VAESENC(Mem{Base: kp, Disp: 64 * i}, row[i], row[i])
		}
		mix512(row, mid, tmp, redRho)
		VALIGNQ(Imm(2), mid[1], mid[1], mid[1])
		VSHUFI64X2(Imm(0x4e), mid[2], mid[2], mid[2])
		VALIGNQ(Imm(6), mid[3], mid[3], mid[3])
		mix512(mid, row, tmp, redZeta)
		VALIGNQ(Imm(6), row[1], row[1], row[1])
		VSHUFI64X2(Imm(0x4e), row[2], row[2], row[2])
		VALIGNQ(Imm(2), row[3], row[3], row[3])
	}
	roundLoop := func(label string) {
		Label(label)
		round()
		ADDQ(U32(256), kp)
		DECQ(count)
		JNE(LabelRef(label))
	}
	old := []VecPhysical{Z16, Z17, Z18, Z19}
	msg := []VecPhysical{Z20, Z21, Z22, Z23}
	Label("block")
	for i := range 4 {
		m := Mem{Base: p}
		if i > 0 {
			m.Index, m.Scale = off[i], 1
		}
		VPEXPANDQ_Z(m, k[i], msg[i])
	}
	for i := range 4 {
		VMOVDQA64(row[i], old[i])
		VPXORQ(msg[i], row[i], row[i])
	}
	MOVQ(keys, kp)
	MOVQ(rounds, count)
	roundLoop("absorbing")
	TESTQ(ff, ff)
	JE(LabelRef("absorbed"))
	for i, m := range []int{0, 1, 1, 2} {
		VPXORQ(old[i], row[i], ffk[m], row[i])
	}
	CMPQ(ff, Imm(1))
	JE(LabelRef("absorbed"))
	for i := range 4 {
		VPXORQ(msg[i], row[i], row[i])
	}
	Label("absorbed")
	ADDQ(size, p)
	DECQ(n)
	JNE(LabelRef("block"))

	Load(Param("more"), count)
	TESTQ(count, count)
	JE(LabelRef("done"))
	length := RCX
	Load(Param("length"), length)
	for i, m := range []int{0x01, 0x04, 0x10, 0x40} {
		MOVL(U32(m), EDX)
		KMOVW(EDX, K1)
		VPBROADCASTQ_Z(length, K1, Z8)
		VPXORQ(Z8, row[i], row[i])
	}
	roundLoop("more")
	Label("done")
	for i := range 4 {
		VPSHUFD(Imm(0x4e), row[i], row[i])
		VMOVDQU64(row[i], Mem{Base: s, Disp: 64 * i})
	}
	VZEROUPPER()
	RET()
	_ = fmt.Sprint
}
