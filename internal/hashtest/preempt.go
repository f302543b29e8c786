package hashtest

import (
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hashassay/assay/internal/cpu"
)

// Preemptible checks for every kernel that hashing one long message does not
// keep other goroutines from running: assembly cannot be interrupted by the Go scheduler, so
// its calls must be bounded. With a single CPU for Go code, a second
// goroutine must get its turn while the message is being hashed.
func Preemptible(t *testing.T, f *cpu.Family, in Instance) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	EachKernel(t, f, func(t *testing.T) {
		hash := func(msgs [][]byte) { in.sum(msgs[0]) }
		preemptible(t, "one message", hash, 1)
		if in.Batch != nil {
			digests := make([][]byte, 16)
			for i := range digests {
				digests[i] = make([]byte, in.New().Size())
			}
			preemptible(t, "a batch", func(msgs [][]byte) { in.Batch(digests[:len(msgs)], msgs) }, len(digests))
		}
	})
}

// A goroutine is asked to give way after 10 ms. A message counts as long when
// it takes many times as much, so that a call which ends at once with it fails
// the test, and a busy machine cannot.
const longHash = 100 * time.Millisecond

func preemptible(t *testing.T, what string, hash func(msgs [][]byte), count int) {
	t.Helper()
	for size := 4 << 20; ; size *= 2 {
		msg := make([]byte, size) // untouched memory: it costs nothing to make
		msgs := make([][]byte, count)
		for i := range msgs {
			msgs[i] = msg[:size/count]
		}
		var turns atomic.Int64
		var longest time.Duration
		stop, done := make(chan struct{}), make(chan struct{})
		go func() {
			defer close(done)
			for last := time.Now(); ; {
				select {
				case <-stop:
					return
				default:
				}
				now := time.Now()
				longest = max(longest, now.Sub(last))
				last = now
				turns.Add(1)
				runtime.Gosched()
			}
		}()
		runtime.Gosched() // it runs now
		before, began := turns.Load(), time.Now()
		hash(msgs)
		took, after := time.Since(began), turns.Load()
		close(stop)
		<-done
		if took < longHash && size < 1<<30 {
			continue
		}
		if after == before {
			t.Errorf("%s of %d MiB in all: the other goroutine had no turn in %v", what, size>>20, took)
		}
		t.Logf("%s of %d MiB in all took %v; the other goroutine had %d turns, and waited %v at most", what, size>>20, took, after-before, longest)
		return
	}
}
