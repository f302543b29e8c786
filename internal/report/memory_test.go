package report

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashassay/assay/internal/driver"
	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/toolchain"
)

// memoryDataset is the small run with figures of memory of three of its implementations.
func memoryDataset(t *testing.T) *evidence.Dataset {
	t.Helper()
	d := smallDataset(t)
	call := func(stack, peak, live, allocated, allocations, mapped int64) driver.CallMemory {
		return driver.CallMemory{StackBytes: stack, HeapPeak: peak, HeapLive: live, AllocatedBytes: allocated, Allocations: allocations, Frees: allocations, MappedBytes: mapped}
	}
	message := func(bytes int, calls ...driver.CallMemory) evidence.MessageMemory {
		return evidence.MessageMemory{InputBytes: bytes, Use: &driver.MemoryUse{Calls: calls}, Figures: evidence.DeriveMemory(calls)}
	}
	of := func(label, language, why string, messages ...evidence.MessageMemory) *evidence.MemoryEntry {
		return &evidence.MemoryEntry{Candidate: "hash-99", Label: label, Language: language, NotMeasured: why, Messages: messages}
	}
	plain, goCall := call(10160, 5000, 0, 5000, 3, 0), driver.CallMemory{StackBytes: -1, HeapPeak: -1, HeapLive: -1, AllocatedBytes: 48, Allocations: 1, Frees: -1, MappedBytes: -1}
	d.Memory = &evidence.Memory{Instances: map[string]*evidence.MemoryEntry{}}
	for _, e := range []*evidence.MemoryEntry{
		of("Mix_256-c99", "c", "",
			message(32, plain, plain, plain),
			message(1024, call(64, 4146, 4096, 4146, 2, 0), call(64, 4146, 4096, 50, 1, 8192), call(72, 4146, 4096, 50, 1, 8192)),
			message(4096, call(64, 1130, 1110, 1130, 3, 0), call(64, 1240, 1220, 130, 2, 0), call(64, 1350, 1330, 130, 2, 0)),
			evidence.MessageMemory{InputBytes: 65536, Failure: &evidence.Failure{Status: "CRASH", Detail: "<b>stack</b> | overflow"}}),
		of("Mix_256-go", "go", "stack: <moved>", message(32, goCall, goCall, goCall)),
		of("Mix_1024-go", "go", "stack: <moved>"),
		of("Mix_1024", "c", "no driver"),
	} {
		d.Memory.Instances["hash-99/"+e.Label] = e
	}
	d.Build.Instances["hash-99/Mix_256-c99"].Assay.Sections = &toolchain.Sections{Text: 2064, ROData: 256, Data: 8, BSS: 16, Other: 1267}
	if err := evidence.WriteJSON(filepath.Join(d.Dir, evidence.MemoryFile), d.Memory); err != nil {
		t.Fatal(err)
	}
	return d
}

func TestMemoryOfACall(t *testing.T) {
	d := memoryDataset(t)
	written, err := Write(d, smallCatalogue(), filepath.Join(d.Dir, "pages"))
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(written[0])
	if err != nil {
		t.Fatal(err)
	}
	page := string(data)
	for _, want := range []string{
		"\n\n### Static memory by section\n\n",
		"\n| `Mix_256-c99` | 2064 | 256 | 8 | 16 | 1267 |\n\n### Memory of a call\n\n",
		"([memory.json](../memory.json))",
		"\n| `Mix_256-c99` | 32 B | 10160 | 5000 | 3 | 5000 | 0 |\n",
		"\n| `Mix_256-c99` | 1024 B | 72 | 4146 and 8192 mapped | 1 (first call 2) | 50 | 4096 kept |\n",
		"\n| `Mix_256-c99` | 4096 B | 64 | 1130 | 2 (first call 3) | 130 | 1000 kept, 110 lost by each call |\n",
		"\n| `Mix_256-c99` | 65536 B | – | – | – | – | – |\n",
		"\n| `Mix_256-go` | 32 B | – | – | 1 | 48 | – |\n\n- [`Mix_256-c99`, 65536 B](../memory.json): CRASH: \\<b\\>stack\\</b\\> \\| overflow\n",
		"\n- Not measured of `Mix_256-go`, `Mix_1024-go`: stack: \\<moved\\>.\n",
		"\n- Not measured of `Mix_1024`: no driver.\n\n## 7. Raw evidence index\n",
		"\n| all | memory of single calls | [`memory.json`](../memory.json) |\n",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	if t.Failed() {
		_, part, _ := strings.Cut(page, "## 5. ")
		t.Log(part)
	}
	if method, err := os.ReadFile(written[2]); err != nil || !strings.Contains(string(method), "\n| memory of a call | from 3 calls ") {
		t.Errorf("the method page does not explain the memory of a call (%v): %s", err, method)
	}
	// Read back, the figures give the same page.
	again, err := evidence.ReadDataset(d.Dir)
	if err != nil {
		t.Fatal(err)
	}
	again.Build = d.Build
	if _, err := Write(again, smallCatalogue(), filepath.Join(d.Dir, "pages")); err != nil {
		t.Fatal(err)
	}
	if second, err := os.ReadFile(written[0]); err != nil || string(second) != page {
		t.Errorf("the page of the figures that were read back differs (%v)", err)
	}
}
