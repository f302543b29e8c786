//go:build !linux

package host

import (
	"fmt"
	"runtime"
)

func processAffinity() ([]int, error) {
	return nil, fmt.Errorf("the cpus of a process are not known on %s", runtime.GOOS)
}

// OnCPU fails: threads cannot be pinned here.
func OnCPU(cpu int, f func()) error {
	return fmt.Errorf("cannot pin a thread to cpu %d on %s", cpu, runtime.GOOS)
}
