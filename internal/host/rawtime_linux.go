package host

import (
	"time"

	"golang.org/x/sys/unix"
)

// rawTime reads CLOCK_MONOTONIC_RAW, which NTP does not slew.
func rawTime() time.Duration {
	var ts unix.Timespec
	if unix.ClockGettime(unix.CLOCK_MONOTONIC_RAW, &ts) != nil {
		return 0
	}
	return time.Duration(ts.Nano())
}
