//go:build !amd64 || purego

package iphe

import "github.com/hashassay/assay/internal/cpu"

var kernels = cpu.Register("iphe", cpu.Kernel{Name: cpu.Portable})

// absorb takes in whole blocks of rate bytes.
func (s *state) absorb(blocks []byte, rate int) { s.absorbPortable(blocks, rate) }
