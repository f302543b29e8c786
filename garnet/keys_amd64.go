//go:build amd64 && !purego

package garnet

// roundKeys are the AES keys of the 16 words in one round, with the constants of
// theta in them; in the order of memory, low half first.
//
// Theta adds constants between rho and zeta. Rho is linear, so adding them there
// is adding their image under its inverse before it: to the keys. The inverse is
// rho three times, since its fourth power is the identity.
type roundKeys [cells][2]uint64

// schedules returns the keys for each kernel, the same for all: those of the
// rounds of a block, and then those of the rounds that end a message.
func schedules(p *parameters) (keys [kernelCount]*uint64) {
	var list []roundKeys
	for _, c := range []call{p.absorbing, p.middle, p.squeeze} {
		for round := 1; round <= c.rounds; round++ {
			var s state
			theta(&s, round)
			rho(&s)
			rho(&s)
			rho(&s)
			var k roundKeys
			for i, w := range s {
				k[i] = [2]uint64{w.lo ^ uint64(c.key), w.hi}
			}
			list = append(list, k)
		}
	}
	for kernel := range keys {
		keys[kernel] = &list[0][0][0]
	}
	return keys
}
