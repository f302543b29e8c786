package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// instance is one of the hash functions.
type instance struct {
	size  int   // of the digest in bits
	rate  int   // in words
	sigma []int // the order of the message words in the second branch
}

// rateMask returns the 32-bit words of a vector that belong to the rate.
func (in instance) rateMask(words [3]int) (mask uint8) {
	for j, t := range words {
		if t < in.rate {
			mask |= 3 << (2 * j)
		}
	}
	return mask
}

// absorb writes the mode: for each block with message words M,
//
//	A, C = F1(A + M, C)
//	B, C = F2(B + M in the order of sigma, C)
//
// where F adds the C that went into it to the C that comes out. The vectors hold a branch and C
// side by side. The other branch waits on the stack.
func (f *permutation) absorb(in instance, swap Mem, suffix string) {
	name := fmt.Sprintf("absorb%d%s", in.size, suffix)
	TEXT(name, 0, fmt.Sprintf("func(a, b *[17]uint64, c *[18]uint64, constants *[2][%d]uint64, blocks *byte, n int)", f.rounds))
	Pragma("noescape")
	Doc(fmt.Sprintf("%s takes in n whole blocks of Duet-%d. n must not be 0.", name, in.size))
	a, b, c := Load(Param("a"), GP64()), Load(Param("b"), GP64()), Load(Param("c"), GP64())
	constants, blocks, n := Load(Param("constants"), GP64()), Load(Param("blocks"), GP64()), Load(Param("n"), GP64())
	k, count := GP64(), GP64()
	l, spare := f.layout, len(f.layout)

	memory := newFrame(3*len(l)+spills, 32)
	branch := []func(int) Mem{memory.take(len(l)), memory.take(len(l))}
	before := memory.take(len(l))
	spill := memory.take(spills)

	rate := func(base Op) func(t int) (Mem, bool) {
		return func(t int) (Mem, bool) { return Mem{Base: base.(Register), Disp: 8 * t}, t < in.rate }
	}
	capacity := func(t int) (Mem, bool) { return Mem{Base: c, Disp: 8 * (t - in.rate)}, t >= in.rate }
	both := func(t int) (Mem, bool) {
		if t < in.rate {
			return rate(a)(t)
		}
		return capacity(t)
	}
	for i, words := range l {
		f.set.gather(words, rate(b), i, spare)
		f.set.move(vectors[i], branch[1](i))
	}
	for i, words := range l {
		f.set.gather(words, both, i, spare)
	}

	Label("block")
	for s, label := range []string{"rounds1", "rounds2"} {
		for i, words := range l {
			message := func(t int) (Mem, bool) {
				if t >= in.rate {
					return Mem{}, false
				}
				if s == 1 {
					t = in.sigma[t]
				}
				return Mem{Base: blocks, Disp: 8 * t}, true
			}
			f.set.gather(words, message, spare, spare+1)
			VPSHUFB(swap, vectors[spare], vectors[spare])
			VPXOR(vectors[spare], vectors[i], vectors[i])
			f.set.move(vectors[i], before(i))
		}
		f.allRounds(label, Mem{Base: constants, Disp: 8 * s * f.rounds}, k, count, spill)
		for i, words := range l {
			f.set.move(vectors[i], branch[s](i))
			VPXOR(before(i), vectors[i], vectors[i])
			VPBLENDD(U8(in.rateMask(words)), branch[1-s](i), vectors[i], vectors[i])
		}
	}
	ADDQ(Imm(uint64(8*in.rate)), blocks)
	DECQ(n)
	JNZ(LabelRef("block"))

	for i, words := range l {
		f.set.scatter(words, both, i, spare)
		f.set.move(branch[1](i), vectors[spare])
		f.set.scatter(words, rate(b), spare, spare+1)
	}
	VZEROUPPER()
	RET()
}
