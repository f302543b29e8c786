package candidate

import (
	"slices"
	"testing"
)

// shelf makes a catalogue of candidates a-1, a-2, ... with these instances.
func shelf(candidates ...[]string) *Catalogue {
	cat := &Catalogue{}
	for i, names := range candidates {
		c := &Candidate{ID: "a-" + string(rune('1'+i)), Name: "Alpha"}
		for _, n := range names {
			c.Instances = append(c.Instances, &Instance{Candidate: c, Name: n})
		}
		cat.Candidates = append(cat.Candidates, c)
	}
	return cat
}

func TestFindInstance(t *testing.T) {
	cat := shelf(
		[]string{"Iphe-1024", "Iphe-512", "Iphe-768", "Same"},
		[]string{"Garnet_512_Cap512", "Garnet_1024_DM4x4", "same"},
	)
	for _, test := range []struct{ name, want, err string }{
		{"Iphe-512", "a-1/Iphe-512", ""},
		{"iphe_512", "a-1/Iphe-512", ""},
		{"GARNET-512_cap512", "a-2/Garnet_512_Cap512", ""},
		{"A-1/same", "a-1/Same", ""},
		{"a-2/same", "a-2/same", ""},
		{"same", "", `instance "same" is in several candidates; say which: a-1/Same, a-2/same`},
		{"Ipe-512", "", `no instance "Ipe-512"; near matches: Iphe-512`},
		{"Iphe-1025", "", `no instance "Iphe-1025"; near matches: Iphe-1024`},
		{"iphe", "", `no instance "iphe"; near matches: Iphe-512, Iphe-768, Iphe-1024`},
		{"a-2/Iphe512", "", `no instance "a-2/Iphe512"; near matches: Iphe-512`},
		{"Laurus-512", "", `no instance "Laurus-512", and none with a similar name`},
		{"", "", `no instance "", and none with a similar name`},
	} {
		in, err := cat.FindInstance(test.name)
		if test.err != "" {
			if err == nil || err.Error() != test.err {
				t.Errorf("%q: error is %v, want %s", test.name, err, test.err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%q: %v", test.name, err)
		} else if in.qualified() != test.want {
			t.Errorf("%q: found %s, want %s", test.name, in.qualified(), test.want)
		}
	}
}

func TestFindLabel(t *testing.T) {
	cat := shelf([]string{"Iphe-512", "Iphe-1024"})
	for _, in := range cat.Instances() {
		for _, kind := range []string{"c99", "go", "go-avx2"} {
			in.Implementations = append(in.Implementations, &Implementation{Instance: in, Kind: kind, Label: in.Name + "-" + kind})
		}
	}
	for _, test := range []struct{ label, want, err string }{
		{"Iphe-512-go", "Iphe-512-go", ""},
		{"iphe_1024_go_AVX2", "Iphe-1024-go-avx2", ""},
		{"iphe-512", "", "iphe-512 is an instance; name one of its implementations: Iphe-512-c99, Iphe-512-go, Iphe-512-go-avx2"},
		{"Iphe-512-gp", "", `no implementation "Iphe-512-gp"; near matches: Iphe-512-go, Iphe-512-c99`},
		{"1024-go", "", `no implementation "1024-go"; near matches: Iphe-1024-go, Iphe-1024-go-avx2`},
		{"Laurus-512-rust", "", `no implementation "Laurus-512-rust", and none with a similar label`},
		{"", "", `no implementation "", and none with a similar label`},
	} {
		im, err := cat.FindLabel(test.label)
		switch {
		case test.err == "" && (err != nil || im.Label != test.want):
			t.Errorf("%q: found %v, %v, want %s", test.label, im, err, test.want)
		case test.err != "" && (err == nil || err.Error() != test.err):
			t.Errorf("%q: error is %v, want %s", test.label, err, test.err)
		}
	}
}

func TestNaturalOrder(t *testing.T) {
	want := []string{
		"", "1", "01-a", "2", "10", "184467440737095516150", "184467440737095516160", "A", "Garnet_512_Cap512", "Garnet_512_Cap1024",
		"Garnet_768", "Garnet_1024", "Garnet_1024_DM4x4", "Iphe-512", "Iphe-512-c99", "Iphe-512-go", "Iphe-768", "Iphe-1024", "a", "a1", "a01b", "a2",
	}
	for i, a := range want {
		for j, b := range want {
			if NaturalLess(a, b) != (i < j) {
				t.Errorf("NaturalLess(%q, %q) is %v", a, b, i >= j)
			}
		}
	}
	got := slices.Clone(want)
	slices.Reverse(got)
	slices.SortFunc(got, naturalCompare)
	if !slices.Equal(got, want) {
		t.Errorf("order is %q, want %q", got, want)
	}
}

func TestDistance(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"abc", "", 3}, {"", "ab", 2}, {"kitten", "sitting", 3}, {"iphe", "ipeh", 2}, {"abc", "abc", 0}} {
		if got := distance(test.a, test.b); got != test.want {
			t.Errorf("distance(%q, %q) is %d, want %d", test.a, test.b, got, test.want)
		}
	}
}

func TestFindLabelSpellings(t *testing.T) {
	cat, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"Iphe-512-c99": "Iphe-512-c99", "iphe_512_go": "Iphe-512-go", "hash-12/Iphe-512-go": "Iphe-512-go", "Garnet-768-c99": "Garnet_768-c99",
		"Iphe-512": "", "hash-11/Iphe-512-go": "", "": "", "hash-12": "",
	} {
		got := ""
		if im, err := cat.FindLabel(name); err == nil {
			got = im.Label
		}
		if got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}
