package main

import (
	"fmt"
	"slices"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// columns writes the compression of n blocks of one stream or a few, in the
// layout Columns.
//
// With 32 registers, the state and the block are in registers all the time. With
// 16, half of the state is, and two G at a time fetch the rest from memory.
func columns(m machine) {
	k := columnsKernel{machine: m, streams: m.width / m.word / 4, layers: layersOfColumns()}
	k.last, k.undone = link(k.layers)
	w := m.wordType()
	single := k.streams == 1
	if single {
		name := fmt.Sprintf("compress%d%s", m.word, m.suffix())
		TEXT(name, 0, fmt.Sprintf("func(to *[64]%[1]s, from *[64]%[1]s, blocks *byte, n int, first %[1]s, last %[1]s)", w))
		Doc(name+" takes n blocks, one after the other, into the state from and writes the new state",
			"to to. The flags of the first block are first, and those of the last block last.")
	} else {
		name := fmt.Sprintf("columns%dx%d%s", k.streams, m.word, m.suffix())
		TEXT(name, 0, fmt.Sprintf("func(values *[%[3]d]byte, start *[64]%[2]s, blocks *[%[1]d]*byte, n int, first %[2]s, last %[2]s)", k.streams, w, k.streams*m.valueBytes()))
		Doc(fmt.Sprintf("%s takes n blocks into each of %d states, which all begin as start. blocks has", name, k.streams),
			"the address of the first block of each stream; the others follow it. The flags of the",
			"first block are first, and those of the last block last. The chaining values are written",
			"to values one after the other.")
	}
	Pragma("noescape")
	if !m.avx512 {
		k.base = m.alignedFrame(24)
	}

	var to, from reg.Register
	pointers := []reg.Register{}
	if single {
		to, from = Load(Param("to"), GP64()), Load(Param("from"), GP64())
		pointers = append(pointers, Load(Param("blocks"), GP64()))
	} else {
		to, from = Load(Param("values"), GP64()), Load(Param("start"), GP64())
		blocks := Load(Param("blocks"), GP64())
		for s := range k.streams {
			p := GP64()
			MOVQ(Mem{Base: blocks, Disp: 8 * s}, p)
			pointers = append(pointers, p)
		}
	}
	n := Load(Param("n"), GP64())
	first, last := k.loadFlags("first"), k.loadFlags("last")

	same := make([]reg.Register, k.streams)
	for s := range same {
		same[s] = from
	}
	for x0 := range 4 {
		k.loadPlane(same, x0, 4*x0, nil)
	}
	if m.avx512 {
		mask := GP32()
		MOVL(U32(map[int]uint32{32: 0x1111, 64: 0x11}[m.word]), mask)
		KMOVW(mask, reg.K1)
	}

	Label("block")
	for plane := range 2 {
		k.loadPlane(pointers, plane, 16+4*plane, func(i int, x reg.VecPhysical) { k.addTo(i-8, x) })
	}
	CMPQ(n, Imm(1))
	JNE(LabelRef("flags"))
	XORQ(last.as64, first.as64)
	Label("flags")
	k.xorFlags(first.value)
	XORQ(first.as64, first.as64)
	for _, i := range k.undone {
		x, _ := k.resident(i) // as all that are b
		spare := m.v(0)
		if m.avx512 {
			spare = m.v(24)
		}
		m.undo(x, spare)
	}
	rounds := GP64()
	MOVQ(I32(9*m.word/32), rounds)
	Label("round")
	k.round()
	DECQ(rounds)
	JNZ(LabelRef("round"))
	k.lastLayer()
	for _, p := range pointers {
		ADDQ(I32(m.blockBytes()), p)
	}
	DECQ(n)
	JNZ(LabelRef("block"))

	planes := 1
	if single {
		planes = 4
	}
	for x0 := range planes {
		k.storePlane(to, x0)
	}
	VZEROUPPER()
	RET()
}

type columnsKernel struct {
	machine
	streams int
	base    reg.GPVirtual // of the frame, if the state is in memory
	layers  [3][]call
	last    []call
	undone  []int
}

// flagsRegister holds flags in a register of a word.
type flagsRegister struct{ value, as64 reg.Register }

func (k columnsKernel) loadFlags(param string) flagsRegister {
	if k.word == 64 {
		r := Load(Param(param), GP64())
		return flagsRegister{r, r}
	}
	r := GP64()
	Load(Param(param), r.As32())
	return flagsRegister{r.As32(), r}
}

// slot is the place in memory of vector i: 0 to 15 of the state, 16 to 23 of the
// block.
func (k columnsKernel) slot(i int) Mem { return Mem{Base: k.base, Disp: i * k.bytes()} }

// resident returns the register that a vector is always in. With 16 registers
// these are the vectors that are b in some layer, since a b is ready last and needed first,
// and one more.
func (k columnsKernel) resident(i int) (reg.VecPhysical, bool) {
	if k.avx512 {
		return k.v(i), true
	}
	n := slices.Index([]int{4, 5, 6, 7, 1, 9, 13, 12}, i)
	if n < 0 {
		return nil, false
	}
	return k.v(8 + n), true
}

// put makes x vector i.
func (k columnsKernel) put(x reg.VecPhysical, i int) {
	if to, ok := k.resident(i); !ok {
		k.store(x, k.slot(i))
	} else if to != x {
		k.load(x, to)
	}
}

// get returns vector i in a register, which is x unless it is resident.
func (k columnsKernel) get(i int, x reg.VecPhysical) reg.VecPhysical {
	if from, ok := k.resident(i); ok {
		return from
	}
	k.load(k.slot(i), x)
	return x
}

// loadPlane loads 16 words of each stream, which are those of a plane of the cube
// in their natural order, to vectors i to i+3. each is called with every vector, if not nil.
func (k columnsKernel) loadPlane(pointers []reg.Register, plane, i int, each func(i int, x reg.VecPhysical)) {
	e := k.perQuarter()
	for g := 0; g < 4; g += e {
		rows := func(row int) Mem {
			stream, x2 := row/4, row%4
			return Mem{Base: pointers[stream], Disp: (16*plane + 4*x2 + g) * k.word / 8}
		}
		temporary := k.vs(0, 8)
		targets := temporary[4 : 4+e]
		if k.avx512 {
			temporary = k.vs(24, 8)
			targets = k.vs(i+g, e)
		}
		in, spare := targets, temporary[:e]
		if e == 2 { // where gather leaves its result
			in, spare = spare, in
		}
		for j, x := range k.gather(rows, in, spare) {
			k.put(x, i+g+j)
			if each != nil {
				each(i+g+j, x)
			}
		}
	}
}

// storePlane stores 16 words of each stream.
func (k columnsKernel) storePlane(to reg.Register, plane int) {
	e := k.perQuarter()
	for g := 0; g < 4; g += e {
		in, spare := k.vs(0, e), k.vs(4, e)
		if k.avx512 {
			spare = k.vs(24, e)
		}
		for j := range in {
			in[j] = k.get(4*plane+g+j, in[j])
		}
		k.scatter(in, spare, func(row int) Mem {
			stream, x2 := row/4, row%4
			return Mem{Base: to, Disp: stream*k.valueBytes() + (16*plane+4*x2+g)*k.machine.word/8}
		})
	}
}

// addTo adds x to vector i of the state.
func (k columnsKernel) addTo(i int, x reg.VecPhysical) {
	if to, ok := k.resident(i); ok {
		k.add(x, to, to)
		return
	}
	k.add(k.slot(i), x, x)
	k.store(x, k.slot(i))
}

// xorFlags puts the flags into the first word of each stream.
func (k columnsKernel) xorFlags(flags reg.Register) {
	if k.avx512 {
		x := k.v(24)
		if k.word == 32 {
			VPBROADCASTD_Z(flags, reg.K1, x)
		} else {
			VPBROADCASTQ_Z(flags, reg.K1, x)
		}
		k.xor(x, k.v(0), k.v(0))
		return
	}
	x := k.v(0)
	if k.word == 32 {
		VMOVD(flags, x.AsX())
	} else {
		VMOVQ(flags, x.AsX())
	}
	if k.streams == 2 {
		VINSERTI128(Imm(1), x.AsX(), x, x)
	}
	k.xor(k.slot(0), x, x)
	k.store(x, k.slot(0))
}

// layersOfColumns returns the four calls of G of each layer by the numbers of
// their vectors. In layer 2, where each x0 has its own G, the four words of a vector
// move so that those of one diagonal come together; b, which is needed first, stays.
func layersOfColumns() (layers [3][]call) {
	for i := range 4 {
		var l0, l1, l2 call
		for role := range 4 {
			l0.at[role] = 4*role + i
			l1.at[role] = 4*role + (i+role)%4
			l2.at[role] = 4*i + role
		}
		for n, l := range []call{l0, l1, l2} {
			layers[n] = append(layers[n], l)
		}
	}
	return layers
}

// The selections of instructions that move four words: position z takes what was at
// z - 1, z + 1 or z + 2.
const (
	takePrevious = 0x93
	takeNext     = 0x39
	takeOpposite = 0x4e
)

// into moves the words of the roles a, c, d for layer 2, outOf moves them back.
var (
	into  = [roles]uint8{a: takePrevious, c: takeNext, d: takeOpposite}
	outOf = [roles]uint8{a: takeNext, c: takePrevious, d: takeOpposite}
)

// move moves the four words of each stream.
func (k columnsKernel) move(selection uint8, from Op, to reg.VecPhysical) {
	if k.word == 32 {
		VPSHUFD(U8(selection), from, to)
	} else {
		VPERMQ(U8(selection), from, to)
	}
}

// round does the three layers.
func (k columnsKernel) round() {
	if !k.avx512 {
		for n, layer := range k.layers {
			for i := 0; i < 4; i += 2 {
				k.memoryCalls(layer[i:i+2], n == 2, nil)
			}
		}
		return
	}
	k.registerCalls(k.layers[0])
	k.registerCalls(k.layers[1])
	for _, role := range []int{a, d, c} {
		for _, call := range k.layers[2] {
			x := k.v(call.at[role])
			k.move(into[role], x, x)
		}
	}
	k.registerCalls(k.layers[2])
	for _, role := range []int{a, c, d} {
		for _, call := range k.layers[2] {
			x := k.v(call.at[role])
			k.move(outOf[role], x, x)
		}
	}
}

// lastLayer does layer 0 and adds the block to the lower half of the state.
func (k columnsKernel) lastLayer() {
	if k.avx512 {
		k.registerCalls(k.last)
		for i := range 8 {
			k.add(k.v(16+i), k.v(i), k.v(i))
		}
		return
	}
	for i := 0; i < 4; i += 2 {
		k.memoryCalls(k.last[i:i+2], false, func(i int, x reg.VecPhysical) {
			if i < 8 {
				k.add(k.slot(16+i), x, x)
			}
		})
	}
}

// registerCalls does a layer in registers.
func (k columnsKernel) registerCalls(layer []call) {
	var quads []quad
	for i, c := range layer {
		q := quad{spare: k.v(24 + i), early: c.early, late: c.late}
		for role := range roles {
			q.v[role] = k.v(c.at[role])
		}
		quads = append(quads, q)
	}
	k.quads(quads...)
}

// memoryCalls does some G whose vectors come from memory and go back there, of
// layer 2 if moved is set. before is called, if it is not nil, before a vector is stored.
func (k columnsKernel) memoryCalls(list []call, moved bool, before func(i int, x reg.VecPhysical)) {
	var quads []quad
	for n, c := range list {
		q := quad{spare: k.v(4*n + 3), early: c.early, late: c.late}
		transient := 4 * n
		for role, i := range c.at {
			x, ok := k.resident(i)
			if ok {
				q.v[role] = x
				if moved && role != b {
					k.move(into[role], x, x)
				}
				continue
			}
			q.v[role] = k.v(transient)
			transient++
			if moved && role != b {
				k.move(into[role], k.slot(i), q.v[role])
			} else {
				q.from[role] = k.slot(i)
			}
		}
		q.done = func(role int) {
			v := q.v[role]
			if moved && role != b {
				k.move(outOf[role], v, v)
			}
			if before != nil {
				before(c.at[role], v)
			}
			k.put(v, c.at[role])
		}
		quads = append(quads, q)
	}
	k.quads(quads...)
}
