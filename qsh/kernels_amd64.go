//go:build amd64 && !purego

package qsh

import (
	"github.com/klauspost/cpuid/v2"

	"github.com/hashassay/assay/internal/cpu"
)

// The kernels, slowest first.
const (
	portable = iota
	avx2
	avx512
)

var kernels = cpu.Register("qsh",
	cpu.Kernel{Name: cpu.Portable},
	cpu.Kernel{Name: "avx2", Needs: []cpu.Feature{cpuid.AVX, cpuid.AVX2}},
	cpu.Kernel{Name: "avx512", Needs: []cpu.Feature{cpuid.AVX, cpuid.AVX2, cpuid.AVX512F, cpuid.AVX512VL}},
)

// run32 takes blocks of QSH-512 into the state from, one after the other, and writes the
// new state to to; at most a chunk. The flags of the first block are first, and those of
// the last are last; of a single one both.
func run32(to, from *[stateWords]uint32, blocks []byte, first, last int) {
	switch n := len(blocks) / BlockSize512; kernels.Current() {
	case avx512:
		compress32AVX512(to, from, &blocks[0], n, uint32(first), uint32(last))
	case avx2:
		compress32AVX2(to, from, &blocks[0], n, uint32(first), uint32(last))
	default:
		run32Portable(to, from, blocks, first, last)
	}
}

// run64 is run32 for the other instances.
func run64(to, from *[stateWords]uint64, blocks []byte, first, last int) {
	switch n := len(blocks) / BlockSize1024; kernels.Current() {
	case avx512:
		compress64AVX512(to, from, &blocks[0], n, uint64(first), uint64(last))
	case avx2:
		compress64AVX2(to, from, &blocks[0], n, uint64(first), uint64(last))
	default:
		run64Portable(to, from, blocks, first, last)
	}
}

// values writes the chaining values of streams of blocks, all of the same
// length of at most a chunk, to out. All start from H(0); the flags are those of [chain.run].
// out may be the memory of the streams, if each of them lies behind the values of
// those before.
func values(in instance, out []byte, streams [][]byte, first, last int) {
	kernel := kernels.Current()
	if kernel == portable {
		valuesOneByOne(in, out, streams, first, last)
		return
	}
	for size := in.cvSize(); len(streams) > 0; {
		n := min(len(streams), in.together(kernel, len(streams)))
		valuesTogether(in, kernel, out[:n*size], streams[:n], first, last)
		out, streams = out[n*size:], streams[n:]
	}
}

// together returns how many of n streams to compute at once, as measured on a
// Zen 4. It may be more than n: some lanes of a vector are idle then.
func (in instance) together(kernel, n int) int {
	switch {
	case kernel == avx512 && in == qsh512:
		switch {
		case n > 14:
			return 16
		case n > 2:
			return 4
		}
		return n
	case kernel == avx512:
		if n > 5 {
			return 8
		}
	case in == qsh512:
		if n > 6 {
			return 8
		}
		return min(n, 2)
	default:
		if n > 3 {
			return 4
		}
	}
	return 1
}

// valuesTogether is values for a number of streams that together returned, or
// fewer.
func valuesTogether(in instance, kernel int, out []byte, streams [][]byte, first, last int) {
	if len(streams) == 1 {
		valuesOneByOne(in, out, streams, first, last)
		return
	}
	var (
		blocks  [16]*byte
		results [16 * 64]byte // as many bytes as 8 * 128
		n       = len(streams[0]) / in.blockSize()
	)
	for i := range blocks {
		blocks[i] = &streams[min(i, len(streams)-1)][0] // an idle lane does what another does
	}
	if in == qsh512 {
		first, last := uint32(first), uint32(last)
		var lasts [16]uint32
		for i := range lasts {
			lasts[i] = last
		}
		switch {
		case kernel == avx2 && len(streams) == 2:
			columns2x32AVX2((*[2 * 64]byte)(results[:]), &start512, (*[2]*byte)(blocks[:]), n, first, last)
		case kernel == avx2:
			lanes8x32AVX2(nil, (*[8 * 64]byte)(results[:]), &start512, (*[8]*byte)(blocks[:]), n, first, (*[8]uint32)(lasts[:]))
		case len(streams) == 2:
			columns2x32AVX512((*[2 * 64]byte)(results[:]), &start512, (*[2]*byte)(blocks[:]), n, first, last)
		case len(streams) <= 4:
			columns4x32AVX512((*[4 * 64]byte)(results[:]), &start512, (*[4]*byte)(blocks[:]), n, first, last)
		default:
			lanes16x32AVX512(nil, &results, &start512, &blocks, n, first, &lasts)
		}
	} else {
		var lasts [8]uint64
		for i := range lasts {
			lasts[i] = uint64(last)
		}
		start := in.start64()
		if kernel == avx2 {
			lanes4x64AVX2(nil, (*[4 * 128]byte)(results[:]), start, (*[4]*byte)(blocks[:]), n, uint64(first), (*[4]uint64)(lasts[:]))
		} else {
			lanes8x64AVX512(nil, &results, start, (*[8]*byte)(blocks[:]), n, uint64(first), &lasts)
		}
	}
	copy(out, results[:])
}
