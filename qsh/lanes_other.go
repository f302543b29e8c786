//go:build !amd64 || purego

package qsh

// values writes the chaining values of streams of blocks, all of the same
// length of at most a chunk, to out. All start from H(0); the flags are those of [chain.run].
func values(in instance, out []byte, streams [][]byte, first, last int) {
	valuesOneByOne(in, out, streams, first, last)
}

// lanes returns how many streams there are room for in the vectors of a kernel.
func (in instance) lanes(kernel int) int { return 1 }

func sumLanes(instance, int, [][]byte, func(i int) []byte) { panic("qsh: no lanes") }
