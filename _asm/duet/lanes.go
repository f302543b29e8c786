package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// lanes is a permutation on several states at once: vector t holds word t of each. The first
// words are in registers between rounds, the others in memory.
type lanes struct {
	*permutation
	set      set
	resident int
	x        func(t int) Mem // for the words in memory
}

// round is one round. It reads all words of the state before it writes the first, so the old and
// the new ones can share their place.
func (l *lanes) round(constant Mem, spill func(int) Mem) {
	p := &program{set: l.set}
	x := p.inputs(0, l.resident)
	for t := l.resident; t < l.words; t++ {
		x = append(x, p.load(l.x(t)))
	}
	k := p.broadcast(constant)
	for i := 0; i < len(x); i += 5 {
		y := p.substitute(x[i], x[i+1], x[i+2], x[i+3], x[i+4], l.complement)
		copy(x[i:], y[:])
	}
	outputs := make([]*value, l.resident)
	l.mixWords(p, x, func(t int, y *value) {
		if t == 0 {
			y = p.xor(y, k)
		}
		y = p.mixBits(t, y)
		if t < l.resident {
			outputs[t] = y
		} else {
			p.store(l.x(t), y)
		}
	})
	p.emit(0, outputs, spill)
}

// mixWords960 is MS of f-960 as a product: with E for the step to the next word,
// (1 + E + E^13) (1 + E^3 + E^7).
func mixWords960(p *program, x []*value, bits func(t int, y *value)) {
	at := func(list []*value, t int) *value { return list[t%15] }
	var u []*value
	for t := range x {
		u = append(u, p.sum(at(x, t), at(x, t+1), at(x, t+13)))
	}
	for t := range x {
		bits(t, p.sum(at(u, t), at(u, t+3), at(u, t+7)))
	}
}

// mixWords1920 is MS of f-1920 in three sums of three for each word:
//
//	u(t) = x(t) + x(t+15) + x(t+26)
//	v(t) = u(t) + x(t+25) + x(t+28)
//	y(t) = u(t+25) + v(t) + v(t+18)
func mixWords1920(p *program, x []*value, bits func(t int, y *value)) {
	at := func(list []*value, t int) *value { return list[t%30] }
	u, v := make([]*value, 30), make([]*value, 30)
	for i := range 15 {
		var pair *value
		if !p.set.ternary { // a sum of two that words i and i+15 have in common
			pair = p.xor(x[i], x[i+15])
		}
		for _, t := range []int{i, i + 15} {
			if u[t] = at(x, t+26); pair != nil {
				u[t] = p.xor(pair, u[t])
			} else {
				u[t] = p.sum(x[i], x[i+15], u[t])
			}
			v[t] = p.sum(u[t], at(x, t+25), at(x, t+28))
		}
	}
	for t := range x {
		bits(t, p.sum(at(v, t), at(v, t+18), at(u, t+25)))
	}
}

// mixBits is ML on word t of all states.
func (p *program) mixBits(t int, w *value) *value {
	if p.set.ternary {
		terms := []*value{w}
		for _, d := range spread {
			if n := (t + d) % 64; n != 0 {
				terms = append(terms, p.rotate(n, w))
			}
		}
		return p.sum(terms[len(terms)-3:]...)
	}
	rotate := func(n int, w *value) *value { return p.xor(p.left(n, w), p.right(64-n, w)) }
	w = p.sum(w, rotate(21, w), rotate(43, w))
	if t == 0 {
		return w
	}
	return rotate(t, w)
}

func (l *lanes) negate(spare int) {
	if l.set.ternary {
		return
	}
	ones := l.set.register(spare)
	VPCMPEQD(ones, ones, ones)
	for t := range l.words {
		for _, row := range l.complement.rows() {
			switch {
			case t%5 != row:
			case t < l.resident:
				l.set.xor(ones, l.set.register(t), l.set.register(t))
			default:
				w := l.set.register(l.resident)
				l.set.xor(l.x(t), ones, w)
				l.set.move(w, l.x(t))
			}
		}
	}
}

// absorb writes the mode for as many messages as there are lanes. The state in
// memory is the words of A, B and C, of each word one lane after the other.
func (l *lanes) absorb(in instance, swap Mem, suffix string) {
	s := l.set
	n := s.bytes() / 8 // lanes
	name := fmt.Sprintf("lanes%d%s", in.size, suffix)
	TEXT(name, 0, fmt.Sprintf("func(state *[376]uint64, constants *[2][%d]uint64, blocks *[8]*byte, n int)", l.rounds))
	Pragma("noescape")
	Doc(fmt.Sprintf("%s takes in n whole blocks of each of %d messages, for Duet-%d. n must not be 0.", name, n, in.size))
	state, constants := Load(Param("state"), GP64()), Load(Param("constants"), GP64())
	pointers, count := Load(Param("blocks"), GP64()), Load(Param("n"), GP64())
	k, round, offset, even, odd := GP64(), GP64(), GP64(), GP64(), GP64()

	capacity := l.words - in.rate
	memory := newFrame(2*l.words+2*in.rate+capacity+laneSpills, s.bytes())
	branch := []func(int) Mem{memory.take(in.rate), memory.take(in.rate)}
	c := memory.take(capacity)
	message := memory.take(in.rate)
	l.x = memory.take(l.words)
	spill := memory.take(laneSpills)
	work := s.register(s.registers - 1)

	// The state is in words as long as the vectors, but not aligned to them.
	copyState := func(copy func(inState, inFrame Mem)) {
		at := Mem{Base: state}
		for _, part := range []struct {
			at func(int) Mem
			n  int
		}{{branch[0], in.rate}, {branch[1], in.rate}, {c, capacity}} {
			for i := range part.n {
				copy(at, part.at(i))
				at = at.Offset(s.bytes())
			}
		}
	}
	copyState(func(inState, inFrame Mem) {
		s.move(inState, work)
		s.move(work, inFrame)
	})
	XORQ(offset, offset)

	Label("block")
	for pair := range n / 2 {
		MOVQ(Mem{Base: pointers, Disp: 16 * pair}, even)
		MOVQ(Mem{Base: pointers, Disp: 16*pair + 8}, odd)
		for t := range in.rate {
			x := low(t % 8)
			VMOVQ(Mem{Base: even, Index: offset, Scale: 1, Disp: 8 * t}, x)
			VMOVHPS(Mem{Base: odd, Index: offset, Scale: 1, Disp: 8 * t}, x, x)
			VPSHUFB(swap, x, x)
			VMOVDQU(x, message(t).Offset(16*pair))
		}
	}
	for f, label := range []string{"rounds1", "rounds2"} {
		for t := range l.words {
			r := work
			if t < l.resident {
				r = s.register(t)
			}
			switch {
			case t >= in.rate:
				s.move(c(t-in.rate), r)
			case f == 0:
				s.move(branch[0](t), r)
				s.xor(message(t), r, r)
			default:
				s.move(branch[1](t), r)
				s.xor(message(in.sigma[t]), r, r)
			}
			if t >= l.resident {
				s.move(r, l.x(t))
			}
		}
		l.negate(s.registers - 1)
		LEAQ(Mem{Base: constants, Disp: 8 * f * l.rounds}, k)
		MOVQ(I32(l.rounds), round)
		Label(label)
		l.round(Mem{Base: k}, spill)
		ADDQ(Imm(8), k)
		DECQ(round)
		JNZ(LabelRef(label))
		l.negate(s.registers - 1)
		for t := range l.words {
			r := work
			if t < l.resident {
				r = s.register(t)
			} else {
				s.move(l.x(t), r)
			}
			if t < in.rate {
				s.move(r, branch[f](t))
			} else {
				s.xor(c(t-in.rate), r, r)
				s.move(r, c(t-in.rate))
			}
		}
	}
	ADDQ(Imm(uint64(8*in.rate)), offset)
	DECQ(count)
	JNZ(LabelRef("block"))

	copyState(func(inState, inFrame Mem) {
		s.move(inFrame, work)
		s.move(work, inState)
	})
	VZEROUPPER()
	RET()
}

// laneSpills is the most vectors of lanes that a round keeps in memory.
const laneSpills = 64
