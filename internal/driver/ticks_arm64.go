//go:build !purego

package driver

// ticksClock names the clock of ticks, as in c/stopwatch.h.
const ticksClock = "cntvct_el0"

// ticks reads the virtual counter, with barriers: no instruction before it is still running, none after it has begun.
//
//go:noescape
func ticks() uint64
