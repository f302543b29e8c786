package evidence

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashassay/assay/internal/driver"
)

func TestDeriveMemory(t *testing.T) {
	// stack, heap peak, heap live, allocated bytes, allocations, frees, mapped bytes
	type call [7]int64
	bytes := func(n int64) *int64 { return &n }
	for _, c := range []struct {
		what  string
		calls [3]call
		want  MemoryFigures
	}{
		{"a temporary block", [3]call{
			{10008, 5000, 0, 5000, 3, 3, 0}, {10000, 5000, 0, 5000, 3, 3, 0}, {10000, 5000, 0, 5000, 3, 3, 0},
		}, MemoryFigures{bytes(10008), bytes(5000), 5000, 3, 3, bytes(0), bytes(0), bytes(0)}},
		{"a table kept from the first call, then a block for each", [3]call{
			{0, 4096, 4096, 4096, 1, 0, 0}, {0, 4146, 4096, 50, 1, 1, 0}, {8, 4146, 4096, 50, 1, 1, 0},
		}, MemoryFigures{bytes(8), bytes(4146), 50, 1, 1, bytes(4096), bytes(0), bytes(0)}},
		{"a loss in each call is no part of the peak", [3]call{
			{0, 300, 100, 300, 2, 1, 0}, {0, 400, 200, 300, 2, 1, 0}, {0, 500, 300, 300, 2, 1, 0},
		}, MemoryFigures{bytes(0), bytes(300), 300, 2, 2, bytes(0), bytes(100), bytes(0)}},
		{"kept and lost", [3]call{
			{0, 1130, 1110, 1130, 3, 1, 0}, {0, 1240, 1220, 130, 2, 1, 0}, {0, 1350, 1330, 130, 2, 1, 0},
		}, MemoryFigures{bytes(0), bytes(1130), 130, 2, 3, bytes(1000), bytes(110), bytes(0)}},
		{"what was kept is given back in the end", [3]call{
			{0, 1000, 1000, 1000, 1, 0, 0}, {0, 1000, 0, 0, 0, 1, 0}, {0, 0, 0, 0, 0, 0, 4096},
		}, MemoryFigures{bytes(0), bytes(1000), 0, 0, 1, bytes(1000), bytes(0), bytes(4096)}},
		{"Go", [3]call{{-1, -1, -1, 96, 2, -1, -1}, {-1, -1, -1, 48, 1, -1, -1}, {-1, -1, -1, 64, 1, -1, -1}},
			MemoryFigures{nil, nil, 64, 1, 2, nil, nil, nil}},
	} {
		var calls []driver.CallMemory
		for _, u := range c.calls {
			calls = append(calls, driver.CallMemory{
				StackBytes: u[0], HeapPeak: u[1], HeapLive: u[2], AllocatedBytes: u[3], Allocations: u[4], Frees: u[5], MappedBytes: u[6],
			})
		}
		got, _ := json.Marshal(DeriveMemory(calls))
		want, _ := json.Marshal(c.want)
		if string(got) != string(want) {
			t.Errorf("%s:\n\tgot  %s\n\twant %s", c.what, got, want)
		}
	}
}

func TestReadMemory(t *testing.T) {
	dir := t.TempDir()
	if m, err := ReadMemory(dir); m != nil || err != nil {
		t.Errorf("no file: %v, %v", m, err)
	}
	calls := make([]driver.CallMemory, 3)
	whole := &Memory{Instances: map[string]*MemoryEntry{"hash-99/A": {Candidate: "hash-99", Label: "A", Messages: []MessageMemory{
		{InputBytes: 32, Use: &driver.MemoryUse{Calls: calls}, Figures: DeriveMemory(calls)},
		{InputBytes: 64, Failure: &Failure{Status: "CRASH"}},
	}}}}
	name := filepath.Join(dir, MemoryFile)
	if err := WriteJSON(name, whole); err != nil {
		t.Fatal(err)
	}
	m, err := ReadMemory(dir)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := mustEncode(t, m), mustEncode(t, whole); got != want {
		t.Errorf("read %s, wrote %s", got, want)
	}
	text := content(t, name)
	for _, c := range []struct{ from, to, want string }{
		{"hash-99/A", "hash-99/B", `entry "hash-99/B" does not describe`},
		{`"stack_bytes": 0,` + "\n        ", "", `no "stack_bytes"`},
		{`"failure"`, `"success"`, "messages[1] (64 bytes): neither calls with figures nor a failure"},
		{`"figures"`, `"sums"`, "messages[0] (32 bytes): neither"},
		{text[len(text)/2:], "", "cut short"},
	} {
		broken := strings.Replace(text, c.from, c.to, 1)
		if broken == text {
			t.Fatalf("%q is not in the file", c.from)
		}
		if err := os.WriteFile(name, []byte(broken), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadMemory(dir); err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), MemoryFile) {
			t.Errorf("%q: %v, want %s", c.to, err, c.want)
		}
	}
}
