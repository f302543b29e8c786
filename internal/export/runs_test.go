package export

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/hashassay/assay/iccs"
	"github.com/hashassay/assay/internal/campaign"
	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/driver"
	"github.com/hashassay/assay/internal/driver/drivertest"
	"github.com/hashassay/assay/internal/evidence"
)

func TestMain(m *testing.M) {
	drivertest.Intercept()
	var err error
	if runs, err = os.MkdirTemp("", "assay-export"); err != nil {
		panic(err)
	}
	code := m.Run()
	os.RemoveAll(runs)
	os.Exit(code)
}

// runs is the folder of the runs that tests share, each made when it is first
// asked for.
var runs string

// A scripted run.
type scripted struct {
	name  string
	once  *sync.Once
	rules []drivertest.Rule
}

func script(name string, rules ...drivertest.Rule) scripted {
	return scripted{name, new(sync.Once), rules}
}

var (
	counted = script("counted", drivertest.Rule{Counter: drivertest.Good})
	// All cycles are estimated, for messages of 32 bytes with the clock of others.
	estimated = script("estimated", drivertest.Rule{Bytes: []int{32}, NoClock: true})
	// One trial of each operation is without its counter, or without its clock.
	multiplexed = script("multiplexed", drivertest.Rule{Counter: drivertest.Good}, drivertest.Rule{Mode: "time", Trial: 2, Counter: drivertest.Multiplexed})
	clockless   = script("clockless", drivertest.Rule{Mode: "time", Trial: 2, NoClock: true})
	nowhere     = script("nowhere", drivertest.Rule{NoClock: true}) // no cycles at all
	// Two operations fail, one after two trials and one before the first.
	failed = script("failed",
		drivertest.Rule{Mode: "time", Bytes: []int{512}, Trial: 3, Kill: true},
		drivertest.Rule{Mode: "time", Bytes: []int{1024}, Trial: 1, Verdict: driver.Crash, Detail: "signal 11 (SIGSEGV)"})
)

// dataset returns the run of Iphe-512-go that a script plays, read afresh:
// eight operations, of which each trial takes a different time, but not so
// different that there would be more than five.
func (s scripted) dataset(t *testing.T) *evidence.Dataset {
	t.Helper()
	dir := filepath.Join(runs, s.name)
	s.once.Do(func() {
		catalogue, err := candidate.Load()
		if err != nil {
			t.Fatal(err)
		}
		program := drivertest.New(t, "go", drivertest.Script{
			Rules: s.rules, Noise: 0.004, Seed: 3, Hashes: []drivertest.Hash{{Go: "go:hash-12/Iphe-512"}},
		})
		_, err = campaign.Run(context.Background(), campaign.Options{
			Dir: dir, Catalogue: catalogue, SystemID: "test", Version: "v1",
			Only: "Iphe-512", Impl: []string{"go"}, TargetS: 0.01, Seed: 7, KATFiles: []iccs.File{iccs.KAT223},
			Programs: map[candidate.Language]*driver.Program{candidate.Go: program},
		})
		if err != nil {
			t.Fatal(err)
		}
	})
	d, err := evidence.ReadDataset(dir)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// golden is the published dataset in the test data of package evidence: 16
// records of five trials, with the keys that figures follow from.
func golden(t *testing.T) *evidence.Dataset {
	t.Helper()
	dir, from := t.TempDir(), filepath.Join("..", "evidence", "testdata", "golden")
	read := func(name string) []byte {
		data, err := os.ReadFile(filepath.Join(from, name))
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	write := func(name string, data []byte) {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("campaign.json", read("campaign.json"))
	write("build.json", read("build.json"))
	var records []json.RawMessage
	if err := json.Unmarshal(read("records.json"), &records); err != nil {
		t.Fatal(err)
	}
	for _, raw := range records {
		var r struct{ Path string }
		if err := json.Unmarshal(raw, &r); err != nil {
			t.Fatal(err)
		}
		write(strings.TrimPrefix(r.Path, "performance/data/arm_1/"), raw)
	}
	d, err := evidence.ReadDataset(dir)
	if err != nil {
		t.Fatal(err)
	}
	return d
}
