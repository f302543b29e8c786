//go:build !amd64 || purego

package duet

import "github.com/hashassay/assay/internal/cpu"

var kernels = cpu.Register("duet", cpu.Kernel{Name: "portable"})

func (s *state) absorb(blocks []byte, in instance) { s.absorbPortable(blocks, in) }

func lanesOf(instance) (width, least int) { return 0, 0 }

func absorbLanes(*laneState, instance, int, *[maxLanes]*byte, int) {}

func call960(w *[words960]uint64, constants *[rounds960]uint64)    { permute960(w, constants) }
func call1920(w *[words1920]uint64, constants *[rounds1920]uint64) { permute1920(w, constants) }
