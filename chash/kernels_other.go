//go:build (!amd64 && !arm64) || purego

package chash

import "github.com/hashassay/assay/internal/cpu"

// kernels has only the portable one here.
var kernels = cpu.Register("chash", cpu.Kernel{Name: cpu.Portable})

func (h *value) absorb(blocks []byte, in instance, first uint64) { h.absorbPortable(blocks, in, first) }
func (x *value) bothCalls()                                      { x.bothCallsPortable() }

func sumBatch(digest func(i int) []byte, msgs [][]byte, in instance) { sumEach(digest, msgs, in) }
