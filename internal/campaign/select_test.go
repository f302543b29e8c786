package campaign

import (
	"slices"
	"strings"
	"testing"

	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/evidence"
)

// A catalogue with one instance that has four implementations, two of them
// kernels.
func kernelCatalogue() *candidate.Catalogue {
	cand := &candidate.Candidate{ID: "toy-1"}
	in := &candidate.Instance{Candidate: cand, Name: "Toy"}
	cand.Instances = []*candidate.Instance{in}
	for _, kind := range []string{"c99", "go", "go-portable", "go-avx2"} {
		kernel, _ := strings.CutPrefix(kind, "go-")
		if kernel == kind {
			kernel = ""
		}
		in.Implementations = append(in.Implementations, &candidate.Implementation{Instance: in, Kind: kind, Label: "Toy-" + kind, Kernel: kernel})
	}
	return &candidate.Catalogue{Candidates: []*candidate.Candidate{cand}}
}

func TestSelect(t *testing.T) {
	for _, c := range []struct {
		only string
		impl []string
		want string // labels, or the error
	}{
		{"", nil, "Toy-c99 Toy-go"},
		{"", []string{"go"}, "Toy-go"},
		{"", []string{"go-*"}, "Toy-go-portable Toy-go-avx2"},
		{"", []string{"c99", "go-avx2"}, "Toy-c99 Toy-go-avx2"},
		{"avx2", []string{"go-*"}, "Toy-go-avx2"},
		{"toy-1", nil, "Toy-c99 Toy-go"},
		{"avx2", nil, `--only "avx2" matches only kernels of Go packages, which are measured on request: add --impl go-avx2`},
		{"nothing", nil, `--only "nothing" matches nothing (assay list shows the labels)`},
		{"", []string{"rust"}, `--impl: no implementation "rust" (there are: c99, go, go-avx2, go-portable)`},
		{"", []string{"go", "go-neon"}, `--impl: no implementation "go-neon" (there are: c99, go, go-avx2, go-portable)`},
		{"", []string{"[go"}, `--impl: pattern "[go": syntax error in pattern`},
		{"(", nil, "--only: error parsing regexp: missing closing ): `(`"},
	} {
		chosen, err := Select(kernelCatalogue(), c.only, c.impl)
		var labels []string
		for _, im := range chosen {
			labels = append(labels, im.Label)
		}
		got := strings.Join(labels, " ")
		if err != nil {
			got = err.Error()
		}
		if got != c.want || err != nil && len(chosen) > 0 {
			t.Errorf("only %q, impl %q: %s, want %s", c.only, c.impl, got, c.want)
		}
	}
}

// What this CPU cannot run is left out, and the run says so.
func TestSelectMissing(t *testing.T) {
	cat := kernelCatalogue()
	in := cat.Candidates[0].Instances[0]
	in.Implementations[3].Missing = []string{"avx2", "gfni"}
	in.Implementations = slices.Delete(in.Implementations, 0, 1) // C needs a compiler
	r := &run{dir: &directory{fresh: true}}
	r.Catalogue, r.Impl, r.campaign = cat, []string{"go-*"}, &evidence.Campaign{Assay: &evidence.CampaignAssay{}}
	if err := r.selectImplementations(); err != nil || len(r.selected) != 1 || r.selected[0].Kind != "go-portable" {
		t.Errorf("selected %v, error %v", r.selected, err)
	}
	const want = "go-avx2 implementations (1) were left out: this CPU lacks avx2, gfni"
	if got := r.campaign.Assay.LeftOut; len(got) != 1 || got[0] != want {
		t.Errorf("left out: %q, want %q", got, want)
	}
	r.Impl, r.selected = []string{"go-avx2"}, nil
	if err := r.selectImplementations(); err == nil || err.Error() != "nothing is left to measure: "+want {
		t.Errorf("error is %v", err)
	}
}
