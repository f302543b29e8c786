//go:build (!amd64 && !arm64) || purego

package driver

import "time"

// ticksClock names the clock of ticks, as in c/stopwatch.h.
const ticksClock = "monotonic"

var ticksStart = time.Now()

// ticks reads the monotonic clock, in nanoseconds.
func ticks() uint64 { return uint64(time.Since(ticksStart)) }
