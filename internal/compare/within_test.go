package compare

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/hashassay/assay/internal/evidence"
)

// everything is a run of two instances in three kinds of code.
func everything() *maker {
	m := newMaker("run")
	for i, instance := range []string{"Iphe-512", "Iphe-768"} {
		for _, n := range []int{32, 1024} {
			base := float64(n) * (1 + float64(i)) * 1e-6
			m.add(instance+"-c99", n, around(base, 6)...)
			m.add(instance+"-go", n, around(base/10, 6)...)
			m.add(instance+"-opt", n, around(base/2, 6)...)
		}
	}
	return m
}

func groupsOf(res *Result) string {
	var s []string
	for _, g := range res.Groups {
		s = append(s, fmt.Sprintf("%s against %s: %d rows, mean %.3f", g.NameB, g.NameA, len(g.Rows), float64(*g.Mean)))
	}
	return strings.Join(s, "; ")
}

func TestWithin(t *testing.T) {
	// Two kernels of a Go package are one and the same binary, but not the same code.
	m := newMaker("run")
	for _, kind := range []string{"go-avx2", "go-portable"} {
		m.add("Iphe-512-"+kind, 32, around(1e-6, 6)...).LibrarySHA256 = "assay"
	}
	if res, err := Within(m.d, Impl, Options{}); err != nil || groupsOf(res) != "go-avx2 against go-portable: 1 rows, mean 1.000" || res.Groups[0].Rows[0].SameCode {
		t.Errorf("kernels: %+v (%v)", res, err)
	}
	for _, c := range []struct {
		by   By
		pick []string
		want string
	}{
		{Impl, nil, "go against c99: 4 rows, mean 0.100; opt against c99: 4 rows, mean 0.500"},
		{Impl, []string{"go", "opt"}, "opt against go: 4 rows, mean 5.000"},
		{Instances, nil, "Iphe-768 against Iphe-512: 6 rows, mean 2.000"},
		{Instances, []string{"Iphe-768", "Iphe-512"}, "Iphe-512 against Iphe-768: 6 rows, mean 0.500"},
	} {
		res, err := Within(everything().d, c.by, Options{Pick: c.pick})
		if err != nil {
			t.Errorf("%s %v: %v", c.by, c.pick, err)
			continue
		}
		if got := groupsOf(res); got != c.want {
			t.Errorf("%s %v: %s, want %s", c.by, c.pick, got, c.want)
		}
		for row := range res.rows {
			if row.Verdict == Equal || row.SameCode || c.by == Instances && len(row.Warnings) > 0 {
				t.Errorf("%s %v: %s %d: %s, same code %v, warnings %v", c.by, c.pick, row.B.Label, row.Bytes, row.Verdict, row.SameCode, row.Warnings)
			}
		}
	}
}

// A submission's own code comes first; instances of other candidates can be
// named.
func TestWithinBase(t *testing.T) {
	m := everything()
	for _, n := range []int{32, 1024} {
		m.add("Iphe-512-submitted", n, around(1e-6*float64(n), 6)...)
		r := m.add("Duet-512-c99", n, around(4e-6*float64(n), 6)...)
		r.Candidate = "hash-08"
	}
	res, err := Within(m.d, Impl, Options{})
	const want = "c99 against submitted: 2 rows, mean 1.000; go against submitted: 2 rows, mean 0.100; opt against submitted: 2 rows, mean 0.500; " +
		"go against c99: 2 rows, mean 0.100; opt against c99: 2 rows, mean 0.500"
	if err != nil || groupsOf(res) != want {
		t.Errorf("%s (%v), want %s", groupsOf(res), err, want)
	}
	res, err = Within(m.d, Instances, Options{Pick: []string{"Iphe-512", "Duet-512"}})
	if err != nil || groupsOf(res) != "Duet-512 against Iphe-512: 2 rows, mean 4.000" {
		t.Errorf("%v (%v)", res, err)
	}
}

// The published name of a submission's own code is reference.
func TestWithinPublished(t *testing.T) {
	m := newMaker("published")
	for _, kind := range []string{"reference", "optimized-avx2"} {
		published(m.add("Iphe-512-"+kind, 32, around(1e-6, 5)...))
	}
	m.d.Campaign.Assay = nil
	res, err := Within(m.d, Impl, Options{})
	if err != nil || groupsOf(res) != "optimized-avx2 against submitted: 1 rows, mean 1.000" {
		t.Errorf("%v (%v)", res, err)
	}
}

func TestWithinNothing(t *testing.T) {
	single := newMaker("run")
	single.add("Iphe-512-c99", 32, around(1e-6, 6)...)
	pair := newMaker("run")
	pair.add("Iphe-512-c99", 32, around(1e-6, 6)...)
	pair.d.Campaign.Assay.Pair = &evidence.Pair{}
	failed := everything()
	for _, r := range failed.d.Records {
		if strings.HasSuffix(r.Label, "-go") {
			r.Status = evidence.Failed
		}
	}
	for _, c := range []struct {
		m    *maker
		by   By
		pick []string
		want string
	}{
		{single, Impl, nil, "did not measure two implementations of one instance"},
		{single, Instances, nil, "did not measure two instances"},
		{everything(), Impl, []string{"c99", "rust"}, "no operation of both c99 and rust (it has: c99, go, opt)"},
		{everything(), Instances, []string{"Iphe-512", "QSH-512"}, "(it has: Iphe-512, Iphe-768)"},
		{failed, Impl, []string{"c99", "go"}, "no operation of both c99 and go"},
		{pair, Impl, nil, "paired run"},
	} {
		if _, err := Within(c.m.d, c.by, Options{Pick: c.pick}); !errors.Is(err, ErrNothing) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %v: %v, want %s", c.by, c.pick, err, c.want)
		}
	}
}
