package host

import (
	"fmt"
	"os"
	"runtime"
	"sync"

	"golang.org/x/sys/unix"
)

// processAffinity lists the CPUs that this process may run on. It is asked
// once, before OnCPU pins a thread for the first time: that may be the main
// thread, whose mask stands for the process.
var processAffinity = sync.OnceValues(func() ([]int, error) {
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(os.Getpid(), &set); err != nil {
		return nil, fmt.Errorf("sched_getaffinity: %w", err)
	}
	var cpus []int
	for cpu := range len(set) * 64 {
		if set.IsSet(cpu) {
			cpus = append(cpus, cpu)
		}
	}
	return cpus, nil
})

// OnCPU runs f on a thread that is pinned to cpu for that time. Threads can be
// pinned on Linux only.
func OnCPU(cpu int, f func()) (err error) {
	if _, err := processAffinity(); err != nil {
		return err
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread()
		var before, pinned unix.CPUSet
		pinned.Set(cpu)
		if err = unix.SchedGetaffinity(0, &before); err == nil {
			err = unix.SchedSetaffinity(0, &pinned)
		}
		if err != nil {
			runtime.UnlockOSThread()
			err = fmt.Errorf("pin a thread to cpu %d: %w", cpu, err)
			return
		}
		f()
		if unix.SchedSetaffinity(0, &before) == nil {
			runtime.UnlockOSThread()
		} // else the thread ends with this goroutine, and nobody inherits its mask
	}()
	<-done
	return err
}
