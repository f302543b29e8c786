package host

import (
	"runtime"
	"strconv"

	"golang.org/x/sys/unix"
)

// captureHost asks sysctl(3) for what macOS tells.
func captureHost(cpu int) Environment {
	str := func(name string) string { s, _ := unix.Sysctl(name); return s }
	memory, _ := unix.SysctlUint64("hw.memsize")
	virtual, _ := unix.SysctlUint32("kern.hv_vmm_present")
	return Environment{
		Architecture:      machineName(),
		CPUModel:          str("machdep.cpu.brand_string"),
		Machine:           orNull(str("hw.model")),
		LogicalCPUsOnline: "0-" + strconv.Itoa(runtime.NumCPU()-1),
		Virtualized:       virtual == 1,
		MemoryTotalKiB:    int64(memory / 1024),
		OS:                "macOS " + str("kern.osproductversion"),
		Kernel:            "Darwin " + str("kern.osrelease"),
	}
}
