package verify

import (
	"encoding/json"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashassay/assay/internal/evidence"
)

// garnet writes the published trials of Garnet_768 with 4096 bytes, in cycles per call, as a record beside
// those of C Hash. One process of five fell into a bad placement.
func garnet(t *testing.T, dir string) (file string) {
	t.Helper()
	golden(t, dir)
	const calls, hz = 9163, 2.695e9
	var trials []evidence.Trial
	for _, perCall := range []uint64{377585, 176443, 176538, 176554, 176621} {
		seconds := math.Round(float64(perCall*calls)/hz*1e9) / 1e9
		trials = append(trials, evidence.Trial{Measurements: calls, Seconds: evidence.Float(seconds), Cycles: perCall * calls})
	}
	const from = "records/hash-03/CHash_512__hash_4096.json"
	file = "records/hash-11/Garnet_768__hash_4096.json"
	put(t, dir, file, []byte(get(t, dir, from)))
	f := evidence.Derive(trials, 4096, 96)
	plan := map[string]any{"iterations_per_trial": calls, "warmups": 3, "trials": 5, "separate_processes": true, "estimated_s": 2.5, "timeout_per_process_s": 301.5}
	changes := map[string]any{
		"candidate": "hash-11", "label": "Garnet_768", "instance": "Garnet_768", "plan": plan,
		"started_utc": "2026-09-28T20:30:00.000000+00:00", "ended_utc": "2026-09-28T20:30:05.000000+00:00",
		"trials": f.Trials, "measurements": f.Measurements, "mean_seconds": f.MeanSeconds, "median_trial_seconds": f.MedianTrialSeconds,
		"min_trial_seconds": f.MinTrialSeconds, "max_trial_seconds": f.MaxTrialSeconds, "mean_cycles": f.MeanCycles,
		"median_trial_cycles": f.MedianTrialCycles, "operations_per_second": f.OperationsPerSecond, "throughput_MB_per_second": f.ThroughputMBs,
	}
	var build struct {
		Instances map[string]map[string]json.RawMessage
	}
	if err := json.Unmarshal([]byte(get(t, dir, "build.json")), &build); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"library", "library_sha256", "kat_log", "kat_log_sha256"} {
		changes[key] = build.Instances["hash-11/Garnet_768"][key]
	}
	edit(t, dir, file, changes)
	return file
}

// The published mean says 216.7 k cycles; four of five trials say 176.5 k.
func TestGarnet(t *testing.T) {
	dir := t.TempDir()
	file := garnet(t, dir)
	var found []Finding
	for _, f := range verified(t, dir).Findings {
		if f.File == file {
			found = append(found, f)
		}
	}
	if len(found) != 1 {
		t.Fatalf("findings: %v", found)
	}
	f := found[0]
	if f.Severity != Doubt || f.Field != "trials[0]" || f.Says != "377585 (2.14 times the median) cycles per call" {
		t.Errorf("%v", f)
	}
	if want := "about the median of the 5 trials, 176554 cycles per call (modified z-score above 3.5); the mean, 216748, is not a figure to rely on"; f.Follows != want {
		t.Errorf("follows %q, want %q", f.Follows, want)
	}
}

// slower multiplies the times of some trials of a record, and makes everything follow from that.
func slower(t *testing.T, dir, file string, factor func(trial int) float64) {
	t.Helper()
	rewrite(t, dir, file, func(r *evidence.Record) {
		var trials []evidence.Trial
		for i := range r.Processes {
			x := &r.Processes[i].Trials[0]
			x.Seconds = evidence.Float(math.Round(float64(x.Seconds)*factor(i)*1e9) / 1e9)
			x.Cycles = uint64(float64(x.Cycles) * factor(i))
			r.Processes[i].WallS *= 3
			trials = append(trials, *x)
		}
		f := evidence.Derive(trials, r.InputBytes, 64)
		f.BuildFlags, f.TimingScope, f.BaselineRSSBytes, f.PeakRSSBytes = r.BuildFlags, r.TimingScope, r.BaselineRSSBytes, r.PeakRSSBytes
		r.Figures = f
		r.EndedUTC = "2026-09-28T23:40:00.000000+00:00"
	})
	edit(t, dir, "campaign.json", map[string]any{"ended_utc": "2026-09-28T23:50:00.000000+00:00"})
}

// doubtsAbout returns the doubts about a file; there must be no error in the dataset.
func doubtsAbout(t *testing.T, dir, file string) []Finding {
	t.Helper()
	var doubts []Finding
	for _, f := range verified(t, dir).Findings {
		if f.Severity == Error {
			t.Errorf("%v", f)
		} else if f.File == file && f.Field != "started_utc" { // times overlap now
			doubts = append(doubts, f)
		}
	}
	return doubts
}

func TestSpread(t *testing.T) {
	dir := t.TempDir()
	generate(t, dir, false, "hash-90/Some-512")
	const file = "records/hash-90/Some-512__hash_65536.json"
	slower(t, dir, file, func(i int) float64 { return 1 - 0.01*float64(i) })
	doubts := doubtsAbout(t, dir, file)
	if len(doubts) != 1 || doubts[0].Field != "trials" || !strings.Contains(doubts[0].Follows, "agree within 2 %") {
		t.Errorf("%v", doubts)
	}
}

func TestRisingCost(t *testing.T) {
	dir := t.TempDir()
	generate(t, dir, false, "hash-90/Some-512")
	const file = "records/hash-90/Some-512__hash_16384.json"
	slower(t, dir, file, func(int) float64 { return 1.02 })
	if doubts := doubtsAbout(t, dir, file); len(doubts) != 0 { // 8192 bytes have more of the constant part
		t.Errorf("2 %%: %v", doubts)
	}
	slower(t, dir, file, func(int) float64 { return 1.05 })
	doubts := doubtsAbout(t, dir, file)
	if len(doubts) != 1 || doubts[0].Field != "median per byte" || doubts[0].Says != "10.8 cycles" || !strings.Contains(doubts[0].Follows, "at 8192 bytes, 10.1 cycles") {
		t.Errorf("7 %%: %v", doubts)
	}
}

// A trial at another clock than the others: its cycles per call are like theirs, its seconds are not.
func TestClockOfATrial(t *testing.T) {
	dir := t.TempDir()
	golden(t, dir)
	const file = "records/hash-03/CHash_512__hash_32.json"
	r, err := evidence.ReadRecord(filepath.Join(dir, file))
	if err != nil {
		t.Fatal(err)
	}
	r.Trials[2].Seconds *= 0.9
	f := evidence.Derive(r.Trials, 32, 64)
	edit(t, dir, file, map[string]any{
		"trials": f.Trials, "mean_seconds": f.MeanSeconds, "median_trial_seconds": f.MedianTrialSeconds, "min_trial_seconds": f.MinTrialSeconds,
		"operations_per_second": f.OperationsPerSecond, "throughput_MB_per_second": f.ThroughputMBs,
	})
	doubts := doubtsAbout(t, dir, file)
	if len(doubts) != 1 || doubts[0].Field != "trials[2].cycles" || doubts[0].Says != "2.994 GHz" || !strings.Contains(doubts[0].Follows, "2.695 GHz") {
		t.Errorf("%v", doubts)
	}
}

// Code that cannot have read its message in that time.
func TestTooFast(t *testing.T) {
	dir := t.TempDir()
	generate(t, dir, false, "hash-90/Some-512")
	const file = "records/hash-90/Some-512__hash_65536.json"
	slower(t, dir, file, func(int) float64 { return 1.0 / 4096 })
	var fields []string
	for _, f := range doubtsAbout(t, dir, file) {
		fields = append(fields, f.Field)
	}
	if got := strings.Join(fields, " "); !strings.Contains(got, "median_trial_seconds") {
		t.Errorf("doubts about %s", got)
	}
}

// A dataset of ours with further rounds, a failure and estimated cycles is one that verifies, too; the
// command's scripts verify real runs. Here: what a run says of its own doubts.
func TestHostProblems(t *testing.T) {
	dir := t.TempDir()
	generate(t, dir, true, "hash-90/Some-512-c99")
	text := get(t, dir, "campaign.json")
	i := strings.LastIndex(text, `"problems": []`)
	put(t, dir, "campaign.json", []byte(text[:i]+`"problems": ["turbo is on"]`+text[i+len(`"problems": []`):]))
	edit(t, dir, "campaign.json", map[string]any{"host_problems": []string{"turbo is on"}})
	doubts := doubtsAbout(t, dir, "campaign.json")
	if len(doubts) != 1 || doubts[0].Field != "host_problems" || doubts[0].Says != "[turbo is on]" {
		t.Errorf("%v", doubts)
	}
}
