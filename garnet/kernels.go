//go:build (amd64 || arm64) && !purego

package garnet

// maxCall is the most input in bytes that one call of assembly is given: a
// goroutine cannot be preempted inside.
const maxCall = 64 << 10

// kernelParameters is what the assembly needs to know of an instance.
type kernelParameters struct {
	size        int                  // of a block
	keys        [kernelCount]*uint64 // see schedules
	rounds      int                  // for a block
	more        int                  // at the end
	rate        uint64               // a bit for each cell that a block goes to
	feedForward int                  // after each block but the final one
	final       int                  // after the final one
}

// What the assembly adds to the state after a block.
const (
	addNothing = iota
	addOldState
	addOldStateAndMessage
)

// kernelParameterSets are the instances as the assembly needs them.
var kernelParameterSets = func() (list [instanceCount]kernelParameters) {
	for in := range instanceCount {
		p, v := in.parameters(), &list[in]
		v.size = p.blockSize()
		v.keys = schedules(p)
		v.rounds = p.absorbing.rounds
		v.more = p.middle.rounds + p.squeeze.rounds
		for _, cell := range p.rate {
			v.rate |= 1 << cell
		}
		switch p.feedForward {
		case oldStateAndMessage:
			v.feedForward, v.final = addOldStateAndMessage, addOldStateAndMessage
		case oldStateAndMessageOfFinal:
			v.feedForward, v.final = addOldState, addOldStateAndMessage
		}
	}
	return list
}()

// absorb takes in whole blocks, none of which is the final one.
func (p *parameters) absorb(s *state, blocks []byte) {
	kernel := kernels.Current()
	if kernel == portable {
		p.absorbSliced(s, blocks)
		return
	}
	v := &kernelParameterSets[p.instance]
	for len(blocks) > 0 {
		n := min(len(blocks), maxCall) / v.size
		v.sponge(kernel, s, blocks, n, v.feedForward, 0, 0)
		blocks = blocks[n*v.size:]
	}
}

// close takes in the final block of a message of length bits and computes the
// state that the digest is read from.
func (p *parameters) close(s *state, block []byte, length uint64) {
	kernel := kernels.Current()
	if kernel == portable {
		p.closeSliced(s, block, length)
		return
	}
	v := &kernelParameterSets[p.instance]
	v.sponge(kernel, s, block, 1, v.final, length, v.more)
}

// canPair says whether the kernel in use computes two messages faster together.
func canPair() bool { return kernels.Current() >= firstPairing }

// sumTwo writes the digests of two messages, of which the second is not the
// longer one.
func sumTwo(digest0, digest1, data0, data1 []byte, in instance) {
	kernel := kernels.Current()
	if kernel < firstPairing { // it has changed
		sum(digest0, data0, 0, 0, in)
		sum(digest1, data1, 0, 0, in)
		return
	}
	p, v := in.parameters(), &kernelParameterSets[in]
	s0, s1 := *p.start, *p.start
	length0, length1 := 8*uint64(len(data0)), 8*uint64(len(data1))
	for len(data1) >= v.size {
		n := min(len(data1), maxCall/2) / v.size
		v.spongeTwo(kernel, &s0, &s1, data0, data1, n, v.feedForward, 0, 0, 0)
		data0, data1 = data0[n*v.size:], data1[n*v.size:]
	}
	whole := len(data0) - len(data0)%v.size
	p.absorb(&s0, data0[:whole])
	var block0, block1 [maxBlock]byte
	pad(&block0, data0[whole:], 0, 0)
	pad(&block1, data1, 0, 0)
	v.spongeTwo(kernel, &s0, &s1, block0[:], block1[:], 1, v.final, length0, length1, v.more)
	p.read(digest0, &s0)
	p.read(digest1, &s1)
}
