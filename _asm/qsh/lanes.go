package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// lanes writes the compression of n blocks of each of as many streams as a
// vector has words, in the layout Lanes.
//
// The state and the block, 96 vectors, are in memory, but for what is always in
// registers. With 32 registers, layers 0 and 1 are done together on the words of one x2,
// layer 2 on those of one x0; with 16 registers, two G at a time pass through them.
func lanes(m machine) {
	streams := m.width / m.word
	name := fmt.Sprintf("lanes%dx%d%s", streams, m.word, m.suffix())
	w := m.wordType()
	TEXT(name, 0, fmt.Sprintf("func(state *[64 * %[1]d]%[2]s, values *[%[3]d]byte, start *[64]%[2]s, blocks *[%[1]d]*byte, n int, first %[2]s, last *[%[1]d]%[2]s)", streams, w, streams*m.valueBytes()))
	Doc(fmt.Sprintf("%s takes n blocks into each of %d states. If start is not nil, all begin from it,", name, streams),
		fmt.Sprintf("otherwise from state, where word i of stream k is at %d*i + k. blocks has the address", streams),
		"of the first block of each stream; the others follow it. The flags of the first block",
		"are first, and those of the last block of stream k are last[k]. The chaining values",
		"are written to values one after the other, and the states to state unless it is nil.")
	Pragma("noescape")
	l := lanesKernel{machine: m, streams: streams, layers: layersOfWords()}
	l.last, l.undone = link(l.layers)
	l.base = m.alignedFrame(96)

	state, values := Load(Param("state"), GP64()), Load(Param("values"), GP64())
	start, blocks := Load(Param("start"), GP64()), Load(Param("blocks"), GP64())
	n, last := Load(Param("n"), GP64()), Load(Param("last"), GP64())

	TESTQ(start, start)
	JZ(LabelRef("given"))
	for i := range 64 {
		m.broadcastMemory(Mem{Base: start, Disp: i * m.word / 8}, m.v(i%4))
		l.put(m.v(i%4), i)
	}
	JMP(LabelRef("begin"))
	Label("given")
	for i := range 64 {
		m.load(Mem{Base: state, Disp: i * m.bytes()}, m.v(i%4))
		l.put(m.v(i%4), i)
	}

	Label("begin")
	flags := m.v(15)
	l.firstFlags(flags)
	offset := GP64()
	XORQ(offset, offset)
	Label("block")
	l.message(blocks, offset)
	CMPQ(n, Imm(1))
	JNE(LabelRef("flags"))
	m.xor(Mem{Base: last}, flags, flags)
	Label("flags")
	m.xor(l.word(0), flags, flags)
	m.store(flags, l.word(0))
	for k, i := range l.undone {
		x, ok := l.resident(i)
		if !ok {
			x = m.v(k % 4)
			l.get(i, x)
		}
		m.undo(x, m.v(8))
		if !ok {
			l.put(x, i)
		}
	}
	rounds := GP64()
	MOVQ(I32(9*m.word/32), rounds)
	Label("round")
	l.round()
	DECQ(rounds)
	JNZ(LabelRef("round"))
	l.lastLayer()
	m.xor(flags, flags, flags)
	ADDQ(I32(m.blockBytes()), offset)
	DECQ(n)
	JNZ(LabelRef("block"))

	l.values(values)
	TESTQ(state, state)
	JZ(LabelRef("done"))
	for i := range 64 {
		l.get(i, m.v(i%4))
		m.store(m.v(i%4), Mem{Base: state, Disp: i * m.bytes()})
	}
	Label("done")
	VZEROUPPER()
	RET()
}

type lanesKernel struct {
	machine
	streams int
	base    reg.GPVirtual // of the frame
	layers  [3][]call
	last    []call
	undone  []int
}

// word is the place of word i of the state, block that of word j of the block.
func (l lanesKernel) word(i int) Mem  { return Mem{Base: l.base, Disp: i * l.bytes()} }
func (l lanesKernel) block(j int) Mem { return l.word(64 + j) }

// firstFlags puts the flags of the first block into all words of a vector.
func (l lanesKernel) firstFlags(to reg.VecPhysical) {
	first := Load(Param("first"), map[int]reg.GPVirtual{32: GP32(), 64: GP64()}[l.machine.word])
	l.broadcastRegister(first, to)
}

// message loads a block of each stream, puts its words in order and adds them
// to the upper half of the state.
func (l lanesKernel) message(blocks reg.Register, offset reg.Register) {
	n := l.perQuarter()
	pointers := []reg.GPVirtual{GP64(), GP64(), GP64(), GP64()}
	for j := 0; j < 32; j += n {
		out := l.gather(func(row int) Mem {
			p := pointers[row%len(pointers)]
			MOVQ(Mem{Base: blocks, Disp: 8 * row}, p)
			return Mem{Base: p, Index: offset, Scale: 1, Disp: j * l.machine.word / 8}
		}, l.vs(0, n), l.vs(n, n))
		for k, x := range out {
			l.store(x, l.block(j+k))
			if to, ok := l.resident(32 + j + k); ok {
				l.add(x, to, to)
			} else {
				l.add(l.word(32+j+k), x, x)
				l.store(x, l.word(32+j+k))
			}
		}
	}
}

// values stores the first 16 words of each state as bytes.
func (l lanesKernel) values(to reg.Register) {
	n := l.perQuarter()
	for j := 0; j < 16; j += n {
		in := l.vs(0, n)
		for k, x := range in {
			l.get(j+k, x)
		}
		l.scatter(in, l.vs(n, n), func(row int) Mem {
			return Mem{Base: to, Disp: row*l.valueBytes() + j*l.machine.word/8}
		})
	}
}

// layersOfWords returns the 16 calls of G of each layer, four for each x2 in
// layers 0 and 1, four for each x0 in layer 2, where x1 decides the role.
func layersOfWords() (layers [3][]call) {
	for i := range 4 {
		for k := range 4 {
			var l0, l1, l2 call
			for role := range 4 {
				l0.at[role] = 16*role + 4*i + k
				l1.at[role] = 16*role + 4*i + (k+role)%4
				l2.at[role] = 16*i + 4*((k+role)%4) + role
			}
			for n, l := range []call{l0, l1, l2} {
				layers[n] = append(layers[n], l)
			}
		}
	}
	return layers
}

// resident returns the register that a word is always in. With 32 registers
// there is room for 16 words besides the 12 others of a group of G; those of one x1
// are four of each group.
func (l lanesKernel) resident(i int) (reg.VecPhysical, bool) {
	if l.avx512 && i%4 == 1 {
		return l.v(16 + i/4), true
	}
	return nil, false
}

// get puts word i of the state into a register.
func (l lanesKernel) get(i int, to reg.VecPhysical) {
	if x, ok := l.resident(i); ok {
		l.load(x, to)
	} else {
		l.load(l.word(i), to)
	}
}

// put makes x word i of the state.
func (l lanesKernel) put(x reg.VecPhysical, i int) {
	if to, ok := l.resident(i); ok {
		l.load(x, to)
	} else {
		l.store(x, l.word(i))
	}
}

// round does the three layers.
func (l lanesKernel) round() {
	if l.avx512 {
		for i := 0; i < 16; i += 4 {
			l.group(nil, l.layers[0][i:i+4], l.layers[1][i:i+4])
		}
		for i := 0; i < 16; i += 4 {
			l.group(nil, l.layers[2][i:i+4])
		}
		return
	}
	for _, layer := range l.layers {
		for i := 0; i < 16; i += 2 {
			l.group(nil, layer[i:i+2])
		}
	}
}

// lastLayer does layer 0 and adds the block to the lower half of the state.
func (l lanesKernel) lastLayer() {
	step := 2
	if l.avx512 {
		step = 4
	}
	for i := 0; i < 16; i += step {
		l.group(func(i int, x reg.VecPhysical) {
			if i < 32 {
				l.add(l.block(i), x, x)
			}
		}, l.last[i:i+step])
	}
}

// group does one or two layers on some words: those that are not resident come
// from memory and go back there in the end. before is called, if it is not nil,
// with a word that has its last value.
func (l lanesKernel) group(before func(i int, x reg.VecPhysical), layers ...[]call) {
	spare := 8
	if l.avx512 {
		spare = 12
	}
	registers := map[int]reg.VecPhysical{}
	transient := 0
	for n, calls := range layers {
		var quads []quad
		for k, c := range calls {
			q := quad{spare: l.v(spare + k), early: c.early, late: c.late}
			for role, i := range c.at {
				if _, ok := registers[i]; !ok {
					x, ok := l.resident(i)
					if !ok {
						x = l.v(transient)
						transient++
						q.from[role] = l.word(i)
					}
					registers[i] = x
				}
				q.v[role] = registers[i]
			}
			q.done = func(role int) {
				if n < len(layers)-1 {
					return
				}
				if before != nil {
					before(c.at[role], q.v[role])
				}
				if _, ok := l.resident(c.at[role]); !ok {
					l.store(q.v[role], l.word(c.at[role]))
				}
			}
			quads = append(quads, q)
		}
		l.quads(quads...)
	}
}
