package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// rows is the layout for one message: half a row, two words, in a vector of 256
// bits. The mix of the columns is one of vectors. For that of the diagonals, rows
// 1, 2 and 3 are rotated by 1, 2 and 3 words to the left before and to the right
// after it, so that diagonals stand where columns stood. For row 2 this is a
// matter of names.
type rows struct {
	*instructions
	v       [2][4]VecPhysical // v[h][i] is half h of row i
	scratch []VecPhysical
	saved   Mem
}

func newRows(in *instructions) *rows {
	return &rows{
		instructions: in,
		v:            [2][4]VecPhysical{[4]VecPhysical(vectors(0, 3, 256)), [4]VecPhysical(vectors(4, 7, 256))},
		scratch:      vectors(8, 7+2*in.scratch, 256),
	}
}

func (r *rows) messages() int { return 1 }

func (r *rows) prepare() {
	r.saved = AllocLocal(stateSize)
	r.loadConstants()
}

// each calls f for every half of a row, with its offset in the state.
func (r *rows) each(f func(h, i, offset int, v VecPhysical)) {
	for i := range 4 {
		for h := range 2 {
			f(h, i, 64*i+32*h, r.v[h][i])
		}
	}
}

func (r *rows) load(s []GPPhysical) {
	r.each(func(h, i, offset int, v VecPhysical) {
		VPSHUFD(Imm(swapHalves), Mem{Base: s[0], Disp: offset}, v)
	})
}

func (r *rows) store(s []GPPhysical) {
	r.each(func(h, i, offset int, v VecPhysical) {
		VPSHUFD(Imm(swapHalves), v, v)
		VMOVDQU(v, Mem{Base: s[0], Disp: offset})
	})
}

func (r *rows) addBlock(p []GPPhysical, rate GPPhysical) {
	from, t := R12, r.scratch[0]
	MOVQ(p[0], from)
	eachRateCell(rate, func(cell int) {
		v := r.v[cell%4/2][cell/4]
		if cell%2 == 0 {
			VMOVDQU(Mem{Base: from}, t.AsX()) // and zero in the high lane
		} else {
			VPXOR(t, t, t)
			VINSERTI128(Imm(1), Mem{Base: from}, t, t)
		}
		VPXOR(t, v, v)
		ADDQ(Imm(16), from)
	})
}

func (r *rows) save() {
	r.each(func(h, i, offset int, v VecPhysical) { VMOVDQU(v, r.saved.Offset(offset)) })
}

func (r *rows) addSaved() {
	t := r.scratch[0]
	r.each(func(h, i, offset int, v VecPhysical) {
		saved := r.saved.Offset(offset)
		switch low, high := fedForward[offset/16], fedForward[offset/16+1]; {
		case low && high:
			VPXOR(saved, v, v)
		case low:
			VMOVDQU(saved, t.AsX()) // and zero in the high lane
			VPXOR(t, v, v)
		case high:
			VPERM2I128(Imm(zeroHigh), saved, t, t)
			VPXOR(t, v, v)
		}
	})
}

func (r *rows) addLength(length []GPPhysical) {
	low, high := r.scratch[0], r.scratch[1]
	VMOVQ(length[0], low.AsX()) // and zero in the high lane
	VPERM2I128(Imm(zeroLow), low, low, high)
	for i, v := range []VecPhysical{r.v[0][0], r.v[0][1], r.v[1][2], r.v[1][3]} { // words 0, 5, 10, 15
		VPXOR([]VecPhysical{low, high}[i%2], v, v)
	}
}

// Selections of VPERM2I128.
const (
	highLow  = 0x21 // the high lane of the first operand (the last but one in Go), the low lane of the second
	zeroHigh = 0x38 // zero, the high lane of the second operand
	zeroLow  = 0x08 // zero, the low lane of the first operand
)

func (r *rows) round(keys GPPhysical) {
	r.each(func(h, i, offset int, v VecPhysical) {
		VAESENC(Mem{Base: keys, Disp: offset}, v, v)
	})
	before := r.v
	r.mix(r.quads(), r.rho)
	r.rotate(1, 1)
	r.rotate(3, 3)
	r.v[0][2], r.v[1][2] = r.v[1][2], r.v[0][2]
	r.mix(r.quads(), r.zeta)
	r.v[0][2], r.v[1][2] = r.v[1][2], r.v[0][2]
	r.rotate(1, 3)
	r.rotate(3, 1)
	if r.v != before {
		panic("the state has moved")
	}
}

// quads returns what is to be mixed. The last one, row 2, needs no instruction
// to be rotated.
func (r *rows) quads() (quads []quad) {
	n := r.instructions.scratch
	for h, v := range r.v {
		quads = append(quads, quad{[4]VecPhysical{v[3], v[0], v[1], v[2]}, r.scratch[h*n : (h+1)*n]})
	}
	return quads
}

// rotate rotates row i by 1 or 3 words to the left, with the help of scratch
// register i, which takes the place of another in the row.
func (r *rows) rotate(i, words int) {
	low, high, free := &r.v[0][i], &r.v[1][i], &r.scratch[i]
	if words == 1 {
		VPERM2I128(Imm(highLow), *high, *low, *free)
		VPERM2I128(Imm(highLow), *low, *high, *high)
	} else {
		VPERM2I128(Imm(highLow), *low, *high, *free)
		VPERM2I128(Imm(highLow), *high, *low, *high)
	}
	*low, *free = *free, *low
}
