//go:build (!amd64 && !arm64) || purego

package garnet

import "github.com/hashassay/assay/internal/cpu"

var kernels = cpu.Register("garnet", cpu.Kernel{Name: cpu.Portable})

func (p *parameters) absorb(s *state, blocks []byte) { p.absorbSliced(s, blocks) }

func (p *parameters) close(s *state, block []byte, length uint64) { p.closeSliced(s, block, length) }

func canPair() bool { return false }

func sumTwo(digest0, digest1, data0, data1 []byte, in instance) {
	panic("garnet: no kernel for two messages")
}
