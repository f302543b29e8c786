package schematest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hashassay/assay/iccs"
	"github.com/hashassay/assay/internal/campaign"
	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/driver"
	"github.com/hashassay/assay/internal/driver/drivertest"
)

func TestMain(m *testing.M) {
	drivertest.Intercept()
	os.Exit(m.Run())
}

func load(t *testing.T) Schemas {
	t.Helper()
	s, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// options are those of a run of Iphe-512-go, played by a script.
func options(t *testing.T, s drivertest.Script) campaign.Options {
	t.Helper()
	catalogue, err := candidate.Load()
	if err != nil {
		t.Fatal(err)
	}
	s.Hashes = []drivertest.Hash{{Target: "Iphe-512", Go: "go:hash-12/Iphe-512"}}
	return campaign.Options{
		Dir: filepath.Join(t.TempDir(), "run"), Catalogue: catalogue, SystemID: "test", Version: "test",
		Only: "Iphe-512", Impl: []string{"go"}, TargetS: 0.01, Seed: 7, KATFiles: []iccs.File{iccs.KAT223},
		Programs: map[candidate.Language]*driver.Program{candidate.Go: drivertest.New(t, "go", s)},
	}
}

// eventful is a script in which many things happen: a counter, trials that
// disagree, a crash, a time limit, a wrong digest, a calibration that fails.
func eventful() drivertest.Script {
	return drivertest.Script{Rules: []drivertest.Rule{
		{Mode: "time", Bytes: []int{32, 128}, Counter: drivertest.Good},
		{Mode: "time", Bytes: []int{128}, Trial: 3, Slower: 2},
		{Mode: "time", Bytes: []int{512}, Trial: 3, Kill: true, Stderr: "<last words>"},
		{Mode: "time", Bytes: []int{1024}, Trial: 1, Verdict: driver.Timeout, Detail: "no answer within 30 s"},
		{Mode: "time", Bytes: []int{4096}, Trial: 2, Flip: true},
		{Mode: "calibrate", Bytes: []int{8192}, Verdict: driver.Crash, Detail: "signal 11 (SIGSEGV)"},
		{Mode: "time", Bytes: []int{16384}, NoClock: true, Counter: drivertest.Multiplexed},
	}}
}

func run(t *testing.T, o campaign.Options) string {
	t.Helper()
	if _, err := campaign.Run(context.Background(), o); err != nil {
		t.Fatal(err)
	}
	return o.Dir
}

func checkRun(t *testing.T, dir string, least int) {
	t.Helper()
	files, err := load(t).CheckRun(dir)
	if err != nil {
		t.Error(err)
	}
	if files < least {
		t.Errorf("%d files and lines were checked, want at least %d", files, least)
	}
}

// Every file that a run writes follows its schema, whatever happens in the run.
func TestRuns(t *testing.T) {
	t.Parallel()
	t.Run("eventful", func(t *testing.T) {
		t.Parallel()
		o := options(t, eventful())
		// campaign, build, plan; 8 records; 6 operations that were timed, with
		// 5, 11, 3, 1, 2, 5 and 5 attempts.
		checkRun(t, run(t, o), 3+8+32)
		resumed := o
		resumed.TargetS, resumed.Seed, resumed.Only, resumed.Impl = 0, 0, "", nil
		checkRun(t, run(t, resumed), 3+8+40)
	})
	t.Run("vectors do not pass", func(t *testing.T) {
		t.Parallel()
		checkRun(t, run(t, options(t, drivertest.Script{Rules: []drivertest.Rule{{Mode: "serve", Flip: true}}})), 3)
	})
	t.Run("no counter and no clock", func(t *testing.T) {
		t.Parallel()
		checkRun(t, run(t, options(t, drivertest.Script{Rules: []drivertest.Rule{{NoClock: true}}})), 3+8+40)
	})
	t.Run("interrupted", func(t *testing.T) {
		t.Parallel()
		o := options(t, drivertest.Script{})
		ctx, cancel := context.WithCancel(context.Background())
		o.Events = func(e campaign.Event) {
			if e.Phase == campaign.Measure && e.Done == 13 {
				cancel()
			}
		}
		if _, err := campaign.Run(ctx, o); !errors.Is(err, campaign.ErrInterrupted) {
			t.Fatal(err)
		}
		checkRun(t, o.Dir, 3+13)
	})
}

// A file that no schema describes is not passed over.
func TestUnknownFile(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "more.json"), []byte("{}"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := load(t).CheckRun(dir); err == nil || !strings.Contains(err.Error(), "more.json") {
		t.Errorf("error %v", err)
	}
}

// optional are the keys that need not be there in files of our own, by the
// schema and their place in the file.
var optional = map[string][]string{
	"campaign": {"assay.drivers.go"}, // none before they are prepared
	"build":    {"instances.*.assay.kernel", "instances.*.assay.sections"},
	"record":   {"assay.kernel"},
}

// nameMaps are the objects whose keys are names. A further name is fine there, if
// it looks like one.
var nameMaps = []string{"instances", "instances.*.assay.digests"}

// Of every file of a run, each key is needed, each has one type, and no other key is taken:
// at every place of every kind of file.
func TestChangesAreRefused(t *testing.T) {
	t.Parallel()
	s := load(t)
	dir := run(t, options(t, eventful()))
	files := map[string][]string{
		"record": {
			"records/hash-12/Iphe-512-go__hash_32.json", "records/hash-12/Iphe-512-go__hash_512.json",
			"records/hash-12/Iphe-512-go__hash_1024.json", "records/hash-12/Iphe-512-go__hash_16384.json",
		},
		"attempt": {"trials/hash-12/Iphe-512-go__hash_512.jsonl"},
	}
	top, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil || len(top) < 3 {
		t.Fatalf("%q, %v", top, err)
	}
	for _, path := range top {
		file := filepath.Base(path)
		files[strings.TrimSuffix(file, ".json")] = []string{file}
	}
	for name, files := range files {
		for _, file := range files {
			data, err := os.ReadFile(filepath.Join(dir, file))
			if err != nil {
				t.Fatal(err)
			}
			if name == "attempt" { // its last line is a failure
				lines := bytes.Split(bytes.TrimSpace(data), []byte("\n"))
				changes(t, s, name, file+" trial", lines[0], optional[name])
				data = lines[len(lines)-1]
			}
			changes(t, s, name, file, data, optional[name])
		}
	}
}

// changes makes every change of one key of a document and wants each refused.
func changes(t *testing.T, s Schemas, name, file string, data []byte, optional []string) {
	t.Helper()
	if err := s.Check(name, data); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	var doc any
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if err := d.Decode(&doc); err != nil {
		t.Fatal(err)
	}
	tried := 0
	refused := func(where, what string) {
		t.Helper()
		changed, err := json.Marshal(doc)
		if err != nil {
			t.Fatal(err)
		}
		tried++
		if s.Check(name, changed) == nil {
			t.Errorf("%s: %s %s is not refused", file, where, what)
		}
	}
	var visit func(v any, place string)
	visit = func(v any, place string) {
		switch v := v.(type) {
		case []any:
			for i, item := range v {
				if i > 0 && i < len(v)-1 {
					continue // like the first or the last
				}
				visit(item, place+"[]")
				was := v[i]
				v[i] = map[string]any{"no": "item"}
				refused(fmt.Sprintf("%s[%d]", place, i), "of another type")
				v[i] = was
			}
		case map[string]any:
			v["no_such_key"] = json.Number("1")
			refused(place, "with a key that there is not")
			delete(v, "no_such_key")
			for _, key := range slices.Sorted(maps.Keys(v)) {
				at := strings.TrimPrefix(place+"."+key, ".")
				isName := slices.Contains(nameMaps, place)
				if isName {
					at = place + ".*"
				}
				visit(v[key], at)
				was := v[key]
				v[key] = map[string]any{"no": "value"}
				refused(at, "of another type")
				delete(v, key)
				if !isName && !slices.Contains(optional, at) {
					refused(at, "missing")
				}
				v[key] = was
			}
		}
	}
	visit(doc, "")
	if tried < 20 {
		t.Errorf("%s: only %d changes were tried", file, tried)
	}
}

// published writes the golden files of a published system as its dataset and
// returns the folder.
func published(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	golden := filepath.Join("..", "evidence", "testdata", "golden")
	for _, name := range []string{"campaign.json", "build.json"} {
		data, err := os.ReadFile(filepath.Join(golden, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(filepath.Join(golden, "records.json"))
	if err != nil {
		t.Fatal(err)
	}
	var records []map[string]json.RawMessage
	if err := json.Unmarshal(data, &records); err != nil {
		t.Fatal(err)
	}
	for _, r := range records {
		var name string
		if err := json.Unmarshal(r["path"], &name); err != nil {
			t.Fatal(err)
		}
		delete(r, "path") // of this collection, not of the record
		path := filepath.Join(dir, strings.TrimPrefix(name, "performance/data/arm_1/"))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestPublished(t *testing.T) {
	files, err := load(t).CheckPublished(published(t))
	if err != nil {
		t.Error(err)
	}
	if files != 18 {
		t.Errorf("%d files were checked, want 18", files)
	}
}

// The schemas of published files are no wider than that: changes that make a
// file useless are refused.
func TestPublishedRefuses(t *testing.T) {
	s, dir := load(t), published(t)
	for _, c := range []struct{ file, schema, old, new string }{
		{"records/hash-03/CHash_512__hash_32.json", "record", `"mean_seconds":`, `"mean_second":`},
		{"records/hash-03/CHash_512__hash_32.json", "record", `"kat":"PASS"`, `"kat":"FINE"`},
		{"records/hash-03/CHash_512__hash_32.json", "record", `"seconds":0.`, `"seconds":-0.`},
		{"records/hash-03/CHash_512__hash_32.json", "record", `"status":"complete"`, `"status":"done"`},
		{"records/hash-03/CHash_512__hash_32.json", "record", `"trials":[{`, `"trial":[{`},
		{"records/hash-03/CHash_512__hash_32.json", "record", `"cpu_number":2`, `"cpu":2`},
		{"records/hash-03/CHash_512__hash_32.json", "record", `"library_sha256":"0788`, `"library_sha256":"788`},
		{"campaign.json", "campaign", `"ended_utc": "2026-09-29T08:43:52.802978+00:00"`, `"ended_utc": ""`},
		{"campaign.json", "campaign", `"shards"`, `"shard"`},
		{"build.json", "build", `"hash-03/CHash_512"`, `"CHash_512"`},
		{"build.json", "build", `"kat": "PASS"`, `"kat": "OK"`},
		{"build.json", "build", `"kat_log":`, `"log":`},
	} {
		data, err := os.ReadFile(filepath.Join(dir, c.file))
		if err != nil {
			t.Fatal(err)
		}
		changed := strings.Replace(string(data), c.old, c.new, 1)
		if changed == string(data) {
			t.Errorf("%s does not hold %s", c.file, strconv.Quote(c.old))
		}
		if s.Check("published-"+c.schema, []byte(changed)) == nil {
			t.Errorf("%s: %s for %s is not refused", c.file, c.new, c.old)
		}
	}
}
