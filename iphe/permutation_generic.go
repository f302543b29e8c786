package iphe

import "math/bits"

// words is the number of 64-bit words of the state.
const words = 32

// permuteGeneric is the permutation f as the specification writes it: 5 big
// rounds of 5 small rounds of AC, GM, WR and WP. It is what the fast code is
// tested against.
func permuteGeneric(s *[words]uint64) {
	for big := range 5 {
		for small := range 5 {
			addConstants(s, big, small)
			mixGroups(s, small)
			rotateWords(s)
			permuteWords(s)
		}
	}
}

// groupSize returns l, the number of words in a group: 2, 4, 8, 16, 32.
func groupSize(small int) int { return 2 << small }

// addConstants is AC: a constant into the first word of each group.
func addConstants(s *[words]uint64, big, small int) {
	l := groupSize(small)
	for g := range words / l {
		s[g*l] ^= alpha[g] ^ beta[small] ^ gamma[big]
	}
}

// mixGroups is GM: the sum u of every group g is fed into the words of its
// target group, multiplied by 1 + 2^(j+1) for the word of index j. The first
// word of the target is changed by addition, all others by XOR. All sums are
// taken before any word changes.
func mixGroups(s *[words]uint64, small int) {
	l := groupSize(small)
	groups := words / l
	var sums [words / 2]uint64
	for g := range groups {
		sums[g] = groupSum(s[g*l:(g+1)*l], 1)
	}
	for g := range groups {
		u, t := sums[g], targetGroup(g, groups)*l
		s[t] += u + u<<1
		for j := 1; j < l; j++ {
			s[t+j] ^= u + u<<(j+1)
		}
	}
}

// groupSum joins the words of a group by a binary tree over neighbours. Odd
// levels, counted from 1 at the leaves, join by addition, even levels by XOR.
func groupSum(group []uint64, level int) uint64 {
	if len(group) == 1 {
		return group[0]
	}
	joined := make([]uint64, len(group)/2)
	for a := range joined {
		if level%2 == 1 {
			joined[a] = group[2*a] + group[2*a+1]
		} else {
			joined[a] = group[2*a] ^ group[2*a+1]
		}
	}
	return groupSum(joined, level+1)
}

// targetGroup returns D(g): g is reversed as a number of log2(groups) bits,
// counted up, and reversed again.
func targetGroup(g, groups int) int {
	reverse := func(x int) int {
		r := 0
		for bit := 1; bit < groups; bit <<= 1 {
			r = r<<1 | x&1
			x >>= 1
		}
		return r
	}
	return reverse((reverse(g) + 1) % groups)
}

// rotation returns the amount, 16 to 47, by which WR rotates word j to the left.
func rotation(j int) int { return (7*j)%32 + 16 }

// rotateWords is WR.
func rotateWords(s *[words]uint64) {
	for j := range s {
		s[j] = bits.RotateLeft64(s[j], rotation(j))
	}
}

// permuteWords is WP: the words of even index to the first half, those of odd
// index to the second.
func permuteWords(s *[words]uint64) {
	t := *s
	for j := range words / 2 {
		s[j] = t[2*j]
		s[words/2+j] = t[2*j+1]
	}
}
