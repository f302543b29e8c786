package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// lanes is the number of words in a register of an absorber.
const lanes = 4

// absorber writes the functions that absorb one message. The state is in eight
// registers of four words in natural order: place p is lane p mod 4 of register
// p / 4, so bits 0 and 1 of a place select the lane and bits 2 to 4 the
// register.
//
// The AVX-512 kernel has the same layout, and from AVX-512 the rotation, masks
// and the XOR of three operands. Four registers of eight words were tried: more
// steps cross lanes, which takes three cycles and more each. On a CPU that
// splits 512-bit operations in two (Zen 4) they are slower by a quarter.
type absorber struct {
	name   string
	avx512 bool
	v      []reg.VecPhysical // the state
	t      []reg.VecPhysical // temporaries

	vectors table // shifts, rotations and what else is the same in all rounds
	// The constants of AC, in five parts for the big rounds. A part has the
	// vectors in the order of uses.
	constants table
	uses      []use
}

// use is a register to which a constant is added at the end of small round i.
type use struct{ i, r int }

func newAbsorber(name string, avx512 bool) *absorber {
	return &absorber{
		name: name, avx512: avx512, v: ymm[:8], t: ymm[8:16],
		vectors:   table{name: "vectors" + name},
		constants: table{name: "constants" + name},
	}
}

func (a *absorber) write() {
	for _, digest := range digests {
		a.function(digest)
	}
	for big := range 5 {
		for _, u := range a.uses {
			constant, _ := a.next(u.i, u.r, big)
			a.constants.add(constant)
		}
	}
	a.constants.write()
	a.vectors.write()
}

// vector returns the values that f gives for the places in register r.
func vector(r int, f func(place int) uint64) []uint64 {
	list := make([]uint64, lanes)
	for j := range list {
		list[j] = f(lanes*r + j)
	}
	return list
}

// firsts returns the lanes of register r that have first words of groups.
func firsts(r, i int) (mask int) {
	for j := range lanes {
		if inGroup(lanes*r+j, i) == 0 {
			mask |= 1 << j
		}
	}
	return mask
}

const all = 1<<lanes - 1 // the mask of all lanes

// opmasks holds the mask registers of an AVX-512 kernel by their content. Those of the
// absorber are 3 at most: the first words of small rounds 0, of 1, of 3 and 4.
var opmasks = map[int]reg.Register{0b0101: reg.K1, 0b0011: reg.K2, 0b0001: reg.K3}

// opmaskOrder is the keys of opmasks in the order in which they are loaded.
var opmaskOrder = []int{0b0101, 0b0011, 0b0001}

// blend returns the immediate by which VPBLENDD takes the lanes of a mask.
func blend(mask int) Constant {
	var imm uint8
	for j := range lanes {
		if mask>>j&1 != 0 {
			imm |= 3 << (2 * j) // it counts in halves of words
		}
	}
	return U8(imm)
}

// function writes the function of an instance.
//
// Between its blocks the state has the constants of the first AC added already,
// since each small round adds those of the next one ([absorber.feedback]).
func (a *absorber) function(digest int) {
	name := fmt.Sprintf("absorb%d%s", digest, a.name)
	TEXT(name, attr.NOSPLIT, "func(s *[32]uint64, blocks *byte, count int)")
	Doc(fmt.Sprintf("%s takes in count blocks of Iphe-%d, at least one.", name, digest))
	Pragma("noescape")
	s, blocks, count := reg.RDI, reg.RSI, reg.RCX
	Load(Param("s"), s)
	Load(Param("blocks"), blocks)
	Load(Param("count"), count)
	if a.avx512 {
		for _, mask := range opmaskOrder {
			MOVL(U32(uint32(mask)), reg.EAX)
			KMOVW(reg.EAX, opmasks[mask])
		}
	}
	first := func(r int) Mem {
		return a.vectors.find(vector(r, func(p int) uint64 { return constant(p, 0, 0) }))
	}
	word := func(j int) Mem { return Mem{Base: s, Disp: 8 * j} }
	for r, v := range a.v {
		VMOVDQU(word(lanes*r), v)
		VPXOR(first(r), v, v)
	}

	Label("block")
	rate := rateWords(digest)
	mixed := rate / lanes // three words of rate and one of capacity in every instance
	a.message(rate, blocks)

	Comment("Save the capacity for the feed-forward, without the constants of AC.")
	x := a.t[0]
	saved := AllocLocal(8 * lanes * (len(a.v) - mixed))
	at := func(r int) Mem { return saved.Offset(8 * lanes * (r - mixed)) }
	VPXOR(x, x, x)
	VPBLENDD(blend(0b1000), a.v[mixed], x, x) // its constant is 0
	VMOVDQU(x, at(mixed))
	for r := mixed + 1; r < len(a.v); r++ {
		VMOVDQU(first(r), x)
		VPXOR(x, a.v[r], x)
		VMOVDQU(x, at(r))
	}

	a.permutation()
	for r := mixed; r < len(a.v); r++ {
		VPXOR(at(r), a.v[r], a.v[r])
	}
	ADDQ(U32(uint32(8*rate)), blocks)
	DECQ(count)
	JNZ(LabelRef("block"))

	for r, v := range a.v {
		VPXOR(first(r), v, v)
		VMOVDQU(v, word(lanes*r))
	}
	VZEROUPPER()
	RET()
}

// message adds a block to the state, the bits of each byte reversed: the two
// halves of a byte select their reverses from two tables.
func (a *absorber) message(rate int, blocks reg.Register) {
	Comment("The message.")
	low, high, half, x, y := a.t[0], a.t[1], a.t[2], a.t[3], a.t[4]
	VMOVDQU(a.vectors.find(bytes(lanes, func(int) byte { return 0x0f })), half)
	VMOVDQU(a.vectors.find(bytes(lanes, func(b int) byte { return reversed(byte(b % 16)) })), low)
	VMOVDQU(a.vectors.find(bytes(lanes, func(b int) byte { return reversed(byte(b % 16 << 4)) })), high)
	for j := 0; j < rate; j += lanes {
		at := Mem{Base: blocks, Disp: 8 * j}
		if j+lanes <= rate {
			VMOVDQU(at, x)
		} else { // the last three words: read one before, not one behind
			VPERMQ(U8(0x39), at.Offset(-8), x)
			VPXOR(y, y, y)
			VPBLENDD(blend(0b1000), y, x, x)
		}
		VPSRLQ(U8(4), x, y)
		VPAND(half, x, x)
		VPAND(half, y, y)
		VPSHUFB(x, low, x)
		VPSHUFB(y, high, y)
		VPOR(x, y, x)
		VPXOR(x, a.v[j/lanes], a.v[j/lanes])
	}
}

// permutation writes f, a loop of five big rounds.
func (a *absorber) permutation() {
	Comment("The permutation.")
	a.uses = nil // the same for all instances
	at := reg.RBX
	LEAQ(a.constants.address(0), at)
	round := reg.EAX
	MOVL(U32(5), round)
	Label("round")
	for i := range 5 {
		Comment(fmt.Sprintf("Small round %d.", i))
		a.smallRound(i)
	}
	ADDQ(U32(uint32(8*lanes*len(a.uses))), at)
	DECL(round)
	JNZ(LabelRef("round"))
}
