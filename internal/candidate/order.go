package candidate

import (
	"cmp"
	"slices"
	"strings"
)

// Implementations returns all implementations: candidates in order, then
// instances in natural order of their names, then as candidate.toml lists
// them.
func (c *Catalogue) Implementations() []*Implementation {
	var list []*Implementation
	for _, in := range c.Instances() {
		list = append(list, in.Implementations...)
	}
	return list
}

// Instances returns all instances: candidates in order, then by name.
func (c *Catalogue) Instances() []*Instance {
	var list []*Instance
	for _, cand := range c.Candidates {
		sorted := slices.Clone(cand.Instances)
		slices.SortStableFunc(sorted, func(a, b *Instance) int { return naturalCompare(a.Name, b.Name) })
		list = append(list, sorted...)
	}
	return list
}

// NaturalLess orders names so that runs of digits compare as numbers:
// "Iphe-512" before "Iphe-1024". Names that differ only in leading zeros are
// ordered as plain strings, so the order is total.
func NaturalLess(a, b string) bool { return naturalCompare(a, b) < 0 }

// naturalCompare compares piece by piece, where a piece is a run of digits or
// of other bytes: the order of the published pages. A piece of digits comes
// before one of other bytes.
func naturalCompare(a, b string) int {
	for x, y := a, b; x != "" || y != ""; {
		var p, q string
		p, x = cutPiece(x)
		q, y = cutPiece(y)
		order := strings.Compare(p, q)
		if startsWithDigit(p) && startsWithDigit(q) {
			p, q = strings.TrimLeft(p, "0"), strings.TrimLeft(q, "0")
			order = cmp.Or(cmp.Compare(len(p), len(q)), strings.Compare(p, q))
		} else if startsWithDigit(p) != startsWithDigit(q) && p != "" && q != "" {
			order = 1
			if startsWithDigit(p) {
				order = -1
			}
		}
		if order != 0 {
			return order
		}
	}
	return strings.Compare(a, b)
}

// cutPiece splits off the longest start of s that is all digits or has none.
func cutPiece(s string) (piece, rest string) {
	i := 1
	for i < len(s) && startsWithDigit(s[i:]) == startsWithDigit(s) {
		i++
	}
	return s[:min(i, len(s))], s[min(i, len(s)):]
}

func startsWithDigit(s string) bool { return s != "" && '0' <= s[0] && s[0] <= '9' }
