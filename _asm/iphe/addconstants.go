package main

import "math/bits"

// next returns what the AC behind small round i of a big round adds to register r: nil
// if it has no first words. Where all words of the register are changed by
// XOR in round i, the constants can be added before the rotation, and so before the sums
// are known; then early is true and they are rotated back.
//
// The AC behind the last round of all is the one in front of the first.
func (a *absorber) next(i, r, big int) (list []uint64, early bool) {
	following := (i + 1) % 5
	if following == 0 {
		big = (big + 1) % 5
	}
	if firsts(r, following) == 0 {
		return nil, false
	}
	early = firsts(r, i) == 0
	return vector(r, func(p int) uint64 {
		c := constant(p, following, big)
		if early {
			c = bits.RotateLeft64(c, -rotation(p, i))
		}
		return c
	}), early
}
