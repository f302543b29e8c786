//go:build !purego

package host

// TicksClock names the clock of [Ticks].
const TicksClock = "rdtsc"

// Ticks reads the time-stamp counter, with fences: no instruction before it is still running, none after it has begun.
//
//go:noescape
func Ticks() uint64
