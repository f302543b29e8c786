//go:build !linux

package host

import (
	"fmt"
	"runtime"
)

// PerfCounter would count core cycles and instructions; there are no such
// counters for programs on this system.
type PerfCounter struct{}

// OpenCounter fails with the number of Linux's ENOSYS.
func OpenCounter(cpu int) (c *PerfCounter, errno int) { return nil, errnoENOSYS }

func noCounter() error { return fmt.Errorf("no cycle counter on %s", runtime.GOOS) }

// Start fails.
func (c *PerfCounter) Start() error { return noCounter() }

// Stop fails.
func (c *PerfCounter) Stop() (cycles, instructions, enabledNs, runningNs uint64, err error) {
	return 0, 0, 0, 0, noCounter()
}

// Close does nothing.
func (c *PerfCounter) Close() {}
