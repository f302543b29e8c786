package verify

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/hashassay/assay/internal/driver"
	"github.com/hashassay/assay/internal/evidence"
)

const memoryLabel, otherLabel = "hash-90/Some-512-c99", "hash-90/Some-1024-c99"

// withMemory generates a run of ours with a memory.json.
func withMemory(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	generate(t, dir, true, memoryLabel, otherLabel)
	build := &buildFile{}
	if err := json.Unmarshal([]byte(get(t, dir, "build.json")), build); err != nil {
		t.Fatal(err)
	}
	m := &evidence.Memory{Instances: map[string]*evidence.MemoryEntry{}}
	for key, b := range build.Instances {
		e := &evidence.MemoryEntry{
			Candidate: b.Candidate, Label: b.Label, Instance: b.Instance, Language: b.Assay.Language, LibrarySHA256: b.LibrarySHA256, Driver: "c",
		}
		for _, n := range []string{"32", "1024"} {
			calls := []driver.CallMemory{
				{StackBytes: 1320, HeapPeak: 4146, HeapLive: 4096, AllocatedBytes: 4146, Allocations: 2, Frees: 1},
				{StackBytes: 1320, HeapPeak: 4146, HeapLive: 4096, AllocatedBytes: 50, Allocations: 1, Frees: 1},
				{StackBytes: 1320, HeapPeak: 4146, HeapLive: 4096, AllocatedBytes: 50, Allocations: 1, Frees: 1},
			}
			e.Messages = append(e.Messages, evidence.MessageMemory{
				InputBytes: map[string]int{"32": 32, "1024": 1024}[n], Figures: evidence.DeriveMemory(calls),
				Use: &driver.MemoryUse{StackLimit: 8 << 20, Calls: calls, Digest: b.Assay.Digests[n], Process: driver.Process{Command: []string{"lib/driver-memory", "memory", "bytes=" + n}}},
			})
		}
		m.Instances[key] = e
	}
	text, err := json.MarshalIndent(m, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	put(t, dir, evidence.MemoryFile, text)
	return dir
}

func TestFaultsOfMemory(t *testing.T) {
	dir := withMemory(t)
	for _, f := range verified(t, dir).Findings {
		t.Fatalf("%v", f)
	}
	change := func(name string, plant func(*evidence.MemoryEntry), field, says, follows string) fault {
		return fault{name, func(t *testing.T, dir string) {
			m := &evidence.Memory{}
			if err := json.Unmarshal([]byte(get(t, dir, evidence.MemoryFile)), m); err != nil {
				t.Fatal(err)
			}
			plant(m.Instances[memoryLabel])
			text, err := json.MarshalIndent(m, "", " ")
			if err != nil {
				t.Fatal(err)
			}
			put(t, dir, evidence.MemoryFile, text)
		}, evidence.MemoryFile, strings.TrimSuffix("instances."+memoryLabel+"."+field, "."), says, follows, false}
	}
	figure := func(name, says, follows string, plant func(*evidence.MemoryFigures)) fault {
		return change(name, func(e *evidence.MemoryEntry) { plant(e.Messages[0].Figures) }, "messages[0].figures."+name, says, follows)
	}
	call := func(name, says, follows string, plant func(*driver.CallMemory)) fault {
		return change("call's "+name, func(e *evidence.MemoryEntry) { plant(&e.Messages[0].Use.Calls[1]) }, "messages[0].use.calls[1]."+name, says, follows)
	}
	text := func(name, old, new, field, says, follows string) fault {
		return fault{name, textFault(evidence.MemoryFile, old, new), evidence.MemoryFile, field, says, follows, false}
	}
	seven := int64(7)
	find(t, dir, []fault{
		figure("stack_bytes", "7", "1320: from use.calls", func(f *evidence.MemoryFigures) { f.StackBytes = &seven }),
		figure("heap_peak_bytes", "7", "4146", func(f *evidence.MemoryFigures) { f.HeapPeakBytes = &seven }),
		figure("allocated_bytes", "7", "50", func(f *evidence.MemoryFigures) { f.AllocatedBytes = 7 }),
		figure("allocations", "7", "1", func(f *evidence.MemoryFigures) { f.Allocations = 7 }),
		figure("first_allocations", "7", "2", func(f *evidence.MemoryFigures) { f.FirstAllocations = 7 }),
		figure("kept_bytes", "null", "4096", func(f *evidence.MemoryFigures) { f.KeptBytes = nil }),
		figure("lost_bytes", "7", "0", func(f *evidence.MemoryFigures) { f.LostBytes = &seven }),
		figure("mapped_bytes", "7", "0", func(f *evidence.MemoryFigures) { f.MappedBytes = &seven }),
		call("stack_bytes", "1321", "a multiple of 8", func(c *driver.CallMemory) { c.StackBytes = 1321 }),
		call("stack_bytes", "16777216", "at most 8388608", func(c *driver.CallMemory) { c.StackBytes = 16 << 20 }),
		call("heap_live_bytes", "5000", "at most 4146", func(c *driver.CallMemory) { c.HeapLive = 5000 }),
		call("heap_peak_bytes", "5000", "at most 4146", func(c *driver.CallMemory) { c.HeapPeak = 5000 }),
		call("allocations", "-1", "not negative", func(c *driver.CallMemory) { c.Allocations = -1 }),
		call("frees", "-2", "at least 0", func(c *driver.CallMemory) { c.Frees = -2 }),
		change("digest", func(e *evidence.MemoryEntry) { e.Messages[0].Use.Digest = "00" }, "messages[0].use.digest", "00", "the gate's digest"),
		change("command", func(e *evidence.MemoryEntry) { e.Messages[0].Use.Process.Command[2] = "bytes=64" }, "messages[0].use.process.command", "bytes=64", "bytes=32"),
		change("library", func(e *evidence.MemoryEntry) { e.LibrarySHA256 = strings.Repeat("0", 64) }, "library_sha256", "0000", "build.json"),
		change("language", func(e *evidence.MemoryEntry) { e.Language = "go" }, "language", "go", "build.json"),
		change("driver", func(e *evidence.MemoryEntry) { e.Driver = "d" }, "driver", "d", "the digest of"),
		change("no reason", func(e *evidence.MemoryEntry) { e.Driver = "" }, "not_measured", "nothing", "a reason"),
		change("a call left out", func(e *evidence.MemoryEntry) { e.Messages[0].Use.Calls = e.Messages[0].Use.Calls[1:] }, "messages[0].use.calls", "2 calls", "3 calls"),
		change("no figures", func(e *evidence.MemoryEntry) { e.Messages[0].Figures = nil }, "messages[0].use", "neither or both", "calls with figures"),
		change("a message left out", func(e *evidence.MemoryEntry) { e.Messages = e.Messages[:1] }, "messages", "[32]", "[32 1024]"),
		text("an entry of another name", `"`+otherLabel+`": {`, `"hash-90/None": {`, "instances.hash-90/None", "an entry", "build.json has none"),
		text("an entry left out", `"`+otherLabel+`": {`, `"hash-90/None": {`, "instances", "no entry "+otherLabel, "every implementation that is timed"),
	})
	failed := change("failure", func(e *evidence.MemoryEntry) {
		e.Messages[0] = evidence.MessageMemory{InputBytes: 32, Failure: &evidence.Failure{Status: "CRASH", Detail: "stack overflow", Process: driver.Process{Command: []string{"lib/driver-memory"}}}}
	}, "messages[0].failure", "CRASH", "stack overflow")
	failed.doubt = true
	find(t, dir, []fault{failed})
}

// A run that has sections, and so had a memory pass, and no memory.json: that is said.
func TestMemoryIsNotThere(t *testing.T) {
	dir := withMemory(t)
	remove(t, dir, evidence.MemoryFile)
	if r := verified(t, dir); len(r.NotChecked) > 0 {
		t.Errorf("not checked: %q", r.NotChecked)
	}
	replace(t, dir, "build.json", `"digests": {`, `"sections": {"text": 1, "rodata": 1, "data": 1, "bss": 1, "other": 1}, "digests": {`)
	if r := verified(t, dir); !strings.Contains(strings.Join(r.NotChecked, "\n"), "memory.json is not there") {
		t.Errorf("not checked: %q", r.NotChecked)
	}
}
