//go:build !amd64 || purego

package iphe

import "github.com/hashassay/assay/internal/cpu"

var kernels = cpu.Register("iphe", cpu.Kernel{Name: cpu.Portable})

// absorb takes in whole blocks of rate bytes.
func (s *state) absorb(blocks []byte, rate int) { s.absorbPortable(blocks, rate) }

// batchWidth returns 0: no kernel absorbs several messages side by side.
func batchWidth(int) int { return 0 }

func absorbLanes(int, *[words * maxWidth]uint64, *[maxWidth]*byte, int, int) {}
