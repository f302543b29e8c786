package verify

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// leaves returns the paths of all values of a JSON document that are neither objects nor lists, one for
// each kind of field, as steps.
func leaves(v any, path []any, seen map[string]bool, yield func(path []any)) {
	switch v := v.(type) {
	case map[string]any:
		for _, k := range slices.Sorted(func(yield func(string) bool) {
			for k := range v {
				if !yield(k) {
					return
				}
			}
		}) {
			leaves(v[k], append(path[:len(path):len(path)], k), seen, yield)
		}
	case []any:
		for i, x := range v {
			leaves(x, append(path[:len(path):len(path)], i), seen, yield)
		}
	default:
		if kind := kindOfPath(path); !seen[kind] {
			seen[kind] = true
			yield(path)
		}
	}
}

// kindOfPath writes a path with indices left out.
func kindOfPath(path []any) string {
	var parts []string
	for _, step := range path {
		if key, ok := step.(string); ok {
			parts = append(parts, key)
		}
	}
	return strings.Join(parts, ".")
}

// changed returns a value that differs in its last digit or letter.
func changed(v any) any {
	switch v := v.(type) {
	case json.Number:
		s := []byte(v)
		at := len(s) - 1
		if e := bytes.IndexAny(s, "eE"); e >= 0 {
			at = e - 1
		}
		if strings.ContainsAny(string(v), ".") && at > 12 {
			at = 10 // the last digits of a float may be the same number
		}
		for s[at] < '0' || s[at] > '9' {
			at--
		}
		s[at] = '0' + (s[at]-'0'+1)%10
		return json.Number(s)
	case string:
		if v == "" {
			return "x"
		}
		last := v[len(v)-1]
		switch {
		case strings.HasSuffix(v, "+00:00"): // a time
			return strings.Replace(v, ".", ".9", 1)[:26] + "+00:00"
		case last >= '0' && last < '9', last >= 'a' && last < 'f':
			return v[:len(v)-1] + string(last+1)
		case last == '9' || last == 'f':
			return v[:len(v)-1] + "0"
		}
		return v + "x"
	case bool:
		return !v
	}
	return "x" // null
}

// set changes the value at a path.
func set(v any, path []any, change func(any) any) any {
	if len(path) == 0 {
		return change(v)
	}
	switch step := path[0].(type) {
	case string:
		v.(map[string]any)[step] = set(v.(map[string]any)[step], path[1:], change)
	case int:
		v.([]any)[step] = set(v.([]any)[step], path[1:], change)
	}
	return v
}

func parse(t *testing.T, text string) any {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

// campaignFields are those of any campaign that nothing else tells about, or not so exactly. (That more trials
// were planned than run is no contradiction in published data.)
const campaignFields = `
	environment_at_end.core_clock_max_hz environment_at_end.cpufreq_avg_khz environment_at_start.core_clock_max_hz environment_at_start.cpufreq_avg_khz
	host_checks.phase host_checks.utc planning.op_budget_s planning.separate_process_setup_s started_utc ended_utc system_id `

// A digit or letter changed in any kind of field of any file is found, but for
// the fields in notFound, which nothing else in a dataset tells about.
func TestEveryField(t *testing.T) {
	const published, ours = "hash-90/Some-512", "hash-90/Some-512-c99"
	for _, test := range []struct {
		name, file string
		ours       bool
		notFound   string
	}{
		{"published record", "records/" + published + "__hash_32.json", false, `
			disturbed_retries processes.disturbed_retries processes.meta.mode processes.stderr processes.wall_s
			environment.core_clock_max_hz environment.cpufreq_avg_khz load_average_end load_average_start
			plan.estimated_s plan.timeout_per_process_s`},
		{"our record", "records/" + ours + "__hash_32.json", true, `
			assay.message environment.cpufreq_avg_khz load_average_end load_average_start processes.disturbed_retries processes.meta.mode`},
		{"published campaign", "campaign.json", false, `
			arch_config.performance arch_config.reference harness_additions host_checks.cpu ` + campaignFields + `
			environment_at_start.cpufreq_boost environment_at_start.cpufreq_driver environment_at_start.cpufreq_governor
			environment_at_start.cpufreq_max_khz environment_at_start.cpufreq_min_khz environment_at_start.intel_pstate_no_turbo
			environment_at_start.perf_event_paranoid environment_at_end.cpufreq_boost environment_at_end.cpufreq_driver
			environment_at_end.cpufreq_governor environment_at_end.cpufreq_max_khz environment_at_end.cpufreq_min_khz
			environment_at_end.intel_pstate_no_turbo environment_at_end.perf_event_paranoid
			planning.min_total planning.trial_target_s planning.trials`},
		{"our campaign", "campaign.json", true, `
			arch_config.performance assay.drivers.go assay.go_version assay.only assay.quick ` + campaignFields},
		{"published build", "build.json", false, `instances.` + published + `.elf_load_bytes`}, // there is no library
		{"our build", "build.json", true, `instances.` + ours + `.assay.command instances.` + ours + `.assay.role`},
		{"plan", "plan.json", true, ``},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			key := published
			if test.ours {
				key = ours
			}
			generate(t, dir, test.ours, key)
			text := get(t, dir, test.file)
			var missed []string
			leaves(parse(t, text), nil, map[string]bool{}, func(path []any) {
				v := set(parse(t, text), path, changed)
				data, err := json.Marshal(v)
				if err != nil {
					t.Fatal(fmt.Errorf("%v: %w", path, err))
				}
				put(t, dir, test.file, data)
				if len(verified(t, dir).Findings) == 0 {
					missed = append(missed, kindOfPath(path))
				}
			})
			want := strings.Fields(test.notFound)
			slices.Sort(want)
			slices.Sort(missed)
			if !slices.Equal(missed, want) {
				t.Errorf("not found:\n%s\nwant\n%s", strings.Join(missed, " "), strings.Join(want, " "))
			}
		})
	}
}
