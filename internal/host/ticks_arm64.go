//go:build !purego

package host

// TicksClock names the clock of [Ticks].
const TicksClock = "cntvct_el0"

// Ticks reads the virtual counter, with barriers: no instruction before it is still running, none after it has begun.
//
//go:noescape
func Ticks() uint64
