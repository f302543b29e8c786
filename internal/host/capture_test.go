package host

import (
	"encoding/json"
	"os"
	"reflect"
	"runtime"
	"strings"
	"testing"
)

func TestEnvironmentOfMachines(t *testing.T) {
	for _, test := range []struct {
		name string
		s    *system
		cpu  int
		want string
	}{
		// As published for the registered machine arm_1, apart from the fields
		// that are not in files.
		{"oryon", oryon().system("aarch64", "7.0.0-34-generic", "0-11"), 2, `{"hostname":"","architecture":"aarch64",
			"cpu_model":"Qualcomm Oryon","machine":"ASUS Vivobook S 15","cpu_number":2,"logical_cpus_online":"0-11","virtualized":false,
			"memory_total_kib":31295756,"os":"Ubuntu 26.04.1 LTS","kernel":"7.0.0-34-generic","compiler":null,"cmake":null,"python":null,
			"perf_event_paranoid":"2","cpufreq_governor":"performance","cpufreq_driver":"scmi","cpufreq_min_khz":"2707200",
			"cpufreq_max_khz":"2707200","cpufreq_avg_khz":"2703375","intel_pstate_no_turbo":null,"cpufreq_boost":"0","smt_control":"notsupported",
			"core_clock_hz":null,"core_clock_min_hz":null,"core_clock_max_hz":null,"core_clock_mhz":null}`},
		{"i7", i7().system("x86_64", "6.8.0-85-generic", "0-19"), 3, `{"hostname":"","architecture":"x86_64",
			"cpu_model":"12th Gen Intel(R) Core(TM) i7-12700","machine":"XPS 8950","cpu_number":3,"logical_cpus_online":"0-19","virtualized":false,
			"memory_total_kib":32594484,"os":"Ubuntu 24.04.3 LTS","kernel":"6.8.0-85-generic","compiler":null,"cmake":null,"python":null,
			"perf_event_paranoid":"4","cpufreq_governor":"powersave","cpufreq_driver":"intel_pstate","cpufreq_min_khz":"800000",
			"cpufreq_max_khz":"4900000","cpufreq_avg_khz":null,"intel_pstate_no_turbo":"0","cpufreq_boost":null,"smt_control":"on",
			"core_clock_hz":null,"core_clock_min_hz":null,"core_clock_max_hz":null,"core_clock_mhz":null}`},
		{"epyc", epyc().system("x86_64", "6.12.0", "0-7"), 7, `{"hostname":"","architecture":"x86_64",
			"cpu_model":"AMD EPYC 9124 16-Core Processor","machine":"H13SSL-N","cpu_number":7,"logical_cpus_online":"0-7","virtualized":false,
			"memory_total_kib":131702620,"os":"Debian GNU/Linux 13 (trixie)","kernel":"6.12.0","compiler":null,"cmake":null,"python":null,
			"perf_event_paranoid":"2","cpufreq_governor":"performance","cpufreq_driver":"acpi-cpufreq","cpufreq_min_khz":"1500000",
			"cpufreq_max_khz":"3000000","cpufreq_avg_khz":null,"intel_pstate_no_turbo":null,"cpufreq_boost":"1","smt_control":"notsupported",
			"core_clock_hz":null,"core_clock_min_hz":null,"core_clock_max_hz":null,"core_clock_mhz":null}`},
		{"vm", vm().system("x86_64", "6.18.44", "0-1"), 1, `{"hostname":"","architecture":"x86_64",
			"cpu_model":"AMD EPYC","machine":null,"cpu_number":1,"logical_cpus_online":"0-1","virtualized":true,
			"memory_total_kib":24684084,"os":"Debian GNU/Linux 12 (bookworm)","kernel":"6.18.44","compiler":null,"cmake":null,"python":null,
			"perf_event_paranoid":"2","cpufreq_governor":null,"cpufreq_driver":null,"cpufreq_min_khz":null,
			"cpufreq_max_khz":null,"cpufreq_avg_khz":null,"intel_pstate_no_turbo":null,"cpufreq_boost":null,"smt_control":"notsupported",
			"core_clock_hz":null,"core_clock_min_hz":null,"core_clock_max_hz":null,"core_clock_mhz":null}`},
		{"empty", files{}.system("x86_64", "6.1", "0"), 0, `{"hostname":"","architecture":"x86_64",
			"cpu_model":"unknown","machine":null,"cpu_number":0,"logical_cpus_online":"","virtualized":false,
			"memory_total_kib":0,"os":"Linux","kernel":"6.1","compiler":null,"cmake":null,"python":null,
			"perf_event_paranoid":null,"cpufreq_governor":null,"cpufreq_driver":null,"cpufreq_min_khz":null,
			"cpufreq_max_khz":null,"cpufreq_avg_khz":null,"intel_pstate_no_turbo":null,"cpufreq_boost":null,"smt_control":null,
			"core_clock_hz":null,"core_clock_min_hz":null,"core_clock_max_hz":null,"core_clock_mhz":null}`},
	} {
		got, err := json.Marshal(test.s.environment(test.cpu))
		if err != nil {
			t.Fatal(err)
		}
		want := strings.NewReplacer("\n", "", "\t", "").Replace(test.want)
		if string(got) != want {
			t.Errorf("%s:\n got %s\nwant %s", test.name, got, want)
		}
	}
}

func TestCaptureHere(t *testing.T) {
	e := Capture(0, "gcc 14.2.0", false)
	name, _ := os.Hostname()
	if e.Hostname != name || e.CPUNumber != 0 || *e.Compiler != "gcc 14.2.0" || e.Architecture == "" || e.OS == "" || e.CPUModel == "" {
		t.Errorf("incomplete: %+v", e)
	}
	if e.CoreClockHz != nil {
		t.Errorf("clock measured unasked: %d", *e.CoreClockHz)
	}
	if Capture(0, "", false).Compiler != nil {
		t.Error("no compiler is not null")
	}
	if diff := SameHost(e, Capture(0, "", false)); runtime.GOOS == "linux" && diff != nil {
		t.Errorf("not the same host as itself: %q", diff)
	}
}

func TestRoundMHz(t *testing.T) {
	for hz, want := range map[float64]int64{2694689541: 2700, 2993600000: 3000, 2674999999: 2650, 2675000001: 2700, 2100000000: 2100} {
		if got := roundMHz(hz); got != want {
			t.Errorf("%.0f Hz: got %d MHz, want %d", hz, got, want)
		}
	}
}

func TestBoostPerPolicy(t *testing.T) {
	s := epyc().without(cpuDir+"cpufreq/").with(files{cpuDir + "cpu3/cpufreq/boost": "0\n"}).system("x86_64", "6.12", "0-7")
	if got := s.environment(3).CPUFreqBoost; got == nil || *got != "0" {
		t.Errorf("boost of the policy not read: %v", got)
	}
}

func TestVirtualized(t *testing.T) {
	dmi := func(vendor, product string) files {
		return files{"sys/class/dmi/id/sys_vendor": vendor + "\n", "sys/class/dmi/id/product_name": product + "\n"}
	}
	for _, test := range []struct {
		name  string
		files files
		want  bool
	}{
		{"hypervisor bit", files{"proc/cpuinfo": cpuinfoX86(1, "x", "fpu hypervisor")}, true},
		{"no such bit", files{"proc/cpuinfo": cpuinfoX86(1, "x", "fpu hypervisors")}, false},
		{"qemu", dmi("QEMU", "KVM Virtual Machine"), true},
		{"amazon", dmi("Amazon EC2", "m7g.large"), true},
		{"amazon bare metal", dmi("Amazon EC2", "m7g.metal"), false},
		{"hyper-v", dmi("Microsoft Corporation", "Virtual Machine"), true},
		{"surface", dmi("Microsoft Corporation", "Surface Pro 11"), false},
		{"virtualbox", dmi("innotek GmbH", "VirtualBox"), true},
		{"xen device tree", files{"proc/device-tree/hypervisor/compatible": "xen,xen\x00"}, true},
		{"virt board", files{"sys/firmware/devicetree/base/compatible": "linux,dummy-virt\x00"}, true},
		{"raspberry", files{"proc/device-tree/compatible": "raspberrypi,5-model-b\x00brcm,bcm2712\x00"}, false},
	} {
		if got, why := test.files.system("aarch64", "6.1", "0").virtualized(0); got != test.want || got != (why != "") {
			t.Errorf("%s: got %v (%s)", test.name, got, why)
		}
	}
}

func TestCPUModel(t *testing.T) {
	s := phone().system("aarch64", "6.1", "0-7")
	for cpu, want := range map[int]string{0: "Arm Cortex-A510", 5: "Arm Cortex-A715", 7: "Arm Cortex-X3", 99: "Arm Cortex-A510"} {
		if got := s.cpuModel(cpu); got != want {
			t.Errorf("cpu %d: got %q, want %q", cpu, got, want)
		}
	}
	for _, test := range []struct {
		implementer, part uint64
		want              string
	}{
		{0x51, 0x001, "Qualcomm Oryon"},
		{0x41, 0xd4f, "Arm Neoverse-V2"},
		{0xc0, 0xac3, "Ampere AmpereOne"},
		{0x61, 0x023, "Apple Firestorm-M1"},
		{0x41, 0xfff, "Arm part 0xfff"},
		{0x99, 0x001, "AArch64 implementer 0x99 part 0x001"},
	} {
		if got := armModel(test.implementer, test.part); got != test.want {
			t.Errorf("%#x %#x: got %q, want %q", test.implementer, test.part, got, test.want)
		}
	}
}

func TestMachine(t *testing.T) {
	for product, want := range map[string]string{
		"20XW0026GE": "20XW0026GE", "System Product Name": "board", "Default string": "board", "": "board", "0": "board",
	} {
		f := files{"sys/class/dmi/id/product_name": product + "\n", "sys/class/dmi/id/board_name": "board\n"}
		if got := f.system("x86_64", "6.1", "0").machine(); got != want {
			t.Errorf("%q: got %q, want %q", product, got, want)
		}
	}
}

func TestSameHost(t *testing.T) {
	a := i7().system("x86_64", "6.8.0", "0-19").environment(2)
	same := a
	avg, clock := "3000000", int64(1)
	same.CPUFreqAvgKHz, same.CoreClockHz, same.Python, same.LogicalCPUsOnline = &avg, &clock, &avg, "0-18"
	if diff := SameHost(a, same); diff != nil {
		t.Errorf("differs in what does not matter: %q", diff)
	}
	b := i7().with(files{noTurboFile: "1\n"}).without(cpuDir+"cpu3/cpufreq").system("aarch64", "6.9.0", "0-19").environment(3)
	b.Hostname, b.CPUModel = "other", "other"
	want := []string{
		"hostname: none -> other", "architecture: x86_64 -> aarch64", "cpu_model: 12th Gen Intel(R) Core(TM) i7-12700 -> other",
		"kernel: 6.8.0 -> 6.9.0", "cpu_number: 2 -> 3", "cpufreq_governor: powersave -> none", "cpufreq_min_khz: 800000 -> none",
		"cpufreq_max_khz: 4900000 -> none", "intel_pstate_no_turbo: 0 -> 1",
	}
	if got := SameHost(a, b); !reflect.DeepEqual(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
	boost, off := a, "0"
	boost.CPUFreqBoost = &off
	if got := SameHost(a, boost); len(got) != 1 || got[0] != "cpufreq_boost: none -> 0" {
		t.Errorf("boost: got %q", got)
	}
}

func TestVersionLine(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no /bin/sh")
	}
	if got := versionLine("/bin/sh", "-c", "echo ' tool 1.2 '; echo more"); got != "tool 1.2" {
		t.Errorf("got %q", got)
	}
	if got := versionLine("/bin/sh", "-c", "echo tool; exit 1"); got != "" {
		t.Errorf("failed tool gives %q", got)
	}
	if got := versionLine("/nonexistent/tool"); got != "" {
		t.Errorf("absent tool gives %q", got)
	}
}
