package main

import (
	"encoding/binary"
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// machine is what a function is written for: the registers and the
// instructions that it has.
type machine struct {
	avx512  bool
	wide    bool // the kinds are wide
	streams int
	groups  []*group
	temp    []int // numbers of registers that hold nothing between the steps

	substitute func(m *machine)                        // writes the S-layer
	mix        func(m *machine, constant reg.Register) // writes the M-layer and the K-layer

	// With AVX-512 the constants of the S-layer are in registers; tables are those of the
	// second S-boxes for each group.
	low, matrix, first vector
	tables             [][2]vector
	rotations          map[int]vector // of wide kinds: the indices for VPERMB
}

// allot gives the registers from 0 on to the state, in groups of these lanes, and the rest
// that the instruction set has to temp.
func (m *machine) allot(groups ...[]lane) *machine {
	kinds := 4
	if m.wide {
		kinds = 2
	}
	n := 0
	for _, lanes := range groups {
		g := &group{lanes: lanes}
		m.streams = lanes[len(lanes)-1].stream + 1
		width := 16
		for width < 16*len(lanes) {
			width *= 2
		}
		for range kinds {
			g.kind = append(g.kind, vector{n, width})
			n++
		}
		m.groups = append(m.groups, g)
	}
	last := 16
	if m.avx512 {
		last = 32
	}
	for ; n < last; n++ {
		m.temp = append(m.temp, n)
	}
	return m
}

// take takes a register for a constant from temp, from the top.
func (m *machine) take(width int) vector {
	n := m.temp[len(m.temp)-1]
	m.temp = m.temp[:len(m.temp)-1]
	return vector{n, width}
}

// t is temporary register i.
func (m *machine) t(i, width int) vector { return vector{m.temp[i], width} }

// constant returns the place of a constant as wide as a register of the group,
// with 16 bytes for each lane.
func (m *machine) constant(g *group, name string, bytes func(l lane) [16]byte) Mem {
	data := make([]byte, g.width())
	for i, l := range g.lanes {
		b := bytes(l)
		copy(data[16*i:], b[:])
	}
	return m.data(fmt.Sprintf("%s%d", name, g.width()), data)
}

// written are the constants of the file: the functions share them.
var written = map[string][]datum{}

type datum struct {
	content string
	at      Mem
}

// data returns the place of a constant. Constants of the same name and different
// content get a number at the end of their names.
func (m *machine) data(name string, data []byte) Mem {
	for _, d := range written[name] {
		if d.content == string(data) {
			return d.at
		}
	}
	symbol := name
	if n := len(written[name]); n > 0 {
		symbol = fmt.Sprintf("%s_%d", name, n)
	}
	at := GLOBL(symbol, attr.RODATA|attr.NOPTR)
	for i := 0; i < len(data); i += 8 {
		DATA(i, U64(binary.LittleEndian.Uint64(data[i:])))
	}
	written[name] = append(written[name], datum{string(data), at})
	return at
}
