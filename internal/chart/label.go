package chart

import (
	"slices"
	"strings"
	"unicode"
)

// spread moves labels apart. wanted are the heights that labels would like to have; the result has them at least gap apart, within
// lo to hi, in the same order, and as a group moves no further than it must. There must be room: (n-1)·gap ≤ hi-lo.
//
// Labels that are in each other's way form a block, whose middle is where its members would like to be on average; blocks that touch become
// one. That is the solution with the least sum of squared distances (isotonic regression by pooling adjacent violators).
func spread(wanted []float64, gap, lo, hi float64) []float64 {
	order := make([]int, len(wanted))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case wanted[a] < wanted[b]:
			return -1
		case wanted[a] > wanted[b]:
			return 1
		}
		return 0
	})
	type block struct {
		n   int
		sum float64 // of where its first label would be if each member had its wish
	}
	var blocks []block
	for k, i := range order {
		// Measured from k·gap, labels only have to be in order, no longer apart.
		blocks = append(blocks, block{1, wanted[i] - float64(float64(k)*gap)})
		for n := len(blocks); n > 1 && blocks[n-2].sum/float64(blocks[n-2].n) > blocks[n-1].sum/float64(blocks[n-1].n); n = len(blocks) {
			blocks[n-2].n += blocks[n-1].n
			blocks[n-2].sum += blocks[n-1].sum
			blocks = blocks[:n-1]
		}
	}
	placed := make([]float64, len(wanted))
	k := 0
	for _, b := range blocks {
		at := min(max(b.sum/float64(b.n), lo), hi-float64(float64(len(wanted)-1)*gap))
		for range b.n {
			placed[order[k]] = at + float64(float64(k)*gap)
			k++
		}
	}
	return placed
}

// widthOf estimates how wide a text is in ems: as in DejaVu Sans, the widest of the sans serif fonts that systems show pages in.
func widthOf(text string) float64 {
	w := 0.0
	for _, r := range text {
		w += runeWidth(r)
	}
	return w
}

func runeWidth(r rune) float64 {
	switch {
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case strings.ContainsRune("iljI.,:;|'!() ", r):
		return 0.37
	case strings.ContainsRune("frt-/", r):
		return 0.42
	case strings.ContainsRune("mwMW@%…", r):
		return 1
	case r >= 'A' && r <= 'Z':
		return 0.72
	case r < 0x1100:
		return 0.63
	}
	return 1.05 // East Asian and others
}

// combining is how many characters without a width a fitted text may have: others stack up over what is around it.
const combining = 8

// fit shortens a text to a width in ems. The middle goes, since the end of a label says which
// instance and implementation it is, and its mark already tells candidates apart.
func fit(text string, ems float64) string {
	var shown []rune
	without := 0
	for _, r := range text {
		if runeWidth(r) == 0 {
			if without++; without > combining {
				continue
			}
		}
		shown = append(shown, r)
	}
	ems += 1e-6 // what was made as wide as a text has room for it in spite of rounding
	if widthOf(string(shown)) <= ems {
		return string(shown)
	}
	const dots = '…'
	room := ems - runeWidth(dots)
	head, tail := 0, len(shown)
	for head < tail {
		// Two thirds are the end's.
		next, r := &tail, shown[tail-1]
		if len(shown)-tail >= 2*(head+1) {
			next, r = &head, shown[head]
		}
		if room -= runeWidth(r); room < 0 {
			break
		}
		if next == &head {
			head++
		} else {
			tail--
		}
	}
	return string(shown[:head]) + string(dots) + string(shown[tail:])
}
