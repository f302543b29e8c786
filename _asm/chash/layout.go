package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const (
	stateSize = 192 // of C-Engine, in bytes
	blockSize = 92  // of a message block, in bytes
)

// The kinds: even and odd columns of the left and of the right half. The wide kinds,
// with the even columns in lane 0 and the odd ones in lane 1, are the left half and the right half.
const (
	le = iota
	lo
	re
	ro

	left  = 0
	right = 1
)

// lane says what 16 bytes of a register hold: a pair of rows of a stream.
type lane struct{ pair, stream int }

// group is the registers, one for each kind, of the same lanes.
type group struct {
	kind  []vector
	lanes []lane
}

func (g *group) width() int { return g.kind[0].width }

// isRight says whether a kind is of the right half.
func (g *group) isRight(kind int) bool { return kind >= len(g.kind)/2 }

// has says whether lanes of the group hold a pair.
func (g *group) has(pair int) bool {
	for _, l := range g.lanes {
		if l.pair == pair {
			return true
		}
	}
	return false
}

// all is a pattern of equal bytes.
func all(b byte) func(lane) [16]byte {
	return func(lane) (p [16]byte) {
		for j := range p {
			p[j] = b
		}
		return p
	}
}

// source is a string of 192 bytes, 6 rows of 32: a state in memory, or a message
// block twice with the counter behind it.
type source struct {
	base    reg.Register
	offset  int
	block   bool // and not a state
	counter Op   // of a block
}

// piece returns the place of 16 bytes of a source, or, if they are in no one
// place, makes them in t.
func (m *machine) piece(s source, row, half int, t vector) Op {
	at := 32*row + 16*half
	mem := func(offset int) Mem { return Mem{Base: s.base, Disp: s.offset + offset} }
	switch {
	case !s.block || at+16 <= blockSize:
		return mem(at)
	case at < blockSize: // the last 12 bytes of the block and the first 4 of its copy
		VMOVDQU(mem(blockSize-16), t.x())
		VPSRLDQ(Imm(4), t.x(), t.x())
		VPINSRD(Imm(3), mem(0), t.x(), t.x())
	case at+16 <= 2*blockSize:
		return mem(at - blockSize)
	default: // the last 8 bytes of the copy and the counter
		counter := GP64()
		MOVQ(s.counter, counter)
		BSWAPQ(counter)
		VMOVQ(mem(at-blockSize), t.x())
		VPINSRQ(Imm(1), counter, t.x(), t.x())
	}
	return t.x()
}

// gather loads the 16 bytes of each lane from the source of its stream: of row pair
// + row and the half.
func (m *machine) gather(d vector, g *group, row, half int, sources []source, t vector) {
	for i, l := range g.lanes {
		p := m.piece(sources[l.stream], l.pair+row, half, t)
		if i == 0 {
			m.move(d.as(16), p)
		} else {
			m.insert(d, i, p)
		}
	}
}

// load brings one half of a group into the layout. The result is a register for
// each kind of the half. A byte of a row already has an even column in its high
// nibble and the odd one after it in its low nibble.
func (m *machine) load(g *group, half int, sources []source) []vector {
	w := g.width()
	x, y := m.t(0, w), m.t(1, w) // row i, row i+3
	even, odd := m.t(2, w), m.t(3, w)
	m.gather(x, g, 0, half, sources, even)
	m.gather(y, g, 3, half, sources, even)
	if m.wide {
		m.matrices(x, x, g, highToLow, lowToLow)
		m.matrices(y, y, g, highToHigh, lowToHigh)
		m.xor(x, x, y)
		return []vector{x}
	}
	VPSRLW(Imm(4), x.op(), even.op())
	VPSLLW(Imm(4), y.op(), odd.op())
	m.takeHigh(even, y)
	m.takeLow(odd, x)
	return []vector{even, odd}
}

// loadState loads the whole state.
func (m *machine) loadState(sources []source) {
	for _, g := range m.groups {
		for half := range 2 {
			vectors := m.load(g, half, sources)
			for i, v := range vectors {
				m.move(g.kind[half*len(vectors)+i], v)
			}
		}
	}
}

// The matrices that move a nibble of a byte and clear the other one. A byte of a matrix
// stands for a bit of the result, from the top one on, and selects bits of the source.
var (
	highToLow  = [8]byte{0, 0, 0, 0, 0x80, 0x40, 0x20, 0x10}
	lowToLow   = [8]byte{0, 0, 0, 0, 0x08, 0x04, 0x02, 0x01}
	highToHigh = [8]byte{0x80, 0x40, 0x20, 0x10, 0, 0, 0, 0}
	lowToHigh  = [8]byte{0x08, 0x04, 0x02, 0x01, 0, 0, 0, 0}
)

// matrices applies a matrix to the even columns of a wide kind and another one to
// the odd columns.
func (m *machine) matrices(d, a vector, g *group, even, odd [8]byte) {
	var data []byte
	for _, matrix := range [][8]byte{even, even, odd, odd} {
		data = append(data, matrix[:]...)
	}
	VGF2P8AFFINEQB(Imm(0), m.data("matrices", data), a.op(), d.op())
}

// takeHigh is d = low nibbles of d and high nibbles of a. It may change a.
func (m *machine) takeHigh(d, a vector) {
	if m.avx512 {
		VPTERNLOGD(Imm(0xe4), m.low.as(d.width).op(), a.op(), d.op())
		return
	}
	m.and(d, d, m.nibbles(0x0f, d.width))
	m.and(a, a, m.nibbles(0xf0, d.width))
	m.xor(d, d, a)
}

// takeLow is d = high nibbles of d and low nibbles of a. It may change a.
func (m *machine) takeLow(d, a vector) {
	if m.avx512 {
		VPTERNLOGD(Imm(0xd8), m.low.as(d.width).op(), a.op(), d.op())
		return
	}
	m.and(d, d, m.nibbles(0xf0, d.width))
	m.and(a, a, m.nibbles(0x0f, d.width))
	m.xor(d, d, a)
}

// nibbles is a mask of bytes b in memory.
func (m *machine) nibbles(b byte, width int) Mem {
	data := make([]byte, width)
	for i := range data {
		data[i] = b
	}
	return m.data(fmt.Sprintf("mask%02x_%d", b, width), data)
}

// store writes the state back as bytes; memory has the place of a stream, or
// none.
func (m *machine) store(memory func(stream int) (Mem, bool)) {
	for _, g := range m.groups {
		w := g.width()
		for half := range 2 {
			x, y := m.t(0, w), m.t(1, w)
			if m.wide { // row i becomes lane 0, row i+3 lane 1
				to, _ := memory(0)
				m.swapLanes(y, g.kind[half])
				m.matrices(x, g.kind[half], g, lowToHigh, highToLow)
				m.matrices(y, y, g, lowToLow, highToHigh)
				m.xor(x, x, y)
				m.extract(to.Offset(32*g.lanes[0].pair+16*half), x, 0)
				m.extract(to.Offset(32*(g.lanes[0].pair+3)+16*half), x, 1)
				continue
			}
			even, odd := g.kind[2*half], g.kind[2*half+1]
			VPSLLW(Imm(4), even.op(), x.op())
			VPSRLW(Imm(4), odd.op(), y.op())
			m.takeLow(x, m.copyOf(odd))
			m.takeHigh(y, m.copyOf(even))
			for i, l := range g.lanes {
				if to, ok := memory(l.stream); ok {
					m.extract(to.Offset(32*l.pair+16*half), x, i)
					m.extract(to.Offset(32*(l.pair+3)+16*half), y, i)
				}
			}
		}
	}
}

// copyOf returns what takeHigh may change: with AVX-512 it changes nothing.
func (m *machine) copyOf(v vector) vector {
	if m.avx512 {
		return v
	}
	c := m.t(2, v.width)
	m.move(c, v)
	return c
}
