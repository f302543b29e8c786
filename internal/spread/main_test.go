package main

import (
	"slices"
	"testing"

	"github.com/hashassay/assay/internal/evidence"
)

func TestSpreads(t *testing.T) {
	f := figures{"a": {2, 3, 2}, "b": {1, 1, 1}, "c": {5, 4, 8}}
	if got, want := f.spreads(), []float64{1, 1.5, 2}; !slices.Equal(got, want) {
		t.Errorf("spreads are %v, want %v", got, want)
	}
	if got := f.spread(); got != 1.5 {
		t.Errorf("the median is %v, want 1.5", got)
	}
}

func TestMissingFigures(t *testing.T) {
	x, f := evidence.Float(2), figures{}
	f.add("a", &x)
	f.add("a", nil)
	if got := f["a"]; !slices.Equal(got, []float64{2}) {
		t.Errorf("figures are %v, want one", got)
	}
}
