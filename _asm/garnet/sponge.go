package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// layout is where a kernel has the state, and what it does with it.
type layout interface {
	// messages is the number of messages: 1 or 2.
	messages() int
	// prepare loads constants.
	prepare()
	// load and store move the states from and to the memory at s, where the high half
	// of each word comes first.
	load(s []GPPhysical)
	store(s []GPPhysical)
	// addBlock adds the block at p to the cells whose bits rate has.
	addBlock(p []GPPhysical, rate GPPhysical)
	// save keeps the state, and addSaved adds what was kept to the cells of fedForward.
	save()
	addSaved()
	// addLength adds lengths to the low halves of the cells of the diagonal.
	addLength(length []GPPhysical)
	// round computes a round with the 16 AES keys at keys, in which Go code has put the
	// constants of theta, too.
	round(keys GPPhysical)
}

// fedForward has the cells to which the state before a block is added after it,
// in instances that feed forward.
var fedForward = map[int]bool{1: true, 2: true, 4: true, 7: true, 8: true, 11: true, 12: true, 13: true, 14: true}

// stateSize is the size of a state, and of the keys of a round, in bytes.
const stateSize = 16 * 16

// swapHalves is the selection of VPSHUFD that exchanges the halves of words.
const swapHalves = 0x4e

// sponge writes a function that absorbs n blocks of size bytes, at least one, of each message,
// and then, if more is not 0, adds the lengths and does more rounds, with the
// keys that follow those of the block's rounds. The bits of rate are the cells that
// a block goes to. After each block it adds: if feedForward is 0, nothing; if it is
// 1, the old state in some cells; if it is 2, the block again, too.
//
// Its branches depend on these parameters only.
func sponge(name string, l layout) {
	var args string
	var states, blocks, lengths []string // names of parameters
	for i := range l.messages() {
		suffix := ""
		if l.messages() > 1 {
			suffix = fmt.Sprint(i)
		}
		states = append(states, "s"+suffix)
		blocks = append(blocks, "blocks"+suffix)
		lengths = append(lengths, "length"+suffix)
	}
	for _, s := range states {
		args += s + " *uint64, "
	}
	for _, b := range blocks {
		args += b + " *byte, "
	}
	args += "n, size int, keys *uint64, rounds int, rate uint64, feedForward int, "
	for _, l := range lengths {
		args += l + " uint64, "
	}
	args += "more int"

	TEXT(name, 0, "func("+args+")")
	Pragma("noescape")
	Doc(name + " is written by sponge.go of the generator, which describes it.")
	load := func(names []string, registers ...GPPhysical) []GPPhysical {
		for i, name := range names {
			Load(Param(name), registers[i])
		}
		return registers[:len(names)]
	}
	s := load(states, RDI, R8)
	p := load(blocks, RSI, R9)
	n, first, rate, feedForward := RCX, RDX, RBX, R10
	load([]string{"n", "keys", "rate", "feedForward"}, n, first, rate, feedForward)
	keys, count := R11, RAX // of the round, and the rounds to go
	roundLoop := func(label string) {
		Label(label)
		l.round(keys)
		ADDQ(U32(stateSize), keys)
		DECQ(count)
		JNE(LabelRef(label))
	}
	l.prepare()
	l.load(s)

	Label("block")
	TESTQ(feedForward, feedForward)
	JE(LabelRef("begin"))
	l.save()
	Label("begin")
	l.addBlock(p, rate)
	MOVQ(first, keys)
	load([]string{"rounds"}, count)
	roundLoop("rounds")

	TESTQ(feedForward, feedForward)
	JE(LabelRef("next"))
	l.addSaved()
	CMPQ(feedForward, Imm(1))
	JE(LabelRef("next"))
	l.addBlock(p, rate)
	Label("next")
	load([]string{"size"}, count)
	for _, p := range p {
		ADDQ(count, p)
	}
	DECQ(n)
	JNE(LabelRef("block"))

	load([]string{"more"}, count)
	TESTQ(count, count)
	JE(LabelRef("end"))
	l.addLength(load(lengths, RCX, RDX))
	roundLoop("moreRounds")
	Label("end")
	load(states, s...)
	l.store(s)
	VZEROUPPER()
	RET()
}

// eachRateCell calls add for every cell, in code that is run for those in rate.
func eachRateCell(rate GPPhysical, add func(cell int)) {
	labels++
	for cell := range 16 {
		skip := fmt.Sprintf("skip%d_%d", labels, cell)
		BTL(Imm(uint64(cell)), rate.As32())
		JCC(LabelRef(skip))
		add(cell)
		Label(skip)
	}
}

// labels counts uses of eachRateCell, whose labels must differ.
var labels int
