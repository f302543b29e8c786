package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// set is the instruction set of a kernel and the width of its vectors.
type set struct {
	ternary   bool // AVX-512: rotations and functions of three inputs
	wide      bool // vectors of 512 bits
	registers int  // 16 or 32
}

var (
	avx2Set = set{registers: 16}
	// AVX-512 on the 256-bit vectors of AVX-512VL: a row of f-960 has three words, one of
	// f-1920 two times three. CPUs that have more pipes for 256 bits than for 512 gain by that.
	avx512Set = set{ternary: true, registers: 32}
	// AVX-512 on eight messages.
	lanes512Set = set{ternary: true, wide: true, registers: 32}
)

func (s set) bytes() int {
	if s.wide {
		return 64
	}
	return 32
}

var vectors = []VecPhysical{
	Y0, Y1, Y2, Y3, Y4, Y5, Y6, Y7, Y8, Y9, Y10, Y11, Y12, Y13, Y14, Y15,
	Y16, Y17, Y18, Y19, Y20, Y21, Y22, Y23, Y24, Y25, Y26, Y27, Y28, Y29, Y30, Y31,
}

func (s set) register(i int) Op {
	if s.wide {
		return vectors[i].AsZ()
	}
	return vectors[i]
}

// low returns the lowest 128 bits of a register.
func low(r int) Op { return vectors[r].AsX() }

// move copies a vector between registers and memory.
func (s set) move(from, to Op) {
	_, load := from.(Mem)
	_, store := to.(Mem)
	switch {
	case s.ternary && (load || store):
		VMOVDQU64(from, to)
	case s.ternary:
		VMOVDQA64(from, to)
	case load || store:
		VMOVDQU(from, to)
	default:
		VMOVDQA(from, to)
	}
}

// xor writes the sum of a, which may be in memory, and b to r.
func (s set) xor(a, b, r Op) {
	if s.ternary {
		VPXORQ(a, b, r)
	} else {
		VPXOR(a, b, r)
	}
}

type operation int

const (
	input operation = iota
	loadVector
	loadWord
	broadcast
	storeVector
	logic
	xor
	and
	or
	andNot
	permute
	rotate
	rotateEach
	left
	right
	leftEach
	rightEach
)

// emit writes the instruction for one operation. AVX instructions take one
// operand from memory, the one that avo and Go's assembler write first (behind an
// immediate).
func (a *allocation) emit(v *value) {
	switch v.op {
	case input, loadVector: // a vector is loaded where it is used
	case storeVector:
		a.set.move(a.bring(v.args[0]), v.mem)
		a.finish(v)
	case loadWord:
		VMOVQ(v.mem, low(a.take(v)))
	case broadcast:
		r := a.take(v)
		VPBROADCASTQ(v.mem, a.set.register(r))
	case logic:
		a.emitLogic(v)
	case xor, and, or:
		x, y := v.args[0], v.args[1]
		if y.reg == none && x.reg != none {
			x, y = y, x
		}
		yr := a.bring(y, x)
		x0 := a.place(x)
		r := a.result(v, x, y)
		switch v.op {
		case xor:
			a.set.xor(x0, yr, r)
		case and:
			VPAND(x0, yr, r)
		case or:
			VPOR(x0, yr, r)
		}
	case andNot: // ~first & second
		x, y := v.args[0], v.args[1]
		xr := a.bring(x, y)
		y0 := a.place(y)
		VPANDN(y0, xr, a.result(v, x, y))
	case permute:
		x := a.place(v.args[0])
		VPERMQ(U8(v.imm), x, a.result(v, v.args[0]))
	case rotate:
		if x := a.place(v.args[0]); v.imm != 0 {
			VPROLQ(U8(v.imm), x, a.result(v, v.args[0]))
		} else {
			panic("a rotation by nothing")
		}
	default:
		x := a.bring(v.args[0])
		r := a.result(v, v.args[0])
		switch v.op {
		case rotateEach:
			VPROLVQ(v.mem, x, r)
		case left:
			VPSLLQ(U8(v.imm), x, r)
		case right:
			VPSRLQ(U8(v.imm), x, r)
		case leftEach:
			VPSLLVQ(v.mem, x, r)
		case rightEach:
			VPSRLVQ(v.mem, x, r)
		}
	}
}

// finish releases the arguments of v that nothing reads any more.
func (a *allocation) finish(v *value) {
	for _, arg := range v.args {
		if arg != v && a.dies(arg) && (arg.reg != none || arg.slot != none) {
			a.release(arg)
		}
	}
}

// result returns the register for v, after the arguments have been placed: it
// may be that of an argument which is read for the last time.
func (a *allocation) result(v *value, args ...*value) Op {
	a.finish(v)
	return a.set.register(a.take(v, args...))
}

// emitLogic writes a function of three inputs. The instruction overwrites the
// last of its operands, so the inputs are put into an order, and the truth
// table with them, that has one there which is read for the last time.
func (a *allocation) emitLogic(v *value) {
	args, table := []*value{v.args[0], v.args[1], v.args[2]}, v.imm
	exchange := func(i, j int) {
		args[i], args[j] = args[j], args[i]
		var t uint8
		for n := range 8 {
			bi, bj := n>>i&1, n>>j&1
			m := n&^(1<<i|1<<j) | bi<<j | bj<<i
			t |= table >> m & 1 << n
		}
		table = t
	}
	last := 2
	fits := func(arg *value) int {
		switch {
		case !a.dies(arg):
			return 0
		case arg.reg == none:
			return 1
		case arg.reg != v.target:
			return 2
		}
		return 3
	}
	for i := range args {
		if fits(args[i]) > fits(args[last]) {
			last = i
		}
	}
	if last != 2 {
		exchange(last, 2)
	}
	if args[1].reg == none && args[0].reg != none {
		exchange(0, 1)
	}
	z := args[2]
	y := a.bring(args[1], args[0], z)
	x := a.place(args[0])
	if a.dies(z) {
		a.bring(z, args[0], args[1])
		r := z.reg
		z.reg = none
		a.holds[r] = v
		a.finish(v)
		v.reg = r
	} else {
		from := a.place(z)
		r := a.set.register(a.take(v, args...))
		a.set.move(from, r)
		a.finish(v)
	}
	VPTERNLOGQ(U8(table), x, y, a.set.register(v.reg))
}
