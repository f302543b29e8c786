package host

import (
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"unsafe"

	"golang.org/x/sys/windows"
	"golang.org/x/sys/windows/registry"
)

// captureHost asks the registry and the kernel for what Windows tells.
func captureHost(cpu int) Environment {
	v := windows.RtlGetVersion()
	version := fmt.Sprintf("%d.%d.%d", v.MajorVersion, v.MinorVersion, v.BuildNumber)
	return Environment{
		Architecture:      machineName(),
		CPUModel:          strings.TrimSpace(registryString(`HARDWARE\DESCRIPTION\System\CentralProcessor\0`, "ProcessorNameString")),
		Machine:           orNull(registryString(`HARDWARE\DESCRIPTION\System\BIOS`, "SystemProductName")),
		LogicalCPUsOnline: "0-" + strconv.Itoa(runtime.NumCPU()-1),
		MemoryTotalKiB:    memoryKiB(),
		OS:                "Windows " + version,
		Kernel:            version,
	}
}

func registryString(path, name string) string {
	k, err := registry.OpenKey(registry.LOCAL_MACHINE, path, registry.QUERY_VALUE)
	if err != nil {
		return ""
	}
	defer k.Close()
	s, _, _ := k.GetStringValue(name)
	return s
}

var globalMemoryStatusEx = windows.NewLazySystemDLL("kernel32.dll").NewProc("GlobalMemoryStatusEx")

// memoryKiB calls GlobalMemoryStatusEx; m has the layout of MEMORYSTATUSEX.
func memoryKiB() int64 {
	var m struct {
		length, load uint32
		totalPhys    uint64
		rest         [6]uint64
	}
	m.length = uint32(unsafe.Sizeof(m))
	if ok, _, _ := globalMemoryStatusEx.Call(uintptr(unsafe.Pointer(&m))); ok == 0 {
		return 0
	}
	return int64(m.totalPhys / 1024)
}
