package campaign

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/plan"
	"github.com/hashassay/assay/internal/toolchain"
)

// Pair names two implementations of one instance that are measured against each
// other, as the user wrote them. Each is a label of the catalogue, a candidate's
// folder (--only picks the implementation in it), or a finished shared library.
type Pair struct{ A, B string }

// ParsePair reads "A=…,B=…". A comma within a name is no difficulty, unless
// "B=" follows it.
func ParsePair(text string) (*Pair, error) {
	rest, ok := strings.CutPrefix(text, "A=")
	a, b, found := strings.Cut(rest, ",B=")
	if !ok || !found || a == "" || b == "" || strings.Contains(b, ",B=") {
		return nil, fmt.Errorf("--pair %q: write A=…,B=…, each a label, a candidate's folder or a shared library", text)
	}
	return &Pair{a, b}, nil
}

// String writes the pair as ParsePair reads it; "" for nil.
func (p *Pair) String() string {
	if p == nil {
		return ""
	}
	return "A=" + p.A + ",B=" + p.B
}

func (p *Pair) is(recorded *evidence.Pair) bool {
	return recorded != nil && *p == *recordedPair(recorded)
}

// recordedPair is the pair of the run that recorded it; nil if it has none.
func recordedPair(p *evidence.Pair) *Pair {
	if p == nil {
		return nil
	}
	return &Pair{p.A.Given, p.B.Given}
}

// choosePair returns A and B under labels of their own. These are equally long:
// the child's command line then is, too, and with it where its stack begins.
func (r *run) choosePair() ([]*candidate.Implementation, error) {
	if len(r.Impl) > 0 {
		return nil, errors.New("--pair names the implementations itself: leave --impl out")
	}
	a, err := r.side(r.Pair.A)
	if err != nil {
		return nil, fmt.Errorf("--pair: A=%s: %w", r.Pair.A, err)
	}
	b, err := r.side(r.Pair.B)
	if err != nil {
		return nil, fmt.Errorf("--pair: B=%s: %w", r.Pair.B, err)
	}
	if err := r.adoptInstance(a, b); err != nil {
		return nil, err
	}
	x, y := a.Instance, b.Instance
	if x.Name != y.Name || x.DigestBits != y.DigestBits {
		return nil, fmt.Errorf("--pair: A is of instance %s (%d bits) and B of %s (%d bits): only implementations of one instance can be paired",
			x.Name, x.DigestBits, y.Name, y.DigestBits)
	}
	pair := &evidence.Pair{}
	for _, s := range []struct {
		im   *candidate.Implementation
		name string
		side *evidence.PairSide
	}{{a, r.Pair.A, &pair.A}, {b, r.Pair.B, &pair.B}} {
		*s.side = evidence.PairSide{Given: s.name, Candidate: s.im.Instance.Candidate.ID, Of: s.im.Label}
	}
	a.Label, b.Label = x.Name+"-A", y.Name+"-B"
	pair.A.Label, pair.B.Label = a.Label, b.Label
	r.campaign.Assay.Pair = pair
	return []*candidate.Implementation{a, b}, nil
}

// prebuilt is the kind of a library that was given as it is.
const prebuilt = "prebuilt"

// side finds what a name means: a label first, then a folder, then a library,
// whose instance is not known yet. It returns a copy.
func (r *run) side(name string) (*candidate.Implementation, error) {
	if im, err := r.Catalogue.FindLabel(name); err == nil {
		c := *im
		return &c, nil
	}
	info, err := os.Stat(name)
	if err != nil {
		return nil, errors.New("is neither a label (assay list shows them) nor a folder or file")
	}
	if !info.IsDir() {
		if err := toolchain.CheckLibrary(name); err != nil {
			return nil, err
		}
		return &candidate.Implementation{Kind: prebuilt, Label: prebuilt, Language: candidate.C, Library: name}, nil
	}
	catalogue, err := candidate.LoadFolder(name)
	if err != nil {
		return nil, err
	}
	chosen, err := Select(catalogue, r.Only, nil)
	if err != nil {
		return nil, err
	}
	if len(chosen) > 1 {
		var labels []string
		for _, im := range chosen {
			labels = append(labels, im.Label)
		}
		return nil, fmt.Errorf("the folder has several implementations; pick one with --only: %s", strings.Join(labels, ", "))
	}
	c := *chosen[0]
	return &c, nil
}

// adoptInstance gives finished libraries their instance: that of the other
// side, or the one that --only picks.
func (r *run) adoptInstance(a, b *candidate.Implementation) error {
	switch {
	case a.Instance != nil && b.Instance != nil:
		return nil
	case a.Instance != nil:
		b.Instance = a.Instance
		return nil
	case b.Instance != nil:
		a.Instance = b.Instance
		return nil
	}
	if r.Only == "" {
		return errors.New("--pair: of which instance are the two libraries? pick it with --only")
	}
	chosen, err := Select(r.Catalogue, r.Only, nil)
	if err != nil {
		return err
	}
	for _, im := range chosen {
		if im.Instance != chosen[0].Instance {
			return fmt.Errorf("--only %q picks several instances (%s, %s): --pair needs one", r.Only, chosen[0].Instance.Name, im.Instance.Name)
		}
	}
	a.Instance, b.Instance = chosen[0].Instance, chosen[0].Instance
	return nil
}

// unfitPair says whether the pair cannot be measured, and notes why: one of
// them is not to be timed, or they compute different functions.
func (r *run) unfitPair() bool {
	a := r.buildEntry(r.selected[0].Instance.Candidate.ID, r.selected[0].Label)
	b := r.buildEntry(r.selected[1].Instance.Candidate.ID, r.selected[1].Label)
	if !a.Assay.Timed || !b.Assay.Timed {
		return true // the gate has said why
	}
	for _, n := range plan.Sizes { // in order, so that a resumed run says the same
		if key := fmt.Sprint(n); a.Assay.Digests[key] != b.Assay.Digests[key] {
			text := fmt.Sprintf("A and B compute different digests of the message of %d bytes: they are not the same function, and nothing was measured", n)
			if !slices.Contains(r.result.NotPassed, text) {
				r.result.NotPassed = append(r.result.NotPassed, text)
			}
			return true
		}
	}
	return false
}

// sharePlan gives both sides of every operation one number of calls.
func sharePlan(p *plan.Plan) {
	n := len(p.Operations) / 2
	for i := range n {
		if a, b := &p.Operations[i], &p.Operations[n+i]; a.Calls > 0 && b.Calls > 0 {
			plan.Share(a, b)
		}
	}
}

// measurePair runs blocks A B B A: one of every message length in an order
// drawn afresh for each pass over them, then the next. The four trials of a
// block follow each other at once, so that whatever the machine does for longer
// than that falls on both sides, and a steady drift cancels.
func (r *run) measurePair(ctx context.Context, p *plan.Plan, ops []*operation, progress *progress) error {
	n := len(ops) / 2
	for block := range r.settings.Trials / 2 {
		for _, i := range p.Order(block, n) {
			a, b := ops[i], ops[n+i]
			for k, o := range []*operation{a, b, b, a} {
				round := 2*block + k/2
				if a.broken() || b.broken() || o.has(round) {
					continue
				}
				if err := r.trial(ctx, o, round); err != nil {
					return err
				}
				progress.step(o, round)
			}
		}
	}
	for i := range n {
		a, b := ops[i], ops[n+i]
		for _, o := range [][2]*operation{{a, b}, {b, a}} {
			switch mine, other := o[0], o[1]; {
			case mine.broken(): // sealed when it failed
			case other.broken():
				r.result.Failed = append(r.result.Failed, fmt.Sprintf("%s: not measured, because %s failed", mine.Path(), other.Path()))
			default:
				if err := r.seal(mine); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// broken says whether an operation failed, in calibration or since: its other
// side then has nothing to be compared with.
func (o *operation) broken() bool { return o.failed || o.Calls == 0 }
