package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// words is the layout with a word of the state in a vector: of one message in
// 128 bits, or of two messages in 256 bits. Nothing is rotated: columns and
// diagonals are a matter of names. With 16 registers the state is in memory.
type words struct {
	*instructions
	n       int           // messages
	v       []VecPhysical // of the state, nil if it is in memory
	scratch []VecPhysical
	memory  Mem // of the state
	saved   Mem
}

func newWords(in *instructions, messages int) *words {
	w := &words{instructions: in, n: messages}
	if in.constants == nil {
		w.scratch = vectors(0, 15, 128*messages)
	} else {
		w.v, w.scratch = vectors(16, 31, 256), vectors(0, 13, 256)
		in.constants = vectors(14, 15, 256)
	}
	return w
}

func (w *words) messages() int { return w.n }

func (w *words) prepare() {
	const line = 64 // of the cache
	size := w.n * stateSize
	local, base := AllocLocal(2*size+line), R14
	LEAQ(local.Offset(line-1), base)
	ANDQ(I8(-line), base)
	w.saved = Mem{Base: base}
	w.memory = w.saved.Offset(size)
	w.loadConstants()
}

// cell returns a register with a word of the state: t, if it is in memory.
func (w *words) cell(i int, t VecPhysical) VecPhysical {
	if w.v != nil {
		return w.v[i]
	}
	VMOVDQA(w.memory.Offset(16*w.n*i), t)
	return t
}

// put makes v, which cell has returned, the word of the state.
func (w *words) put(i int, v VecPhysical) {
	if w.v == nil {
		VMOVDQA(v, w.memory.Offset(16*w.n*i))
	}
}

// add adds x to a word of the state. It may change t.
func (w *words) add(i int, x Op, t VecPhysical) {
	if w.v != nil {
		VPXORQ(x, w.v[i], w.v[i])
		return
	}
	VMOVDQA(w.memory.Offset(16*w.n*i), t)
	VPXOR(x, t, t)
	w.put(i, t)
}

// gather loads 16 bytes of each message into t.
func (w *words) gather(t VecPhysical, from []GPPhysical, offset int) {
	VMOVDQU(Mem{Base: from[0], Disp: offset}, t.AsX())
	if w.n == 2 {
		VINSERTI128(Imm(1), Mem{Base: from[1], Disp: offset}, t, t)
	}
}

func (w *words) load(s []GPPhysical) {
	t := w.scratch[0]
	for i := range 16 {
		w.gather(t, s, 16*i)
		if w.v != nil {
			VPSHUFD(Imm(swapHalves), t, w.v[i])
		} else {
			VPSHUFD(Imm(swapHalves), t, t)
			w.put(i, t)
		}
	}
}

func (w *words) store(s []GPPhysical) {
	t := w.scratch[0]
	for i := range 16 {
		VPSHUFD(Imm(swapHalves), w.cell(i, t), t)
		VMOVDQU(t.AsX(), Mem{Base: s[0], Disp: 16 * i})
		if w.n == 2 {
			VEXTRACTI128(Imm(1), t, Mem{Base: s[1], Disp: 16 * i})
		}
	}
}

func (w *words) addBlock(p []GPPhysical, rate GPPhysical) {
	from := []GPPhysical{R12, R13}[:w.n]
	for i, p := range p {
		MOVQ(p, from[i])
	}
	eachRateCell(rate, func(cell int) {
		w.gather(w.scratch[0], from, 0)
		w.add(cell, w.scratch[0], w.scratch[1])
		for _, from := range from {
			ADDQ(Imm(16), from)
		}
	})
}

func (w *words) save() {
	for i := range 16 {
		if fedForward[i] {
			v, saved := w.cell(i, w.scratch[0]), w.saved.Offset(16*w.n*i)
			if w.v != nil {
				VMOVDQA64(v, saved)
			} else {
				VMOVDQA(v, saved)
			}
		}
	}
}

func (w *words) addSaved() {
	for i := range 16 {
		if fedForward[i] {
			w.add(i, w.saved.Offset(16*w.n*i), w.scratch[0])
		}
	}
}

func (w *words) addLength(length []GPPhysical) {
	t, u := w.scratch[0], w.scratch[1]
	VMOVQ(length[0], t.AsX())
	if w.n == 2 {
		VMOVQ(length[1], u.AsX())
		VINSERTI128(Imm(1), u.AsX(), t, t)
	}
	for _, cell := range []int{0, 5, 10, 15} {
		w.add(cell, t, u)
	}
}

func (w *words) round(keys GPPhysical) {
	for j := 0; j < 4; j += 2 {
		columns := w.columns(func(row, k int) int { return 4*row + j + k })
		w.encrypt(columns, keys)
		w.mixAll(columns, w.rho)
	}
	for j := 0; j < 4; j += 2 {
		w.mixAll(w.columns(func(row, k int) int { return 4*row + (row+j+k)%4 }), w.zeta)
	}
}

// column is a column or diagonal: four cells of the state, in registers.
type column struct {
	cells [4]int
	quad
}

// columns returns two columns or diagonals in registers; cell(row, k) are the cells of number
// k. As many can be mixed at a time without want of registers.
func (w *words) columns(cell func(row, k int) int) (list []column) {
	for k := range 2 {
		var c column
		free := w.scratch[k*len(w.scratch)/2 : (k+1)*len(w.scratch)/2]
		for row := range c.v {
			c.cells[row] = cell(row, k)
			if w.v == nil {
				c.v[row] = w.cell(c.cells[row], free[0])
				free = free[1:]
			} else {
				c.v[row] = w.v[c.cells[row]]
			}
		}
		c.scratch = free
		list = append(list, c)
	}
	return list
}

// encrypt does the AES round on the words of two columns.
func (w *words) encrypt(columns []column, keys GPPhysical) {
	key := func(cell int) Mem { return Mem{Base: keys, Disp: 16 * cell} }
	var same Op // the key in all columns but the last
	for _, c := range columns {
		for row, cell := range c.cells {
			switch {
			case w.n == 1:
				VAESENC(key(cell), c.v[row], c.v[row])
				continue
			case cell%4 == 3:
				VBROADCASTI128(key(cell), c.scratch[row])
				VAESENC(c.scratch[row], c.v[row], c.v[row])
				continue
			case same == nil:
				same = c.scratch[0]
				VBROADCASTI128(key(0), same)
			}
			VAESENC(same, c.v[row], c.v[row])
		}
	}
}

// mixAll mixes columns or diagonals.
func (w *words) mixAll(columns []column, reduce Op) {
	var quads []quad
	for _, c := range columns {
		quads = append(quads, c.quad)
	}
	w.mix(quads, reduce)
	for _, c := range columns {
		for row, cell := range c.cells {
			w.put(cell, c.v[row])
		}
	}
}
