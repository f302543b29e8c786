//go:build arm64 && !purego

package garnet

// roundKeys are what is added to the 16 words before SubBytes of a round: AESE
// adds its key there. It is the AES key of the round before, the same in all
// words, which rho and zeta leave as it is; and the constants of theta of the round
// before, as zeta leaves them. In the order of memory, low half first.
type roundKeys [cells][2]uint64

// schedules returns the keys for each kernel: nothing for the first round of a block,
// the keys for its other rounds, what is to be added after the last one; then
// the same for the rounds that end a message.
func schedules(p *parameters) (keys [kernelCount]*uint64) {
	for kernel := range keys {
		var left uint64 // added by every round of the kernel, to be taken off
		if kernel == aesSHA3 {
			left = 0x87 ^ 0x20008005 // where there is no carry in rho and zeta
		}
		var list []roundKeys
		for _, c := range []call{p.absorbing, p.middle, p.squeeze} {
			if c != p.squeeze { // which goes on from the middle
				list = append(list, roundKeys{})
			}
			for round := 1; round <= c.rounds; round++ {
				var s state
				theta(&s, round)
				zeta(&s)
				var k roundKeys
				for i, w := range s {
					k[i] = [2]uint64{w.lo ^ uint64(c.key) ^ left, w.hi}
				}
				list = append(list, k)
			}
		}
		keys[kernel] = &list[0][0][0]
	}
	return keys
}
