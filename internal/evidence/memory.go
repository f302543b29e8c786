package evidence

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/hashassay/assay/internal/driver"
)

// MemoryFile is the name of a run's Memory.
const MemoryFile = "memory.json"

// Memory is memory.json: what single calls of each timed implementation use, measured in processes of their own that time
// nothing. Figures of whole processes are in the records.
type Memory struct {
	Instances map[string]*MemoryEntry `json:"instances"` // by "<cand>/<label>"
}

// MemoryEntry is what one implementation uses.
type MemoryEntry struct {
	Candidate     string          `json:"candidate"`
	Label         string          `json:"label"`
	Instance      string          `json:"instance"`
	Language      string          `json:"language"`
	LibrarySHA256 string          `json:"library_sha256"` // of the build entry that was measured
	Driver        string          `json:"driver"`         // what measured: a name of campaign.json's drivers; "": nothing could
	NotMeasured   string          `json:"not_measured"`   // what is not known of the figures, and why; "": all is
	Messages      []MessageMemory `json:"messages"`
}

// MessageMemory is what the calls on a message of one length use. There are Figures and Use, or else a Failure.
type MessageMemory struct {
	InputBytes int               `json:"input_bytes"`
	Figures    *MemoryFigures    `json:"figures,omitempty"`
	Use        *driver.MemoryUse `json:"use,omitempty"` // what the child reported, call by call
	Failure    *Failure          `json:"failure,omitempty"`
}

// MemoryFigures follow from the calls of a child, in bytes. Nil stands for what is not known.
type MemoryFigures struct {
	StackBytes       *int64 `json:"stack_bytes"`       // deepest of all calls
	HeapPeakBytes    *int64 `json:"heap_peak_bytes"`   // most that was asked for and not given back; without what earlier calls lost
	AllocatedBytes   int64  `json:"allocated_bytes"`   // by a later call, all allocations together
	Allocations      int64  `json:"allocations"`       // by a later call
	FirstAllocations int64  `json:"first_allocations"` // by the first call, which may set up what later ones use
	KeptBytes        *int64 `json:"kept_bytes"`        // that the first call keeps for later ones
	LostBytes        *int64 `json:"lost_bytes"`        // that each later call leaves behind
	MappedBytes      *int64 `json:"mapped_bytes"`      // that a call takes from the system by itself; not in HeapPeakBytes
}

// DeriveMemory computes the figures of at least two calls. Of figures of later calls it takes the largest.
func DeriveMemory(calls []driver.CallMemory) *MemoryFigures {
	first, later := calls[0], calls[1:]
	f := &MemoryFigures{FirstAllocations: first.Allocations}
	stack, mapped := first.StackBytes, first.MappedBytes
	lost, live := int64(0), first.HeapLive
	for _, c := range later {
		f.AllocatedBytes, f.Allocations = max(f.AllocatedBytes, c.AllocatedBytes), max(f.Allocations, c.Allocations)
		stack, mapped = max(stack, c.StackBytes), max(mapped, c.MappedBytes)
		lost, live = max(lost, c.HeapLive-live), c.HeapLive
	}
	if stack >= 0 {
		f.StackBytes = &stack
	}
	if mapped >= 0 {
		f.MappedBytes = &mapped
	}
	if first.HeapPeak < 0 {
		return f
	}
	// What every call loses the first one lost too; the rest of what it left is there to be used again.
	kept, peak := max(0, first.HeapLive-lost), first.HeapPeak
	live = first.HeapLive
	for _, c := range later {
		peak = max(peak, c.HeapPeak-max(0, live-kept))
		live = c.HeapLive
	}
	f.HeapPeakBytes, f.KeptBytes, f.LostBytes = &peak, &kept, &lost
	return f
}

// ReadMemory reads the memory.json of a run or dataset. One that has none, such as a published dataset, gives nil.
// The error names the file.
func ReadMemory(dir string) (*Memory, error) {
	name := filepath.Join(dir, MemoryFile)
	data, err := readFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	m := &Memory{}
	if err := decode(name, data, m); err != nil {
		return nil, err
	}
	if err := m.check(name); err != nil {
		return nil, err
	}
	return m, nil
}

// check says what in m, of the file name, contradicts the schema.
func (m *Memory) check(name string) error {
	for key, e := range m.Instances {
		if e == nil || key != e.Candidate+"/"+e.Label {
			return fmt.Errorf("%s: entry %q does not describe the candidate and label of its name", name, key)
		}
		for i, message := range e.Messages {
			measured := message.Use != nil && message.Figures != nil && len(message.Use.Calls) > 1
			if measured == (message.Failure != nil) {
				return fmt.Errorf("%s: entry %q: messages[%d] (%d bytes): neither calls with figures nor a failure", name, key, i, message.InputBytes)
			}
		}
	}
	return nil
}
