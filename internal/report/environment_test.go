package report

import (
	"testing"

	"github.com/hashassay/assay/internal/driver"
	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/host"
)

func TestClockText(t *testing.T) {
	arm := host.Environment{
		CPUFreqGovernor: ptr("performance"), CPUFreqMinKHz: ptr("2707200"), CPUFreqMaxKHz: ptr("2707200"),
		CPUFreqBoost: ptr("0"), SMTControl: ptr("notsupported"),
	}
	loose := arm
	loose.CPUFreqMinKHz = ptr("1000000")
	loose.CPUFreqBoost = ptr("1")
	intel := host.Environment{CPUFreqGovernor: ptr("performance"), CPUFreqMaxKHz: ptr("2100000"), IntelNoTurbo: ptr("1"), SMTControl: ptr("off")}
	turbo := intel
	turbo.IntelNoTurbo, turbo.SMTControl = ptr("0"), ptr("on")
	amd := intel
	amd.IntelNoTurbo, amd.CPUFreqBoost, amd.SMTControl = nil, ptr("1"), ptr("forceoff")
	unknown := intel
	unknown.IntelNoTurbo, unknown.SMTControl, unknown.CPUFreqGovernor = nil, nil, nil
	virtual := host.Environment{CoreClockHz: ptr(int64(2993600000)), SMTControl: ptr("notimplemented")}
	for _, test := range []struct {
		name         string
		e            host.Environment
		architecture string
		want         string
	}{
		{"published page", arm, "aarch64", "fixed 2.71 GHz (governor performance, minimum = maximum), boost off, SMT none"},
		{"not fixed", loose, "aarch64", "1.00 GHz to 2.71 GHz (governor performance), boost on, SMT none"},
		{"x86", intel, "x86_64", "max 2.10 GHz, governor performance, turbo off, SMT off"},
		{"turbo", turbo, "x86_64", "max 2.10 GHz, governor performance, turbo on, SMT on"},
		{"boost", amd, "x86_64", "max 2.10 GHz, governor performance, turbo on, SMT off"},
		{"unknown", unknown, "x86_64", "max 2.10 GHz, governor –, turbo not known, SMT not known"},
		{"without cpufreq", virtual, "x86_64", "measured 2.99 GHz, set by firmware or hypervisor, SMT none"},
		{"nothing", host.Environment{}, "aarch64", "not known (no frequency control, and no measured clock), SMT not known"},
	} {
		if got := clockText(test.e, test.architecture); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// Published pages print "CPU 2" for instances timed on CPU 3 or 7.
func TestProcessorNamesEveryCPU(t *testing.T) {
	at := func(cpu int) *evidence.Record {
		return &evidence.Record{Environment: host.Environment{CPUModel: "Oryon", CPUNumber: cpu}}
	}
	moved := at(0)
	moved.Assay = &evidence.Assay{Trials: []evidence.Attempt{{Trial: &driver.Trial{CPUBefore: 2, CPUAfter: 5}}, {Trial: &driver.Trial{CPUBefore: -1, CPUAfter: -1}}}}
	unknown := at(-1)
	other := at(2)
	other.Environment.CPUModel = "Other"
	c := &evidence.Campaign{EnvironmentAtStart: host.Environment{CPUModel: "Start"}}
	for _, test := range []struct {
		records []*evidence.Record
		want    string
	}{
		{nil, "Start"},
		{[]*evidence.Record{at(2), at(2)}, "Oryon (CPU 2, one core)"},
		{[]*evidence.Record{at(7), at(2), at(3)}, "Oryon (CPUs 2, 3 and 7, one core for each trial)"},
		{[]*evidence.Record{moved}, "Oryon (CPUs 2 and 5, one core for each trial)"},
		{[]*evidence.Record{unknown}, "Oryon (CPU not known)"},
		{[]*evidence.Record{at(1), other}, "Oryon (CPU 1, one core); Other (CPU 2, one core)"},
	} {
		if got := processor(c, test.records); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}

func TestMemoryAndTimes(t *testing.T) {
	if got := memory(31295756); got != "30562 MiB" {
		t.Errorf("memory: %q", got)
	}
	c := &evidence.Campaign{StartedUTC: "2026-09-28T15:05:46.790099+00:00", EndedUTC: "2026-09-29T08:43:52.802978+00:00"}
	if got := campaignTimes(c); got != "2026-09-28T15:05:46 / 2026-09-29T08:43:52" {
		t.Errorf("times: %q", got)
	}
	c.EndedUTC = ""
	if got := campaignTimes(c); got != "2026-09-28T15:05:46 / not ended" {
		t.Errorf("times: %q", got)
	}
}
