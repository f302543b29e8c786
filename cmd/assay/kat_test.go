package main

import (
	"context"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/evidence"
)

// While a candidate does not answer, it is said which.
func TestCheckAllSaysWhatItWaitsFor(t *testing.T) {
	if runtime.NumCPU() < 2 {
		t.Skip("checks one after the other here")
	}
	chosen := []*candidate.Implementation{{Label: "quick"}, {Label: "hangs"}}
	started, done, still := make(chan string, 2), make(chan bool), make(chan time.Time)
	build := func(_ context.Context, im *candidate.Implementation) (*evidence.BuildEntry, error) {
		started <- im.Label
		if im.Label == "hangs" {
			<-done
		}
		return &evidence.BuildEntry{Label: im.Label, KAT: "PASS", Assay: &evidence.BuildAssay{}}, nil
	}
	shown := []string{}
	go func() { // at the first tick both may still run
		<-started
		<-started
		still <- time.Time{}
		still <- time.Time{}
		close(done)
	}()
	var waited [][]string
	rows, err := checkAll(t.Context(), build, chosen, func(r katRow) { shown = append(shown, r.Label) }, still, func(running []string) { waited = append(waited, running) })
	if err != nil || len(rows) != 2 || !slices.Equal(shown, []string{"quick", "hangs"}) {
		t.Errorf("rows %v, shown %q (%v)", rows, shown, err)
	}
	if len(waited) != 2 || !slices.Contains(waited[0], "hangs") || !slices.Contains(waited[1], "hangs") {
		t.Errorf("said it waits for %q", waited)
	}
}
