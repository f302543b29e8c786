package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// batcher writes the functions that absorb as many messages as a vector has
// words, one in each lane. Vector p has the words at place p of all messages,
// so that no step of the permutation crosses lanes and all amounts are immediate.
//
// The first vectors of the state are in registers, as many as are not needed
// otherwise, and the others stay in memory.
type batcher struct {
	name     string
	avx512   bool
	lanes    int
	inRegs   int               // vectors of the state in registers
	v        []reg.VecPhysical // these registers
	t        []reg.VecPhysical // temporaries
	messages []reg.Register    // where the next block of each message is
	locals   reg.Register      // where the vectors in memory are
	vectors  table
}

func newBatcher(name string, avx512 bool) *batcher {
	b := &batcher{
		name: name, avx512: avx512, lanes: 4, inRegs: 11,
		messages: []reg.Register{reg.R8, reg.R9, reg.R10, reg.R11, reg.R12, reg.R13, reg.RSI, reg.RDX},
		locals:   reg.RDI,
		vectors:  table{name: "lanes" + name},
	}
	all := ymm
	if avx512 {
		b.lanes, b.inRegs, all = 8, 27, zmm
	}
	b.v, b.t = all[:b.inRegs], all[b.inRegs:]
	b.messages = b.messages[:b.lanes]
	return b
}

func (b *batcher) write() {
	for _, digest := range digests {
		b.function(digest)
	}
	b.vectors.write()
}

// word returns the vector of the words at place p.
func (b *batcher) word(p int) Op {
	if p < b.inRegs {
		return b.v[p]
	}
	return Mem{Base: b.locals, Disp: 8 * b.lanes * (p - b.inRegs)}
}

func inMemory(x Op) bool {
	_, ok := x.(Mem)
	return ok
}

// function writes the function of an instance.
func (b *batcher) function(digest int) {
	name := fmt.Sprintf("absorb%dx%d%s", digest, b.lanes, b.name)
	TEXT(name, 0, "func(s *uint64, messages **byte, constants *uint64, count int)")
	Doc(fmt.Sprintf("%s takes in count blocks, at least one, of each of %d messages of Iphe-%d.", name, b.lanes, digest))
	Pragma("noescape")
	Load(Param("messages"), reg.RAX)
	for lane, m := range b.messages {
		MOVQ(Mem{Base: reg.RAX, Disp: 8 * lane}, m)
	}
	count := reg.RCX
	Load(Param("count"), count)
	if b.avx512 {
		for pair, k := range pairMasks {
			MOVL(U32(0b11<<(2*pair+2)), reg.EAX)
			KMOVW(reg.EAX, k)
		}
	}

	// The vectors of the state that are not in registers and, behind them, the
	// saved ones are aligned, so that none is in two lines of the cache.
	rate := rateWords(digest)
	vector := 8 * b.lanes
	state := reg.RBX
	Load(Param("s"), state)
	LEAQ(AllocLocal((words-b.inRegs+words-rate+1)*vector), b.locals)
	ADDQ(U8(vector-1), b.locals)
	ANDQ(I8(-vector), b.locals)
	b.moveState(func(p int) (Op, Op) { return Mem{Base: state, Disp: vector * p}, b.word(p) })

	Label("block")
	b.message(rate)
	for _, m := range b.messages {
		ADDQ(U32(uint32(8*rate)), m)
	}

	Comment("Save the capacity for the feed-forward.")
	at := func(p int) Mem { return Mem{Base: b.locals, Disp: vector * (words - b.inRegs + p - rate)} }
	x := b.t[0]
	for p := rate; p < words; p++ {
		if v := b.word(p); inMemory(v) {
			b.move(v, x)
			b.move(x, at(p))
		} else {
			b.move(v, at(p))
		}
	}

	b.permutation()
	for p := rate; p < words; p++ {
		if v := b.word(p); inMemory(v) {
			b.move(v, x)
			b.xor(at(p), x, x)
			b.move(x, v)
		} else {
			b.xor(at(p), v, v)
		}
	}
	DECQ(count)
	JNZ(LabelRef("block"))

	Load(Param("s"), state)
	b.moveState(func(p int) (Op, Op) { return b.word(p), Mem{Base: state, Disp: vector * p} })
	VZEROUPPER()
	RET()
}

// moveState moves every vector of the state from one operand to another.
func (b *batcher) moveState(operands func(p int) (from, to Op)) {
	for p := range words {
		from, to := operands(p)
		if inMemory(from) && inMemory(to) {
			b.move(from, b.t[0])
			from = b.t[0]
		}
		b.move(from, to)
	}
}

// pairMasks select the second, third and fourth two lanes of 512-bit vectors.
var pairMasks = []reg.Register{reg.K1, reg.K2, reg.K3}

// message adds a block of each message to the state. Two words of every message are
// read at once: those of the messages with even numbers into one vector, those of the
// others into another one, and interleaved they are the two vectors of words.
func (b *batcher) message(rate int) {
	Comment("The messages.")
	even, odd, x, low, high := b.t[0], b.t[1], b.t[2], b.t[3], b.t[4]
	// Byte tables of the reverses of the halves of a byte.
	b.move(b.vectors.find(bytes(b.lanes, func(b int) byte { return reversed(byte(b % 16)) })), low)
	b.move(b.vectors.find(bytes(b.lanes, func(b int) byte { return reversed(byte(b % 16 << 4)) })), high)
	for j := 0; j < rate; j += 2 {
		at := min(j, rate-2) // the last word is read with the one before
		for lane, m := range b.messages {
			b.insert(Mem{Base: m, Disp: 8 * at}, lane/2, []reg.VecPhysical{even, odd}[lane%2])
		}
		if at == j {
			VPUNPCKLQDQ(odd, even, x)
		}
		VPUNPCKHQDQ(odd, even, odd)
		if at == j {
			b.absorb(j, x, even, low, high)
		}
		b.absorb(at+1, odd, even, low, high)
	}
}

// insert reads two words into lanes 2*pair and 2*pair+1 of a vector, whose
// first pair comes first.
func (b *batcher) insert(from Mem, pair int, to reg.VecPhysical) {
	switch {
	case b.avx512 && pair == 0:
		VBROADCASTI64X2(from, to) // everywhere
	case b.avx512:
		VBROADCASTI64X2(from, pairMasks[pair-1], to)
	case pair == 0:
		VMOVDQU(from, to.AsX())
	default:
		VINSERTI128(U8(1), from, to, to)
	}
}

// absorb reverses the bits of the bytes of x and adds them to word p; y is
// temporary.
func (b *batcher) absorb(p int, x, y, low, high reg.VecPhysical) {
	half := b.vectors.find(bytes(b.lanes, func(int) byte { return 0x0f }))
	VPSRLQ(U8(4), x, y)
	b.and(half, x, x)
	b.and(half, y, y)
	VPSHUFB(x, low, x)
	VPSHUFB(y, high, y)
	v := b.word(p)
	switch {
	case inMemory(v):
		b.xor(v, x, x)
		b.xor(x, y, y)
		b.move(y, v)
	case b.avx512:
		VPTERNLOGQ(U8(0x96), x, y, v) // the XOR of all three
	default:
		b.xor(x, v, v)
		b.xor(y, v, v)
	}
}

func (b *batcher) move(x, y Op) {
	if b.avx512 {
		VMOVDQU64(x, y)
	} else {
		VMOVDQU(x, y)
	}
}

func (b *batcher) xor(x, y, z Op) {
	if b.avx512 {
		VPXORQ(x, y, z)
	} else {
		VPXOR(x, y, z)
	}
}

func (b *batcher) and(x, y, z Op) {
	if b.avx512 {
		VPANDQ(x, y, z)
	} else {
		VPAND(x, y, z)
	}
}
