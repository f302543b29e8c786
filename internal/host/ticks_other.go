//go:build (!amd64 && !arm64) || purego

package host

import "time"

// TicksClock names the clock of [Ticks].
const TicksClock = "monotonic"

var ticksStart = time.Now()

// Ticks reads the monotonic clock, in nanoseconds.
func Ticks() uint64 { return uint64(time.Since(ticksStart)) }
