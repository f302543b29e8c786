package compare

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/evidence"
)

// Within compares implementations of the same instance (Impl), or instances
// with implementations of the same kind (Instances), that one run measured.
// Unless Options.Pick names two, all others are compared with the first: the
// submission's own code, else c99, else the plainest Go, else the first in natural order.
func Within(d *evidence.Dataset, by By, o Options) (*Result, error) {
	if a := d.Campaign.Assay; a != nil && a.Pair != nil {
		return nil, fmt.Errorf("%w by %s: %s is a paired run, which has two sides only", ErrNothing, by, d.Dir)
	}
	name, common := kindOf, func(r *evidence.Record) string { return r.Candidate + "/" + r.Instance }
	if by == Instances {
		name = func(r *evidence.Record) string { return r.Instance }
		common = func(r *evidence.Record) string { return r.Candidate + " " + kindOf(r) }
		if len(o.Pick) > 0 { // instances of different candidates, too
			common = kindOf
		}
	}
	sets := map[string]map[string]map[int]*evidence.Record{} // what is common -> name -> message length
	for _, r := range d.Records {
		if r.Status != evidence.Complete {
			continue
		}
		set := sets[common(r)]
		if set == nil {
			set = map[string]map[int]*evidence.Record{}
			sets[common(r)] = set
		}
		if set[name(r)] == nil {
			set[name(r)] = map[int]*evidence.Record{}
		}
		set[name(r)][r.InputBytes] = r
	}
	res := newResult(by, d, d, o)
	for _, key := range natural(maps.Keys(sets)) {
		set := sets[key]
		names := natural(maps.Keys(set))
		base := first(names, by)
		if len(o.Pick) > 0 {
			base, names = o.Pick[0], o.Pick[1:]
		}
		for _, n := range names {
			if n != base {
				res.addWithin(d, base, n, set)
			}
		}
	}
	if _, err := res.finish(o); err != nil {
		return nil, nothingWithin(d, by, o)
	}
	return res, nil
}

// addWithin adds a row for each message length that both have to their group.
func (res *Result) addWithin(d *evidence.Dataset, base, name string, set map[string]map[int]*evidence.Record) {
	i := slices.IndexFunc(res.Groups, func(g Group) bool { return g.NameA == base && g.NameB == name })
	if i < 0 {
		res.Groups = append(res.Groups, Group{NameA: base, NameB: name, Rows: []Row{}})
		i = len(res.Groups) - 1
	}
	for _, bytes := range slices.Sorted(maps.Keys(set[name])) {
		a, b := set[base][bytes], set[name][bytes]
		if a == nil {
			continue
		}
		m, _ := measureOf(a, b, false) // every record has times
		res.Groups[i].Rows = append(res.Groups[i].Rows, newRow(d, d, a, b, m))
	}
}

// first is what others are compared with.
func first(names []string, by By) string {
	if by == Impl {
		for _, kind := range []string{candidate.Submitted, "c99", "go-portable", "go"} {
			if slices.Contains(names, kind) {
				return kind
			}
		}
	}
	return names[0]
}

func natural(names func(func(string) bool)) []string {
	return slices.SortedFunc(names, func(a, b string) int {
		switch {
		case candidate.NaturalLess(a, b):
			return -1
		case candidate.NaturalLess(b, a):
			return 1
		}
		return 0
	})
}

func nothingWithin(d *evidence.Dataset, by By, o Options) error {
	what := "two implementations of one instance"
	if by == Instances {
		what = "two instances of one candidate in implementations of one kind"
	}
	if len(o.Pick) == 0 {
		return fmt.Errorf("%w: %s did not measure %s", ErrNothing, d.Dir, what)
	}
	var have []string
	for _, r := range d.Records {
		name := kindOf(r)
		if by == Instances {
			name = r.Instance
		}
		if !slices.Contains(have, name) {
			have = append(have, name)
		}
	}
	return fmt.Errorf("%w: %s has no operation of both %s (it has: %s)", ErrNothing, d.Dir, strings.Join(o.Pick, " and "), strings.Join(have, ", "))
}
