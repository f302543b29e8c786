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
					d.SetWorkers(workers)
					d.Write(msg[:n])
					if got := d.Sum(nil); !bytes.Equal(got, want) {
						t.Fatalf("%v: %d bytes with %d workers: got %x, want %x", in, n, workers, got, want)
					}
					d.Reset()
					for p := msg[:n]; len(p) > 0; {
						k := min(rng.IntN([]int{300, 3*sharedFrom + 7}[rng.IntN(2)]), len(p))
						d.Write(p[:k])
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
	d.SetWorkers(6)
	for range 20 {
		d.Write(make([]byte, 1<<20))
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

// TestWorkersStay: Reset and Clone keep the number of workers.
func TestWorkersStay(t *testing.T) {
	d := New512()
	d.SetWorkers(3)
	d.Reset()
	c, err := d.Clone()
	if err != nil {
		t.Fatal(err)
	}
	if d.workers != 3 || c.(*Digest).workers != 3 {
		t.Errorf("%d workers after Reset, %d in the clone, want 3", d.workers, c.(*Digest).workers)
	}
}

func TestSetWorkersRefuses(t *testing.T) {
	for _, n := range []int{0, -1} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("SetWorkers(%d) did not panic", n)
				}
			}()
			New512().SetWorkers(n)
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
					d.SetWorkers(workers)
					b.SetBytes(int64(size))
					for b.Loop() {
						d.Reset()
						d.Write(msg)
						d.Sum(nil)
					}
				})
			}
		}
	}
}

// writeFromStack writes a message that is on the stack: parameters are, however
// long they are.
//
//go:noinline
func writeFromStack(d *Digest, msg [800_003]byte) (shared bool) {
	d.Write(msg[:])
	return offStack(&msg[0], len(msg)) != nil
}

// TestWorkersOnStack: a message on the stack is never shared, and hashed right
// while the collector wants to move the stack.
func TestWorkersOnStack(t *testing.T) {
	var msg [800_003]byte
	copy(msg[:], pattern(len(msg)))
	want := Sum512(msg[:])
	stop := make(chan bool)
	defer close(stop)
	go func() {
		for {
			select {
			case <-stop:
				return
			default:
				runtime.GC()
			}
		}
	}()
	done := make(chan bool)
	go func() { // its stack has to grow first
		defer close(done)
		for range 10 {
			d := New512()
			d.SetWorkers(4)
			if writeFromStack(d, msg) {
				t.Error("a message on the stack is taken for one that is not")
			}
			if got := d.Sum(nil); !bytes.Equal(got, want[:]) {
				t.Errorf("got %x, want %x", got, want)
			}
		}
	}()
	<-done
}

var onHeap = pattern(1000)

// TestOffStack: where it is known at all, what is not on the stack is recognised.
func TestOffStack(t *testing.T) {
	var local [1000]byte
	if offStack(&local[0], len(local)) != nil {
		t.Error("a local variable is taken for something off the stack")
	}
	if p := offStack(&onHeap[0], len(onHeap)); p != nil && p != &onHeap[0] {
		t.Error("offStack returned another pointer")
	} else if known := p != nil; known != (kernels.Kernels()[len(kernels.Kernels())-1].Name == "avx512") {
		t.Errorf("memory of the heap is recognised: %v", known)
	}
}
