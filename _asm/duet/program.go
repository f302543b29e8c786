package main

import (
	"slices"

	. "github.com/mmcloughlin/avo/operand"
)

// A program is a straight line of vector operations on values that have no
// names and no registers yet, so that the circuits of the hash can be written
// as expressions. Program.emit gives every value a register, or a place in
// memory while it is not needed, and writes the instructions in the order in
// which the operations were added.
type program struct {
	set  set
	code []*value
}

// value is the result of one operation.
type value struct {
	op   operation
	imm  uint8    // truth table, rotation amount or permutation
	args []*value // what it is computed from
	mem  Mem      // a constant or a place to load from

	uses   []int // steps that read it, ascending; len(program.code) for an output
	target int   // the register that it should be in, or none; outputs end there
	reg    int   // the register that holds it, or none
	slot   int   // the spill slot that holds it, or none
}

const none = -1

func (p *program) add(v *value) *value {
	v.target, v.reg, v.slot = none, none, none
	p.code = append(p.code, v)
	return v
}

// inputs returns values that are in the registers from first on, where the
// program before left them.
func (p *program) inputs(first, n int) []*value {
	list := make([]*value, n)
	for i := range list {
		list[i] = p.add(&value{op: input})
		list[i].reg = first + i
	}
	return list
}

// load reads a whole vector, loadWord 64 bits with zeros above.
func (p *program) load(m Mem) *value     { return p.add(&value{op: loadVector, mem: m}) }
func (p *program) loadWord(m Mem) *value { return p.add(&value{op: loadWord, mem: m}) }

// broadcast reads 64 bits into each word of a vector.
func (p *program) broadcast(m Mem) *value { return p.add(&value{op: broadcast, mem: m}) }

// store writes a vector to memory. It has no result.
func (p *program) store(m Mem, v *value) { p.add(&value{op: storeVector, mem: m, args: []*value{v}}) }

// logic is the function of three inputs with the given truth table: bit x+2y+4z
// of the table is the result.
func (p *program) logic(table uint8, x, y, z *value) *value {
	return p.add(&value{op: logic, imm: table, args: []*value{x, y, z}})
}

func (p *program) xor(a, b *value) *value { return p.add(&value{op: xor, args: []*value{a, b}}) }
func (p *program) and(a, b *value) *value { return p.add(&value{op: and, args: []*value{a, b}}) }
func (p *program) or(a, b *value) *value  { return p.add(&value{op: or, args: []*value{a, b}}) }

// andNot returns a & ~b.
func (p *program) andNot(a, b *value) *value { return p.add(&value{op: andNot, args: []*value{b, a}}) }

// permute arranges the four words of a vector anew: the two low bits of order
// say which one comes first.
func (p *program) permute(order uint8, a *value) *value {
	return p.add(&value{op: permute, imm: order, args: []*value{a}})
}

// rotate and shift by one amount, or each word by an amount of its own in
// memory.
func (p *program) rotate(n int, a *value) *value {
	return p.add(&value{op: rotate, imm: uint8(n % 64), args: []*value{a}})
}
func (p *program) rotateEach(m Mem, a *value) *value {
	return p.add(&value{op: rotateEach, mem: m, args: []*value{a}})
}
func (p *program) left(n int, a *value) *value {
	return p.add(&value{op: left, imm: uint8(n), args: []*value{a}})
}
func (p *program) right(n int, a *value) *value {
	return p.add(&value{op: right, imm: uint8(n), args: []*value{a}})
}
func (p *program) leftEach(m Mem, a *value) *value {
	return p.add(&value{op: leftEach, mem: m, args: []*value{a}})
}
func (p *program) rightEach(m Mem, a *value) *value {
	return p.add(&value{op: rightEach, mem: m, args: []*value{a}})
}

// sum returns the sum of any number of values. Values that are ready late come
// last, so that few operations wait for them.
func (p *program) sum(terms ...*value) *value {
	s := terms[0]
	terms = terms[1:]
	if len(terms)%2 == 1 { // a sum of two overwrites none of them
		s, terms = p.xor(s, terms[0]), terms[1:]
	}
	for len(terms) > 0 {
		if p.set.ternary && len(terms) > 1 {
			s = p.logic(xor3, terms[0], terms[1], s)
			terms = terms[2:]
		} else {
			s = p.xor(s, terms[0])
			terms = terms[1:]
		}
	}
	return s
}

// xor3 is the truth table of the sum.
const xor3 = 0x96

// emit writes the program. The outputs end in the registers from first on. Free
// registers are those below the number that the set has; spill is the
// memory for values that do not fit. It returns the number of spill slots that were used.
func (p *program) emit(first int, outputs []*value, spill func(slot int) Mem) int {
	a := &allocation{program: p, spill: spill, holds: make([]*value, p.set.registers)}
	for step, v := range p.code {
		for _, arg := range v.args {
			if !slices.Contains(arg.uses, step) {
				arg.uses = append(arg.uses, step)
			}
		}
	}
	for _, v := range p.code {
		if v.op == input {
			a.holds[v.reg] = v
		}
	}
	for i, v := range outputs {
		v.uses = append(v.uses, len(p.code))
		v.target = first + i
	}
	// What overwrites an operand leaves its result where that was.
	for step, v := range slices.Backward(p.code) {
		if v.op != logic || v.target == none {
			continue
		}
		for _, arg := range slices.Backward(v.args) {
			if arg.last() == step {
				arg.target = v.target
				break
			}
		}
	}
	for step, v := range p.code {
		a.step = step
		a.free, a.freed = append(a.free, a.freed...), nil
		a.emit(v)
	}
	a.step = len(p.code)
	a.arrange(first, outputs)
	return a.slots
}

// allocation is the state of the registers while a program is emitted.
type allocation struct {
	*program
	spill func(slot int) Mem
	holds []*value // by register
	step  int
	slots int
	free  []int // spill slots in use no more
	freed []int // those that the current step may still read
}

// release forgets a value that nothing reads any more.
func (a *allocation) release(v *value) {
	if v.reg != none {
		a.holds[v.reg] = nil
		v.reg = none
	}
	if v.slot != none {
		a.freed = append(a.freed, v.slot)
		v.slot = none
	}
}

// last returns the last step that reads v.
func (v *value) last() int { return v.uses[len(v.uses)-1] }

// dies reports whether the current step is the last to read v.
func (a *allocation) dies(v *value) bool { return v.last() <= a.step }

// next returns the next step after the current one that reads v.
func (a *allocation) next(v *value) int {
	for _, u := range v.uses {
		if u > a.step {
			return u
		}
	}
	return a.step
}

// take returns a register for v, which becomes its holder. If none is free, the
// value that is needed last goes to memory. Registers that hold a value of keep
// are not touched.
func (a *allocation) take(v *value, keep ...*value) int {
	r := len(a.holds) - 1 // from above: the outputs are below
	for r >= 0 && a.holds[r] != nil {
		r--
	}
	if v.target != none && a.holds[v.target] == nil {
		r = v.target
	}
	if r == none {
		for i, w := range a.holds {
			if !slices.Contains(keep, w) && (r == none || a.next(w) > a.next(a.holds[r])) {
				r = i
			}
		}
		w := a.holds[r]
		if w.slot == none && w.op != loadVector {
			if len(a.free) == 0 {
				a.free = append(a.free, a.slots)
				a.slots++
			}
			w.slot = a.free[len(a.free)-1]
			a.free = a.free[:len(a.free)-1]
			a.set.move(a.set.register(r), a.spill(w.slot))
		}
		w.reg = none
	}
	a.holds[r] = v
	v.reg = r
	return r
}

// place returns where v is: in a register or in memory.
func (a *allocation) place(v *value) Op {
	switch {
	case v.reg != none:
		return a.set.register(v.reg)
	case v.slot != none:
		return a.spill(v.slot)
	case v.op == loadVector:
		return v.mem
	}
	panic("a value was lost")
}

// bring makes sure that v is in a register.
func (a *allocation) bring(v *value, keep ...*value) Op {
	if v.reg == none {
		from := a.place(v)
		a.set.move(from, a.set.register(a.take(v, keep...)))
	}
	return a.set.register(v.reg)
}

// arrange moves the outputs to their registers.
func (a *allocation) arrange(first int, outputs []*value) {
	for {
		moved, blocked := false, none
		for i, v := range outputs {
			to := first + i
			if v.reg == to {
				continue
			}
			if a.holds[to] != nil && slices.Contains(outputs, a.holds[to]) {
				blocked = to
				continue
			}
			if a.holds[to] != nil {
				a.holds[to].reg = none
			}
			a.set.move(a.place(v), a.set.register(to))
			if v.reg != none {
				a.holds[v.reg] = nil
			}
			a.holds[to], v.reg = v, to
			moved = true
		}
		if blocked == none {
			return
		}
		if !moved { // a cycle: one of them steps aside
			v := a.holds[blocked]
			aside := slices.Index(a.holds, nil)
			a.set.move(a.set.register(v.reg), a.set.register(aside))
			a.holds[blocked], a.holds[aside] = nil, v
			v.reg = aside
		}
	}
}
