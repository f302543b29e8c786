package driver

import (
	"bytes"
	"context"
	"debug/elf"
	"encoding/hex"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// memoryProgram is the driver that counts memory: another text for C, the same program for Go.
func memoryProgram(t testing.TB, p *Program) *Program {
	t.Helper()
	if p.Name != "c" {
		return p
	}
	source := filepath.Join(t.TempDir(), "driver.c")
	if err := os.WriteFile(source, MemorySource(), 0o600); err != nil {
		t.Fatal(err)
	}
	return &Program{Name: "c", Argv: []string{compile(t, "driver-memory", append(strictFlags, source, "-ldl")...)}, Jail: p.Jail}
}

func useMemory(t *testing.T, p *Program, target Target) (*MemoryUse, error) {
	t.Helper()
	return p.Memory(context.Background(), TrialRequest{Target: target, CPU: -1, Bytes: 100})
}

// known says what the candidates of testdata use, call by call: heap peak, left, allocated, allocations, frees, mapped.
var known = []struct {
	name  string
	stack int64 // bytes that it certainly uses
	slack int64 // what else its frames and the functions it calls may use
	calls [MemoryCalls]CallMemory
}{
	{"good", 0, 128, [3]CallMemory{}},
	{"uses", 10000, 256, [3]CallMemory{
		{HeapPeak: 5000, AllocatedBytes: 5000, Allocations: 3, Frees: 3},
		{HeapPeak: 5000, AllocatedBytes: 5000, Allocations: 3, Frees: 3},
		{HeapPeak: 5000, AllocatedBytes: 5000, Allocations: 3, Frees: 3},
	}},
	{"digs", 12352, 0, [3]CallMemory{}},
	{"reaches", 100000, 128, [3]CallMemory{}},
	{"keeps", 0, 512, [3]CallMemory{
		{HeapPeak: 4146, HeapLive: 4096, AllocatedBytes: 4146, Allocations: 2, Frees: 1},
		{HeapPeak: 4146, HeapLive: 4096, AllocatedBytes: 50, Allocations: 1, Frees: 1},
		{HeapPeak: 4146, HeapLive: 4096, AllocatedBytes: 50, Allocations: 1, Frees: 1},
	}},
	{"loses", 0, 512, [3]CallMemory{
		{HeapPeak: 300, HeapLive: 100, AllocatedBytes: 300, Allocations: 2, Frees: 1},
		{HeapPeak: 400, HeapLive: 200, AllocatedBytes: 300, Allocations: 2, Frees: 1},
		{HeapPeak: 500, HeapLive: 300, AllocatedBytes: 300, Allocations: 2, Frees: 1},
	}},
	{"grows", 0, 512, [3]CallMemory{
		{HeapPeak: 1000, AllocatedBytes: 1510, Allocations: 3, Frees: 1},
		{HeapPeak: 1000, AllocatedBytes: 1510, Allocations: 3, Frees: 1},
		{HeapPeak: 1000, AllocatedBytes: 1510, Allocations: 3, Frees: 1},
	}},
	{"warms", 0, 512, [3]CallMemory{ // a later call has a peak of its own
		{HeapPeak: 9000, AllocatedBytes: 9000, Allocations: 1, Frees: 1},
		{HeapPeak: 100, AllocatedBytes: 100, Allocations: 1, Frees: 1},
		{HeapPeak: 100, AllocatedBytes: 100, Allocations: 1, Frees: 1},
	}},
	{"maps", 0, 512, [3]CallMemory{{MappedBytes: 8192}, {MappedBytes: 8192}, {MappedBytes: 8192}}},
	{"asks", 0, 1024, [3]CallMemory{
		{HeapPeak: 5096, AllocatedBytes: 9137, Allocations: 11, Frees: 10},
		{HeapPeak: 5096, AllocatedBytes: 9137, Allocations: 11, Frees: 10},
		{HeapPeak: 5096, AllocatedBytes: 9137, Allocations: 11, Frees: 10},
	}},
}

func checkKnown(t *testing.T, p *Program, target func(string) Target) {
	t.Helper()
	for _, k := range known {
		m, err := useMemory(t, p, target(k.name))
		if err != nil {
			t.Errorf("%s: %v", k.name, err)
			continue
		}
		if m.Digest != hex.EncodeToString(toy(Message(100), 800)) {
			t.Errorf("%s: digest %s", k.name, m.Digest)
		}
		for i, c := range m.Calls {
			if c.StackBytes < k.stack || c.StackBytes > k.stack+k.slack {
				t.Errorf("%s, call %d: %d bytes of stack, want %d and at most %d more", k.name, i, c.StackBytes, k.stack, k.slack)
			}
			c.StackBytes = 0
			if c != k.calls[i] {
				t.Errorf("%s, call %d: %+v, want %+v", k.name, i, c, k.calls[i])
			}
		}
		if m.StackLimit != 8<<20 || len(m.Process.Command) < 5 || m.Process.WallS <= 0 {
			t.Errorf("%s: incomplete: %+v", k.name, m)
		}
	}
}

// The figures of candidates that use known amounts of memory are exact, but for the frames of their own functions.
func TestMemory(t *testing.T) {
	t.Parallel()
	needLinux(t)
	checkKnown(t, memoryProgram(t, cProgram(t)), func(name string) Target { return cTarget(t, name) })
}

// A Go implementation's allocations are counted; the rest is not known.
func TestMemoryOfGo(t *testing.T) {
	t.Parallel()
	needLinux(t)
	for candidate, want := range map[string][2]int64{"good": {0, 0}, "allocates": {2, 1024 + 64}} {
		m, err := useMemory(t, goProgram(t), goTarget(candidate))
		if err != nil {
			t.Errorf("%s: %v", candidate, err)
			continue
		}
		for i, c := range m.Calls {
			if c != (CallMemory{-1, -1, -1, want[1], want[0], -1, -1}) || m.StackLimit != -1 {
				t.Errorf("%s, call %d: %+v, want %d allocations of %d bytes", candidate, i, c, want[0], want[1])
			}
		}
		if m.Digest != hex.EncodeToString(toy(Message(100), 800)) {
			t.Errorf("%s: digest %s", candidate, m.Digest)
		}
	}
}

// What the candidate does wrong is found on the painted stack, too, and by the driver's own allocation functions.
func TestMemoryVerdicts(t *testing.T) {
	t.Parallel()
	needLinux(t)
	p := memoryProgram(t, cProgram(t))
	for candidate, want := range map[string]string{
		"frees_twice": "CRASH: signal 6 (SIGABRT)",
		"recurses":    "CRASH: signal 11 (SIGSEGV): stack overflow",
		"changes":     "CRYPTOFAIL: the digest of the message changed: ",
	} {
		_, err := useMemory(t, p, cTarget(t, candidate))
		expect(t, candidate, err, want)
	}
	_, err := useMemory(t, goProgram(t), goTarget("changes"))
	expect(t, "changes", err, "CRYPTOFAIL: the digest of the message changed: ")
	// The driver that times has the C library's allocation functions and does not know the mode.
	_, err = useMemory(t, cProgram(t), cTarget(t, "good"))
	expect(t, "the driver that times", err, "unknown mode: memory")
}

// The driver that times must not count: its text has no allocation functions that take part.
func TestTimingDoesNotCount(t *testing.T) {
	t.Parallel()
	needLinux(t)
	symbols := func(p *Program) []string { return definedFunctions(t, p.Argv[0]) }
	plain := cProgram(t)
	counting := symbols(memoryProgram(t, plain))
	timing := symbols(plain)
	for _, f := range []string{"malloc", "calloc", "realloc", "free", "aligned_alloc", "posix_memalign", "memalign", "mmap"} {
		if !slices.Contains(counting, f) || slices.Contains(timing, f) {
			t.Errorf("%s is defined in the counting driver: %v, in the timing one: %v", f, slices.Contains(counting, f), slices.Contains(timing, f))
		}
	}
}

func TestDriverMisbehavesInTheMemoryPass(t *testing.T) {
	t.Parallel()
	needLinux(t)
	r := TrialRequest{Target: Target{Library: "go:x", DigestBits: 16}, CPU: -1, Bytes: 1}
	call := `{"stack_bytes":80,"heap_peak_bytes":9,"heap_live_bytes":1,"allocated_bytes":9,"allocations":2,"frees":1,"mapped_bytes":0}`
	line := `{"event":"memory","nonce":"'$n'","stack_limit_bytes":100,"calls":[` + strings.Join([]string{call, call, call}, ",") + `],"digest":"abcd"}`
	play := func(changes ...string) (*MemoryUse, error) {
		script := shReady + "echo '" + strings.NewReplacer(changes...).Replace(line) + "'"
		return shellDriver(t, script).Memory(context.Background(), r)
	}
	m, err := play()
	if err != nil || m.Calls[2] != (CallMemory{80, 9, 1, 9, 2, 1, 0}) {
		t.Fatalf("a good report: %+v, %v", m, err)
	}
	for _, c := range []struct{ from, to, want string }{
		{"'$n'", "0", "CRASH: forged or damaged report"},
		{`"digest"`, `"digest_of"`, `CRASH: unusable report`},
		{"abcd", "abc", "CRASH: digest"},
		{call + `],"d`, `{}],"d`, "CRASH: unusable report"},
		{"," + call + `],"d`, `],"d`, "CRASH: reports 2 calls, wanted 3"},
		{`"allocations":2`, `"allocations":-1`, "CRASH: calls[0].allocations is -1"},
		{`"frees":1`, `"frees":-2`, "CRASH: calls[0].frees is -2"},
		{`"stack_bytes":80`, `"stack_bytes":101`, "CRASH: calls[0] contradicts itself"},
		{`"heap_live_bytes":1`, `"heap_live_bytes":10`, "CRASH: calls[0] contradicts itself"},
	} {
		_, err := play(c.from, c.to)
		expect(t, c.to, err, c.want)
	}
	if _, err := shellDriver(t, "").Memory(context.Background(), TrialRequest{Target: r.Target, Bytes: -1}); err == nil || bytes.Contains([]byte(err.Error()), []byte("CRASH")) {
		t.Errorf("a message of -1 bytes: %v", err)
	}
}

// definedFunctions are the names of the functions that a program defines.
func definedFunctions(t *testing.T, path string) []string {
	t.Helper()
	f, err := elf.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	symbols, err := f.Symbols()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, s := range symbols {
		if elf.ST_TYPE(s.Info) == elf.STT_FUNC && s.Section != elf.SHN_UNDEF {
			names = append(names, s.Name)
		}
	}
	return names
}
