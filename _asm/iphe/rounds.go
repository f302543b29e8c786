package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// smallRound writes GM and WR of small round i, and AC of the next one. The
// sums of groups are formed by adding or XORing the words whose places differ
// in one bit, a bit for each level of the tree, so that every word gets the sum
// of its group: across registers for bits 2 to 4, with a register and its
// own words in other lanes for bits 0 and 1. The bits of a place that lie in
// the group, from the lowest level, and those of the group's number, most
// significant first, which the target map D counts in:
//
//	round  in the group  group number
//	0      0             4 3 2 1
//	1      1 2           0 4 3
//	2      2 3 4         1 0
//	3      3 4 0 1       2
//	4      4 0 1 2 3
//
// Below, u are sums, and the comments say which register or lane takes whose.
func (a *absorber) smallRound(i int) {
	v, t := a.v, a.t
	x, y := t[6], t[7]
	switch i {
	case 0:
		// Bit 4 always changes, bit 3 if 4 was 1, bit 2 if 3 was 1 too:
		// registers 4 5 6 7 2 3 1 take from 0 1 2 3 4 5 6. Where all were 1, lane bit
		// 1 changes: register 0 takes from 7 with its halves exchanged.
		u := func(r int, to Op) {
			neighbours(v[r], to)
			VPADDQ(to, v[r], to)
		}
		sums := make([]reg.VecPhysical, 8)
		for r := range 4 {
			sums[r] = t[r]
			u(r, t[r])
		}
		free := t[4]
		for r := 4; r < 8; r++ {
			u(r, free)
			a.feed(i, r, sums[r-4], x, y)
			sums[r], free = free, sums[r-4]
		}
		halves(sums[7], free)
		a.feed(i, 0, free, x, y)
		a.feed(i, 2, sums[4], x, y)
		a.feed(i, 3, sums[5], x, y)
		a.feed(i, 1, sums[6], x, y)
	case 1:
		for k := range 4 { // t[k] has the sums of registers 2k and 2k+1
			halves(v[2*k], t[k])
			halves(v[2*k+1], x)
			VPADDQ(t[k], v[2*k], t[k])
			VPADDQ(x, v[2*k+1], x)
			VPXOR(t[k], x, t[k])
		}
		// Lane bit 0 always changes. The upper words of the pairs take the lower
		// sums of the same k. The lower words take the upper sums, of the k
		// with bit 4 (in k: 1) changed, and 3 (0) if 4 was 1.
		for k, from := range []int{3, 2, 0, 1} {
			VSHUFPD(U8(0b0101), t[k], t[from], t[4])
			a.feed(i, 2*k, t[4], x, y)
			a.feed(i, 2*k+1, t[4], x, y)
		}
	case 2:
		for k := range 4 {
			VPADDQ(v[2*k], v[2*k+1], t[k])
		}
		a.join()
		// Lane bit 1 always changes, 0 if 1 was 1: lanes take from 3 2 0 1.
		VPERMQ(U8(0b01_00_10_11), t[0], t[0])
		a.feedPairs(i, 1, func(int) Op { return t[0] })
	case 3:
		for k := range 2 { // t[k] has the sum of the registers with bit 2 = k
			VPADDQ(v[k], v[k+2], t[k])
			VPADDQ(v[k+4], v[k+6], t[k+2])
			VPXOR(t[k], t[k+2], t[k])
			neighbours(t[k], x)
			VPADDQ(t[k], x, t[k])
			halves(t[k], x)
			VPXOR(t[k], x, t[k])
		}
		a.feedPairs(i, 2, func(r int) Op { return t[1-r%2] })
	case 4:
		for k := range 4 {
			VPADDQ(v[k], v[k+4], t[k])
			neighbours(t[k], x)
			VPXOR(t[k], x, t[k])
			halves(t[k], x)
			VPADDQ(t[k], x, t[k])
		}
		a.join()
		a.feedPairs(i, 4, func(int) Op { return t[0] })
	}
}

// join makes (t0 ^ t1) + (t2 ^ t3) of the first temporaries.
func (a *absorber) join() {
	t := a.t
	VPXOR(t[0], t[1], t[0])
	VPXOR(t[2], t[3], t[2])
	VPADDQ(t[0], t[2], t[0])
}

// neighbours exchanges the words whose places differ in bit 0.
func neighbours(x, to Op) { VPSHUFD(U8(0x4e), x, to) }

// halves exchanges the words whose places differ in bit 1. It takes three
// cycles, one less than VPERMQ on some CPUs.
func halves(x, to Op) { VPERM2I128(U8(1), x, x, to) }

// feed feeds the sums u into register r; x and y are temporary.
func (a *absorber) feed(i, r int, u, x, y Op) {
	a.shifted(i, r, u, x)
	a.feedback(i, r, u, x, x, y)
}

// feedPairs feeds sums into all registers, in pairs r and r+step that take the same
// ones. The shift amounts of the second are greater by one, so that its shift
// is an addition, which more ports can do.
func (a *absorber) feedPairs(i, step int, u func(r int) Op) {
	m, x, y := a.t[5], a.t[6], a.t[7]
	for r := range a.v {
		if r&step != 0 {
			continue
		}
		a.shifted(i, r, u(r), x)
		a.feedback(i, r, u(r), x, m, y)
		VPADDQ(x, x, x)
		a.feedback(i, r+step, u(r), x, x, y)
	}
}

// shifted shifts u by the amounts of the places in register r.
func (a *absorber) shifted(i, r int, u, to Op) {
	shifts := vector(r, func(p int) uint64 { return uint64(shift(p, i)) })
	switch first := shifts[0]; {
	case first != shifts[1] || first != shifts[2]:
		VPSLLVQ(a.vectors.find(shifts), u, to)
	case first == 1:
		VPADDQ(u, u, to)
	default:
		VPSLLQ(U8(uint8(first)), u, to)
	}
}

// feedback feeds the sums u into register r, given the shifted sums: the
// multiples u + shifted, which it leaves in m, are added to first words and
// XORed to others. Then it rotates the words and adds the constants of the
// next AC.
func (a *absorber) feedback(i, r int, u, shifted, m, y Op) {
	v := a.v[r]
	constant, early := a.next(i, r, 0)
	at := Mem{Base: reg.RBX, Disp: 8 * lanes * len(a.uses)}
	if constant != nil {
		a.uses = append(a.uses, use{i, r})
	}

	VPADDQ(shifted, u, m)
	fed := Op(v)
	switch mask := firsts(r, i); {
	case mask == all:
		VPADDQ(m, v, v)
	case mask == 0 && early && a.avx512:
		VPTERNLOGQ(U8(0x96), at, m, v) // the XOR of all three
	case mask == 0:
		if early {
			VPXOR(at, v, v)
		}
		VPXOR(m, v, v)
	case a.avx512:
		VPXOR(m, v, y)
		VPADDQ(m, v, opmasks[mask], y)
		fed = y
	default:
		VPADDQ(m, v, y)
		VPXOR(m, v, v)
		VPBLENDD(blend(mask), y, v, v)
	}

	rotations := vector(r, func(p int) uint64 { return uint64(rotation(p, i)) })
	if a.avx512 {
		VPROLVQ(a.vectors.find(rotations), fed, v)
	} else {
		right := vector(r, func(p int) uint64 { return uint64(64 - rotation(p, i)) })
		VPSLLVQ(a.vectors.find(rotations), v, m)
		VPSRLVQ(a.vectors.find(right), v, v)
		VPOR(m, v, v)
	}
	if constant != nil && !early {
		VPXOR(at, v, v)
	}
}
