package campaign

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/driver"
	"github.com/hashassay/assay/internal/driver/drivertest"
	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/toolchain"
)

// again returns the options that resume a run: the directory, and the same
// scripted driver.
func again(o Options) Options {
	return Options{Dir: o.Dir, Catalogue: o.Catalogue, Version: o.Version, Programs: o.Programs, Compiler: o.Compiler}
}

func TestCrashInTrialThreeAndResume(t *testing.T) {
	t.Parallel()
	crash := drivertest.Rule{Mode: "time", Bytes: []int{4096}, Trial: 3, Kill: true}
	o := scripted(t, drivertest.Script{Rules: []drivertest.Rule{crash}})
	res := mustRun(t, o)
	r := record(t, res, "Iphe-512-go", 4096)
	if r.Status != evidence.Failed || len(r.Trials) != 2 || len(r.Processes) != 3 || r.Processes[2].Status != "failed" {
		t.Fatalf("record after the crash: %s, %d trials, %d processes", r.Status, len(r.Trials), len(r.Processes))
	}
	if len(res.Failed) != 1 || !strings.Contains(res.Failed[0], "CRASH") {
		t.Errorf("failed: %v", res.Failed)
	}
	before := record(t, res, "Iphe-512-go", 32)

	res = mustRun(t, again(o))
	r = record(t, res, "Iphe-512-go", 4096)
	if r.Status != evidence.Complete || len(r.Trials) != 5 || r.DisturbedRetries != 1 || len(r.Assay.Failures) != 1 || len(res.Failed) != 0 {
		t.Errorf("record after resuming: %s, %d trials, %d failures, failed %v", r.Status, len(r.Trials), len(r.Assay.Failures), res.Failed)
	}
	if after := record(t, res, "Iphe-512-go", 32); after.EndedUTC != before.EndedUTC {
		t.Error("a complete operation was measured again")
	}
}

func TestInterruptAndResume(t *testing.T) {
	t.Parallel()
	o := scripted(t, drivertest.Script{})
	ctx, cancel := context.WithCancel(context.Background())
	o.Events = func(e Event) {
		if e.Phase == Measure && e.Done == 13 {
			cancel()
		}
	}
	if _, err := Run(ctx, o); !errors.Is(err, ErrInterrupted) {
		t.Fatalf("error %v", err)
	}
	attempts := countAttempts(t, o.Dir)
	if attempts != 13 {
		t.Errorf("%d trials were kept, want the 13 that had ended", attempts)
	}
	first := 0
	o2 := again(o)
	o2.Events = func(e Event) {
		if e.Phase == Measure && first == 0 {
			first = e.Done
		}
	}
	res := mustRun(t, o2)
	if first != 14 {
		t.Errorf("the resumed run went on with trial %d, want 14", first)
	}
	if n := countAttempts(t, o.Dir); n != 40 {
		t.Errorf("%d trials in all, want 40", n)
	}
	for _, r := range res.Dataset.Records {
		if r.Status != evidence.Complete || len(r.Trials) != 5 {
			t.Errorf("%d bytes: %s with %d trials", r.InputBytes, r.Status, len(r.Trials))
		}
	}
}

func countAttempts(t *testing.T, dir string) int {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "trials", "*", "*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, f := range files {
		attempts, err := evidence.ReadAttempts(f)
		if err != nil {
			t.Fatal(err)
		}
		n += len(attempts)
	}
	return n
}

// Records that an accident left truncated, failed or missing are written anew,
// from the trials if they are there; a trials file that a crash cut short loses
// its last line and that trial is run again.
func TestDamageAndResume(t *testing.T) {
	t.Parallel()
	o := scripted(t, drivertest.Script{})
	mustRun(t, o)
	damage := func(name string, f func([]byte) []byte) {
		path := filepath.Join(o.Dir, filepath.FromSlash(name))
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f(data), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	half := func(b []byte) []byte { return b[:len(b)/2] }
	damage("records/hash-12/Iphe-512-go__hash_32.json", half)
	damage("records/hash-12/Iphe-512-go__hash_128.json", func(b []byte) []byte {
		return []byte(strings.Replace(string(b), `"complete"`, `"failed_or_partial"`, 1))
	})
	damage("trials/hash-12/Iphe-512-go__hash_512.jsonl", func(b []byte) []byte { return b[:len(b)-20] })
	if err := os.Remove(filepath.Join(o.Dir, "records/hash-12/Iphe-512-go__hash_1024.json")); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(o.Dir, "trials/hash-12/Iphe-512-go__hash_4096.jsonl")); err != nil {
		t.Fatal(err)
	}
	res := mustRun(t, again(o))
	for _, r := range res.Dataset.Records {
		if r.Status != evidence.Complete || len(r.Trials) != 5 {
			t.Errorf("%d bytes: %s with %d trials", r.InputBytes, r.Status, len(r.Trials))
		}
	}
	if n := countAttempts(t, o.Dir); n != 40 {
		t.Errorf("%d trials in all, want 40", n)
	}
}

func TestDamageThatIsRefused(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"campaign.json": "{",
		"build.json":    `{"instances": 3}`,
		"plan.json":     "",
		"trials/hash-12/Iphe-512-go__hash_32.jsonl": "nonsense\n",
	} {
		t.Run(filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			o := scripted(t, drivertest.Script{})
			mustRun(t, o)
			if err := os.WriteFile(filepath.Join(o.Dir, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			_, err := Run(context.Background(), again(o))
			if err == nil || !strings.Contains(err.Error(), filepath.Base(name)) {
				t.Errorf("error %v does not name %s", err, name)
			}
		})
	}
}

func TestResumeWithOtherOptions(t *testing.T) {
	t.Parallel()
	o := scripted(t, drivertest.Script{})
	mustRun(t, o)
	cpu := 4711
	for name, change := range map[string]func(*Options){
		"--only":         func(o *Options) { o.Only = "Iphe-768" },
		"--impl":         func(o *Options) { o.Impl = []string{"c99"} },
		"--seed":         func(o *Options) { o.Seed = 8 },
		"--quick":        func(o *Options) { o.Quick = true },
		"--trial-target": func(o *Options) { o.TargetS = 0.02 },
		"--cpu":          func(o *Options) { o.CPU = &cpu },
		"--candidates":   func(o *Options) { o.CandidateDirs = []string{"elsewhere"} },
	} {
		o2 := again(o)
		change(&o2)
		if _, err := Run(context.Background(), o2); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func TestDirectories(t *testing.T) {
	t.Parallel()
	o := scripted(t, drivertest.Script{})
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	o.Dir = filepath.Join(file, "run") // cannot be made, not even by root
	if _, err := Run(context.Background(), o); err == nil || !strings.Contains(err.Error(), file) {
		t.Errorf("a directory below a file: %v", err)
	}
	o.Dir = filepath.Dir(file) // somebody's folder
	if _, err := Run(context.Background(), o); err == nil || !strings.Contains(err.Error(), "not a run") {
		t.Errorf("a folder that is not a run: %v", err)
	}

	dataset := t.TempDir()
	if err := os.WriteFile(filepath.Join(dataset, "campaign.json"), []byte("{}"), 0o666); err != nil {
		t.Fatal(err)
	}
	o.Dir = dataset
	if _, err := Run(context.Background(), o); !errors.Is(err, ErrDataset) || !strings.Contains(err.Error(), dataset) {
		t.Errorf("a dataset: %v", err)
	}
	if entries, err := os.ReadDir(dataset); err != nil || len(entries) != 1 {
		t.Errorf("the dataset holds %v (%v)", entries, err)
	}

	o = scripted(t, drivertest.Script{})
	held, err := openDirectory(o.Dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Run(context.Background(), o); err == nil || !strings.Contains(err.Error(), "in use") {
		t.Errorf("a run that another process holds: %v", err)
	}
	held.close()
	// As soon as there is a campaign.json, there is the lock file that tells
	// the run from a dataset: nothing but a crash at worst follows.
	o.Events = func(Event) {
		if _, err := os.Stat(filepath.Join(o.Dir, "lock")); err != nil {
			t.Error(err)
		}
	}
	mustRun(t, o)
	if _, err := os.Stat(filepath.Join(o.Dir, "lock")); err != nil {
		t.Error(err)
	}
}

// A library that is not the one that was gated must not be measured.
func TestChangedLibrary(t *testing.T) {
	t.Parallel()
	compiler, err := toolchain.Find("")
	if err != nil {
		t.Skipf("this test builds a library: %v", err)
	}
	o := scripted(t, drivertest.Script{})
	o.Impl, o.Compiler = []string{"c99"}, compiler
	o.Programs = map[candidate.Language]*driver.Program{candidate.C: drivertest.New(t, "c", drivertest.Script{Hashes: hashes})}
	mustRun(t, o)
	mustRun(t, again(o))
	library := filepath.Join(o.Dir, "lib", "Iphe-512-c99.so")
	data, err := os.ReadFile(library)
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)-1] ^= 1
	if err := os.WriteFile(library, data, 0o777); err != nil {
		t.Fatal(err)
	}
	if _, err := Run(context.Background(), again(o)); err == nil || !strings.Contains(err.Error(), library+" changed") {
		t.Errorf("error %v", err)
	}
}

func TestChangedDriverAndHost(t *testing.T) {
	t.Parallel()
	for name, edit := range map[string]func(*evidence.Campaign){
		"driver changed":   func(c *evidence.Campaign) { c.Assay.Drivers["go"] = strings.Repeat("0", 64) },
		"host changed":     func(c *evidence.Campaign) { c.EnvironmentAtStart.CPUModel = "another" },
		"not written by":   func(c *evidence.Campaign) { c.Assay = nil },
		"compiler: gcc 1,": func(c *evidence.Campaign) { v := "gcc 1"; c.EnvironmentAtStart.Compiler = &v },
	} {
		o := scripted(t, drivertest.Script{})
		mustRun(t, o)
		path := filepath.Join(o.Dir, "campaign.json")
		c := &evidence.Campaign{}
		if err := readJSON(path, c); err != nil {
			t.Fatal(err)
		}
		edit(c)
		if err := evidence.WriteJSON(path, c); err != nil {
			t.Fatal(err)
		}
		if _, err := Run(context.Background(), again(o)); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}
