package main

import (
	"slices"

	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// The roles of the four words of a G.
const (
	a = iota
	b
	c
	d
	roles
)

// quad is the operands of one G on vectors.
type quad struct {
	v     [roles]reg.VecPhysical
	spare reg.VecPhysical
	// from is where words come from that are not in their registers yet.
	from [roles]Op
	// early and late leave out rotations: the last rotation of b, by t4 = w/4 - 1,
	// can be left to a following G in which this word is b again. The first thing that G needs is b
	// rotated by 1, and rotations by w/4 - 1 and 1 are one by w/4.
	early, late bool
	// done is called for each word, with what follows once it has its value.
	done func(role int)
}

// steps returns the steps of G, to be interleaved with those of others.
//
// The rotations of d by t1 and s2, and by t3 and s4, follow each other. Each
// pair is one rotation of the word before, so c does not wait for the new d.
func (m machine) steps(q quad) []func() {
	w := m.word
	v, t := q.v, q.spare
	operand := func(role int) Op { // of the first step that uses it
		if q.from[role] != nil {
			return q.from[role]
		}
		return v[role]
	}
	done := func(role int) {
		if q.done != nil {
			q.done(role)
		}
	}
	return []func(){
		func() {
			if q.from[b] != nil {
				m.load(q.from[b], v[b])
			}
		},
		func() { // a = a + rotl(b, 1)
			if q.late {
				m.addRotated(w/4, v[b], operand(a), v[a], t)
				m.rotate(w/4-1, v[b], v[b], t)
			} else {
				m.addRotated(1, v[b], operand(a), v[a], t)
			}
		},
		func() { m.xor(operand(d), v[a], v[d]) },
		func() { m.addRotated(w-1, v[d], operand(c), v[c], t) }, // t1 + s2
		func() { m.rotate(w/2, v[d], v[d], t) },
		func() { m.xor(v[c], v[b], v[b]) },
		func() { m.rotate(w/2-4, v[b], v[b], t) },
		func() { m.add(v[b], v[a], v[a]) },
		func() { m.xor(v[a], v[d], v[d]); done(a) },
		func() { m.addRotated(w/2, v[d], v[c], v[c], t) }, // t3 + s4
		func() { m.xor(v[c], v[b], v[b]); done(c) },
		func() { m.rotate(w/4, v[d], v[d], t); done(d) },
		func() {
			if !q.early {
				m.rotate(w/4-1, v[b], v[b], t)
			}
			done(b)
		},
	}
}

// quads does several independent G at once, step by step.
func (m machine) quads(list ...quad) {
	var steps [][]func()
	for _, q := range list {
		steps = append(steps, m.steps(q))
	}
	for i := range steps[0] {
		for k := range steps {
			steps[k][i]()
		}
	}
}

// call is a G on places: words of the state, or vectors of four words. See quad
// for early and late.
type call struct {
	at          [roles]int
	early, late bool
}

// link sets early and late in the three layers of a round, where a word is b in
// two layers that follow each other; layer 0 follows layer 2. It returns also the last layer
// of the permutation, which leaves nothing to be done, and the words that are
// b in both layer 2 and layer 0: E begins with undoing the last rotation of those.
func link(layers [3][]call) (last []call, undone []int) {
	isB := func(layer []call, at int) bool {
		return slices.ContainsFunc(layer, func(c call) bool { return c.at[b] == at })
	}
	for i, layer := range layers {
		for k := range layer {
			layer[k].late = isB(layers[(i+2)%3], layer[k].at[b])
			layer[k].early = isB(layers[(i+1)%3], layer[k].at[b])
			if i == 0 && layer[k].late {
				undone = append(undone, layer[k].at[b])
			}
		}
	}
	last = slices.Clone(layers[0])
	for k := range last {
		last[k].early = false
	}
	return last, undone
}

// undo undoes the last rotation of b.
func (m machine) undo(x, spare reg.VecPhysical) { m.rotate(m.word-(m.word/4-1), x, x, spare) }
