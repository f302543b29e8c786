package qsh

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"github.com/hashassay/assay/internal/hashtest"
)

// TestWorkers compares every number of workers with one, for messages that begin
// and end anywhere in a task, written in one piece and in many.
func TestWorkers(t *testing.T) {
	msg := pattern(800_003)
	hashtest.EachKernel(t, kernels, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(7, 7))
		for i, in := range all {
			want := make([]byte, in.size())
			for _, n := range []int{1000, sharedFrom - 1, sharedFrom, len(msg)} {
				instances[i].Sum(want, msg[:n])
				for _, workers := range []int{2, 5} {
					d := &Digest{tree: tree{in: in}}
					d.WriteParallel(msg[:n], workers)
					if got := d.Sum(nil); !bytes.Equal(got, want) {
						t.Fatalf("%v: %d bytes with %d workers: got %x, want %x", in, n, workers, got, want)
					}
					d.Reset()
					for p := msg[:n]; len(p) > 0; {
						k := min(rng.IntN([]int{300, 3*sharedFrom + 7}[rng.IntN(2)]), len(p))
						d.WriteParallel(p[:k], workers)
						p = p[k:]
					}
					if got := d.Sum(nil); !bytes.Equal(got, want) {
						t.Fatalf("%v: %d bytes with %d workers in pieces: got %x, want %x", in, n, workers, got, want)
					}
				}
			}
		}
	})
}

// TestWorkersEnd: no goroutine is left when Write returns, or very soon after.
func TestWorkersEnd(t *testing.T) {
	before := runtime.NumGoroutine()
	d := New512()
	for range 20 {
		d.WriteParallel(make([]byte, 1<<20), 6)
	}
	// A goroutine that is done may still be counted for a moment.
	for range 1000 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Errorf("%d goroutines, before the writes there were %d", runtime.NumGoroutine(), before)
}

func TestWorkersRefuse(t *testing.T) {
	for _, n := range []int{0, -1} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%d workers were accepted", n)
				}
			}()
			New512().WriteParallel(nil, n)
		}()
	}
}

func BenchmarkWorkers(b *testing.B) {
	for _, size := range []int{128 << 10, 256 << 10, 512 << 10, 1 << 20, 16 << 20} {
		msg := pattern(size)
		for i, in := range all {
			for _, workers := range []int{1, 2} {
				b.Run(fmt.Sprintf("%v/size=%d/workers=%d", in, size, workers), func(b *testing.B) {
					d := instances[i].New().(*Digest)
					b.SetBytes(int64(size))
					for b.Loop() {
						d.Reset()
						d.WriteParallel(msg, workers)
						d.Sum(nil)
					}
				})
			}
		}
	}
}
