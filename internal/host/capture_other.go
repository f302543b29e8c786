//go:build !linux && !darwin && !windows

package host

import (
	"runtime"
	"strconv"
)

// captureHost knows only what the Go runtime knows.
func captureHost(cpu int) Environment {
	return Environment{
		Architecture:      machineName(),
		CPUModel:          "unknown",
		LogicalCPUsOnline: "0-" + strconv.Itoa(runtime.NumCPU()-1),
		OS:                runtime.GOOS,
	}
}
