//go:build amd64 && !purego

package qsh

// lanes returns how many streams there are room for in the vectors of a kernel: 1
// if it has none.
func (in instance) lanes(kernel int) int {
	n := 0
	switch kernel {
	case avx2:
		n = 8
	case avx512:
		n = 16
	default:
		return 1
	}
	if in != qsh512 {
		n /= 2
	}
	return n
}

// fewLanes returns the number of streams up to which it takes less time to take
// a block into each of them one by one than into all lanes of a kernel, measured on
// a Zen 4.
func (in instance) fewLanes(kernel int) int {
	switch {
	case kernel == avx512 && in == qsh512:
		return 7
	case kernel == avx2 && in != qsh512:
		return 3
	}
	return 5
}

// laneState is the states of streams in lanes: word i of stream k is at
// i*lanes + k.
type laneState struct {
	words32 [stateWords * 16]uint32
	words64 [stateWords * 8]uint64
}

// run takes in n blocks of each stream. They start from H(0) if first, the flags of the
// first blocks, is not 0. last has the flags of the last blocks. The chaining
// values go to values; the states are kept only if they are to go on.
func (s *laneState) run(in instance, kernel int, values *[16 * 64]byte, blocks *[16]*byte, n, first int, last *[16]int, goOn bool) {
	keep := goOn || first == 0 // the kernels take the states from where they put them
	if in == qsh512 {
		var start *[stateWords]uint32
		if first != 0 {
			start = &start512
		}
		var lasts [16]uint32
		for k, flags := range last {
			lasts[k] = uint32(flags)
		}
		if kernel == avx512 {
			lanes16x32AVX512(onlyIf(keep, &s.words32), values, start, blocks, n, uint32(first), &lasts)
		} else {
			lanes8x32AVX2(onlyIf(keep, (*[stateWords * 8]uint32)(s.words32[:])), (*[8 * 64]byte)(values[:]), start, (*[8]*byte)(blocks[:]), n, uint32(first), (*[8]uint32)(lasts[:]))
		}
		return
	}
	var start *[stateWords]uint64
	if first != 0 {
		start = in.start64()
	}
	var lasts [8]uint64
	for k := range lasts {
		lasts[k] = uint64(last[k])
	}
	if kernel == avx512 {
		lanes8x64AVX512(onlyIf(keep, &s.words64), values, start, (*[8]*byte)(blocks[:]), n, uint64(first), &lasts)
	} else {
		lanes4x64AVX2(onlyIf(keep, (*[stateWords * 4]uint64)(s.words64[:])), (*[4 * 128]byte)(values[:]), start, (*[4]*byte)(blocks[:]), n, uint64(first), (*[4]uint64)(lasts[:]))
	}
}

func onlyIf[T any](condition bool, p *T) *T {
	if condition {
		return p
	}
	return nil
}

// chain returns the state of stream k of the given number.
func (s *laneState) chain(in instance, k, lanes int) (h chain) {
	for i := range stateWords {
		if in == qsh512 {
			h.words32[i] = s.words32[i*lanes+k]
		} else {
			h.words64[i] = s.words64[i*lanes+k]
		}
	}
	return h
}

// endValues computes the chaining values of the ends, which are ordered by falling
// length.
func (w *window) endValues() {
	ends := w.ends
	for lanes := w.in.lanes(w.kernel); len(ends) > 0; {
		n := len(ends)
		if n > w.in.fewLanes(w.kernel) {
			n = min(n, lanes)
			w.endsInLanes(ends[:n], lanes)
		} else {
			for n = 1; n < len(ends) && len(ends[n].blocks) == len(ends[0].blocks) && ends[n].last == ends[0].last; n++ {
			}
			for _, e := range ends[:n] {
				w.streams, w.targets = append(w.streams, e.blocks), append(w.targets, e.value)
			}
			w.collect(chunkStart, ends[0].last)
		}
		ends = ends[n:]
	}
}

// endsInLanes is endValues for as many ends as there are lanes, or fewer. All
// start together, and the shorter ones leave their lanes idle until, one by one, the last few
// are finished.
func (w *window) endsInLanes(ends []end, lanes int) {
	var (
		blocks [16]*byte
		last   [16]int
		values [16 * 64]byte // as many bytes as 8 * 128
		in     = w.in
		size   = in.blockSize()
		cvSize = in.cvSize()
	)
	for done := 0; len(ends) > 0; {
		if done > 0 && len(ends) <= in.fewLanes(w.kernel) {
			for k, e := range ends {
				h := w.lanes.chain(in, k, lanes)
				h.run(in, e.blocks[done:], 0, e.last)
				h.output(in, e.value)
			}
			return
		}
		n := len(ends[len(ends)-1].blocks) - done
		for k := range lanes {
			e := ends[min(k, len(ends)-1)] // an idle lane does what another does
			blocks[k], last[k] = &e.blocks[done], 0
			if len(e.blocks) == done+n {
				last[k] = e.last
			}
		}
		first := 0
		if done == 0 {
			first = chunkStart
		}
		w.lanes.run(in, w.kernel, &values, &blocks, n/size, first, &last, len(ends[0].blocks) > done+n)
		done += n
		for len(ends) > 0 && len(ends[len(ends)-1].blocks) == done {
			k := len(ends) - 1
			copy(ends[k].value, values[k*cvSize:(k+1)*cvSize])
			ends = ends[:k]
		}
	}
}
