package campaign

import (
	"context"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/driver"
)

// selectImplementations picks what Only and Impl ask for, and leaves out what
// cannot be built here, saying so.
func (r *run) selectImplementations() error {
	chosen, err := Select(r.Catalogue, r.Only, r.Impl)
	if err != nil {
		return err
	}
	leftOut := map[string]int{}
	for _, im := range chosen {
		if im.Language == candidate.C && r.Compiler == nil && r.Programs[candidate.C] == nil {
			leftOut[im.Kind]++
			continue
		}
		r.selected = append(r.selected, im)
	}
	texts := []string{}
	for _, kind := range slices.Sorted(maps.Keys(leftOut)) {
		texts = append(texts, fmt.Sprintf("%s implementations (%d) were left out: %s", kind, leftOut[kind], r.NoCompiler))
	}
	for _, t := range texts {
		r.note(t)
	}
	if len(r.selected) == 0 {
		return fmt.Errorf("nothing is left to measure: %s", strings.Join(texts, "; "))
	}
	r.campaign.Assay.LeftOut = texts
	return nil
}

// Select returns the implementations whose "<candidate>/<label>" matches the
// regular expression only, of the kinds in impl; empty means all.
func Select(c *candidate.Catalogue, only string, impl []string) ([]*candidate.Implementation, error) {
	re, err := regexp.Compile(only)
	if err != nil {
		return nil, fmt.Errorf("--only: %w", err)
	}
	kinds := map[string]bool{}
	var chosen []*candidate.Implementation
	for _, im := range c.Implementations() {
		kinds[im.Kind] = true
		if re.MatchString(im.Instance.Candidate.ID+"/"+im.Label) && (len(impl) == 0 || slices.Contains(impl, im.Kind)) {
			chosen = append(chosen, im)
		}
	}
	for _, k := range impl {
		if !kinds[k] {
			return nil, fmt.Errorf("--impl: no implementation %q (there are: %s)", k, strings.Join(slices.Sorted(maps.Keys(kinds)), ", "))
		}
	}
	if len(chosen) == 0 {
		return nil, fmt.Errorf("--only %q matches nothing (assay list shows the labels)", only)
	}
	return chosen, nil
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
		digest, err := fileDigest(binary)
		if err != nil {
			return fmt.Errorf("driver: %w", err)
		}
		recorded := r.campaign.Assay.Drivers
		if was := recorded[p.Name]; was != "" && was != digest {
			return fmt.Errorf("the %s driver changed since run %s began (SHA-256 %.16s… then, %.16s… now): begin a new run with another --dir", p.Name, r.dir.root, was, digest)
		}
		recorded[p.Name] = digest
	}
	return nil
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
