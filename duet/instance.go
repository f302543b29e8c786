package duet

import "fmt"

// instance is one of the three parameter sets.
type instance uint8

// The instances. Duet-512 is 0, so that the zero Digest is usable.
const (
	duet512 instance = iota
	duet768
	duet1024
)

// size returns the length of the digest in bytes.
func (in instance) size() int { return Size512 + 32*int(in) }

// rate returns the length of a block in bytes.
func (in instance) rate() int {
	switch in {
	case duet512:
		return BlockSize512
	case duet768:
		return BlockSize768
	default:
		return BlockSize1024
	}
}

// capacity returns the length of the capacity in bytes: what the rate leaves of
// the permutation's state.
func (in instance) capacity() int {
	if in == duet512 {
		return 8*words960 - in.rate()
	}
	return 8*words1920 - in.rate()
}

// words returns the number of words of the state of the mode: A, B and C.
func (in instance) words() int { return (2*in.rate() + in.capacity()) / 8 }

func (in instance) String() string { return fmt.Sprintf("Duet-%d", 8*in.size()) }
