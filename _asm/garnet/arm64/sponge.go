package main

import (
	"fmt"
	"strings"
)

// Registers. Words of the state are V0 to V15.
const (
	scratch    = 16 // V16 to V27
	topBits    = 28 // the top bit of each half of a word
	rhoReduce  = 29 // what rho's x^128 is reduced to, and 1 in the high half, the carry of the low half
	zetaReduce = 30
)

const stateSize = 16 * 16

// fedForward has the cells to which the state before a block is added after it,
// in instances that feed forward.
var fedForward = map[int]bool{1: true, 2: true, 4: true, 7: true, 8: true, 11: true, 12: true, 13: true, 14: true}

// sponge writes a function with the parameters of the kernels for amd64: see
// ../sponge.go.
func (g *generator) sponge() {
	fmt.Fprintf(g, "#include \"textflag.h\"\n\n// func %s(%s)\n", g.name, g.parameters())
	fmt.Fprintf(g, "TEXT ·%s(SB), 0, $%d-%d\n", g.name, stateSize, 8*len(parameters))
	const (
		s, p, n, size, first, rate, feedForward = "R0", "R1", "R2", "R3", "R4", "R5", "R6"
		keys, count, from, t                    = "R7", "R8", "R9", "R10"
	)
	for _, p := range [][2]string{{"s", s}, {"blocks", p}, {"n", n}, {"size", size}, {"keys", first}, {"rate", rate}, {"feedForward", feedForward}} {
		g.load(p[0], p[1])
	}
	g.line("MOVD $0x8000000000000000, %s", t)
	g.line("VDUP %s, V%d.D2", t, topBits)
	g.constant(rhoReduce, 0x87, t)
	g.constant(zetaReduce, 0x20008005, t)
	g.line("MOVD %s, %s", s, from)
	for i := 0; i < 16; i += 4 {
		g.line("VLD1.P 64(%s), %s", from, four(i))
	}
	g.swapHalves()

	g.label("block")
	g.line("CBZ %s, begin", feedForward)
	g.line("MOVD $saved-%d(SP), %s", stateSize, from)
	for i := 0; i < 16; i += 4 {
		g.line("VST1.P %s, 64(%s)", four(i), from)
	}
	g.label("begin")
	g.addBlock(p, rate, from)
	g.line("MOVD %s, %s", first, keys)
	g.load("rounds", count)
	g.rounds("rounds", keys, count)

	g.line("CBZ %s, next", feedForward)
	g.line("MOVD $saved-%d(SP), %s", stateSize, from)
	for i := 0; i < 16; i += 4 {
		g.line("VLD1.P 64(%s), %s", from, four(scratch))
		for j := range 4 {
			if fedForward[i+j] {
				g.line("VEOR V%d.B16, V%d.B16, V%d.B16", scratch+j, i+j, i+j)
			}
		}
	}
	g.line("CMP $1, %s", feedForward)
	g.line("BEQ next")
	g.addBlock(p, rate, from)
	g.label("next")
	g.line("ADD %s, %s", size, p)
	g.line("SUBS $1, %s", n)
	g.line("BNE block")

	g.load("more", count)
	g.line("CBZ %s, end", count)
	g.load("length", t)
	g.line("VEOR V16.B16, V16.B16, V16.B16")
	g.line("VMOV %s, V16.D[0]", t)
	for _, cell := range []int{0, 5, 10, 15} {
		g.line("VEOR V16.B16, V%d.B16, V%d.B16", cell, cell)
	}
	g.rounds("moreRounds", keys, count)

	g.label("end")
	g.swapHalves()
	for i := 0; i < 16; i += 4 {
		g.line("VST1.P %s, 64(%s)", four(i), s)
	}
	g.line("RET")
}

// constant loads a reduction into a register.
func (g *generator) constant(register, reduction int, t string) {
	g.line("MOVD $1, %s", t)
	g.line("VDUP %s, V%d.D2", t, register)
	g.line("MOVD $%#x, %s", reduction, t)
	g.line("VMOV %s, V%d.D[0]", t, register)
}

// four lists four registers.
func four(first int) string {
	var list []string
	for i := range 4 {
		list = append(list, fmt.Sprintf("V%d.B16", first+i))
	}
	return "[" + strings.Join(list, ", ") + "]"
}

// swapHalves exchanges the halves of all words: in memory the high one is first.
func (g *generator) swapHalves() {
	for i := range 16 {
		g.line("VEXT $8, V%d.B16, V%d.B16, V%d.B16", i, i, i)
	}
}

// addBlock adds the block at p to the cells whose bits rate has.
func (g *generator) addBlock(p, rate, from string) {
	g.labels++
	g.line("MOVD %s, %s", p, from)
	for cell := range 16 {
		skip := fmt.Sprintf("skip%d_%d", g.labels, cell)
		g.line("TBZ $%d, %s, %s", cell, rate, skip)
		g.line("VLD1.P 16(%s), [V16.B16]", from)
		g.line("VEOR V16.B16, V%d.B16, V%d.B16", cell, cell)
		g.label(skip)
	}
}

// rounds writes a loop of count rounds, whose keys are at keys, followed by what
// is to be added in the end.
func (g *generator) rounds(label, keys, count string) {
	g.label(label)
	for i := 0; i < 16; i += 4 {
		g.line("VLD1.P 64(%s), %s", keys, four(scratch))
		for j := range 4 {
			g.line("AESE V%d.B16, V%d.B16", scratch+j, i+j)
			g.line("AESMC V%d.B16, V%d.B16", i+j, i+j) // next to AESE: CPUs fuse them
		}
	}
	for j := 0; j < 4; j += 2 {
		g.mix(quads(func(row, k int) int { return 4*row + j + k }), rhoReduce)
	}
	for j := 0; j < 4; j += 2 {
		g.mix(quads(func(row, k int) int { return 4*row + (row+j+k)%4 }), zetaReduce)
	}
	g.line("SUBS $1, %s", count)
	g.line("BNE %s", label)
	for i := 0; i < 16; i += 4 {
		g.line("VLD1.P 64(%s), %s", keys, four(scratch))
		for j := range 4 {
			g.line("VEOR V%d.B16, V%d.B16, V%d.B16", scratch+j, i+j, i+j)
		}
	}
}
