//go:build !linux

package host

import (
	"fmt"
	"runtime"
)

func lockCPU(cpu int) (unlock func(), err error) {
	return nil, fmt.Errorf("lock cpu %d: not supported on %s, where nothing is measured", cpu, runtime.GOOS)
}
