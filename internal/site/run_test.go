package site

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashassay/assay/internal/driver"
	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/host"
)

// made describes a made-up run: how large, and with which trouble.
type made struct {
	candidates, labels int // of each candidate
	sizes              []int
	trials             int
	name               func(candidate, label int) (id, instance string) // nil: plain ones
	text               string                                           // in notes, details and the like; "": plain text
}

var allSizes = []int{32, 128, 512, 1024, 4096, 8192, 16384, 65536}

func ptr[T any](x T) *T { return &x }

// write writes the run to a folder. Every figure follows from its trials, by
// the rules of package evidence; the same run is made each time.
func (m made) write(t *testing.T, dir string) {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	text := m.text
	if text == "" {
		text = "the kernel has no hardware cycle counter (ENOENT): usual in virtual machines, whose host does not pass its performance monitoring unit on"
	}
	environment := host.Environment{
		Hostname: "vm", Architecture: "x86_64", CPUModel: "Made Up CPU 3000", CPUNumber: 1, LogicalCPUsOnline: "0-1", Virtualized: true, MemoryTotalKiB: 24684084,
		OS: "Test Linux 12 (bookworm)", Kernel: "6.18.44-test", Compiler: ptr("gcc (Test 12.2.0-14+deb12u1) 12.2.0"), SMTControl: ptr("notsupported"),
		CoreClockHz: ptr(int64(3640643485)), CoreClockMinHz: ptr(int64(3640643485)), CoreClockMaxHz: ptr(int64(3640643485)), CoreClockMHz: ptr(int64(3650)),
	}
	campaign := &evidence.Campaign{
		SystemID: localSystem, StartedUTC: "2026-11-30T17:52:58.838009+00:00", EndedUTC: "2026-11-30T18:17:06.838009+00:00", EnvironmentAtStart: environment,
		ArchConfig: evidence.ArchConfig{Reference: "-std=c99 -O2"}, HarnessAdditions: "-fPIC", HostProblems: []string{text},
		HostChecks: []evidence.HostCheck{{Phase: "measure", UTC: "2026-11-30T17:52:58.838009+00:00", Problems: []string{text}}},
		Planning:   evidence.Planning{Trials: 5, TrialTargetS: 0.5, MinTotal: 100}, HistoryNote: m.text,
		Assay: &evidence.CampaignAssay{Version: "v0.1.0", GoVersion: "go1.26.8", Seed: 7982489678847647, MaxTrials: 11, MessageBytes: m.sizes, KATFiles: []string{"KAT_2_12", "KAT_2_23"}},
	}
	memory := &evidence.Memory{Instances: map[string]*evidence.MemoryEntry{}}
	build := &evidence.Build{Instances: map[string]*evidence.BuildEntry{}}
	put(t, dir, "campaign.json", campaign)
	for c := range m.candidates {
		for l := range m.labels {
			id, instance := fmt.Sprintf("hash-%02d", c+1), fmt.Sprintf("Mixer_%d_%d", 512+256*(l%3), l/2)
			if m.name != nil {
				id, instance = m.name(c, l)
			}
			kind := []string{"c99", "go"}[l%2]
			label := instance + "-" + kind
			digest := 64 + 32*(l%3)
			library := fmt.Sprintf("%064x", random.Uint64())
			log := fmt.Sprintf("kat/%s/%s.log", id, label)
			if len(label) > 200 {
				log = ""
			}
			build.Instances[id+"/"+label] = &evidence.BuildEntry{
				Candidate: id, Label: label, Instance: instance, Variant: kind, Flags: "guide", KAT: "PASS", Library: "lib/" + label[:min(len(label), 99)] + ".so", LibrarySHA256: library,
				ELFLoadBytes: ptr(int64(15000 + random.IntN(9000))), KATLog: log, KATLogSHA256: library,
				Assay: &evidence.BuildAssay{Role: "candidate", Implementation: kind, Language: "c", KATFiles: []string{"KAT_2_12", "KAT_2_23"}, Detail: m.text, Timed: log != ""},
			}
			if log == "" { // no file system takes such a name
				continue
			}
			memory.Instances[id+"/"+label] = memoryOf(id, label, instance, library)
			write(t, filepath.Join(dir, filepath.FromSlash(log)), "library = "+label+"\nRESULT PASS\n")
			for _, bytes := range m.sizes {
				r := m.record(random, id, label, instance, kind, library, log, text, digest, bytes, environment)
				put(t, dir, fmt.Sprintf("records/%s/%s__hash_%d.json", id, label, bytes), r)
			}
		}
	}
	put(t, dir, "build.json", build)
	put(t, dir, evidence.MemoryFile, memory)
}

// memoryOf is what three calls on each of three messages use.
func memoryOf(id, label, instance, library string) *evidence.MemoryEntry {
	m := &evidence.MemoryEntry{Candidate: id, Label: label, Instance: instance, Language: "c", LibrarySHA256: library, Driver: "c-memory"}
	for _, bytes := range []int{32, 1024, 65536} {
		call := driver.CallMemory{StackBytes: 1320, HeapPeak: 4146, AllocatedBytes: 4146, Allocations: 3, Frees: 3}
		calls := []driver.CallMemory{call, call, call}
		m.Messages = append(m.Messages, evidence.MessageMemory{InputBytes: bytes, Figures: evidence.DeriveMemory(calls), Use: &driver.MemoryUse{
			Calls: calls, Process: driver.Process{Command: []string{"lib/driver-memory", "memory", "library=lib/" + label + ".so", fmt.Sprintf("bytes=%d", bytes)}, StartedUTC: "2026-11-30T17:54:20.195166+00:00"},
		}})
	}
	return m
}

// record is an operation of about 3 cycles per byte and factor, some of it
// disturbed.
func (m made) record(random *rand.Rand, id, label, instance, kind, library, log, text string, digest, bytes int, e host.Environment) *evidence.Record {
	r := &evidence.Record{
		Schema: evidence.Schema, Status: evidence.Complete, Candidate: id, Label: label, Instance: instance, Variant: kind, Flags: "guide", Operation: evidence.Hash, InputBytes: bytes,
		Plan: evidence.OperationPlan{IterationsPerTrial: 404, Warmups: 17, Trials: 5, SeparateProcesses: true, EstimatedS: 0.26095052637295085, TimeoutPerProcessS: 31.043802105491803},
		KAT:  "PASS", Library: "lib/" + label + ".so", LibrarySHA256: library, KATLog: &log, KATLogSHA256: &library,
		StartedUTC: "2026-11-30T17:54:20.195166+00:00", EndedUTC: "2026-11-30T17:57:05.525446+00:00",
		LoadAverageStart: []evidence.Float{1.76, 1.65, 2.3}, LoadAverageEnd: []evidence.Float{1.14, 1.43, 2.1}, Environment: e,
	}
	a := &evidence.Assay{
		Version: "v0.1.0", Implementation: kind, Language: "c", KATFiles: []string{"KAT_2_12", "KAT_2_23"}, KATDetail: m.text, CycleReason: text, HostProblems: []string{text, "this is a virtual machine: the cpu reports a hypervisor"},
		Seed: 7982489678847647, Message: "byte i = (7 i + 1) mod 256, ending at a protected page", Digest: strings.Repeat("1f", digest),
		MoreTrials: []string{"round 6: max/min 1.1032 is above 1.02; modified z-score of trials 1 (8.5), 4 (3.6) is above 3.5"},
	}
	perCall := (200 + float64(bytes)*(3+20*random.Float64())) / 3.64e9
	calls := 1 + int(0.5/perCall)
	for round := range m.trials {
		seconds := math.Round(float64(calls)*perCall*(1+0.08*random.Float64())*1e9) / 1e9
		t := &driver.Trial{
			Calls: calls, Seconds: seconds, ThreadSeconds: math.Round(seconds*(1-0.02*random.Float64())*1e9) / 1e9, Counter: driver.Counter{Errno: 2},
			ClockBeforeHz: 3.64e9 + 1e7*random.Float64(), InvoluntarySw: int64(random.IntN(30)), MinorFaults: 3, BaselineRSS: 1400000 + int64(random.IntN(99))*4096, PeakRSS: 1900000 + int64(random.IntN(99))*4096,
			CPUBefore: 1, CPUAfter: 1, DigestBefore: a.Digest, DigestAfter: a.Digest,
			Process: driver.Process{Command: []string{"lib/driver", "time", "library=lib/" + label + ".so", "cpu=1", fmt.Sprintf("bytes=%d", bytes), fmt.Sprintf("calls=%d", calls)}, WallS: seconds + 0.02, StartedUTC: r.StartedUTC, EndedUTC: r.EndedUTC},
		}
		if random.IntN(3) == 0 {
			t.ClockBeforeHz = 0
		}
		a.Trials = append(a.Trials, evidence.Attempt{Round: round, Load: r.LoadAverageStart, Trial: t})
		r.Processes = append(r.Processes, evidence.Process{Status: evidence.ProcessOK, Meta: &evidence.Meta{ID: id, Instance: instance, Variant: kind, MeasurementCount: fmt.Sprint(calls)}, Trials: []evidence.Trial{evidence.SchemaTrial(t)}, Command: t.Process.Command})
	}
	a.Derive(bytes, 3.64e9)
	var trials []evidence.Trial
	for _, p := range r.Processes {
		trials = append(trials, p.Trials...)
	}
	r.Figures = evidence.Derive(trials, bytes, digest)
	r.BuildFlags, r.BaselineRSSBytes, r.PeakRSSBytes, r.TimingScope = "-std=c99 -Wpedantic -Wall -Wextra -O2 -fPIC -D_GNU_SOURCE", 1800000, 2300000, "loop"
	r.Assay = a
	return r
}

// put writes v as datasets are written, but without the care for crashes.
func put(t *testing.T, dir, name string, v any) {
	t.Helper()
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(v); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, filepath.FromSlash(name)), b.String())
}
