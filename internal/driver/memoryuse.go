package driver

import (
	"encoding/hex"
	"fmt"
)

// MemoryCalls is how many calls a child of mode memory makes: a first one, which may set up what later ones use, and two
// later ones.
const MemoryCalls = 3

// MemoryUse is what the calls of one child used, one after another on the same message. The
// JSON keys are those of the driver's report and of memory.json.
type MemoryUse struct {
	StackLimit int64        `json:"stack_limit_bytes"` // size of the stack that CryptHash ran on; -1: not known
	Calls      []CallMemory `json:"calls"`
	Digest     string       `json:"digest"` // hex, of the message, the same in all calls

	Process Process `json:"process"` // filled by the parent
}

// CallMemory is what one call used. -1 stands for what is not known: of a Go implementation, all but
// AllocatedBytes and Allocations.
type CallMemory struct {
	StackBytes     int64 `json:"stack_bytes"`     // from where an empty function stops to the deepest word written; a multiple of 8
	HeapPeak       int64 `json:"heap_peak_bytes"` // most bytes asked for and not given back, those kept by earlier calls included
	HeapLive       int64 `json:"heap_live_bytes"` // bytes asked for and not given back when the call had ended, since the first call began
	AllocatedBytes int64 `json:"allocated_bytes"` // bytes of all allocations of the call together; in Go as the runtime rounds them
	Allocations    int64 `json:"allocations"`     // a block that is resized counts as one
	Frees          int64 `json:"frees"`
	MappedBytes    int64 `json:"mapped_bytes"` // of mmap, which HeapPeak does not have
}

var (
	memoryKeys = []string{"stack_limit_bytes", "calls", "digest"}
	callKeys   = []string{"stack_bytes", "heap_peak_bytes", "heap_live_bytes", "allocated_bytes", "allocations", "frees", "mapped_bytes"}
)

// UnmarshalJSON takes all the keys and no other: a missing one would otherwise read as nothing used.
func (c *CallMemory) UnmarshalJSON(text []byte) error {
	type plain CallMemory
	return decodeReport(text, callKeys, (*plain)(c))
}

// check says what is wrong with a report.
func (m *MemoryUse) check(r TrialRequest) error {
	if len(m.Calls) != MemoryCalls {
		return fmt.Errorf("reports %d calls, wanted %d", len(m.Calls), MemoryCalls)
	}
	if b, err := hex.DecodeString(m.Digest); err != nil || len(b) != (r.Target.DigestBits+7)/8 {
		return fmt.Errorf("digest %s is not a digest of %d bits in hexadecimal", excerpt([]byte(m.Digest)), r.Target.DigestBits)
	}
	for i, c := range m.Calls {
		for _, v := range []struct {
			key  string
			n    int64
			must bool
		}{
			{"stack_bytes", c.StackBytes, false}, {"heap_peak_bytes", c.HeapPeak, false}, {"heap_live_bytes", c.HeapLive, false},
			{"allocated_bytes", c.AllocatedBytes, true}, {"allocations", c.Allocations, true}, {"frees", c.Frees, false}, {"mapped_bytes", c.MappedBytes, false},
		} {
			if v.n < -1 || v.must && v.n < 0 {
				return fmt.Errorf("calls[%d].%s is %d", i, v.key, v.n)
			}
		}
		if c.HeapPeak < c.HeapLive || c.StackBytes > m.StackLimit {
			return fmt.Errorf("calls[%d] contradicts itself: heap peak %d, left %d; stack %d of %d bytes", i, c.HeapPeak, c.HeapLive, c.StackBytes, m.StackLimit)
		}
	}
	return nil
}
