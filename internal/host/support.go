package host

import (
	"fmt"
	"runtime"
)

// CanMeasure says whether this operating system and architecture can measure;
// the error says what is needed.
func CanMeasure() error { return canMeasure(runtime.GOOS, runtime.GOARCH) }

func canMeasure(goos, goarch string) error {
	if goos != "linux" {
		return fmt.Errorf("measuring needs linux on x86-64 or aarch64, this is %s/%s: "+
			"elsewhere a thread cannot be pinned to a cpu, nor its cycles counted", goos, goarch)
	}
	if goarch != "amd64" && goarch != "arm64" {
		return fmt.Errorf("measuring needs an x86-64 or aarch64 cpu, this is %s", goarch)
	}
	return nil
}
