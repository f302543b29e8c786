package main

import (
	"cmp"
	"slices"
)

// latencies and pipes are those of an AMD Zen 4 core for vectors of 256 bits. On other
// CPUs the numbers are others, but what takes long takes long there too.
func (o operation) latency() int {
	switch o {
	case input, loadVector, loadWord, broadcast:
		return 0 // waits for nothing that is computed here
	case permute:
		return 4
	case rotate, rotateEach:
		return 2
	}
	return 1
}

func (o operation) pipes() []int {
	switch o {
	case permute:
		return []int{2, 1}
	case rotate, rotateEach:
		return []int{0, 1}
	case left, right, leftEach, rightEach:
		return []int{3, 2}
	}
	return []int{3, 2, 1, 0}
}

// schedule puts the operations into the order in which an ideal CPU would start them,
// those first on which the longest chain of others depends. CPUs start operations out of order
// by themselves, but choose a pipe for each before they know when it can start; this order
// gains some percent.
func (p *program) schedule() {
	chain := map[*value]int{} // the longest that begins with a value, in cycles
	place := map[*value]int{}
	for i, v := range slices.Backward(p.code) {
		chain[v] += v.op.latency()
		place[v] = i
		for _, arg := range v.args {
			chain[arg] = max(chain[arg], chain[v])
		}
	}
	waiting := slices.SortedStableFunc(slices.Values(p.code), func(a, b *value) int {
		return cmp.Or(cmp.Compare(chain[b], chain[a]), cmp.Compare(place[a], place[b]))
	})
	p.code = nil
	there := map[*value]int{} // the cycle from which a value can be used
	for cycle := 0; len(waiting) > 0; cycle++ {
		var taken [4]bool
		waiting = slices.DeleteFunc(waiting, func(v *value) bool {
			for _, arg := range v.args {
				if from, started := there[arg]; !started || from > cycle {
					return false
				}
			}
			if v.op.latency() > 0 {
				pipes := v.op.pipes()
				i := slices.IndexFunc(pipes, func(pipe int) bool { return !taken[pipe] })
				if i < 0 {
					return false
				}
				taken[pipes[i]] = true
			}
			there[v] = cycle + v.op.latency()
			p.code = append(p.code, v)
			return true
		})
	}
}
