package campaign

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashassay/assay/internal/driver"
	"github.com/hashassay/assay/internal/driver/drivertest"
	"github.com/hashassay/assay/internal/evidence"
)

const ipheKey, ipheTarget = "hash-12/Iphe-512-go", "go:hash-12/Iphe-512"

// The memory pass has a process of its own for each message length, and its file says what the calls used.
func TestMemoryPass(t *testing.T) {
	t.Parallel()
	call := driver.CallMemory{StackBytes: -1, HeapPeak: -1, HeapLive: -1, AllocatedBytes: 64, Allocations: 2, Frees: -1, MappedBytes: -1}
	o := scripted(t, drivertest.Script{Memory: []drivertest.Use{{Bytes: []int{1024}, Calls: []driver.CallMemory{call, call, call}}}})
	res := mustRun(t, o)
	if len(res.Failed) > 0 {
		t.Errorf("failed: %v", res.Failed)
	}
	e := res.Dataset.Memory.Instances[ipheKey]
	if e == nil || len(e.Messages) != 3 || e.LibrarySHA256 != res.Dataset.Build.Instances[ipheKey].LibrarySHA256 || e.Driver != "go" || !strings.HasPrefix(e.NotMeasured, "stack: ") {
		t.Fatalf("entry %+v", e)
	}
	for i, m := range e.Messages {
		want := int64(0)
		if m.InputBytes == 1024 {
			want = 2
		}
		if m.InputBytes != memorySizes[i] || m.Figures == nil || m.Figures.Allocations != want {
			t.Errorf("message %d: %+v", i, m)
		}
		if command := strings.Join(m.Use.Process.Command, " "); strings.Contains(command, o.Dir) || !strings.Contains(command, "memory target="+ipheTarget) {
			t.Errorf("command %s", command)
		}
	}
	program := o.Programs["go"]
	if all, _ := drivertest.Started(t, program, "memory", ipheTarget, 32); all != 3 {
		t.Errorf("%d processes", all)
	}
	mustRun(t, again(o))
	if all, _ := drivertest.Started(t, program, "memory", ipheTarget, 32); all != 3 {
		t.Errorf("%d processes after the run was resumed", all)
	}
}

// What a candidate does wrong in the memory pass is recorded and told; the rest of the run goes on, and a resumed
// run measures it again.
func TestMemoryFailure(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		rule drivertest.Rule
		want string
	}{
		{drivertest.Rule{Kill: true}, "CRASH: signal 9"},
		{drivertest.Rule{Verdict: driver.Overflow, Detail: "wrote past the end"}, "OVERFLOW: wrote past the end"},
		{drivertest.Rule{Flip: true}, "MISMATCH: digest of the message is "},
	} {
		c.rule.Mode, c.rule.Bytes, c.rule.Trial = "memory", []int{1024}, 1
		o := scripted(t, drivertest.Script{Rules: []drivertest.Rule{c.rule}})
		res := mustRun(t, o)
		if len(res.Failed) != 1 || !strings.HasPrefix(res.Failed[0], "hash-12/Iphe-512-go__hash_1024, memory: "+c.want) {
			t.Errorf("%s: failed: %v", c.want, res.Failed)
		}
		m := res.Dataset.Memory.Instances[ipheKey].Messages
		if len(m) != 3 || m[0].Figures == nil || m[2].Figures == nil || m[1].Figures != nil || m[1].Failure == nil || len(m[1].Failure.Process.Command) == 0 {
			t.Fatalf("%s: messages %+v", c.want, m)
		}
		if r := record(t, res, "Iphe-512-go", 1024); r.Status != evidence.Complete {
			t.Errorf("%s: the record is %s", c.want, r.Status)
		}
		res = mustRun(t, again(o))
		if m := res.Dataset.Memory.Instances[ipheKey].Messages; len(res.Failed) > 0 || m[1].Figures == nil {
			t.Errorf("%s: resumed: failed %v, %+v", c.want, res.Failed, m)
		}
	}
}

// Figures of another library than the run's are measured again; a damaged file is refused.
func TestMemoryOfAnotherLibrary(t *testing.T) {
	t.Parallel()
	o := scripted(t, drivertest.Script{})
	res := mustRun(t, o)
	m := res.Dataset.Memory
	right := m.Instances[ipheKey].LibrarySHA256
	m.Instances[ipheKey].LibrarySHA256 = strings.Repeat("0", 64)
	path := filepath.Join(o.Dir, evidence.MemoryFile)
	if err := evidence.WriteJSON(path, m); err != nil {
		t.Fatal(err)
	}
	res = mustRun(t, again(o))
	if got := res.Dataset.Memory.Instances[ipheKey].LibrarySHA256; got != right {
		t.Errorf("library %s, want %s", got, right)
	}
	if all, _ := drivertest.Started(t, o.Programs["go"], "memory", ipheTarget, 32); all != 6 {
		t.Errorf("%d processes, want 6", all)
	}
	if err := os.WriteFile(path, []byte("{"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Run(t.Context(), again(o)); err == nil || !strings.Contains(err.Error(), evidence.MemoryFile) || !strings.Contains(err.Error(), "begin a new run") {
		t.Errorf("damaged file: %v", err)
	}
}

// Runs of before the memory pass can be resumed: it is made up for.
func TestMemoryOfAnOlderRun(t *testing.T) {
	t.Parallel()
	o := scripted(t, drivertest.Script{})
	mustRun(t, o)
	path := filepath.Join(o.Dir, evidence.MemoryFile)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if d, err := evidence.ReadDataset(o.Dir); err != nil || d.Memory != nil {
		t.Fatalf("without the file: %+v, %v", d, err)
	}
	if res := mustRun(t, again(o)); res.Dataset.Memory.Instances[ipheKey] == nil {
		text, _ := json.Marshal(res.Dataset.Memory)
		t.Errorf("the memory pass was not made up for: %s", text)
	}
}
