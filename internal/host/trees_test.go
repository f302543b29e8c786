package host

import (
	"fmt"
	"maps"
	"strings"
	"testing/fstest"
)

// The machines of the tests, as their files show them.

type files map[string]string

func (f files) with(more files) files {
	all := maps.Clone(f)
	maps.Copy(all, more)
	return all
}

func (f files) without(prefix string) files {
	kept := files{}
	for name, text := range f {
		if !strings.HasPrefix(name, prefix) {
			kept[name] = text
		}
	}
	return kept
}

func (f files) system(arch, kernel, allowed string) *system {
	root := fstest.MapFS{}
	for name, text := range f {
		root[name] = &fstest.MapFile{Data: []byte(text)}
	}
	cpus, err := parseCPUs(allowed)
	if err != nil {
		panic(err)
	}
	return &system{root: root, arch: arch, kernel: kernel, allowed: cpus}
}

func cpuinfoX86(cpus int, model, flags string) string {
	var b strings.Builder
	for i := range cpus {
		fmt.Fprintf(&b, "processor\t: %d\nvendor_id\t: X\nmodel name\t: %s\nflags\t\t: %s\n\n", i, model, flags)
	}
	return b.String()
}

func (f files) cpufreq(cpus int, governor, driver, least, most string) files {
	all := maps.Clone(f)
	for i := range cpus {
		dir := fmt.Sprintf("%scpu%d/cpufreq/", cpuDir, i)
		all[dir+"scaling_governor"] = governor + "\n"
		all[dir+"scaling_driver"] = driver + "\n"
		all[dir+"scaling_min_freq"] = least + "\n"
		all[dir+"scaling_max_freq"] = most + "\n"
	}
	return all
}

// i7 is a desktop with eight performance cores of two threads (0-15) and four
// efficiency cores (16-19), as it comes from the shop.
func i7() files {
	f := files{
		"proc/cpuinfo":                               cpuinfoX86(20, "12th Gen Intel(R) Core(TM) i7-12700", "fpu sse2 avx avx2 aes vaes"),
		"proc/meminfo":                               "MemTotal:       32594484 kB\nMemFree:        1 kB\n",
		"proc/loadavg":                               "0.31 0.40 0.50 1/900 4711\n",
		"proc/sys/kernel/perf_event_paranoid":        "4\n",
		"proc/self/cgroup":                           "0::/user.slice/user-1000.slice/session-2.scope\n",
		"sys/fs/cgroup/cpuset.cpus.effective":        "0-19\n",
		"etc/os-release":                             "NAME=Ubuntu\nPRETTY_NAME=\"Ubuntu 24.04.3 LTS\"\nID=ubuntu\n",
		"sys/class/dmi/id/sys_vendor":                "Dell Inc.\n",
		"sys/class/dmi/id/product_name":              "XPS 8950\n",
		cpuDir + "online":                            "0-19\n",
		cpuDir + "present":                           "0-19\n",
		cpuDir + "smt/control":                       "on\n",
		noTurboFile:                                  "0\n",
		"sys/devices/cpu_core/cpus":                  "0-15\n",
		"sys/devices/cpu_atom/cpus":                  "16-19\n",
		"sys/bus/event_source/devices/cpu_core/type": "4\n",
		"sys/bus/event_source/devices/cpu_core/cpus": "0-15\n",
		"sys/bus/event_source/devices/cpu_atom/type": "10\n",
		"sys/bus/event_source/devices/cpu_atom/cpus": "16-19\n",
	}
	for i := range 20 {
		siblings := fmt.Sprintf("%d-%d", i&^1, i|1)
		if i >= 16 {
			siblings = fmt.Sprint(i)
		}
		f[fmt.Sprintf("%scpu%d/topology/thread_siblings_list", cpuDir, i)] = siblings + "\n"
	}
	return f.cpufreq(20, "powersave", "intel_pstate", "800000", "4900000")
}

// epyc is a server with boost on and SMT off in firmware.
func epyc() files {
	f := files{
		"proc/cpuinfo":                        cpuinfoX86(8, "AMD EPYC 9124 16-Core   Processor", "fpu sse2 avx avx2 avx512f"),
		"proc/meminfo":                        "MemTotal:       131702620 kB\n",
		"proc/loadavg":                        "0.00 0.00 0.00 1/300 99\n",
		"proc/sys/kernel/perf_event_paranoid": "2\n",
		"etc/os-release":                      "PRETTY_NAME='Debian GNU/Linux 13 (trixie)'\n",
		"sys/class/dmi/id/sys_vendor":         "Supermicro\n",
		"sys/class/dmi/id/product_name":       "To Be Filled By O.E.M.\n",
		"sys/class/dmi/id/board_name":         "H13SSL-N\n",
		cpuDir + "online":                     "0-7\n",
		cpuDir + "present":                    "0-7\n",
		cpuDir + "smt/control":                "notsupported\n",
		cpuDir + "cpufreq/boost":              "1\n",
	}
	for i := range 8 {
		f[fmt.Sprintf("%scpu%d/topology/thread_siblings_list", cpuDir, i)] = fmt.Sprintln(i)
	}
	return f.cpufreq(8, "performance", "acpi-cpufreq", "1500000", "3000000")
}

// oryon is the registered laptop arm_1, prepared for measuring.
func oryon() files {
	f := files{
		"proc/meminfo":                           "MemTotal:       31295756 kB\n",
		"proc/loadavg":                           "1.00 0.90 0.80 2/700 5\n",
		"proc/sys/kernel/perf_event_paranoid":    "2\n",
		"etc/os-release":                         "PRETTY_NAME=\"Ubuntu 26.04.1 LTS\"\n",
		"proc/device-tree/model":                 "ASUS Vivobook S 15\x00",
		"proc/device-tree/compatible":            "asus,vivobook-s15\x00qcom,x1e80100\x00",
		"sys/class/dmi/id/sys_vendor":            "ASUSTeK COMPUTER INC.\n",
		"sys/class/dmi/id/product_name":          "ASUS Vivobook S 15 S5507QA\n",
		cpuDir + "online":                        "0-11\n",
		cpuDir + "present":                       "0-11\n",
		cpuDir + "smt/control":                   "notsupported\n",
		cpuDir + "cpufreq/boost":                 "0\n",
		cpuDir + "cpu2/cpufreq/cpuinfo_avg_freq": "2703375\n",
	}
	for i := range 12 {
		f["proc/cpuinfo"] += fmt.Sprintf("processor\t: %d\nBogoMIPS\t: 38.40\nFeatures\t: fp asimd aes sve\nCPU implementer\t: 0x51\n"+
			"CPU architecture: 8\nCPU variant\t: 0x2\nCPU part\t: 0x001\nCPU revision\t: 1\n\n", i)
		f[fmt.Sprintf("%scpu%d/topology/thread_siblings_list", cpuDir, i)] = fmt.Sprintln(i)
		f[fmt.Sprintf("%scpu%d/cpu_capacity", cpuDir, i)] = "1024\n"
	}
	return f.cpufreq(12, "performance", "scmi", "2707200", "2707200")
}

// phone has three kinds of Arm cores and no cpufreq boost switch.
func phone() files {
	f := files{
		"proc/meminfo":     "MemTotal:        3000000 kB\n",
		cpuDir + "online":  "0-7\n",
		cpuDir + "present": "0-7\n",
		"sys/bus/event_source/devices/armv8_cortex_a510/type": "9\n",
		"sys/bus/event_source/devices/armv8_cortex_a510/cpus": "0-3\n",
		"sys/bus/event_source/devices/armv8_cortex_a715/type": "10\n",
		"sys/bus/event_source/devices/armv8_cortex_a715/cpus": "4-6\n",
		"sys/bus/event_source/devices/armv8_cortex_x3/type":   "11\n",
		"sys/bus/event_source/devices/armv8_cortex_x3/cpus":   "7\n",
	}
	for i := range 8 {
		capacity, part := "250\n", "0xd46"
		if i >= 4 {
			capacity, part = "930\n", "0xd4d"
		}
		if i == 7 {
			capacity, part = "1024\n", "0xd4e"
		}
		f[fmt.Sprintf("%scpu%d/cpu_capacity", cpuDir, i)] = capacity
		f["proc/cpuinfo"] += fmt.Sprintf("processor\t: %d\nCPU implementer\t: 0x41\nCPU part\t: %s\n\n", i, part)
	}
	return f.cpufreq(8, "schedutil", "cpufreq-dt", "300000", "2800000")
}

// vm is a virtual machine without cpufreq, counters and firmware tables.
func vm() files {
	return files{
		"proc/cpuinfo":                                cpuinfoX86(2, "AMD EPYC", "fpu sse2 avx avx2 hypervisor"),
		"proc/meminfo":                                "MemTotal:       24684084 kB\n",
		"proc/loadavg":                                "0.05 0.06 0.03 2/101 6033\n",
		"proc/sys/kernel/perf_event_paranoid":         "2\n",
		"proc/self/cgroup":                            "3:cpuset:/\n0::/\n",
		"sys/fs/cgroup/cpuset/cpuset.cpus":            "0-1\n",
		"etc/os-release":                              "PRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n",
		cpuDir + "online":                             "0-1\n",
		cpuDir + "present":                            "0-1\n",
		cpuDir + "smt/control":                        "notsupported\n",
		cpuDir + "cpu0/topology/thread_siblings_list": "0\n",
		cpuDir + "cpu1/topology/thread_siblings_list": "1\n",
	}
}

// container runs on the server with CPUs 2, 3 and 5 of its control group.
func container() files {
	return epyc().with(files{
		"proc/self/cgroup": "0::/docker/0123/inner\n",
		"sys/fs/cgroup/docker/0123/cpuset.cpus.effective": "2-3,5\n",
		"sys/fs/cgroup/cpuset.cpus.effective":             "0-7\n",
	})
}
