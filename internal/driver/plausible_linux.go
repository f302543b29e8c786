package driver

import (
	"fmt"
	"sync/atomic"

	"github.com/hashassay/assay/internal/host"
	"golang.org/x/sys/unix"
)

// What the parent allows a report to differ from what it saw itself.
const (
	// fastestCall is one cycle at 5 GHz, in seconds: calling a function and returning takes longer.
	fastestCall = 0.2e-9
	// CLOCK_MONOTONIC_RAW is not slewed, the parent's clock is, by up to 500 ppm.
	clockSlew = 1e-3
	// The kernel splits CPU time into user and system time and may round both to ticks.
	cpuTimeTolerance = 0.02
	// A driver reads its thread's CPU time somewhat before and after the time of the calls.
	threadTolerance = 0.1
)

// plausible compares a measurement, in seconds, with what the parent saw of the ended child.
func (c *child) plausible(calls int, seconds, thread float64) error {
	if c.program.Unverified {
		return nil
	}
	wall, cpu := c.stopped.Sub(c.started).Seconds(), c.cmd.ProcessState.UserTime()+c.cmd.ProcessState.SystemTime()
	switch {
	case seconds > wall*(1+clockSlew):
		return fmt.Errorf("%v s of calls in a process that lived for %v s", seconds, wall)
	case thread > cpu.Seconds()*(1+clockSlew)+cpuTimeTolerance:
		return fmt.Errorf("%v s of CPU time in a process that took %v s", thread, cpu.Seconds())
	case thread > seconds*(1+clockSlew)+threadTolerance:
		return fmt.Errorf("%v s of CPU time of one thread in %v s", thread, seconds)
	case seconds < fastestCall*float64(calls):
		return fmt.Errorf("%d calls in %v s are faster than a cycle each", calls, seconds)
	}
	return nil
}

// counterProbe asks the machine for a hardware cycle counter until there was one.
type counterProbe struct {
	open func(cpu int) (errno int)
	seen atomic.Bool
}

var counters = counterProbe{open: func(cpu int) int {
	c, errno := host.OpenCounter(cpu)
	if c != nil {
		c.Close()
	}
	return errno
}}

// there says whether a child may have had a counter. A refusal is not kept: permissions may change during
// a campaign, and want of descriptors or memory says nothing about the machine.
func (p *counterProbe) there(cpu int) bool {
	if p.seen.Load() {
		return true
	}
	switch unix.Errno(p.open(cpu)) {
	case unix.ENOENT, unix.ENOSYS, unix.ENODEV, unix.ENXIO, unix.EOPNOTSUPP, unix.EACCES, unix.EPERM, unix.EINVAL:
		return false
	case 0:
		p.seen.Store(true)
	}
	return true
}
