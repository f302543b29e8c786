package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// permutation writes f, a loop of five big rounds. The constants of a big round
// are in the order of the small rounds and their groups, in a table of the
// package.
func (b *batcher) permutation() {
	Comment("The permutation.")
	constants := reg.RBX
	Load(Param("constants"), constants)
	round := reg.EAX
	MOVL(U32(5), round)
	Label("round")
	at := Mem{Base: constants}
	for i := range 5 {
		Comment(fmt.Sprintf("Small round %d.", i))
		b.smallRound(i, at)
		at = at.Offset(8 * words / groupSize(i))
	}
	ADDQ(U32(8*words), constants)
	DECL(round)
	JNZ(LabelRef("round"))
}

// smallRound writes AC, GM and WR. It goes along the cycle that the target map D
// makes of the groups: when a group takes the sum of the one before, its own sum
// has just been formed.
func (b *batcher) smallRound(i int, constants Mem) {
	l := groupSize(i)
	groups := words / l
	u, next := b.t[0], b.t[1]
	b.addConstant(place(0, i), constants, u)
	b.sum(i, 0, l, b.t)
	for g := target(0, groups); g != 0; g = target(g, groups) {
		b.addConstant(place(g*l, i), constants.Offset(8*g), next)
		b.sum(i, g*l, l, append([]reg.VecPhysical{next}, b.t[2:]...))
		b.feedback(i, g, u)
		u, next = next, u
	}
	b.feedback(i, 0, u)
}

// addConstant adds a constant to the word at place p.
func (b *batcher) addConstant(p int, constant Mem, x Op) {
	v := b.word(p)
	switch {
	case inMemory(v):
		VPBROADCASTQ(constant, x)
		b.xor(v, x, x)
		b.move(x, v)
	case b.avx512:
		VPXORQ_BCST(constant, v, v)
	default:
		VPBROADCASTQ(constant, x)
		b.xor(x, v, v)
	}
}

// sum forms the sum of the words with l indexes from index x on, in t[0]. It
// needs one register for each level of the tree.
func (b *batcher) sum(i, x, l int, t []reg.VecPhysical) {
	if l == 2 {
		first, second := b.word(place(x, i)), b.word(place(x+1, i))
		switch {
		case inMemory(first) && inMemory(second):
			b.move(first, t[0])
			VPADDQ(second, t[0], t[0])
		case inMemory(first):
			VPADDQ(first, second, t[0])
		default:
			VPADDQ(second, first, t[0])
		}
		return
	}
	b.sum(i, x, l/2, t)
	b.sum(i, x+l/2, l/2, t[1:])
	if l == 8 || l == 32 { // levels 3 and 5
		VPADDQ(t[1], t[0], t[0])
	} else {
		b.xor(t[1], t[0], t[0])
	}
}

// feedback feeds the sum u into group g: the multiple u + u<<k is added to the
// first word and XORed to others. Every second shift is made of the one before
// by an addition, which more ports can do.
func (b *batcher) feedback(i, g int, u reg.VecPhysical) {
	shifted, m, y := b.t[2], b.t[3], b.t[4]
	for j := range groupSize(i) {
		k := j + 1
		switch {
		case k == 1:
			VPADDQ(u, u, shifted)
		case k%2 == 0:
			VPSLLQ(U8(uint8(k)), u, shifted)
		default:
			VPADDQ(shifted, shifted, shifted)
		}
		VPADDQ(u, shifted, m)
		p := place(g*groupSize(i)+j, i)
		v := b.word(p)
		to := v
		if inMemory(v) {
			to = m
		}
		if j == 0 {
			VPADDQ(v, m, to)
		} else {
			b.xor(v, m, to)
		}
		b.rotate(rotation(p, i), to, y)
		if inMemory(v) {
			b.move(to, v)
		}
	}
}

// rotate rotates the words of x to the left; y is temporary. AVX2 has no rotations
// but can move bytes.
func (b *batcher) rotate(n int, x, y Op) {
	switch {
	case b.avx512:
		VPROLQ(U8(uint8(n)), x, x)
	case n == 32:
		VPSHUFD(U8(0b10_11_00_01), x, x)
	case n%8 == 0:
		VPSHUFB(b.vectors.find(bytes(b.lanes, func(to int) byte {
			return byte(to%16/8*8 + (to+8-n/8)%8)
		})), x, x)
	default:
		VPSLLQ(U8(uint8(n)), x, y)
		VPSRLQ(U8(uint8(64-n)), x, x)
		VPOR(x, y, x)
	}
}
