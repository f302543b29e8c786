package campaign

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/driver"
)

// selectImplementations picks what Only and Impl ask for, and leaves out what
// cannot be built here, saying so.
func (r *run) selectImplementations() error {
	chosen, err := r.choose()
	if err == nil {
		chosen, err = r.settleImports(chosen)
	}
	if err != nil {
		return err
	}
	type reason struct{ kind, why string }
	leftOut := map[reason]int{}
	for _, im := range chosen {
		switch {
		case im.Language == candidate.C && r.Compiler == nil && r.Programs[candidate.C] == nil:
			leftOut[reason{im.Kind, r.NoCompiler}]++
		case len(im.Missing) > 0:
			leftOut[reason{im.Kind, "this CPU lacks " + strings.Join(im.Missing, ", ")}]++
		default:
			r.selected = append(r.selected, im)
		}
	}
	texts := []string{}
	for l, n := range leftOut {
		texts = append(texts, fmt.Sprintf("%s implementations (%d) were left out: %s", l.kind, n, l.why))
	}
	slices.Sort(texts)
	for _, t := range texts {
		r.note(t)
	}
	if len(r.selected) == 0 {
		return fmt.Errorf("nothing is left to measure: %s", strings.Join(texts, "; "))
	}
	r.campaign.Assay.LeftOut = texts
	return nil
}

// choose returns the implementations that the run is about.
func (r *run) choose() ([]*candidate.Implementation, error) {
	if r.Pair == nil {
		return Select(r.Catalogue, r.Only, r.Impl)
	}
	return r.choosePair()
}

// Select returns the implementations whose "<candidate>/<label>" matches the
// regular expression only, of the kinds that match a pattern in impl ("go",
// "go-*"). No pattern means all but the kernels of the Go packages: each
// package is measured as it is, and its kernels one by one only on request.
func Select(c *candidate.Catalogue, only string, impl []string) ([]*candidate.Implementation, error) {
	re, err := regexp.Compile(only)
	if err != nil {
		return nil, fmt.Errorf("--only: %w", err)
	}
	kinds := map[string]bool{}
	used := make([]bool, len(impl))
	onRequest := map[string]bool{} // kinds that only and nothing else matches
	var chosen []*candidate.Implementation
	for _, im := range c.Implementations() {
		kinds[im.Kind] = true
		wanted := len(impl) == 0 && im.Kernel == ""
		for i, pattern := range impl {
			matches, err := path.Match(pattern, im.Kind)
			if err != nil {
				return nil, fmt.Errorf("--impl: pattern %q: %w", pattern, err)
			}
			used[i] = used[i] || matches
			wanted = wanted || matches
		}
		switch matches := re.MatchString(im.Instance.Candidate.ID + "/" + im.Label); {
		case matches && wanted:
			chosen = append(chosen, im)
		case matches && im.Kernel != "":
			onRequest[im.Kind] = true
		}
	}
	if len(NotImported(c, "", nil)) > 0 {
		kinds[candidate.Submitted] = true
	}
	for i, pattern := range impl {
		if !used[i] && !(kinds[candidate.Submitted] && matchesKind(pattern, candidate.Submitted)) {
			return nil, fmt.Errorf("--impl: no implementation %q (there are: %s)", pattern, strings.Join(slices.Sorted(maps.Keys(kinds)), ", "))
		}
	}
	if len(chosen) == 0 && len(impl) == 0 && len(onRequest) > 0 {
		return nil, fmt.Errorf("--only %q matches only kernels of Go packages, which are measured on request: add --impl %s",
			only, strings.Join(slices.Sorted(maps.Keys(onRequest)), ","))
	}
	if absent := NotImported(c, only, impl); len(chosen) == 0 && len(absent) > 0 {
		return nil, fmt.Errorf("%w: %s", ErrNotImported, Listed(absent))
	}
	if len(chosen) == 0 {
		return nil, fmt.Errorf("--only %q matches nothing (assay list shows the labels)", only)
	}
	return chosen, nil
}

// ErrNotImported is wrapped where nothing but submitted code that is not imported
// was asked for.
var ErrNotImported = errors.New("submitted code that is not imported")

// NotImported names the packages from which Select with these arguments would
// choose submitted code if they were imported.
func NotImported(c *candidate.Catalogue, only string, impl []string) []string {
	re, err := regexp.Compile(only)
	if err != nil || len(impl) > 0 && !slices.ContainsFunc(impl, func(p string) bool { return matchesKind(p, candidate.Submitted) }) {
		return nil
	}
	var list []string
	for _, cand := range c.Candidates {
		if slices.ContainsFunc(cand.Instances, func(in *candidate.Instance) bool { return in.Absent() && re.MatchString(cand.ID+"/"+in.Name) }) {
			list = append(list, cand.Package())
		}
	}
	return list
}

// mostListed bounds a list in a message.
const mostListed = 6

// Listed joins names for a message; of many it shows the first and the number
// of the others.
func Listed(names []string) string {
	if len(names) <= mostListed {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:mostListed], ", "), len(names)-mostListed)
}

// matchesKind says whether a pattern of --impl matches a kind; a pattern that is
// none does not.
func matchesKind(pattern, kind string) bool {
	ok, err := path.Match(pattern, kind)
	return ok && err == nil
}

// prepareDrivers compiles the C driver and finds our own binary, the Go twin.
// A run is measured by one pair of drivers: a change is refused.
func (r *run) prepareDrivers(ctx context.Context) error {
	r.programs = map[candidate.Language]*driver.Program{}
	for _, im := range r.selected {
		if r.programs[im.Language] != nil {
			continue
		}
		p, binary, err := r.driverFor(ctx, im.Language)
		if err != nil {
			return err
		}
		r.programs[im.Language] = p
		if r.RequireJail {
			if err := RequireJail(r.programs); err != nil {
				return err
			}
		}
		if err := r.recordDriver(p.Name, binary); err != nil {
			return err
		}
	}
	return nil
}

// recordDriver takes down the digest of a driver, or refuses one that is not the run's.
func (r *run) recordDriver(name, binary string) error {
	digest, err := fileDigest(binary)
	if err != nil {
		return fmt.Errorf("driver: %w", err)
	}
	recorded := r.campaign.Assay.Drivers
	if was := recorded[name]; was != "" && was != digest {
		return fmt.Errorf("the %s driver changed since run %s began (SHA-256 %.16s… then, %.16s… now): begin a new run with another --dir", name, r.dir.root, was, digest)
	}
	if recorded[name] == digest {
		return nil
	}
	recorded[name] = digest
	r.wrote = true
	return r.save()
}

func (r *run) driverFor(ctx context.Context, l candidate.Language) (p *driver.Program, binary string, err error) {
	self, err := os.Executable()
	if err != nil {
		return nil, "", fmt.Errorf("driver: %w", err)
	}
	if p := r.Programs[l]; p != nil {
		return p, self, nil
	}
	if l == candidate.Go {
		return GoProgram(self, r.ExecPrefix), self, nil
	}
	binary = r.dir.path("lib/driver")
	if err := r.dir.make("lib/driver"); err != nil {
		return nil, "", err
	}
	p, err = CProgram(ctx, r.Compiler, binary, r.ExecPrefix)
	return p, binary, err
}
