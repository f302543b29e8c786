package verify

import (
	"bytes"
	"crypto/sha256"
	"debug/elf"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/hashassay/assay/internal/driver"
	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/host"
	"github.com/hashassay/assay/internal/jail"
	"github.com/hashassay/assay/internal/plan"
)

// generator writes datasets of invented measurements that have everything a real one has.
type generator struct {
	t        testing.TB
	dir      string
	ours     bool
	clock    time.Time // when the next process starts
	rand     *rand.Rand
	campaign *campaignFile
	build    *buildFile
	plan     *plan.Plan
}

const generatedClock = 2.7e9 // hertz

// generate writes a dataset with the given labels, as "hash-90/Some-512".
func generate(t testing.TB, dir string, ours bool, labels ...string) {
	t.Helper()
	g := &generator{
		t: t, dir: dir, ours: ours, clock: time.Date(2026, 9, 28, 19, 40, 0, 0, time.UTC), rand: rand.New(rand.NewPCG(1, 2)),
		build: &buildFile{Instances: map[string]*evidence.BuildEntry{}},
		plan:  &plan.Plan{Settings: plan.Settings{TargetS: 0.05, Trials: 5, MaxTrials: 11, MinTotal: 100, Seed: 7}},
	}
	start := g.clock.Add(-time.Minute)
	env := g.environment()
	check := func(phase string, at time.Time) evidence.HostCheck {
		return evidence.HostCheck{Phase: phase, CPU: 2, UTC: evidence.UTC(at), Problems: []string{}}
	}
	g.campaign = &campaignFile{Campaign: evidence.Campaign{
		SystemID: "test_1", StartedUTC: evidence.UTC(start), EnvironmentAtStart: env, EnvironmentAtEnd: &env,
		HostChecks: []evidence.HostCheck{check("build", start.Add(time.Second)), check("measure", start.Add(2*time.Second))},
		ArchConfig: evidence.ArchConfig{Reference: "-O2", Performance: "-O3", OptimizedFamilies: []string{}},
		Planning:   evidence.Planning{Trials: 5, TrialTargetS: 0.05, MinTotal: 100}, HostProblems: []string{},
		HarnessAdditions: "-fPIC",
	}}
	if ours {
		g.campaign.Assay = &evidence.CampaignAssay{
			Version: "test", GoVersion: "go", Seed: 7, CPU: 2, MaxTrials: 11, MessageBytes: plan.Sizes, Impl: []string{}, Candidates: []string{},
			KATFiles: []string{"KAT_2_12"}, Drivers: map[string]string{"c": digestOf("driver"), "go": digestOf("go")}, LeftOut: []string{}, ExecPrefix: []string{},
		}
		g.file("lib/driver", []byte("driver"))
		g.file("lib/driver.log", nil)
	}
	for _, label := range labels {
		g.implementation(label)
	}
	g.campaign.EndedUTC = evidence.UTC(g.clock.Add(time.Second))
	g.json("campaign.json", g.campaign)
	g.json("build.json", g.build)
	if ours {
		g.json("plan.json", g.plan)
	}
}

func digestOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

func (g *generator) json(name string, v any) {
	data, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		g.t.Fatal(err)
	}
	g.file(name, append(data, '\n'))
}

func (g *generator) file(name string, data []byte) {
	g.make(name)
	if err := os.WriteFile(filepath.Join(g.dir, name), data, 0o666); err != nil {
		g.t.Fatal(err)
	}
}

func (g *generator) make(name string) {
	if err := os.MkdirAll(filepath.Dir(filepath.Join(g.dir, name)), 0o777); err != nil {
		g.t.Fatal(err)
	}
}

func (g *generator) environment() host.Environment {
	gcc, fixed, governor, hz, mhz := "gcc 15", "2700000", "performance", int64(generatedClock), int64(2700)
	return host.Environment{
		Hostname: "test", Architecture: "aarch64", CPUModel: "Test", CPUNumber: 2, LogicalCPUsOnline: "0-3", MemoryTotalKiB: 1 << 20, OS: "Test 1",
		Kernel: "6.1", Compiler: &gcc, CPUFreqGovernor: &governor, CPUFreqMinKHz: &fixed, CPUFreqMaxKHz: &fixed,
		CoreClockHz: &hz, CoreClockMinHz: &hz, CoreClockMaxHz: &hz, CoreClockMHz: &mhz,
	}
}

// minimalELF is a library of 5000 loadable bytes and some content of its own.
func minimalELF(content string) []byte {
	var b bytes.Buffer
	header := elf.Header64{Type: uint16(elf.ET_DYN), Machine: uint16(elf.EM_AARCH64), Version: 1, Phoff: 64, Ehsize: 64, Phentsize: 56, Phnum: 1, Shentsize: 64}
	copy(header.Ident[:], "\x7fELF\x02\x01\x01")
	binary.Write(&b, binary.LittleEndian, header)
	binary.Write(&b, binary.LittleEndian, elf.Prog64{Type: uint32(elf.PT_LOAD), Memsz: 5000})
	b.WriteString(content)
	return b.Bytes()
}

// implementation writes the records of an implementation, its log, and in runs of ours its library.
func (g *generator) implementation(key string) {
	id, label, _ := strings.Cut(key, "/")
	instance := strings.TrimSuffix(label, "-c99")
	size := int64(5000)
	library := minimalELF(label)
	e := &evidence.BuildEntry{
		Candidate: id, Label: label, Instance: instance, Variant: "reference", Flags: "guide", KAT: "PASS",
		Library: id + "/lib/lib" + label + ".so", LibrarySHA256: digestOf(string(library)), ELFLoadBytes: &size, KATLog: "kat/" + key + ".log",
	}
	if g.ours {
		e.Variant, e.Library = "c99", "lib/"+label+".so"
		e.Assay = &evidence.BuildAssay{
			Role: "candidate", Implementation: "c99", Language: "c", KATFiles: []string{"KAT_2_12"}, Timed: true, BuildFlags: "-O2 -fPIC",
			Command: []string{"gcc", "-O2", "-fPIC", "-I/usr/include"}, Log: "lib/" + label + ".guide.log", Digests: map[string]string{},
			Jail: jail.Parts(),
		}
		for _, n := range plan.Sizes {
			d := digestOf(fmt.Sprint(instance, n))
			e.Assay.Digests[strconv.Itoa(n)] = d + d
		}
		g.file(e.Library, library)
		g.file(e.Assay.Log, nil)
	}
	log := fmt.Sprintf("library = %s\nid = %s\ninstance = %s\nvariant = %s\nbuild_flags = -O2 -fPIC\ndigest_bits = 512\ntiming  KAT_2_12 0.1 s\nwrote  kat/KAT_2_12_%[3]s.txt (9 bytes)\nmanifest %[5]s strict KAT_2_12_%[3]s.txt\nRESULT %[2]s %[3]s PASS\n",
		e.Library, id, instance, e.Variant, digestOf(instance))
	e.KATLogSHA256 = digestOf(log)
	g.file(e.KATLog, []byte(log))
	g.build.Instances[key] = e
	for _, n := range plan.Sizes {
		g.record(e, n)
	}
}

func (g *generator) record(e *evidence.BuildEntry, n int) {
	op := plan.Operation{Candidate: e.Candidate, Label: e.Label, Bytes: n}
	perCall := (1000 + 10*float64(n)) / generatedClock
	entry, err := g.plan.NewEntry(op, perCall)
	if err != nil {
		g.t.Fatal(err)
	}
	g.plan.Operations = append(g.plan.Operations, entry)
	r := &evidence.Record{
		Schema: 2, Status: evidence.Complete, Candidate: e.Candidate, Label: e.Label, Instance: e.Instance, Variant: e.Variant, Flags: e.Flags,
		Operation: evidence.Hash, InputBytes: n, KAT: "PASS", Library: e.Library, LibrarySHA256: e.LibrarySHA256, KATLog: &e.KATLog, KATLogSHA256: &e.KATLogSHA256,
		Plan: evidence.OperationPlan{
			IterationsPerTrial: entry.Calls, Warmups: entry.Warmups, Trials: 5, SeparateProcesses: true,
			EstimatedS: evidence.Float(entry.EstimatedS() * 5), TimeoutPerProcessS: evidence.Float(entry.TimeoutS),
		},
		LoadAverageStart: []evidence.Float{0.5, 0.25, 0}, LoadAverageEnd: []evidence.Float{1, 0.5, 0}, Environment: g.environment(),
		StartedUTC: evidence.UTC(g.clock),
	}
	var attempts []evidence.Attempt
	var trials []evidence.Trial
	for round := range 5 {
		t := g.trial(e, r, perCall)
		attempts = append(attempts, evidence.Attempt{Round: round, Load: r.LoadAverageStart, Trial: t})
		trials = append(trials, evidence.SchemaTrial(t))
		met := "not_met"
		if t.Calls >= 100 {
			met = "met"
		}
		r.Processes = append(r.Processes, evidence.Process{
			Status: evidence.ProcessOK, Trials: trials[round:], Command: t.Process.Command, WallS: evidence.Float(t.Process.WallS),
			Meta: &evidence.Meta{
				ID: e.Candidate, Instance: e.Instance, Variant: e.Variant, Operation: "hash", InputBytes: strconv.Itoa(n), BuildFlags: "-O2 -fPIC",
				BaselineRSSBytes: fmt.Sprint(t.BaselineRSS), PeakRSSBytes: fmt.Sprint(t.PeakRSS), PKBytes: "0", SKBytes: "0", CTBytes: "0", SSBytes: "0", SignatureBytes: "0",
				DigestBytes: "64", Mode: "fixed_iterations", CPUCyclesAvailable: "yes", TimingScope: "loop", Warmups: strconv.Itoa(entry.Warmups),
				MeasurementCount: strconv.Itoa(t.Calls), Guide100: met,
			},
		})
	}
	r.EndedUTC = attempts[4].Trial.Process.EndedUTC
	f := evidence.Derive(trials, n, 64)
	f.BuildFlags, f.TimingScope = "-O2 -fPIC", "loop"
	for _, a := range attempts {
		f.BaselineRSSBytes, f.PeakRSSBytes = max(f.BaselineRSSBytes, a.Trial.BaselineRSS), max(f.PeakRSSBytes, a.Trial.PeakRSS)
	}
	r.Figures = f
	if g.ours {
		evidence.SetClocks(&r.Environment, attempts)
		r.Assay = &evidence.Assay{
			Version: "test", Implementation: "c99", Language: "c", KATFiles: []string{"KAT_2_12"}, Seed: 7, Message: "rule", Digest: e.Assay.Digests[strconv.Itoa(n)],
			Jail: jail.Parts(), Trials: attempts,
		}
		r.Assay.Derive(n, 0)
		name := "trials/" + op.Path() + ".jsonl"
		var lines bytes.Buffer
		for _, a := range attempts {
			line, err := json.Marshal(a)
			if err != nil {
				g.t.Fatal(err)
			}
			lines.Write(append(line, '\n'))
		}
		g.file(name, lines.Bytes())
	}
	g.json("records/"+op.Path()+".json", r)
}

// trial invents a trial that begins now.
func (g *generator) trial(e *evidence.BuildEntry, r *evidence.Record, perCall float64) *driver.Trial {
	calls := r.Plan.IterationsPerTrial
	seconds := math.Round(perCall*float64(calls)*(1+1e-3*g.rand.Float64())*1e9) / 1e9
	wall := seconds + 0.01
	t := &driver.Trial{
		Calls: calls, Seconds: seconds, Cycles: uint64(seconds*generatedClock) - uint64(g.rand.IntN(1000)), Instructions: 1,
		Counter:       driver.Counter{TimeEnabled: 9, TimeRunning: 9},
		ClockBeforeHz: generatedClock - 1e6*float64(g.rand.IntN(5)), ClockAfterHz: generatedClock, ThreadSeconds: seconds,
		BaselineRSS: 1<<20 + pageBytes*int64(g.rand.IntN(9)), CPUBefore: 2, CPUAfter: 2,
		Process: driver.Process{WallS: wall, StartedUTC: evidence.UTC(g.clock)},
	}
	t.PeakRSS = t.BaselineRSS + 2*pageBytes + int64(r.InputBytes)/pageBytes*pageBytes
	g.clock = g.clock.Add(time.Duration(wall*1e9) + time.Millisecond)
	t.Process.EndedUTC = evidence.UTC(g.clock)
	g.clock = g.clock.Add(20 * time.Millisecond)
	if g.ours {
		d := e.Assay.Digests[strconv.Itoa(r.InputBytes)]
		t.DigestBefore, t.DigestAfter = d, d
		t.Process.Command = []string{"lib/driver", "time", "target=" + e.Library, "digest_bits=512", "cpu=2",
			fmt.Sprint("bytes=", r.InputBytes), fmt.Sprint("warmups=", r.Plan.Warmups), fmt.Sprint("calls=", calls), driver.JailArgument(jail.Parts())}
		t.Process.Jail = jail.Parts()
	} else {
		t.Process.Command = []string{"taskset", "-c", "2", "performance/ngcc_perf", e.Library, "hash", fmt.Sprint(r.InputBytes), "1", "1",
			fmt.Sprint(calls), fmt.Sprint(r.Plan.Warmups)}
	}
	return t
}
