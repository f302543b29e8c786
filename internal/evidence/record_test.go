package evidence

import (
	"encoding/json"
	"math"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// keyOrder lists the keys of a JSON object in the order they are written.
func keyOrder(t *testing.T, data string) []string {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(data))
	if _, err := d.Token(); err != nil {
		t.Fatal(err)
	}
	var keys []string
	for d.More() {
		key, err := d.Token()
		if err != nil {
			t.Fatal(err)
		}
		keys = append(keys, key.(string))
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			t.Fatal(err)
		}
	}
	return keys
}

const (
	// The key orders of schema 2.
	plainKeys = "schema status candidate label instance variant flags operation input_bytes plan kat kat_not_passed disturbed_retries " +
		"library library_sha256 kat_log kat_log_sha256 started_utc ended_utc load_average_start load_average_end environment processes"
	figureKeys = "trials measurements guide_100_measurements_met mean_seconds median_trial_seconds min_trial_seconds max_trial_seconds " +
		"mean_cycles median_trial_cycles operations_per_second throughput_MB_per_second sizes kex build_flags baseline_rss_bytes peak_rss_bytes timing_scope"
	processKeys = "status exit_code meta trials stderr command wall_s disturbed_retries"
	metaKeys    = "id instance variant operation input_bytes build_flags baseline_rss_bytes pk_bytes sk_bytes ct_bytes ss_bytes signature_bytes " +
		"digest_bytes mode cpu_cycles_available timing_scope warmups peak_rss_bytes measurement_count guide_100_measurements"
)

func TestKeyOrder(t *testing.T) {
	limit := Float(30.5)
	tests := []struct {
		name string
		v    any
		want string
	}{
		{"record without trials", Record{}, plainKeys},
		{"record", &Record{Figures: &Figures{}}, plainKeys + " " + figureKeys},
		{"our record", &Record{Figures: &Figures{}, Assay: &Assay{}}, plainKeys + " " + figureKeys + " assay"},
		{"process", Process{Status: ProcessOK, Meta: &Meta{}}, processKeys},
		{"killed process", Process{Status: HardTimeout, TimeoutS: &limit}, "status timeout_s command wall_s"},
		{"meta", Meta{}, metaKeys},
		{"trial", Trial{}, "measurements seconds cycles"},
		{"plan", OperationPlan{}, "iterations_per_trial warmups trials separate_processes estimated_s timeout_per_process_s"},
	}
	for _, test := range tests {
		if got := strings.Join(keyOrder(t, mustEncode(t, test.v)), " "); got != test.want {
			t.Errorf("%s:\n%s\nwant\n%s", test.name, got, test.want)
		}
	}
}

func TestNoNullLists(t *testing.T) {
	data := mustEncode(t, &Record{
		Figures: &Figures{}, Assay: &Assay{},
		Processes: []Process{{Status: ProcessFailed}, {Status: HardTimeout}},
	})
	for _, key := range []string{
		"load_average_start", "load_average_end", "trials", "command",
		"kat_files", "host_problems", "more_trials", "marks", "failures",
	} {
		if strings.Contains(data, `"`+key+`":null`) || !strings.Contains(data, `"`+key+`":[]`) {
			t.Errorf("key %s is not an empty list: %s", key, data)
		}
	}
	if !strings.Contains(mustEncode(t, Record{}), `"processes":[]`) {
		t.Error("key processes is not an empty list")
	}
	// Null is right where schema 2 has it.
	for _, key := range []string{"kat_log", "kat_log_sha256", "mean_cycles", "throughput_MB_per_second"} {
		if !strings.Contains(data, `"`+key+`":null`) {
			t.Errorf("key %s is not null", key)
		}
	}
}

// A record of ours comes back as it was.
func TestRoundTripOurs(t *testing.T) {
	log, digest, cycles := "kat/hash-12/Iphe-512-c99.log", "00ff", Float(1234.5)
	trials := []Trial{{Measurements: 100, Seconds: 0.5}, {Measurements: 100, Seconds: 0.25}}
	limit := Float(30)
	r := &Record{
		Schema: Schema, Status: Complete, Candidate: "hash-12", Label: "Iphe-512-c99", Instance: "Iphe-512", Variant: "c99",
		Flags: "guide", Operation: Hash, InputBytes: 32, KAT: "PASS", Library: "lib/Iphe-512-c99.so", KATLog: &log, KATLogSHA256: &digest,
		LoadAverageStart: []Float{0.5, 1, 0}, LoadAverageEnd: []Float{0, 0, 0},
		Processes: []Process{
			{Status: ProcessOK, Meta: &Meta{ID: "hash-12"}, Trials: trials, Stderr: "a < b", Command: []string{"driver"}, WallS: 0.6},
			{Status: HardTimeout, TimeoutS: &limit, Command: []string{"driver"}, WallS: 30.1},
		},
		Figures: Derive(trials, 32, 64),
		Assay: &Assay{
			KATFiles: []string{"KAT_2_12"}, CycleSource: ClockEstimate, HostProblems: []string{"turbo is on"}, Seed: math.MaxUint64,
			MoreTrials: []string{}, MeanCycles: &cycles, Marks: []string{"spread"}, Trials: someAttempts()[:1], Failures: someAttempts()[1:2],
		},
	}
	path := filepath.Join(t.TempDir(), "r.json")
	if err := WriteJSON(path, r); err != nil {
		t.Fatal(err)
	}
	got, err := ReadRecord(path)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, r) {
		t.Errorf("got\n%s\nwant\n%s", mustEncode(t, got), mustEncode(t, r))
	}
}

func TestDerive(t *testing.T) {
	if f := Derive(nil, 32, 64); f != nil {
		t.Errorf("no trials: %+v", f)
	}
	f := Derive([]Trial{{40, 2, 100}, {20, 0.5, 50}, {20, 1.5, 40}}, 1000, 48)
	if f.Measurements != 80 || f.Guide100Met || f.MeanSeconds != 0.05 || f.MedianTrialSeconds != 0.05 ||
		f.MinTrialSeconds != 0.025 || f.MaxTrialSeconds != 0.075 || *f.MeanCycles != 2.375 || *f.MedianTrialCycles != 2.5 ||
		f.OperationsPerSecond != 20 || *f.ThroughputMBs != 0.02 || f.Sizes != (Sizes{InputBytes: 1000, Digest: 48}) {
		t.Errorf("%s", mustEncode(t, f))
	}
	// Without cycles in one trial there are no cycle figures, without bytes no
	// throughput.
	f = Derive([]Trial{{50, 2, 100}, {50, 2, 0}}, 0, 64)
	if f.MeanCycles != nil || f.MedianTrialCycles != nil || f.ThroughputMBs != nil || !f.Guide100Met {
		t.Errorf("%s", mustEncode(t, f))
	}
}

// Without compensation this sum is 0.0.
func TestCompensatedSum(t *testing.T) {
	var s compensatedSum
	for _, x := range []float64{1, 1e100, 1, -1e100} {
		s.add(x)
	}
	if s.value() != 2 {
		t.Errorf("sum %v, want 2", s.value())
	}
}
