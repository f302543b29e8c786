//go:build !purego

package driver

// ticksClock names the clock of ticks, as in c/stopwatch.h.
const ticksClock = "rdtsc"

// ticks reads the time-stamp counter, with fences: no instruction before it is still running, none after it has begun.
//
//go:noescape
func ticks() uint64
