//go:build amd64 && !purego

package garnet

import (
	"math/bits"

	"github.com/klauspost/cpuid/v2"

	"github.com/hashassay/assay/internal/cpu"
)

// The kernels, slowest first.
const (
	portable = iota
	vaesAVX512
)

var kernels = cpu.Register("garnet",
	cpu.Kernel{Name: cpu.Portable},
	cpu.Kernel{Name: "vaes-avx512", Needs: []cpu.Feature{cpuid.AVX, cpuid.AVX2, cpuid.AVX512F, cpuid.VAES}},
)

type vectorParams struct {
	keys       *uint64
	absorbing  int
	more       int
	rate       [8]uint64
	ff, ffLast int
}

var vp = func() (list [instanceCount]vectorParams) {
	for in := range instanceCount {
		p := in.parameters()
		v := &list[in]
		keys := schedule(p)
		v.keys = &keys[0][0][0]
		v.absorbing = p.absorbing.rounds
		v.more = p.middle.rounds + p.squeeze.rounds
		for _, c := range p.rate {
			v.rate[c/4*2] |= 3 << (c % 4 * 2)
		}
		var n uint64
		for i := range 4 {
			v.rate[2*i+1] = n
			n += 8 * uint64(bits.OnesCount64(v.rate[2*i]))
		}
		v.rate[1] = n
		switch p.feedForward {
		case oldStateAndMessage:
			v.ff, v.ffLast = 2, 2
		case oldStateAndMessageOfFinal:
			v.ff, v.ffLast = 1, 2
		}
	}
	return
}()

func (p *parameters) absorb(s *state, blocks []byte) {
	if len(blocks) == 0 {
		return
	}
	switch kernels.Current() {
	case vaesAVX512:
		v := &vp[p.instance]
		spongeVAESAVX512(&s[0].hi, &blocks[0], len(blocks)/p.blockSize(), v.keys, v.absorbing, &v.rate[0], v.ff, 0, 0)
	default:
		p.absorbSliced(s, blocks)
	}
}

func (p *parameters) close(s *state, block []byte, length uint64) {
	switch kernels.Current() {
	case vaesAVX512:
		v := &vp[p.instance]
		spongeVAESAVX512(&s[0].hi, &block[0], 1, v.keys, v.absorbing, &v.rate[0], v.ffLast, length, v.more)
	default:
		p.closeSliced(s, block, length)
	}
}
