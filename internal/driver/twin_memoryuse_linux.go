package driver

import (
	"encoding/hex"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
)

// memoryTries is how often a later call is repeated; the least is the call's, since the runtime's own
// allocations can fall into a call.
const memoryTries = 3

// memory counts what single calls allocate. How deep a call went into its stack cannot be seen: the runtime moves
// a goroutine's stack when it grows, and keeps no mark of the deepest place.
func (t *twin) memory() error {
	// No collection, which would allocate; the limit only stops a candidate that allocates without end.
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(1 << 30)
	os.Unsetenv("LD_BIND_NOW") // for the C driver alone
	n := t.numbers["bytes"]
	msg, err := t.message.reserve(uint64(n))
	if err != nil {
		return err
	}
	copy(msg, Message(int(n)))
	m := MemoryUse{StackLimit: -1}
	for i := range t.numbers["calls"] {
		tries := 1
		if i > 0 {
			tries = memoryTries
		}
		use := CallMemory{StackBytes: -1, HeapPeak: -1, HeapLive: -1, Frees: -1, MappedBytes: -1}
		for try := range tries {
			allocations, bytes, err := t.allocated(msg)
			if err != nil {
				return err
			}
			if try == 0 || allocations < use.Allocations || allocations == use.Allocations && bytes < use.AllocatedBytes {
				use.Allocations, use.AllocatedBytes = allocations, bytes
			}
		}
		digest := hex.EncodeToString(t.digest.bytes())
		if i == 0 {
			m.Digest = digest
		} else if digest != m.Digest {
			return &verdictError{CryptFail, fmt.Sprintf("the digest of the message changed: %s at first, %s later", m.Digest, digest)}
		}
		m.Calls = append(m.Calls, use)
	}
	return t.writeReport(struct {
		Event string `json:"event"`
		Nonce string `json:"nonce"`
		MemoryUse
		Process *struct{} `json:"process,omitempty"` // hides MemoryUse's
	}{Event: "memory", Nonce: t.nonce, MemoryUse: m})
}

// allocated makes one call and returns how many objects and bytes it allocated.
func (t *twin) allocated(msg []byte) (allocations, bytes int64, err error) {
	var before, after runtime.MemStats
	t.digest.prepare()
	runtime.ReadMemStats(&before)
	err = t.calls(1, msg, 8*uint64(len(msg)))
	runtime.ReadMemStats(&after)
	if err == nil {
		err = t.check()
	}
	return int64(after.Mallocs - before.Mallocs), int64(after.TotalAlloc - before.TotalAlloc), err
}
