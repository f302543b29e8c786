package compare

import (
	"fmt"
	"time"

	"github.com/hashassay/assay/internal/evidence"
)

// pauseLimit is the longest pause within a block, whose trials otherwise follow each other
// within a fraction of a second: a longer one is that of a run that was
// interrupted there.
const pauseLimit = time.Minute

// Paired compares the two sides of a paired run by the ratios of the trials
// that stood side by side. Pairs of a block that was interrupted do not count.
func Paired(d *evidence.Dataset, o Options) (*Result, error) {
	if d.Campaign.Assay == nil || d.Campaign.Assay.Pair == nil {
		return nil, fmt.Errorf("%w: %s is not a paired run", ErrNothing, d.Dir)
	}
	pair := d.Campaign.Assay.Pair
	res := newResult(Pairs, d, d, o)
	g := Group{NameA: pair.A.Given, NameB: pair.B.Given, Rows: []Row{}}
	for _, a := range d.Records {
		if a.Candidate != pair.A.Candidate || a.Label != pair.A.Label {
			continue
		}
		b := find(d, pair.B, a.InputBytes)
		if b == nil || a.Status != evidence.Complete || b.Status != evidence.Complete {
			res.Lost = append(res.Lost, missing(a, "not measured to the end on both sides"))
			continue
		}
		m, _ := measureOf(a, b, false)
		row := describeRow(d, d, a, b, m)
		row.SameCode = a.LibrarySHA256 == b.LibrarySHA256 && pair.A.Of == pair.B.Of
		ratios, broken := pairRatios(trialsOf(a, m), trialsOf(b, m))
		if len(ratios) == 0 {
			res.Lost = append(res.Lost, missing(a, "no two of the trials stood side by side"))
			continue
		}
		row.paired(ratios)
		if broken > 0 {
			row.warn("interrupted", fmt.Sprintf("%d pairs do not count: the trials of their block did not follow each other, A B B A, since the run was interrupted there", broken))
		}
		row.doubts(d, d)
		g.Rows = append(g.Rows, row)
	}
	res.Groups = []Group{g}
	return res.finish(o)
}

func find(d *evidence.Dataset, side evidence.PairSide, bytes int) *evidence.Record {
	for _, r := range d.Records {
		if r.Candidate == side.Candidate && r.Label == side.Label && r.InputBytes == bytes {
			return r
		}
	}
	return nil
}

// pairRatios returns b/a of every round whose block is whole, and how many
// rounds of both are in blocks that are not.
func pairRatios(as, bs []trial) (ratios []float64, broken int) {
	byRound := func(list []trial) map[int]trial {
		m := map[int]trial{}
		for _, t := range list {
			m[t.round] = t
		}
		return m
	}
	a, b := byRound(as), byRound(bs)
	for round := 0; round <= lastRound(as); round += 2 {
		whole := wholeBlock(a, b, round)
		for _, k := range []int{round, round + 1} {
			x, okA := a[k]
			y, okB := b[k]
			switch {
			case !okA || !okB:
			case whole:
				ratios = append(ratios, y.value/x.value)
			default:
				broken++
			}
		}
	}
	return ratios, broken
}

func lastRound(list []trial) int {
	last := -1
	for _, t := range list {
		last = max(last, t.round)
	}
	return last
}

// wholeBlock says whether the four trials of a block ran side by side, A B B A.
func wholeBlock(a, b map[int]trial, round int) bool {
	var end time.Time
	for i, t := range []trial{a[round], b[round], b[round+1], a[round+1]} {
		started, err := time.Parse(utcLayout, t.started)
		if err != nil {
			return false
		}
		if i > 0 && (started.Before(end) || started.Sub(end) > pauseLimit) {
			return false
		}
		if end, err = time.Parse(utcLayout, t.ended); err != nil {
			return false
		}
	}
	return true
}

// utcLayout is how records write a time.
const utcLayout = "2006-01-02T15:04:05.000000-07:00"
