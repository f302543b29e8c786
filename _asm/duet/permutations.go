package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// permutation is f-960 or f-1920 with its state in rows.
type permutation struct {
	set        set
	words      int
	rounds     int
	layout     layout
	amounts    amounts
	complement complement
	// mix is MS and AC. It calls bits, which is ML, for each vector of the layout as soon as that is there.
	mix func(p *program, x []*value, constant *value, bits func(i int, y *value))
	// mixWords is MS on words in vectors. It calls bits, which is AC and ML, likewise.
	mixWords  func(p *program, x []*value, bits func(t int, y *value))
	instances []instance
}

func (f *permutation) name() int { return 64 * f.words }

func f960(s set) *permutation {
	l := rows960()
	return &permutation{
		set: s, words: 15, rounds: 12, layout: l,
		amounts:   rotationTable(s, "rotations960", l, 2, 3),
		mix:       mix960,
		mixWords:  mixWords960,
		instances: []instance{{512, 6, []int{3, 0, 5, 1, 4, 2}}},
	}
}

func f1920(s set) *permutation {
	l := rows1920()
	return &permutation{
		set: s, words: 30, rounds: 18, layout: l, complement: complement{row3: true},
		amounts:  rotationTable(s, "rotations1920", l, 4, 9),
		mix:      mix1920,
		mixWords: mixWords1920,
		instances: []instance{
			{768, 17, []int{9, 2, 15, 0, 6, 12, 4, 16, 1, 10, 7, 14, 3, 11, 5, 13, 8}},
			{1024, 12, []int{8, 2, 11, 0, 5, 9, 3, 10, 1, 7, 4, 6}},
		},
	}
}

// A row of three words moves on by one or two columns.
const (
	move1 = 0xc9 // words 1, 2, 0, 3
	move2 = 0xd2 // words 2, 0, 1, 3
)

// mover gives the vectors of a row that has been moved by columns. Each is made when it is first
// asked for, so that what needs few of them can start early.
func mover(p *program, x []*value) func(vector, columns int) *value {
	type key struct{ vector, columns int }
	moved := map[key]*value{}
	return func(vector, columns int) *value {
		k := key{vector, columns % 3}
		if k.columns == 0 {
			return x[vector]
		}
		if moved[k] == nil {
			moved[k] = p.permute([]uint8{0, move1, move2}[k.columns], x[vector])
		}
		return moved[k]
	}
}

// mix960 is MS and AC of f-960: word t becomes the sum of words t+o, o in {0, 3, 4, 5, 7, 8, 13}. Any two
// rows have three terms in common; for two pairs of rows they are added once.
func mix960(p *program, x []*value, constant *value, bits func(i int, y *value)) {
	row := mover(p, x)
	r := func(i int) *value { return row(i%5, i/5) } // row i%5, moved by i/5 columns
	a := p.sum(r(4), r(5), r(8))
	bits(0, p.sum(r(0), r(3), constant, r(7), r(13), a))
	bits(1, p.sum(r(1), r(6), r(9), r(14), a))
	b := p.sum(r(6), r(7), r(10))
	bits(2, p.sum(r(2), r(0), r(5), r(9), b))
	bits(3, p.sum(r(3), r(1), r(8), r(11), b))
	bits(4, p.sum(r(4), r(2), r(7), r(8), r(9), r(11), r(12)))
}

// position1920 finds the words from word t on in steps of ten, as vectors of the layout hold them: in
// which vector, and by how many columns it has to be moved.
func position1920(t int) (vector, move int) {
	t %= 30
	for k := range 3 {
		switch base := (t + 30 - 10*k) % 30; {
		case base < 5:
			return base, k
		case base >= 15 && base < 20:
			return base - 10, k
		}
	}
	panic("unreachable")
}

// mix1920 is MS and AC of f-1920: word t becomes the sum of words t+o, o in {0, 3, 10, 13, 14, 15, 16,
// 18, 21, 26, 28}. In sums of three that is
//
//	u(t) = x(t) + x(t+3) + x(t+16)
//	v(t) = u(t) + u(t+13) + u(t+25)
//	y(t) = x(t+21) + u(t) + v(t+15)
func mix1920(p *program, x []*value, constant *value, bits func(i int, y *value)) {
	moved := mover(p, x)
	xAt := func(t int) *value { return moved(position1920(t)) }
	first := func(vector int) int { return []int{0, 1, 2, 3, 4, 15, 16, 17, 18, 19}[vector] }
	u, v := make([]*value, 10), make([]*value, 10)
	movedU := mover(p, u)
	uAt := func(t int) *value {
		i, columns := position1920(t)
		if t := first(i); u[i] == nil {
			u[i] = p.sum(xAt(t), xAt(t+3), xAt(t+16))
		}
		return movedU(i, columns)
	}
	vAt := func(t int) *value {
		i, _ := position1920(t)
		if t := first(i); v[i] == nil {
			v[i] = p.sum(uAt(t), uAt(t+13), uAt(t+25))
		}
		return v[i]
	}
	for i := range x {
		t := first(i)
		terms := []*value{xAt(t + 21), uAt(t)}
		if i == 0 {
			terms = append(terms, constant)
		}
		bits(i, p.sum(append(terms, vAt(t+15))...))
	}
}

// round is one round with the vectors in the first registers.
func (f *permutation) round(constant Mem, spill func(int) Mem) {
	p := &program{set: f.set}
	x := p.inputs(0, len(f.layout))
	k := p.loadWord(constant)
	for i := 0; i < len(x); i += 5 {
		y := p.substitute(x[i], x[i+1], x[i+2], x[i+3], x[i+4], f.complement)
		copy(x[i:], y[:])
	}
	y := make([]*value, len(x))
	f.mix(p, x, k, func(i int, v *value) { y[i] = f.amounts.mixBits(p, i, v) })
	if f.set.registers == 32 { // with fewer, that order would keep too much in memory
		p.schedule()
	}
	p.emit(0, y, spill)
}

// negate complements the rows that are held complemented within a permutation.
func (f *permutation) negate() {
	if f.set.ternary {
		return
	}
	ones := vectors[len(f.layout)]
	VPCMPEQD(ones, ones, ones)
	for i := range f.layout {
		for _, row := range f.complement.rows() {
			if i%5 == row {
				VPXOR(ones, vectors[i], vectors[i])
			}
		}
	}
}

// allRounds is the permutation. It reads the round constants at k and counts in n.
func (f *permutation) allRounds(label string, constants Mem, k, n Register, spill func(int) Mem) {
	f.negate()
	LEAQ(constants, k)
	MOVQ(I32(f.rounds), n)
	Label(label)
	f.round(Mem{Base: k}, spill)
	ADDQ(Imm(8), k)
	DECQ(n)
	JNZ(LabelRef(label))
	f.negate()
}

// spills is the most vectors that a round keeps in memory.
const spills = 16

// function writes the permutation as a function of its own.
func (f *permutation) function(suffix string) {
	name := fmt.Sprintf("permute%d%s", f.name(), suffix)
	TEXT(name, 0, fmt.Sprintf("func(w *[%d]uint64, constants *[%d]uint64)", f.words, f.rounds))
	Pragma("noescape")
	Doc(fmt.Sprintf("%s is the permutation f-%d.", name, f.name()))
	w, constants := Load(Param("w"), GP64()), Load(Param("constants"), GP64())
	spill := newFrame(spills, 32).take(spills)
	word := func(t int) (Mem, bool) { return Mem{Base: w, Disp: 8 * t}, true }
	spare := len(f.layout)
	for i, words := range f.layout {
		f.set.gather(words, word, i, spare)
	}
	f.allRounds("rounds", Mem{Base: constants}, GP64(), GP64(), spill)
	for i, words := range f.layout {
		f.set.scatter(words, word, i, spare)
	}
	VZEROUPPER()
	RET()
}
