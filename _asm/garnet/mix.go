package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// instructions is what differs between sets of instructions: the mix.
//
// A mix multiplies vectors of four words by a circulant matrix over GF(2^128)
// whose rows have x, x+1, 1, 1 in them. With the sum t = A+B+C+D, of which the
// sum of the results is equal, three multiplications by x are enough:
//
//	A' = A + t + x(A+B)    B' = B + t + x(B+C)    C' = C + t + x(C+D)    D' = t + A' + B' + C'
//
// The mix works in place. It takes several quadruples and lists each step for
// all of them before the next step: they do not depend on each other.
//
// A, B, C, D may be the words of a column in any cyclic order. D' is ready two
// steps after the others.
type instructions struct {
	mix     func(quads []quad, reduce Op)
	scratch int // registers that a quad needs

	// The constants of the fields, and the registers that they should be in, if
	// any. A constant has in every lane the element into which x^128 is reduced, and
	// in its high half 1, the carry of the low half.
	rho, zeta Op
	constants []VecPhysical
}

// quad is four vectors to be mixed, and scratch registers.
type quad struct {
	v       [4]VecPhysical
	scratch []VecPhysical
}

func avx() *instructions { return &instructions{mix: mixAVX, scratch: 4} }

func avx512() *instructions {
	return &instructions{mix: mixTernary, scratch: 7, constants: vectors(22, 23, 256)}
}

// loadConstants makes the constants available.
func (in *instructions) loadConstants() {
	in.rho, in.zeta = field("rhoReduce", 0x87), field("zetaReduce", 0x20008005)
	if in.constants != nil {
		VMOVDQU64(in.rho, in.constants[0])
		VMOVDQU64(in.zeta, in.constants[1])
		in.rho, in.zeta = in.constants[0], in.constants[1]
	}
}

// fields has the constants that are written, by name.
var fields = map[string]Mem{}

func field(name string, reduction uint64) Mem {
	if m, ok := fields[name]; ok {
		return m
	}
	m := GLOBL(name, RODATA|NOPTR)
	for lane := range 2 { // enough for vectors of 256 bits
		DATA(16*lane, U64(reduction))
		DATA(16*lane+8, U64(1))
	}
	fields[name] = m
	return m
}

// mixTernary mixes with ternary logic, in 21 instructions. It needs seven
// scratch registers; reduce must be a register.
func mixTernary(quads []quad, reduce Op) {
	const (
		sum3   = 0x96 // the sum of all three operands
		addAnd = 0x78 // add the product of the others to the destination
	)
	each := func(step func(v *[4]VecPhysical, u, carry []VecPhysical, t VecPhysical)) {
		for _, q := range quads {
			step(&q.v, q.scratch[:3], q.scratch[3:6], q.scratch[6])
		}
	}
	each(func(v *[4]VecPhysical, u, carry []VecPhysical, t VecPhysical) {
		for i := range 3 {
			VPXORQ(v[i], v[i+1], u[i])
		}
	})
	each(func(v *[4]VecPhysical, u, carry []VecPhysical, t VecPhysical) {
		for i := range 3 {
			VPSRAQ(Imm(63), u[i], carry[i])
		}
	})
	each(func(v *[4]VecPhysical, u, carry []VecPhysical, t VecPhysical) {
		VPXORQ(u[0], u[2], t)
		for i := range 3 {
			VPSHUFD(Imm(0x4e), carry[i], carry[i]) // of each half to the other
		}
	})
	each(func(v *[4]VecPhysical, u, carry []VecPhysical, t VecPhysical) {
		for i := range 3 {
			VPADDQ(u[i], u[i], u[i])
		}
	})
	each(func(v *[4]VecPhysical, u, carry []VecPhysical, t VecPhysical) {
		for i := range 3 {
			VPTERNLOGQ(Imm(sum3), u[i], t, v[i])
		}
	})
	each(func(v *[4]VecPhysical, u, carry []VecPhysical, t VecPhysical) {
		for i := range 3 {
			VPTERNLOGQ(Imm(addAnd), reduce, carry[i], v[i])
		}
	})
	each(func(v *[4]VecPhysical, u, carry []VecPhysical, t VecPhysical) {
		VPXORQ(t, v[0], v[3])
		VPTERNLOGQ(Imm(sum3), v[1], v[2], v[3])
	})
}

// mixAVX mixes without ternary logic and without a shift of signed 64-bit
// numbers, in 28 instructions. It needs four scratch registers; reduce may be in
// memory.
func mixAVX(quads []quad, reduce Op) {
	each := func(step func(v *[4]VecPhysical, u []VecPhysical, carry VecPhysical)) {
		for _, q := range quads {
			step(&q.v, q.scratch[:3], q.scratch[3])
		}
	}
	each(func(v *[4]VecPhysical, u []VecPhysical, t VecPhysical) {
		for i := range 3 {
			VPXOR(v[i], v[i+1], u[i])
		}
		VPXOR(u[0], u[2], v[3]) // t: D is no longer needed
		for i := range 3 {
			VPXOR(v[3], v[i], v[i])
		}
	})
	for i := range 3 {
		each(func(v *[4]VecPhysical, u []VecPhysical, carry VecPhysical) {
			// The high quarter of each half to where its carry is to be added in the
			// other: the low quarters, and others where the reduction is zero.
			VPSHUFD(Imm(0x5f), u[i], carry)
			VPSRAD(Imm(31), carry, carry)
			VPADDQ(u[i], u[i], u[i])
			VPXOR(u[i], v[i], v[i])
			VPAND(reduce, carry, carry)
			VPXOR(carry, v[i], v[i])
		})
	}
	each(func(v *[4]VecPhysical, u []VecPhysical, carry VecPhysical) {
		VPXOR(v[0], v[3], v[3])
		VPXOR(v[1], v[3], v[3])
		VPXOR(v[2], v[3], v[3])
	})
}
