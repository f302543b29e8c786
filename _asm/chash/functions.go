package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// oneStreamAVX2 is pairs 0 and 1 in YMM and pair 2 in XMM registers.
func oneStreamAVX2() *machine {
	m := &machine{substitute: substitutePairs, mix: mixNarrow}
	return m.allot([]lane{{0, 0}, {1, 0}}, []lane{{2, 0}})
}

// oneStreamAVX512 is halves of pairs in YMM registers.
func oneStreamAVX512() *machine {
	m := &machine{avx512: true, wide: true, substitute: substituteAVX512, mix: mixWide}
	return m.allot([]lane{{0, 0}, {0, 0}}, []lane{{1, 0}, {1, 0}}, []lane{{2, 0}, {2, 0}})
}

// streams is n streams in the lanes, for each pair.
func streams(n int, avx512 bool) *machine {
	m := &machine{avx512: avx512, substitute: substituteStreams, mix: mixNarrow}
	if avx512 {
		m.substitute = substituteAVX512
	}
	var groups [3][]lane
	for pair := range groups {
		for stream := range n {
			groups[pair] = append(groups[pair], lane{pair, stream})
		}
	}
	return m.allot(groups[:]...)
}

// entering is the mask of what is added before the call of C-Engine: the left half
// of the block, which is rows 0 and 1 and row 2 but for the last 4 bytes, and the counter, which is
// the last 8 bytes of row 5. The rest of the block is the right half, which is added
// after the call.
func entering(right bool) func(lane) [16]byte {
	return func(l lane) [16]byte {
		mask := all(0x0f)(l)
		if l.pair == 2 && right {
			for j := 8; j < 16; j++ {
				mask[j] = 0xff
				if j >= 12 {
					mask[j] = 0xf0
				}
			}
		}
		return mask
	}
}

// kept is the mask of what is no counter.
func kept(right bool) func(lane) [16]byte {
	return func(l lane) [16]byte {
		mask := all(0xff)(l)
		if l.pair == 2 && right {
			for j := 8; j < 16; j++ {
				mask[j] = 0x0f
			}
		}
		return mask
	}
}

// each calls f for each register of the state, with its number.
func (m *machine) each(f func(i int, g *group, k int, v vector)) {
	i := 0
	for _, g := range m.groups {
		for k, v := range g.kind {
			f(i, g, k, v)
			i++
		}
	}
}

// absorb writes the function that takes in blocks, of one stream
//
//	func(h *[192]byte, blocks *byte, n, first, feed uint64)
//
// or of several
//
//	func(h *[S][192]byte, blocks *[S]*byte, counters *[S]uint64, n, feed uint64)
//
// where n is the number of blocks, not 0, first or counters are the counters of the
// first blocks, and feed is all ones if the argument of C-Engine is added to its
// result, or else 0.
func absorb(name string, m *machine) {
	if m.streams == 1 {
		TEXT(name, 0, "func(h *[192]byte, blocks *byte, n, first, feed uint64)")
		Doc(name + " absorbs n blocks, which is not 0, into h.")
	} else {
		s := m.streams
		TEXT(name, 0, fmt.Sprintf("func(h *[%d][192]byte, blocks *[%d]*byte, counters *[%d]uint64, n, feed uint64)", s, s, s))
		Doc(name + " absorbs n blocks, which is not 0, into each h.")
	}
	Pragma("noescape")
	h, n := Load(Param("h"), GP64()), Load(Param("n"), GP64())
	feed, err := Param("feed").Resolve()
	if err != nil {
		panic(err)
	}
	size := m.groups[0].width()
	registers := len(m.groups) * len(m.groups[0].kind)
	locals := GP64()
	LEAQ(AllocLocal((2*registers+1)*size), locals)
	ADDQ(Imm(uint64(size-1)), locals)
	ANDQ(I32(-size), locals)                                                 // aligned
	argument := func(i int) Mem { return Mem{Base: locals, Disp: i * size} } // of C-Engine
	block := func(i int) Mem { return Mem{Base: locals, Disp: (registers + i) * size} }

	m.prepare()
	fed := vector{}
	if m.avx512 {
		fed = m.take(size)
		VPBROADCASTQ(feed.Addr, fed.op())
	}

	Comment("The chaining value.")
	var values, blocks []source
	if m.streams == 1 {
		values = []source{{base: h}}
		counter := Load(Param("first"), GP64())
		blocks = []source{{base: Load(Param("blocks"), GP64()), counter: counter, block: true}}
	} else {
		pointers, counters := Load(Param("blocks"), GP64()), Load(Param("counters"), GP64())
		for s := range m.streams {
			values = append(values, source{base: h, offset: s * stateSize})
			p := GP64()
			MOVQ(Mem{Base: pointers, Disp: 8 * s}, p)
			c := GP64()
			MOVQ(Mem{Base: counters, Disp: 8 * s}, c)
			blocks = append(blocks, source{base: p, counter: c, block: true})
		}
	}
	m.loadState(values)

	Label("block")
	Comment("The block: its left half and the counter enter.")
	for j, g := range m.groups {
		for half := range 2 {
			vectors := m.load(g, half, blocks)
			for parity, v := range vectors {
				k := half*len(vectors) + parity
				i := len(g.kind)*j + k
				m.save(block(i), v)
				m.addMasked(g.kind[k], v, m.constant(g, "entering", entering(g.isRight(k))))
				m.save(argument(i), g.kind[k])
			}
		}
	}
	Comment("C-Engine.")
	m.permute()
	Comment("What is fed forward, no counter, and the right half of the block.")
	m.each(func(i int, g *group, k int, v vector) {
		t, mask := m.t(0, g.width()), m.t(1, g.width())
		if m.avx512 {
			m.addMasked(v, fed.as(g.width()), argument(i))
		} else {
			VPBROADCASTQ(feed.Addr, t.op())
			m.and(t, t, argument(i))
			m.xor(v, v, t)
		}
		if g.has(2) && g.isRight(k) {
			m.and(v, v, m.constant(g, "kept", kept(g.isRight(k))))
		}
		m.move(t, block(i))
		m.addOutside(v, t, mask, m.constant(g, "entering", entering(g.isRight(k))))
	})
	for _, b := range blocks {
		ADDQ(Imm(blockSize), b.base)
		INCQ(b.counter)
	}
	DECQ(n)
	JNZ(LabelRef("block"))

	Comment("The new chaining value.")
	m.store(func(stream int) (Mem, bool) { return Mem{Base: h, Disp: stream * stateSize}, true })
	VZEROUPPER()
	RET()
}

// addMasked is d ^= a & mask. It may change a.
func (m *machine) addMasked(d, a vector, mask Mem) {
	if m.avx512 {
		VPTERNLOGD(Imm(0x78), mask, a.op(), d.op())
	} else {
		m.and(a, a, mask)
		m.xor(d, d, a)
	}
}

// addOutside is d ^= a &^ mask. It may change a, and t.
func (m *machine) addOutside(d, a, t vector, mask Mem) {
	if m.avx512 {
		VPTERNLOGD(Imm(0xb4), mask, a.op(), d.op())
	} else {
		m.move(t, mask)
		VPANDN(a.op(), t.op(), t.op())
		m.xor(d, d, t)
	}
}

// bothCalls writes the function that replaces the argument of the first call for a short
// message by the sum of its two calls, side by side: the first call is in the even lane, the
// second one in the odd lane after it. Four lanes are two messages. The function is
//
//	func(x *[192]byte)    or    func(x *[2][192]byte)
func bothCalls(name string, m *machine) {
	if m.streams == 2 {
		TEXT(name, attr.NOSPLIT, "func(x *[192]byte)")
		Doc(name + " replaces the argument of the first call for a short message by the sum of its two calls.")
	} else {
		TEXT(name, attr.NOSPLIT, "func(x *[2][192]byte)")
		Doc(name + " replaces each argument of the first call for a short message by the sum of its two calls.")
	}
	Pragma("noescape")
	x := Load(Param("x"), GP64())
	m.prepare()
	var sources []source
	for s := range m.streams {
		sources = append(sources, source{base: x, offset: s / 2 * stateSize})
	}
	m.loadState(sources)
	Comment("The second call has counter 2 instead of 1.")
	last := m.groups[2]
	m.xor(last.kind[ro], last.kind[ro], m.constant(last, "counters", func(l lane) (p [16]byte) {
		if l.stream%2 == 1 {
			p[15] = (1 ^ 2) << 4
		}
		return p
	}))
	Comment("C-Engine.")
	m.permute()
	Comment("The sums.")
	m.each(func(i int, g *group, k int, v vector) {
		t := m.t(i%3, g.width())
		m.swapLanes(t, v)
		m.xor(v, v, t)
	})
	m.store(func(stream int) (Mem, bool) {
		return Mem{Base: x, Disp: stream / 2 * stateSize}, stream%2 == 0
	})
	VZEROUPPER()
	RET()
}
