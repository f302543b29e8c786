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
// The state and the block, 96 vectors, are in memory. With 32 registers, layers 0
// and 1 are done together on the 16 vectors of one x2, layer 2 on those of one x0;
// with 16 registers, two G at a time pass through them.
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
	l := lanesKernel{machine: m, streams: streams}
	l.base = m.alignedFrame(96)

	state, values := Load(Param("state"), GP64()), Load(Param("values"), GP64())
	start, blocks := Load(Param("start"), GP64()), Load(Param("blocks"), GP64())
	n, last := Load(Param("n"), GP64()), Load(Param("last"), GP64())

	TESTQ(start, start)
	JZ(LabelRef("given"))
	for i := range 64 {
		m.broadcastMemory(Mem{Base: start, Disp: i * m.word / 8}, m.v(i%4))
		m.store(m.v(i%4), l.word(i))
	}
	JMP(LabelRef("begin"))
	Label("given")
	for i := range 64 {
		m.load(Mem{Base: state, Disp: i * m.bytes()}, m.v(i%4))
		m.store(m.v(i%4), l.word(i))
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
		m.load(l.word(i), m.v(i%4))
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
			l.add(l.word(32+j+k), x, x)
			l.store(x, l.word(32+j+k))
		}
	}
}

// values stores the first 16 words of each state as bytes.
func (l lanesKernel) values(to reg.Register) {
	n := l.perQuarter()
	for j := 0; j < 16; j += n {
		in := l.vs(0, n)
		for k, x := range in {
			l.load(l.word(j+k), x)
		}
		l.scatter(in, l.vs(n, n), func(row int) Mem {
			return Mem{Base: to, Disp: row*l.valueBytes() + j*l.machine.word/8}
		})
	}
}

// indexes are the words of the state that a G works on.
type indexes [roles]int

// layers returns the 16 calls of G of each layer, four for each x2 in layers 0
// and 1, four for each x0 in layer 2, where x1 decides the role.
func layers() (layer0, layer1, layer2 [16]indexes) {
	for i := range 4 {
		for k := range 4 {
			for role := range 4 {
				layer0[4*i+k][role] = 16*role + 4*i + k
				layer1[4*i+k][role] = 16*role + 4*i + (k+role)%4
				layer2[4*i+k][role] = 16*i + 4*((k+role)%4) + role
			}
		}
	}
	return layer0, layer1, layer2
}

// round does the three layers.
func (l lanesKernel) round() {
	layer0, layer1, layer2 := layers()
	if !l.avx512 {
		l.throughMemory(layer0, false, true)
		l.throughMemory(layer1, true, false)
		l.throughMemory(layer2, false, false)
		return
	}
	for i := 0; i < 16; i += 4 {
		// The words of this x2 are in registers between the layers.
		at := map[int]reg.VecPhysical{}
		var list [4]quad
		for k, x := range layer0[i : i+4] {
			q := quad{spare: l.v(16 + k), early: true}
			for role := range roles {
				at[x[role]] = l.v(4*k + role)
				q.v[role], q.from[role] = at[x[role]], l.word(x[role])
			}
			list[k] = q
		}
		l.quads(list[:]...)
		for k, x := range layer1[i : i+4] {
			q := quad{spare: l.v(16 + k), late: true}
			for role := range roles {
				q.v[role] = at[x[role]]
			}
			q.done = func(role int) { l.store(q.v[role], l.word(x[role])) }
			list[k] = q
		}
		l.quads(list[:]...)
	}
	for i := 0; i < 16; i += 4 {
		l.memoryQuads(layer2[i:i+4], false, false, nil)
	}
}

// throughMemory does a layer with few registers.
func (l lanesKernel) throughMemory(layer [16]indexes, late, early bool) {
	for i := 0; i < 16; i += 2 {
		l.memoryQuads(layer[i:i+2], late, early, nil)
	}
}

// memoryQuads does some G whose words come from memory and go back there. before is
// called, if it is not nil, before a word is stored.
func (l lanesKernel) memoryQuads(list []indexes, late, early bool, before func(i int, x reg.VecPhysical)) {
	var quads []quad
	for k, x := range list {
		q := quad{spare: l.v(5*k + 4), late: late, early: early}
		for role := range roles {
			q.v[role], q.from[role] = l.v(5*k+role), l.word(x[role])
		}
		q.done = func(role int) {
			if before != nil {
				before(x[role], q.v[role])
			}
			l.store(q.v[role], l.word(x[role]))
		}
		quads = append(quads, q)
	}
	l.quads(quads...)
}

// lastLayer does layer 0 and adds the block to the lower half of the state.
func (l lanesKernel) lastLayer() {
	layer0, _, _ := layers()
	step := 2
	if l.avx512 {
		step = 4
	}
	for i := 0; i < 16; i += step {
		l.memoryQuads(layer0[i:i+step], false, false, func(i int, x reg.VecPhysical) {
			if i < 32 {
				l.add(l.block(i), x, x)
			}
		})
	}
}
