package verify

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/jail"
)

// fault is something planted in a dataset, and the finding that names it.
type fault struct {
	name    string
	plant   func(t *testing.T, dir string)
	file    string // of the finding
	field   string
	says    string // part of what it says
	follows string // part of what follows
	doubt   bool
}

// text plants a fault by changing the first place in a file where old stands.
func textFault(name, old, new string) func(*testing.T, string) {
	return func(t *testing.T, dir string) { replace(t, dir, name, old, new) }
}

// find checks that each fault is found in a copy of the dataset, as an error, and named.
func find(t *testing.T, dataset string, faults []fault) {
	for _, f := range faults {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), "dataset")
			if err := os.CopyFS(dir, os.DirFS(dataset)); err != nil {
				t.Fatal(err)
			}
			f.plant(t, dir)
			r := verified(t, dir)
			want := Error
			if f.doubt {
				want = Doubt
			}
			for _, g := range r.Findings {
				if g.Severity == want && g.File == f.file && g.Field == f.field && strings.Contains(g.Says, f.says) && strings.Contains(g.Follows, f.follows) {
					return
				}
			}
			var got strings.Builder
			for _, g := range r.Findings {
				if g.Severity == Error || f.doubt {
					got.WriteString("\n" + g.String())
				}
			}
			t.Errorf("no %s about %s: %s that says %q and follows %q; found:%s", want, f.file, f.field, f.says, f.follows, got.String())
		})
	}
}

// Faults in the published records, of which only the essential figures are at hand: a digit changed in
// each kind of field, and more.
func TestFaultsGolden(t *testing.T) {
	dir := t.TempDir()
	golden(t, dir)
	const r32, r128 = "records/hash-03/CHash_512__hash_32.json", "records/hash-03/CHash_512__hash_128.json"
	change := func(name, old, new, field, says, follows string) fault {
		return fault{name, textFault(r32, old, new), r32, field, says, follows, false}
	}
	find(t, dir, []fault{
		change("schema", `"schema": 2`, `"schema": 3`, "schema", "3", "2"),
		change("status", `"complete"`, `"completed"`, "status", "completed", "complete or failed_or_partial"),
		change("candidate", `"hash-03",`, `"hash-08",`, "candidate, label, input_bytes", "hash-03/CHash_512__hash_32.json", "hash-08/CHash_512__hash_32.json"),
		change("label", `"label": "CHash_512"`, `"label": "CHash_1024"`, "candidate, label, input_bytes", "CHash_512__hash_32", "CHash_1024__hash_32"),
		change("label that nobody built", `"label": "CHash_512"`, `"label": "CHash_513"`, "label", "hash-03/CHash_513", "build.json"),
		change("instance", `"instance": "CHash_512"`, `"instance": "CHash_513"`, "instance", "CHash_513", "CHash_512"),
		change("variant", `"reference"`, `"optimized-avx2"`, "variant", "optimized-avx2", "reference"),
		change("flags", `"guide"`, `"harness-default"`, "flags", "harness-default", "guide"),
		change("operation", `"operation": "hash"`, `"operation": "sign"`, "operation", "sign", "hash"),
		change("message length", `"input_bytes": 32`, `"input_bytes": 33`, "candidate, label, input_bytes", "hash_32", "hash_33"),
		change("planned calls", `7075`, `7076`, "trials[0].measurements", "7075", "7076: plan.iterations_per_trial"),
		change("calls above the cap", `"iterations_per_trial": 7075`, `"iterations_per_trial": 70750`, "plan.iterations_per_trial", "70750", "at most 20000"),
		change("planned trials, fewer", `"trials": 5`, `"trials": 4`, "trials", "5 trials", "at most 4"),
		change("planned trials, more", `"trials": 5`, `"trials": 6`, "plan.trials", "6", "at most 5"),
		change("verdict", `"kat": "PASS"`, `"kat": "MISMATCH"`, "kat", "MISMATCH", "PASS"),
		change("verdict and its flag", `"kat_not_passed": false`, `"kat_not_passed": true`, "kat_not_passed", "true", "PASS"),
		change("library", `hash-03/lib/libCHash_512.so`, `hash-03/lib/libCHash_513.so`, "library", "libCHash_513", "libCHash_512"),
		change("library's digest", `"0788971a`, `"0788971b`, "library_sha256", "0788971b", "0788971a"),
		change("log", `kat/hash-03/CHash_512.log`, `kat/hash-03/CHash_1024.log`, "kat_log", "CHash_1024.log", "CHash_512.log"),
		change("log's digest", `"71a60871`, `"71a60872`, "kat_log_sha256", "71a60872", "71a60871"),
		change("start after end", `T19:39:31`, `T19:39:34`, "ended_utc", "19:39:33", "not before started_utc"),
		change("start before the campaign", `2026-09-28T19:39:31`, `2026-09-27T19:39:31`, "started_utc", "2026-09-27", "campaign began"),
		change("end after the campaign", `"ended_utc": "2026-09-28`, `"ended_utc": "2026-10-28`, "ended_utc", "2026-10-28", "campaign ended"),
		change("shorter than its trials", `T19:39:33`, `T19:39:32`, "trials[].seconds", "2.757187134", "from started_utc to ended_utc"),
		change("a time that is none", `T19:39:33`, `T19:39:63`, "ended_utc", "19:39:63", "a time like"),
		change("CPU", `"cpu_number": 2`, `"cpu_number": 12`, "environment.cpu_number", "12", "checked"),
		change("lowest frequency", `"cpufreq_min_khz": "2707200"`, `"cpufreq_min_khz": "2707201"`, "environment.cpufreq_min_khz", "2707201", "2707200"),
		change("highest frequency", `"cpufreq_max_khz": "2707200"`, `"cpufreq_max_khz": "2707300"`, "environment.cpufreq_max_khz", "2707300", "2707200"),
		change("core clock", `"core_clock_hz": 2695077195`, `"core_clock_hz": 2095077195`, "environment.core_clock_min_hz", "2692891458", "not above"),
		change("core clock in MHz", `"core_clock_mhz": 2700`, `"core_clock_mhz": 2750`, "environment.core_clock_mhz", "2750", "2695077195 Hz rounded"),
		change("calls of a trial", `"measurements": 7075`, `"measurements": 7074`, "trials[0].measurements", "7074", "7075"),
		change("seconds of a trial", `0.55143625`, `0.55143626`, "mean_seconds", "7.794168576678445e-05", "7.79416860494"),
		change("cycles of a trial", `1485846912`, `1485846913`, "mean_cycles", "210028.89650883392", "210028.8965371"),
		change("all calls", `"measurements": 35375`, `"measurements": 35376`, "measurements", "35376", "35375"),
		change("a hundred calls", `"guide_100_measurements_met": true`, `"guide_100_measurements_met": false`, "guide_100_measurements_met", "false", "true: 35375 calls"),
		change("last digit of the mean", `7.794168576678445e-05`, `7.794168576678447e-05`, "mean_seconds", "7.794168576678447e-05", "7.794168576678445e-05"),
		change("median", `7.794151943462897e-05`, `7.794151943462898e-05`, "median_trial_seconds", "7.794151943462898e-05", "7.794151943462897e-05"),
		change("minimum", `7.790037540636043e-05`, `7.690037540636043e-05`, "min_trial_seconds", "7.69", "7.790037540636043e-05"),
		change("maximum", `7.801459067137809e-05`, `7.801459067137808e-05`, "max_trial_seconds", "7.801459067137808e-05", "7.801459067137809e-05"),
		change("mean cycles", `210028.89650883392`, `210028.89650883398`, "mean_cycles", "210028.89650883", "210028.89650883392"),
		change("median cycles", `210013.6978091873`, `210013.6978091872`, "median_trial_cycles", "872", "873"),
		change("operations per second", `12830.104842640689`, `12830.104842640687`, "operations_per_second", "687", "689"),
		change("throughput", `0.410563354964502`, `0.410563354964503`, "throughput_MB_per_second", "503", "502"),
		change("baseline memory", `1437696`, `1437697`, "baseline_rss_bytes", "1437697", "whole pages"),
		change("peak memory", `1503232`, `1403904`, "peak_rss_bytes", "1403904", "at least baseline_rss_bytes"),
		change("figure left out", `"mean_seconds": 7.794168576678445e-05,`, ``, "mean_seconds", "nothing", "has this key"),
		change("negative time", `0.55143625`, `-0.55143625`, "trials[0].seconds", "-0.55", "a duration"),
		change("negative cycles", `1485846912`, `-1485846912`, "trials[0].cycles", "-1485846912", "another value"),
		change("impossible clock", `1485846912`, `14858469120`, "trials[0].cycles", "14858469120", "above the clock of any CPU"),
		change("NaN", `7.794168576678445e-05`, `NaN`, "mean_seconds", "NaN", "another value"),
		change("duplicate key", `"mean_seconds": `, `"mean_seconds": 1, "mean_seconds": `, "mean_seconds", "twice", "readers differ"),
		change("key in capitals", `"mean_seconds": `, `"Mean_Seconds": 1, "mean_seconds": `, "Mean_Seconds", "capitals", "mean_seconds"),
		change("text for a number", `"measurements": 35375`, `"measurements": "35375"`, "measurements", "35375", "another value"),
		change("null", `"mean_seconds": 7.794168576678445e-05`, `"mean_seconds": null`, "mean_seconds", "null", "another value"),
		change("local path", `"hash-03/lib/libCHash_512.so"`, `"/home/me/lib/libCHash_512.so"`, "library", "/home/me/lib/libCHash_512.so", "relative to itself"),
		{"key that nobody knows", textFault(r32, `"schema": 2,`, `"schema": 2, "note": "x",`), r32, "note", "of its own", "nothing is checked", true},
		{"file cut short", func(t *testing.T, dir string) {
			put(t, dir, r32, []byte(get(t, dir, r32)[:900]))
		}, r32, "", "JSON", "ends in the middle", false},
		{"empty file", func(t *testing.T, dir string) { put(t, dir, r32, nil) }, r32, "", "empty", "JSON", false},
		{"missing record", func(t *testing.T, dir string) { remove(t, dir, r32) }, r32, "", "no such file", "every message length", false},
		{"missing implementation", func(t *testing.T, dir string) {
			for _, n := range []string{"32", "128", "512", "1024", "4096", "8192", "16384", "65536"} {
				remove(t, dir, "records/hash-03/CHash_512__hash_"+n+".json")
			}
		}, "records/hash-03/CHash_512__hash_65536.json", "", "no such file", "every message length", false},
		{"record under another name", func(t *testing.T, dir string) {
			put(t, dir, r32, []byte(get(t, dir, r128)))
		}, r32, "candidate, label, input_bytes", "hash_32", "hash_128", false},
		{"swapped records", func(t *testing.T, dir string) {
			a, b := get(t, dir, r32), get(t, dir, r128)
			put(t, dir, r32, []byte(b))
			put(t, dir, r128, []byte(a))
		}, r128, "candidate, label, input_bytes", "hash_128", "hash_32", false},
		{"record of another length", func(t *testing.T, dir string) {
			put(t, dir, "records/hash-03/CHash_512__hash_33.json", []byte(strings.Replace(get(t, dir, r32), `"input_bytes": 32`, `"input_bytes": 33`, 1)))
		}, "records/hash-03/CHash_512__hash_33.json", "input_bytes", "33", "one of the lengths", false},
		{"duplicated trial, figures recomputed", func(t *testing.T, dir string) {
			r, err := evidence.ReadRecord(filepath.Join(dir, r32))
			if err != nil {
				t.Fatal(err)
			}
			r.Trials[3] = r.Trials[1]
			f := evidence.Derive(r.Trials, r.InputBytes, 64)
			edit(t, dir, r32, map[string]any{
				"trials": f.Trials, "mean_seconds": f.MeanSeconds, "median_trial_seconds": f.MedianTrialSeconds,
				"min_trial_seconds": f.MinTrialSeconds, "max_trial_seconds": f.MaxTrialSeconds, "mean_cycles": f.MeanCycles,
				"median_trial_cycles": f.MedianTrialCycles, "operations_per_second": f.OperationsPerSecond, "throughput_MB_per_second": f.ThroughputMBs,
			})
			for _, f := range verified(t, dir).Findings {
				if f.Severity == Error {
					t.Errorf("the figures were to follow: %v", f)
				}
			}
		}, r32, "trials[3]", "0.551145156", "trials[1] to the last digit", true},
		{"one trial too many", func(t *testing.T, dir string) {
			trials := list(t, dir, r32, "trials")
			edit(t, dir, r32, map[string]any{"trials": append(trials, trials[0])})
		}, r32, "trials", "6 trials", "at most 5", false},
		{"one trial lost", func(t *testing.T, dir string) {
			edit(t, dir, r32, map[string]any{"trials": list(t, dir, r32, "trials")[1:]})
		}, r32, "status", "complete", "4 of 5 planned trials", false},
		{"trials copied from another record", func(t *testing.T, dir string) {
			edit(t, dir, r32, map[string]any{"trials": list(t, dir, r128, "trials")})
		}, r128, "trials[0], trials[1], trials[2], trials[3], trials[4]", "5 trials", r32, true},
		{"a later time of the same CPU", textFault(r128, `"2026-09-28T19:38:50.838302+00:00"`, `"2026-09-28T19:39:31.000000+00:00"`), r128, "ended_utc", "19:38:53", "not before", false},
		{"key that other records have", textFault(r32, `"cpufreq_min_khz": "2707200",`, ``), r32, "environment.cpufreq_min_khz", "nothing", "15 of 16 records", false},
		{"entry lost", textFault("build.json", `"hash-03/CHash_512"`, `"hash-03/CHash_512x"`), r32, "label", "hash-03/CHash_512", "build.json", false},
		{"entry under another name", textFault("build.json", `"hash-03/CHash_512"`, `"hash-03/CHash_512x"`), "build.json", "instances.hash-03/CHash_512x", "hash-03/CHash_512", "named by candidate and label", false},
		{"unknown verdict", textFault("build.json", `"kat": "PASS"`, `"kat": "PASSED"`), "build.json", "instances.hash-03/CHash_512.kat", "PASSED", "one of", false},
		{"digest that is none", textFault("build.json", `"0788971a3`, `"0788971g3`), "build.json", "instances.hash-03/CHash_512.library_sha256", "0788971g", "64 hexadecimal digits", false},
		{"flags that do not fit", textFault("build.json", `"flags": "guide"`, `"flags": "harness-default"`), "build.json", "instances.hash-03/CHash_512.flags", "harness-default", "guide", false},
		{"log of another", textFault("build.json", `kat/hash-03/CHash_512.log`, `kat/hash-03/CHash_1024.log`), "build.json", "instances.hash-03/CHash_512.kat_log", "CHash_1024", "CHash_512.log", false},
		{"ELF size", textFault("build.json", `14484`, `-14484`), "build.json", "instances.hash-03/CHash_512.elf_load_bytes", "-14484", "size", false},
		{"instance twice", textFault("build.json", `"instances": {`, `"instances": {"hash-03/CHash_512": null,`), "build.json", "instances.hash-03/CHash_512", "twice", "once", false},
		{"no build.json", func(t *testing.T, dir string) { remove(t, dir, "build.json") }, "build.json", "", "no such file", "a dataset has one", false},
		{"no campaign.json", func(t *testing.T, dir string) { remove(t, dir, "campaign.json") }, "campaign.json", "", "no such file", "a dataset has one", false},
		{"no system", textFault("campaign.json", `"arm_1"`, `""`), "campaign.json", "system_id", "nothing", "names its system", false},
		{"campaign that ends early", textFault("campaign.json", `"ended_utc": "2026-09-29`, `"ended_utc": "2026-09-27`), "campaign.json", "ended_utc", "2026-09-27", "not before", false},
		{"planned trials of the campaign", textFault("campaign.json", `"trials": 5`, `"trials": 4`), r32, "plan.trials", "5", "at most 4", false},
		{"cap of the campaign", textFault("campaign.json", `20000`, `2000`), r32, "plan.iterations_per_trial", "7075", "at most 2000", false},
		{"another machine at the end", func(t *testing.T, dir string) {
			text := get(t, dir, "campaign.json")
			i := strings.LastIndex(text, `"vivo"`)
			put(t, dir, "campaign.json", []byte(text[:i]+`"vivi"`+text[i+6:]))
		}, "campaign.json", "environment_at_end.hostname", "vivi", "vivo", false},
		{"shard's CPU", textFault("campaign.json", `"2/3": 7`, `"2/3": 8`), "campaign.json", "shard_cpus.2/3", "8", "no host check", false},
		{"number of shards", textFault("campaign.json", `"shards": 3`, `"shards": 4`), "campaign.json", "shards", "4", "3 shards have a CPU", false},
		{"host check before the campaign", textFault("campaign.json", `"utc": "2026-09-28T15:05:46`, `"utc": "2026-09-28T15:05:45`), "campaign.json", "host_checks[0].utc", "15:05:45", "campaign began", false},
		{"host problem that nobody found", textFault("campaign.json", `"host_problems": []`, `"host_problems": ["turbo"]`), "campaign.json", "host_problems", "turbo", "no host check", false},
		{"host problem that is not listed", func(t *testing.T, dir string) {
			text := get(t, dir, "campaign.json")
			i := strings.Index(text, `"phase": "measure"`)
			put(t, dir, "campaign.json", []byte(text[:i]+strings.Replace(text[i:], `"problems": []`, `"problems": ["busy"]`, 1)))
		}, "campaign.json", "host_problems", "none", "busy", false},
		{"stray file", func(t *testing.T, dir string) { put(t, dir, "records/notes.txt", []byte("x")) }, "records/notes.txt", "", "a file", "no file of a dataset", false},
		{"file of a killed process", func(t *testing.T, dir string) { put(t, dir, "records/hash-03/.x.json.01234567.tmp", nil) }, "records/hash-03/.x.json.01234567.tmp", "", "a file", "killed", false},
		{"stray log", func(t *testing.T, dir string) { put(t, dir, "kat/hash-03/CHash_2048.log", nil) }, "kat/hash-03/CHash_2048.log", "", "a file", "no build entry", false},
		{"link", func(t *testing.T, dir string) {
			remove(t, dir, r32)
			if err := os.Symlink("CHash_512__hash_128.json", filepath.Join(dir, filepath.FromSlash(r32))); err != nil {
				t.Skip(err)
			}
		}, r32, "", "a file", "a link", false},
		{"record that is not complete", textFault(r32, `"complete"`, `"failed_or_partial"`), r32, "status", "failed_or_partial", "could not be measured in full", true},
	})
}

// Faults in a published dataset that has processes and logs.
func TestFaultsPublished(t *testing.T) {
	dir := t.TempDir()
	generate(t, dir, false, "hash-90/Some-512", "hash-90/Some-1024")
	const r32, log, log1024 = "records/hash-90/Some-512__hash_32.json", "kat/hash-90/Some-512.log", "kat/hash-90/Some-1024.log"
	change := func(name string, plant func(*evidence.Record), field, says, follows string) fault {
		return fault{name, func(t *testing.T, dir string) { rewrite(t, dir, r32, plant) }, r32, field, says, follows, false}
	}
	find(t, dir, []fault{
		change("trial of a process", func(r *evidence.Record) { r.Processes[2].Trials[0].Cycles++ }, "trials[2]", "", "the process reported this"),
		change("a process lost", func(r *evidence.Record) { r.Processes = r.Processes[:4] }, "trials", "5 trials", "4 trials of the processes"),
		change("all processes lost", func(r *evidence.Record) {
			for i := range r.Processes {
				r.Processes[i].Trials = nil
			}
		}, "processes[0].trials", "none", "measured"),
		change("a process copied", func(r *evidence.Record) {
			r.Processes[1], r.Trials[1] = r.Processes[0], r.Trials[0]
			r.Figures.Trials = r.Trials
		}, "processes[1]", "a process of", "copy of processes[0]"),
		change("wall time", func(r *evidence.Record) { r.Processes[1].WallS /= 2 }, "processes[1].trials[].seconds", "", "lived no longer"),
		change("exit code", func(r *evidence.Record) { r.Processes[1].ExitCode = 1 }, "processes[1].exit_code", "1", "0"),
		change("id", func(r *evidence.Record) { r.Processes[1].Meta.ID = "hash-91" }, "processes[1].meta.id", "hash-91", "hash-90"),
		change("instance", func(r *evidence.Record) { r.Processes[1].Meta.Instance = "Some-1024" }, "processes[1].meta.instance", "Some-1024", "Some-512"),
		change("input bytes", func(r *evidence.Record) { r.Processes[1].Meta.InputBytes = "33" }, "processes[1].meta.input_bytes", "33", "32"),
		change("warm-ups", func(r *evidence.Record) { r.Plan.Warmups++ }, "processes[0].meta.warmups", "", "plan.warmups"),
		change("count", func(r *evidence.Record) { r.Processes[1].Meta.MeasurementCount = "1" }, "processes[1].meta.measurement_count", "1", "calls of its trials"),
		change("a hundred calls", func(r *evidence.Record) { r.Processes[1].Meta.Guide100 = "not_met" }, "processes[1].meta.guide_100_measurements", "not_met", "met"),
		change("counter", func(r *evidence.Record) { r.Processes[1].Meta.CPUCyclesAvailable = "no" }, "processes[1].meta.cpu_cycles_available", "no", "yes"),
		change("build flags", func(r *evidence.Record) { r.Processes[1].Meta.BuildFlags = "-O3" }, "processes[1].meta.build_flags", "-O3", "-O2 -fPIC"),
		change("digest's size", func(r *evidence.Record) { r.Processes[1].Meta.DigestBytes = "128" }, "processes[1].meta.digest_bytes", "128", "64"),
		change("size of a key", func(r *evidence.Record) { r.Sizes.PK = 1 }, "sizes.pk_bytes", "1", "a hash function has none"),
		change("baseline memory", func(r *evidence.Record) { r.BaselineRSSBytes += pageBytes }, "baseline_rss_bytes", "", "greatest of the processes"),
		change("peak memory", func(r *evidence.Record) { r.PeakRSSBytes += pageBytes }, "peak_rss_bytes", "", "greatest of the processes"),
		change("memory that is no number", func(r *evidence.Record) { r.Processes[1].Meta.PeakRSSBytes = "much" }, "processes[1].meta.peak_rss_bytes", "much", "a whole number"),
		change("CPU of a command", func(r *evidence.Record) { r.Processes[1].Command[2] = "3" }, "processes[1].command", "cpu 3", "cpu 2"),
		change("length in a command", func(r *evidence.Record) { r.Processes[1].Command[6] = "64" }, "processes[1].command", "bytes 64", "bytes 32"),
		change("calls of a command", func(r *evidence.Record) { r.Processes[1].Command[9] = "1" }, "processes[1].command", "calls 1", "plan"),
		change("library of a command", func(r *evidence.Record) { r.Processes[1].Command[4] = "hash-90/lib/libSome-1024.so" }, "processes[1].command", "Some-1024", "libSome-512.so"),
		change("load average", func(r *evidence.Record) { r.LoadAverageEnd = r.LoadAverageEnd[:2] }, "load_average_end", "", "three averages"),
		change("kernel", func(r *evidence.Record) { r.Environment.Kernel = "6.2" }, "environment.kernel", "6.2", "6.1"),
		change("compiler", func(r *evidence.Record) { s := "gcc 16"; r.Environment.Compiler = &s }, "environment.compiler", "gcc 16", "gcc 15"),
		change("governor", func(r *evidence.Record) { r.Environment.CPUFreqGovernor = nil }, "environment.cpufreq_governor", "null", "performance"),
		{"memory of the machine", func(t *testing.T, dir string) {
			rewrite(t, dir, r32, func(r *evidence.Record) { r.Environment.MemoryTotalKiB++ })
		}, r32, "environment.memory_total_kib", "1048577", "1048576", true},
		{"operating system of the campaign", func(t *testing.T, dir string) {
			text := get(t, dir, "campaign.json")
			put(t, dir, "campaign.json", []byte(strings.ReplaceAll(text, `"6.1"`, `"6.0"`)))
		}, "campaign.json", "environment_at_start.kernel", "6.0", "6.1", false},
		{"record at the time of another", func(t *testing.T, dir string) {
			const r128 = "records/hash-90/Some-512__hash_128.json"
			var start, end string
			rewrite(t, dir, r128, func(r *evidence.Record) { start, end = r.StartedUTC, r.EndedUTC })
			rewrite(t, dir, r32, func(r *evidence.Record) { r.StartedUTC, r.EndedUTC = start, end })
		}, "records/hash-90/Some-512__hash_128.json", "started_utc", "2026-09-28T19:40:00.", "Some-512__hash_32.json", true},
		{"memory of one process", func(t *testing.T, dir string) {
			rewrite(t, dir, r32, func(r *evidence.Record) {
				r.Processes[3].Meta.PeakRSSBytes = "3710976"
				r.PeakRSSBytes = 3710976
			})
		}, r32, "peak_rss_bytes", "3710976", "a single process had more", true},
		{"log changed", textFault(log, "0.1 s", "0.2 s"), "build.json", "instances.hash-90/Some-512.kat_log_sha256", "", "SHA-256 of " + log, false},
		{"logs swapped", func(t *testing.T, dir string) {
			a, b := get(t, dir, log), get(t, dir, log1024)
			put(t, dir, log, []byte(b))
			put(t, dir, log1024, []byte(a))
		}, log, "RESULT", "Some-1024", "Some-512", false},
		{"logs swapped, digests too", func(t *testing.T, dir string) {
			a, b := get(t, dir, log), get(t, dir, log1024)
			put(t, dir, log, []byte(b))
			put(t, dir, log1024, []byte(a))
			text := get(t, dir, "build.json")
			put(t, dir, "build.json", []byte(strings.NewReplacer(digestOf(a), digestOf(b), digestOf(b), digestOf(a)).Replace(text)))
		}, log, "RESULT", "Some-1024", "Some-512", false},
		{"verdict of a log", textFault(log, "Some-512 PASS", "Some-512 MISMATCH"), log, "RESULT", "MISMATCH", "PASS", false},
		{"log without a verdict", textFault(log, "RESULT ", "RESULTS "), log, "RESULT", "0 lines", "one, with the verdict", false},
		{"log without a file", func(t *testing.T, dir string) { remove(t, dir, log) }, "build.json", "instances.hash-90/Some-512.kat_log", log, "none of this name", false},
		{"local path in a log", textFault(log, "wrote  ", "wrote  /home/me/"), log, "", "/home/me/kat/", "relative to itself", false},
	})
}

// A code whose known-answer file is not the official one did not pass, whatever the log says.
func TestFaultManifest(t *testing.T) {
	dir := t.TempDir()
	generate(t, dir, false, "hash-12/Iphe-512")
	const log = "kat/hash-12/Iphe-512.log"
	find(t, dir, []fault{
		{"digest that is not the official one", func(*testing.T, string) {}, log, "manifest KAT_2_12_Iphe-512.txt", digestOf("Iphe-512"),
			"c1e00ea4dff7e8acd7f61da438130c32fec4f37438cb5695a0c5adff678975fd", false},
	})
}

// Faults in a run of ours.
func TestFaultsOurs(t *testing.T) {
	dir := t.TempDir()
	generate(t, dir, true, "hash-90/Some-512-c99", "hash-90/Some-1024-c99")
	const r32, trials = "records/hash-90/Some-512-c99__hash_32.json", "trials/hash-90/Some-512-c99__hash_32.jsonl"
	change := func(name string, plant func(*evidence.Record), field, says, follows string) fault {
		return fault{name, func(t *testing.T, dir string) { rewrite(t, dir, r32, plant) }, r32, field, says, follows, false}
	}
	a := func(plant func(*evidence.Assay)) func(*evidence.Record) {
		return func(r *evidence.Record) { plant(r.Assay) }
	}
	other := evidence.Float(1)
	find(t, dir, []fault{
		change("median", a(func(a *evidence.Assay) { a.MedianSeconds *= 2 }), "assay.median_seconds", "", "median seconds per call"),
		change("lower end", a(func(a *evidence.Assay) { a.IntervalLo *= 0.99 }), "assay.interval_lo_seconds", "", "lower end"),
		change("upper end", a(func(a *evidence.Assay) { a.IntervalHi *= 1.01 }), "assay.interval_hi_seconds", "", "upper end"),
		change("level", a(func(a *evidence.Assay) { a.IntervalLevel = 0.95 }), "assay.interval_level", "0.95", "0.9375"),
		change("spread", a(func(a *evidence.Assay) { a.SpreadRatio = 1 }), "assay.spread_ratio", "1.0", "slowest by fastest"),
		change("marks", a(func(a *evidence.Assay) { a.Marks = []string{"busy"} }), "assay.marks", "busy", "none"),
		change("mean cycles", a(func(a *evidence.Assay) { a.MeanCycles = &other }), "assay.mean_cycles", "1.0", "from perf"),
		change("median cycles", a(func(a *evidence.Assay) { a.MedianCycles = &other }), "assay.median_cycles", "1.0", "from perf"),
		change("source of cycles", a(func(a *evidence.Assay) { a.CycleSource = evidence.ClockEstimate }), "assay.cycle_source", "clock-estimate", "perf"),
		change("reason", a(func(a *evidence.Assay) { a.CycleReason = "no counter" }), "assay.cycle_reason", "no counter", "nothing"),
		change("usual clock", a(func(a *evidence.Assay) { a.UsualClockHz = 1e9 }), "assay.usual_clock_hz", "1000000000.0", "0.0"),
		change("baseline memory", a(func(a *evidence.Assay) { a.BaselineRSS += pageBytes }), "assay.baseline_rss_median_bytes", "", "median of"),
		change("peak memory", a(func(a *evidence.Assay) { a.PeakRSS += pageBytes }), "assay.peak_rss_median_bytes", "", "median of"),
		change("digest", a(func(a *evidence.Assay) { a.Digest = "00" + a.Digest[2:] }), "assay.digest", "00", "the gate's digest"),
		change("digest of a trial", a(func(a *evidence.Assay) { a.Trials[1].Trial.DigestAfter = "00" + a.Digest[2:] }), "assay.trials[1].trial.digest_after", "00", "assay.digest"),
		change("seed", a(func(a *evidence.Assay) { a.Seed++ }), "assay.seed", "8", "7"),
		change("files of the gate", a(func(a *evidence.Assay) { a.KATFiles = append(a.KATFiles, "KAT_2_33") }), "assay.kat_files", "KAT_2_33", "KAT_2_12"),
		change("kernel", a(func(a *evidence.Assay) { a.Kernel = "avx2" }), "assay.kernel", "avx2", "nothing"),
		change("implementation", a(func(a *evidence.Assay) { a.Implementation = "submitted" }), "assay.implementation", "submitted", "c99"),
		change("jail", a(func(a *evidence.Assay) { a.Jail = a.Jail[:2] }), "assay.jail", "[namespaces landlock]", "[namespaces landlock seccomp rlimits]"),
		change("jail forgotten", a(func(a *evidence.Assay) { a.Jail = nil }), "assay.jail", "[]", "[namespaces landlock seccomp rlimits]"),
		change("jail of a process", a(func(a *evidence.Assay) { a.Trials[1].Trial.Process.Jail = []jail.Part{jail.Rlimits} }),
			"assay.trials[1].trial.process.jail", "[rlimits]", "jail=8"),
		change("jail out of order", a(func(a *evidence.Assay) { a.Trials[1].Trial.Process.Jail = []jail.Part{jail.Rlimits, jail.Seccomp} }),
			"assay.trials[1].trial.process.jail", "[rlimits seccomp]", "out of order"),
		change("jail that nobody asked for", a(func(a *evidence.Assay) { a.Trials[1].Trial.Process.Command[8] = "jail=7" }),
			"assay.trials[1].trial.process.jail", "", "it has no jail=15"),
		{"jail of the compiler", textFault("build.json", `"namespaces"`, `"walls"`), "build.json", "instances.hash-90/Some-1024-c99.assay.jail", "walls", "no part of a jail", false},
		change("host problem", a(func(a *evidence.Assay) { a.HostProblems = []string{"turbo"} }), "assay.host_problems", "turbo", "campaign.json lists"),
		change("further rounds", a(func(a *evidence.Assay) { a.MoreTrials = []string{"round 6: x"} }), "assay.more_trials", "round 6", "none"),
		change("round", a(func(a *evidence.Assay) { a.Trials[1].Round = 0 }), "assay.trials[1].round", "0", "of its own"),
		change("a round left out", a(func(a *evidence.Assay) { a.Trials[4].Round = 5 }), "assay.trials", "rounds [0 1 2 3 5]", "rounds 0 to 4"),
		change("CPU of a trial", a(func(a *evidence.Assay) { a.Trials[1].Trial.CPUAfter = 3 }), "assay.trials[1].trial.cpu_after", "3", "2"),
		change("clock of a trial", a(func(a *evidence.Assay) { a.Trials[1].Trial.ClockAfterHz = 27e9 }), "assay.trials[1].trial.clock_after_hz", "2.7e+10", "a clock that a CPU can have"),
		change("CPU time of a trial", a(func(a *evidence.Assay) { a.Trials[1].Trial.ThreadSeconds = 9 }), "assay.trials[1].trial.thread_cpu_seconds", "9", "at most"),
		change("counter of a trial", a(func(a *evidence.Assay) { a.Trials[1].Trial.Counter.TimeRunning = 10 }), "assay.trials[1].trial.counter.time_running_ns", "10", "at most"),
		change("seconds of a report", a(func(a *evidence.Assay) { a.Trials[1].Trial.Seconds *= 1.001 }), "trials[1]", "", "assay.trials[1]"),
		change("wall time of a report", a(func(a *evidence.Assay) { a.Trials[1].Trial.Process.WallS *= 1.01 }), "assay.trials[1].trial.process.wall_s", "", "its process"),
		change("command of a report", a(func(a *evidence.Assay) { a.Trials[1].Trial.Process.Command = []string{"other"} }), "assay.trials[1].trial.process.command", "other", "its process"),
		change("a trial at the time of another", a(func(a *evidence.Assay) { a.Trials[1].Trial.Process.StartedUTC = a.Trials[0].Trial.Process.StartedUTC }),
			"assay.trials[1].trial.process.started_utc", "2026-09-28T19:40:00", "the same record"),
		change("a trial with the process of another", a(func(a *evidence.Assay) { a.Trials[1].Trial.Process = a.Trials[0].Trial.Process }),
			"assay.trials[1].trial.process.started_utc", "2026-09-28T19:40:00", "the same record"),
		change("start", func(r *evidence.Record) { r.StartedUTC = strings.Replace(r.StartedUTC, ".000000", ".000001", 1) }, "started_utc", ".000001", "start of its first process"),
		change("end", func(r *evidence.Record) { r.EndedUTC = r.Assay.Trials[3].Trial.Process.EndedUTC }, "ended_utc", "", "end of its last process"),
		change("a failure that is not told of", func(r *evidence.Record) { r.DisturbedRetries = 1 }, "disturbed_retries", "1", "0"),
		change("core clock", func(r *evidence.Record) { *r.Environment.CoreClockHz-- }, "environment.core_clock_hz", "", "median of the estimates"),
		change("argument of a command", func(r *evidence.Record) { r.Processes[1].Command[5] = "bytes=64" }, "processes[1].command", "bytes=64", "bytes=32"),
		change("warm-ups", func(r *evidence.Record) { r.Plan.Warmups++ }, "plan.warmups", "", "plan.json"),
		change("estimate", func(r *evidence.Record) { r.Plan.EstimatedS *= 2 }, "plan.estimated_s", "", "t1_s of plan.json"),
		change("time limit", func(r *evidence.Record) { r.Plan.TimeoutPerProcessS++ }, "plan.timeout_per_process_s", "", "plan.json"),
		change("our keys left out", func(r *evidence.Record) { r.Assay = nil }, "assay", "nothing", "every record"),
		change("CPU of the record", func(r *evidence.Record) { r.Environment.CPUNumber = 3 }, "environment.cpu_number", "3", "the CPU of the run"),
		{"key left out", textFault(r32, `"spread_ratio"`, `"spread_ration"`), r32, "assay.spread_ratio", "nothing", "has this key", false},
		{"attempts lost", func(t *testing.T, dir string) { remove(t, dir, trials) }, r32, "assay.trials", "5 trials", trials + ", which is missing", false},
		{"attempts without a record", func(t *testing.T, dir string) { remove(t, dir, r32) }, trials, "", "a file", "which is missing", false},
		{"attempt changed", textFault(trials, `"calls":`, `"calls":1`), r32, "assay.trials[0]", "other values", "trials/", false},
		{"attempt lost", func(t *testing.T, dir string) {
			_, rest, _ := strings.Cut(get(t, dir, trials), "\n")
			put(t, dir, trials, []byte(rest))
		}, r32, "assay.trials", "5", "4", false},
		{"attempt that is none", textFault(trials, `"trial":`, `"trail":`), trials, "line 1: ", "neither", "one of them", false},
		{"attempt with a key twice", textFault(trials, `"round":0`, `"round":0,"round":1`), trials, "line 1: round", "twice", "once", false},
		{"attempt cut short", func(t *testing.T, dir string) { put(t, dir, trials, []byte(get(t, dir, trials)+`{"round"`)) }, trials, "", "without its end", "crash", true},
		{"library", func(t *testing.T, dir string) { put(t, dir, "lib/Some-512-c99.so", minimalELF("another")) }, "build.json", "instances.hash-90/Some-512-c99.library_sha256", "", "SHA-256 of lib/Some-512-c99.so", false},
		{"library's size", textFault("build.json", `"elf_load_bytes": 5000`, `"elf_load_bytes": 5001`), "build.json", "instances.hash-90/Some-1024-c99.elf_load_bytes", "5001", "5000", false},
		{"library lost", func(t *testing.T, dir string) { remove(t, dir, "lib/Some-512-c99.so") }, "build.json", "instances.hash-90/Some-512-c99.library", "lib/Some-512-c99.so", "none of this name", false},
		{"driver", func(t *testing.T, dir string) { put(t, dir, "lib/driver", []byte("another")) }, "campaign.json", "assay.drivers.c", "", "SHA-256 of lib/driver", false},
		{"stray library", func(t *testing.T, dir string) { put(t, dir, "lib/other.so", nil) }, "lib/other.so", "", "a file", "no build entry", false},
		{"not timed", textFault("build.json", `"timed": true`, `"timed": false`), "build.json", "instances.hash-90/Some-1024-c99.assay.timed", "false", "PASS is timed", false},
		{"calibration", textFault("plan.json", `"calls_per_trial": `, `"calls_per_trial": 1`), "plan.json", "operations[0].calls_per_trial", "", "from t1_s", false},
		{"operation that is not planned", textFault("plan.json", `"input_bytes": 32`, `"input_bytes": 33`), r32, "plan", "an operation", "does not plan it", false},
		{"seed of the plan", textFault("plan.json", `"seed": 7`, `"seed": 9`), "plan.json", "seed", "9", "7", false},
		{"run that did not end", func(t *testing.T, dir string) {
			edit(t, dir, "campaign.json", map[string]any{"ended_utc": ""})
		}, "campaign.json", "ended_utc", "nothing", "did not end", false},
		{"host check on another CPU", textFault("campaign.json", `"cpu": 2`, `"cpu": 1`), "campaign.json", "host_checks[0].cpu", "1", "the CPU of the run", false},
		{"digest of a message", func(t *testing.T, dir string) {
			// Two implementations of one instance that passed the same vectors.
			text := get(t, dir, "build.json")
			put(t, dir, "build.json", []byte(strings.Replace(text, `"instance": "Some-1024"`, `"instance": "Some-512"`, 1)))
		}, "build.json", "instances.hash-90/Some-1024-c99.assay.digests.32", digestOf("Some-102432"), "by Some-512-c99", false},
		{"compiler's own path", textFault("build.json", `-I/usr/include`, `-I/work/include`), "build.json", "instances.hash-90/Some-1024-c99.assay.command[3]", "/work/include", "relative to itself", false},
	})
}

// Faults in what a run says of the archives that submitted code is from.
func TestFaultsArchive(t *testing.T) {
	dir := t.TempDir()
	generate(t, dir, true, "hash-12/Some-512-c99")
	const key = "instances.hash-12/Some-512-c99.assay.archive"
	const published = "42ceda5aa3da2fc74c2b21abfaace3f5af208aab40ef00fcca6d18cdd7a0a844"
	other := digestOf("another archive")
	// what makes the implementation submitted code of an archive
	plant := func(kind, digest, claim, imported string) func(*testing.T, string) {
		return func(t *testing.T, dir string) {
			if claim != "" {
				claim = fmt.Sprintf(`"archive": {"name": "Iphe.zip", "sha256": %q, "published": %s},`, digest, claim)
			}
			replace(t, dir, "build.json", `"implementation": "c99",`, fmt.Sprintf(`"implementation": %q,%s`, kind, claim))
			replace(t, dir, "campaign.json", `"exec_prefix": []`, fmt.Sprintf(`"exec_prefix": [], "imports": {"hash-12": %q}`, imported))
		}
	}
	find(t, dir, []fault{
		{"another archive called the published one", plant("submitted", other, "true", other), "build.json", key + ".published", "true", "SHA-256 " + published, false},
		{"the published archive called another", plant("submitted", published, "false", published), "build.json", key + ".published", "false", "true", false},
		{"code of another archive", plant("submitted", other, "false", other), "build.json", "assay.archive of Some-512-c99", "hash-12 from Iphe.zip, SHA-256 " + other[:16], "code of another archive than the published one", true},
		{"archive of code of ours", plant("c99", published, "true", published), "build.json", key, "Iphe.zip", "kind c99", false},
		{"not the archive of the run", plant("submitted", published, "true", other), "build.json", key + ".sha256", published, other, false},
		{"no archive", plant("submitted", "", "", published), "build.json", key, "nothing", published, false},
		{"no digest", plant("submitted", "42", "true", published), "build.json", key + ".sha256", "42", "64 hexadecimal digits", false},
		{"no digest in the run", plant("submitted", published, "true", "42"), "campaign.json", "assay.imports.hash-12", "42", "64 hexadecimal digits", false},
	})
}
