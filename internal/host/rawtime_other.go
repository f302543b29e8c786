//go:build !linux

package host

import "time"

var processStart = time.Now()

// rawTime reads the monotonic clock.
func rawTime() time.Duration { return time.Since(processStart) }
