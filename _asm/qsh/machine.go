package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// machine is the instruction set, the length of a word and that of a vector in
// bits. AVX-512 code has 32 vector registers and a rotation of words, in vectors of
// any length.
type machine struct {
	avx512 bool
	word   int
	width  int
}

// bytes is the length of a vector in bytes.
func (m machine) bytes() int { return m.width / 8 }

// blockBytes is the length of a block, valueBytes that of a chaining value.
func (m machine) blockBytes() int { return 32 * m.word / 8 }
func (m machine) valueBytes() int { return 16 * m.word / 8 }

// perQuarter is the number of words in 128 bits, the part of a vector that most
// instructions cannot move words out of.
func (m machine) perQuarter() int { return 128 / m.word }

// name is the Go type of a word and the ending of a function's name.
func (m machine) wordType() string { return map[int]string{32: "uint32", 64: "uint64"}[m.word] }

func (m machine) suffix() string {
	if m.avx512 {
		return "AVX512"
	}
	return "AVX2"
}

var registers = []reg.VecPhysical{
	reg.Z0, reg.Z1, reg.Z2, reg.Z3, reg.Z4, reg.Z5, reg.Z6, reg.Z7,
	reg.Z8, reg.Z9, reg.Z10, reg.Z11, reg.Z12, reg.Z13, reg.Z14, reg.Z15,
	reg.Z16, reg.Z17, reg.Z18, reg.Z19, reg.Z20, reg.Z21, reg.Z22, reg.Z23,
	reg.Z24, reg.Z25, reg.Z26, reg.Z27, reg.Z28, reg.Z29, reg.Z30, reg.Z31,
}

// v is vector register i.
func (m machine) v(i int) reg.VecPhysical {
	switch m.width {
	case 128:
		return registers[i].AsX().(reg.VecPhysical)
	case 256:
		return registers[i].AsY().(reg.VecPhysical)
	}
	return registers[i]
}

// vs is n vector registers from register i on.
func (m machine) vs(i, n int) (list []reg.VecPhysical) {
	for k := range n {
		list = append(list, m.v(i+k))
	}
	return list
}

// load and store move a whole vector; memory is aligned only where the kernel made
// it so, and aligned instructions would gain nothing.
func (m machine) load(from Op, to reg.VecPhysical) {
	if m.avx512 {
		VMOVDQU64(from, to)
	} else {
		VMOVDQU(from, to)
	}
}

func (m machine) store(from reg.VecPhysical, to Op) {
	if m.avx512 {
		VMOVDQU64(from, to)
	} else {
		VMOVDQU(from, to)
	}
}

// add makes to the sum of x, which may be memory, and y.
func (m machine) add(x Op, y, to reg.VecPhysical) {
	if m.word == 32 {
		VPADDD(x, y, to)
	} else {
		VPADDQ(x, y, to)
	}
}

func (m machine) xor(x Op, y, to reg.VecPhysical) {
	switch {
	case !m.avx512:
		VPXOR(x, y, to)
	case m.word == 32:
		VPXORD(x, y, to)
	default:
		VPXORQ(x, y, to)
	}
}

func (m machine) shiftLeft(n int, x, to reg.VecPhysical) {
	switch {
	case n == 1:
		m.add(x, x, to) // on more ports than a shift
	case m.word == 32:
		VPSLLD(U8(n), x, to)
	default:
		VPSLLQ(U8(n), x, to)
	}
}

func (m machine) shiftRight(n int, x, to reg.VecPhysical) {
	if m.word == 32 {
		VPSRLD(U8(n), x, to)
	} else {
		VPSRLQ(U8(n), x, to)
	}
}

// rotate makes to the words of x rotated to the left by n. With AVX2 a
// rotation by whole bytes is a shuffle of bytes; another one needs spare, which is neither x
// nor to.
func (m machine) rotate(n int, x, to, spare reg.VecPhysical) {
	switch {
	case m.word == 64 && n == 32:
		VPSHUFD(U8(0xb1), x, to) // swaps halves; on Zen 4 faster than a rotation
	case m.avx512 && m.word == 32:
		VPROLD(U8(n), x, to)
	case m.avx512:
		VPROLQ(U8(n), x, to)
	case n%8 == 0:
		VPSHUFB(m.byteRotation(n), x, to)
	case x == to:
		m.shiftLeft(n, x, spare)
		m.shiftRight(m.word-n, x, to)
		VPOR(spare, to, to)
	default:
		m.shiftLeft(n, x, to)
		m.shiftRight(m.word-n, x, spare)
		VPOR(spare, to, to)
	}
}

// addRotated makes to the sum of y, which may be memory, and the words of x
// rotated to the left by n. Where a rotation is two shifts, their results are
// added one after the other.
func (m machine) addRotated(n int, x reg.VecPhysical, y Op, to, spare reg.VecPhysical) {
	if m.avx512 || n%8 == 0 {
		m.rotate(n, x, spare, spare)
		m.add(y, spare, to)
		return
	}
	m.shiftRight(m.word-n, x, spare)
	m.add(y, spare, to)
	m.shiftLeft(n, x, spare)
	m.add(spare, to, to)
}

// byteRotations are the shuffles of bytes made so far, by word and number of bits.
var byteRotations = map[[2]int]Mem{}

// byteRotation is the shuffle that rotates each word to the left by n bits: byte
// i takes byte i - n/8 of its word.
func (m machine) byteRotation(n int) Mem {
	key := [2]int{m.word, n}
	if byteRotations[key].Symbol.Name == "" {
		size := m.word / 8
		data := GLOBL(m.wordType()+"RotatedBy"+string(rune('0'+n/8))+"Bytes", RODATA|NOPTR)
		for i := range 32 {
			DATA(i, U8(i%16/size*size+(i+size-n/8)%size))
		}
		byteRotations[key] = data
	}
	return byteRotations[key]
}

// alignedFrame allots n vectors on the stack, aligned to their length, and
// returns their address.
func (m machine) alignedFrame(n int) reg.GPVirtual {
	frame := AllocLocal((n + 1) * m.bytes())
	base := GP64()
	LEAQ(frame, base)
	ADDQ(Imm(uint64(m.bytes()-1)), base)
	ANDQ(I32(-m.bytes()), base)
	return base
}

// broadcastMemory fills a vector with a word of memory.
func (m machine) broadcastMemory(from Mem, to reg.VecPhysical) {
	if m.word == 32 {
		VPBROADCASTD(from, to)
	} else {
		VPBROADCASTQ(from, to)
	}
}

// broadcastRegister fills a vector with a word from a general register.
func (m machine) broadcastRegister(from reg.Register, to reg.VecPhysical) {
	switch {
	case m.avx512 && m.word == 32:
		VPBROADCASTD(from, to)
	case m.avx512:
		VPBROADCASTQ(from, to)
	case m.word == 32:
		VMOVD(from, to.AsX())
		VPBROADCASTD(to.AsX(), to)
	default:
		VMOVQ(from, to.AsX())
		VPBROADCASTQ(to.AsX(), to)
	}
}
