package campaign

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/driver/drivertest"
	"github.com/hashassay/assay/internal/evidence"
)

// state is what tells whether a file was written: files are put in their place
// by renaming, so a file of the same content would have another time.
type state struct {
	content string
	at      time.Time
}

// stateOf reads all files of a run.
func stateOf(t *testing.T, dir string) map[string]state {
	t.Helper()
	files := map[string]state{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		files[name] = state{string(data), info.ModTime()}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// changed lists the files that were written or came in between.
func changed(before, after map[string]state) []string {
	var names []string
	for name, s := range after {
		if before[name] != s {
			names = append(names, filepath.ToSlash(name))
		}
	}
	slices.Sort(names)
	return names
}

func phasesOf(c *evidence.Campaign) string {
	var phases []string
	for _, h := range c.HostChecks {
		phases = append(phases, h.Phase)
	}
	return strings.Join(phases, " ")
}

// measureAnyway has Iphe-512 timed although its vectors do not pass.
func measureAnyway(t *testing.T, o Options) {
	t.Helper()
	in, err := o.Catalogue.FindInstance("Iphe-512")
	if err != nil {
		t.Fatal(err)
	}
	in.OnMismatch = candidate.Measure
}

// A session that finds nothing to do writes nothing, and its result is that of
// the run.
func TestAlreadyComplete(t *testing.T) {
	t.Parallel()
	for name, prepare := range map[string]func(*testing.T) Options{
		"passed": func(t *testing.T) Options { return scripted(t, drivertest.Script{}) },
		"further rounds": func(t *testing.T) Options {
			return scripted(t, drivertest.Script{Rules: []drivertest.Rule{{Mode: "time", Bytes: []int{128}, Trial: 3, Slower: 2}}})
		},
		"not passed": func(t *testing.T) Options {
			o := scripted(t, drivertest.Script{Rules: []drivertest.Rule{{Flip: true}}})
			measureAnyway(t, o)
			return o
		},
		"pair": func(t *testing.T) Options {
			skipWithoutKernels(t)
			return pairOf(t, drivertest.Script{})
		},
		"pair of two functions": func(t *testing.T) Options {
			skipWithoutKernels(t)
			o := pairOf(t, drivertest.Script{Rules: []drivertest.Rule{{Target: "@portable$", Flip: true}}})
			measureAnyway(t, o)
			return o
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := prepare(t)
			first := mustRun(t, o)
			if first.AlreadyComplete {
				t.Error("a new run is called complete from the start")
			}
			before := stateOf(t, o.Dir)
			second := mustRun(t, again(o))
			if names := changed(before, stateOf(t, o.Dir)); len(names) > 0 || !second.AlreadyComplete {
				t.Errorf("already complete: %v, written: %v", second.AlreadyComplete, names)
			}
			if !slices.Equal(first.NotPassed, second.NotPassed) || len(second.Failed) > 0 || len(second.Dataset.Records) != len(first.Dataset.Records) {
				t.Errorf("not passed %q, then %q; failed %q", first.NotPassed, second.NotPassed, second.Failed)
			}
		})
	}
}

// A record that has to be written again from its trials is no measurement.
func TestMendedRecord(t *testing.T) {
	t.Parallel()
	o := scripted(t, drivertest.Script{})
	mustRun(t, o)
	const name = "records/hash-12/Iphe-512-go__hash_128.json"
	if err := os.Remove(filepath.Join(o.Dir, name)); err != nil {
		t.Fatal(err)
	}
	before := stateOf(t, o.Dir)
	res := mustRun(t, again(o))
	if names := changed(before, stateOf(t, o.Dir)); !slices.Equal(names, []string{name}) || res.AlreadyComplete {
		t.Errorf("already complete: %v, written: %v", res.AlreadyComplete, names)
	}
}

// What a session really does is recorded with a host check of its phase and a
// new end of the run.
func TestChecksOfWhatIsDone(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		rule drivertest.Rule
		want string // phases of the host checks after the second session
	}{
		{drivertest.Rule{Mode: "serve", Flip: true}, "build build"}, // never passes
		{drivertest.Rule{Mode: "memory", Bytes: []int{1024}, Trial: 1, Kill: true}, "build calibrate measure"},
		{drivertest.Rule{Mode: "calibrate", Bytes: []int{512}, Trial: 1, Kill: true}, "build calibrate measure calibrate measure"},
		{drivertest.Rule{Mode: "time", Bytes: []int{512}, Trial: 3, Kill: true}, "build calibrate measure measure"},
	} {
		o := scripted(t, drivertest.Script{Rules: []drivertest.Rule{c.rule}})
		first := mustRun(t, o)
		second := mustRun(t, again(o))
		if got := phasesOf(second.Dataset.Campaign); got != c.want || second.AlreadyComplete {
			t.Errorf("%s: host checks %s, want %s; already complete: %v", c.rule.Mode, got, c.want, second.AlreadyComplete)
		}
		if a, b := first.Dataset.Campaign.EndedUTC, second.Dataset.Campaign.EndedUTC; b <= a {
			t.Errorf("%s: ended %s, then %s", c.rule.Mode, a, b)
		}
	}
}

// A session that does more and is interrupted leaves a run that has not ended;
// one that only closes it checks no host.
func TestEndIsTakenBack(t *testing.T) {
	t.Parallel()
	o := scripted(t, drivertest.Script{Rules: []drivertest.Rule{{Mode: "time", Bytes: []int{512}, Trial: 3, Kill: true}}})
	mustRun(t, o)
	ctx, cancel := context.WithCancel(context.Background())
	o2 := again(o)
	left := 0 // trials of the failed operation: its third to fifth
	o2.Events = func(e Event) {
		if e.Phase == Measure {
			if left++; left == 2 {
				cancel()
			}
		}
	}
	if _, err := Run(ctx, o2); !errors.Is(err, ErrInterrupted) {
		t.Fatalf("error %v", err)
	}
	c := &evidence.Campaign{}
	if err := readJSON(filepath.Join(o.Dir, "campaign.json"), c); err != nil {
		t.Fatal(err)
	}
	if c.EndedUTC != "" || c.EnvironmentAtEnd != nil {
		t.Errorf("ended %s although its trials go on", c.EndedUTC)
	}
	mustRun(t, again(o))
	if err := readJSON(filepath.Join(o.Dir, "campaign.json"), c); err != nil {
		t.Fatal(err)
	}
	c.EndedUTC, c.EnvironmentAtEnd = "", nil // as if it had been killed between the last record and the end
	if err := evidence.WriteJSON(filepath.Join(o.Dir, "campaign.json"), c); err != nil {
		t.Fatal(err)
	}
	res := mustRun(t, again(o))
	if got := phasesOf(res.Dataset.Campaign); got != "build calibrate measure measure measure" || res.Dataset.Campaign.EndedUTC == "" || res.AlreadyComplete {
		t.Errorf("host checks %s, ended %q", got, res.Dataset.Campaign.EndedUTC)
	}
}
