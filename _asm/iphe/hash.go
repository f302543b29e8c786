package main

import "math/big"

// words is the number of 64-bit words of the state.
const words = 32

// digests are the digest lengths of the instances in bits.
var digests = []int{512, 768, 1024}

// rateWords returns the number of words of a block.
func rateWords(digest int) int { return 31 - digest/64 }

// place returns where the word of an index is in small round i.
func place(index, i int) int { return (index<<i | index>>(5-i)) & (words - 1) }

// index returns the index of the word at a place in small round i.
func index(place, i int) int { return (place>>i | place<<(5-i)) & (words - 1) }

// groupSize returns the number of words of a group in small round i.
func groupSize(i int) int { return 2 << i }

// target returns D(g), the group that takes the sum of group g: g counted up
// with the carry running from its most significant bit downwards.
func target(g, groups int) int {
	for bit := groups / 2; bit > 0; bit /= 2 {
		g ^= bit
		if g&bit != 0 {
			break
		}
	}
	return g
}

// inGroup returns the number within its group of the word at a place.
func inGroup(place, i int) int { return index(place, i) % groupSize(i) }

// shift returns k of the multiple u + u<<k that is fed into the word at a place.
func shift(place, i int) int { return inGroup(place, i) + 1 }

// rotation returns the amount by which WR rotates the word at a place to the
// left.
func rotation(place, i int) int { return 7*index(place, i)%32 + 16 }

// constant returns what AC adds to the word at a place: something for the first
// word of each group, else 0.
func constant(place, i, big int) uint64 {
	if inGroup(place, i) != 0 {
		return 0
	}
	alpha, beta, gamma := pi[:16], pi[16:21], pi[21:]
	return alpha[index(place, i)/groupSize(i)] ^ beta[i] ^ gamma[big]
}

// pi is the fractional part of pi in words: the constants alpha, beta, gamma.
var pi = func() (list [26]uint64) {
	const guard = 64 // more bits than the roundings can spoil
	one := new(big.Int).Lsh(big.NewInt(1), 64*uint(len(list))+guard)
	atan := func(x int64) *big.Int { // of 1/x
		sum := new(big.Int)
		power := new(big.Int).Quo(one, big.NewInt(x))
		for n := int64(1); power.Sign() != 0; n += 2 {
			term := new(big.Int).Quo(power, big.NewInt(n))
			if n%4 == 3 {
				term.Neg(term)
			}
			sum.Add(sum, term)
			power.Quo(power, big.NewInt(x*x))
		}
		return sum
	}
	// Machin: pi = 16 atan(1/5) - 4 atan(1/239).
	p := new(big.Int).Mul(big.NewInt(16), atan(5))
	p.Sub(p, new(big.Int).Mul(big.NewInt(4), atan(239)))
	for k := range list {
		list[k] = new(big.Int).Rsh(p, uint(64*(len(list)-1-k))+guard).Uint64() // its low 64 bits
	}
	return list
}()
