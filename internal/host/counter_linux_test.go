package host

import (
	"encoding/binary"
	"os"
	"testing"

	"golang.org/x/sys/unix"
)

// The numbers stand here once more so that the table in explain.go is checked
// against the system's.
func TestErrnoNumbers(t *testing.T) {
	for ours, system := range map[int]unix.Errno{
		errnoEPERM: unix.EPERM, errnoENOENT: unix.ENOENT, errnoE2BIG: unix.E2BIG, errnoENOMEM: unix.ENOMEM, errnoEACCES: unix.EACCES,
		errnoEBUSY: unix.EBUSY, errnoENODEV: unix.ENODEV, errnoEINVAL: unix.EINVAL, errnoEMFILE: unix.EMFILE, errnoENOSYS: unix.ENOSYS,
		errnoEOPNOTSUPP: unix.EOPNOTSUPP,
	} {
		if ours != int(system) {
			t.Errorf("%v: %d here, %d in the system", system, ours, int(system))
		}
	}
}

func TestCoreEvents(t *testing.T) {
	const hardware = unix.PERF_TYPE_HARDWARE
	broken := i7().with(files{"sys/bus/event_source/devices/cpu_core/type": "?"})
	for _, test := range []struct {
		name                 string
		s                    *system
		cpu                  int
		cycles, instructions perfEvent
	}{
		{"one kind of core", epyc().system("x86_64", "6.1", "0-7"), 1, perfEvent{hardware, 0}, perfEvent{hardware, 1}},
		{"one Arm PMU", oryon().with(files{"sys/bus/event_source/devices/armv8_pmuv3_0/cpus": "0-11", "sys/bus/event_source/devices/armv8_pmuv3_0/type": "8"}).
			system("aarch64", "6.1", "0-7"), 1, perfEvent{hardware, 0}, perfEvent{hardware, 1}},
		{"performance core", i7().system("x86_64", "6.8", "0-19"), 15, perfEvent{hardware, 4 << 32}, perfEvent{hardware, 4<<32 | 1}},
		{"efficiency core", i7().system("x86_64", "6.8", "0-19"), 16, perfEvent{hardware, 10 << 32}, perfEvent{hardware, 10<<32 | 1}},
		{"Arm, small core", phone().system("aarch64", "6.1", "0-7"), 3, perfEvent{9, 0x11}, perfEvent{9, 0x08}},
		{"Arm, big core", phone().system("aarch64", "6.1", "0-7"), 7, perfEvent{11, 0x11}, perfEvent{11, 0x08}},
		{"core of no PMU", i7().system("x86_64", "6.8", "0-19"), 20, perfEvent{hardware, 0}, perfEvent{hardware, 1}},
		{"type not readable", broken.system("x86_64", "6.8", "0-19"), 2, perfEvent{hardware, 0}, perfEvent{hardware, 1}},
	} {
		cycles, instructions := test.s.coreEvents(test.cpu)
		if cycles != test.cycles || instructions != test.instructions {
			t.Errorf("%s: got %#x, %#x", test.name, cycles, instructions)
		}
	}
}

func TestParseGroup(t *testing.T) {
	words := func(w ...uint64) (b []byte) {
		for _, x := range w {
			b = binary.NativeEndian.AppendUint64(b, x)
		}
		return b
	}
	c, i, e, r, err := parseGroup(words(2, 500, 400, 7000, 9000))
	if c != 7000 || i != 9000 || e != 500 || r != 400 || err != nil {
		t.Errorf("two values: %d %d %d %d %v", c, i, e, r, err)
	}
	c, i, e, r, err = parseGroup(words(1, 500, 400, 7000))
	if c != 7000 || i != 0 || e != 500 || r != 400 || err != nil {
		t.Errorf("one value: %d %d %d %d %v", c, i, e, r, err)
	}
	for _, bad := range [][]byte{nil, words(0, 1, 1), words(2, 1, 1, 1), words(1, 1, 1, 1, 1), words(1, 1, 1, 1)[:31], words(1<<63, 1, 1, 1)} {
		if _, _, _, _, err := parseGroup(bad); err == nil {
			t.Errorf("%v: no error", bad)
		}
	}
}

// TestCounterPlumbing counts with an event that every kernel has, so that
// opening, starting, reading and closing are tested without a hardware counter.
func TestCounterPlumbing(t *testing.T) {
	cpu, err := PickCPU(-1)
	if err != nil {
		t.Fatal(err)
	}
	var refused error // a test cannot be skipped from another goroutine
	err = OnCPU(cpu, func() {
		fd, err := openEvent(perfEvent{unix.PERF_TYPE_SOFTWARE, unix.PERF_COUNT_SW_TASK_CLOCK}, -1)
		if err != nil {
			refused = err
			return
		}
		c := &PerfCounter{cycles: fd, instructions: -1}
		defer c.Close()
		if c.instructions, err = openEvent(perfEvent{unix.PERF_TYPE_SOFTWARE, unix.PERF_COUNT_SW_TASK_CLOCK}, fd); err != nil {
			t.Error(err)
			return
		}
		var last uint64
		for rounds := probeRounds; rounds <= 100*probeRounds; rounds *= 10 {
			if err := c.Start(); err != nil {
				t.Error(err)
				return
			}
			s := [3]uint64{1, 1, 1}
			addChain(rounds, &s)
			cycles, instructions, enabled, running, err := c.Stop()
			if err != nil || cycles == 0 || instructions == 0 || enabled == 0 || running != enabled {
				t.Errorf("read %d, %d, times %d, %d: %v", cycles, instructions, enabled, running, err)
			}
			last = cycles
		}
		if cycles, _, enabled, _, err := c.Stop(); err != nil || cycles != last || enabled == 0 {
			t.Errorf("counts on after Stop: %d, then %d (%v)", last, cycles, err)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if refused != nil {
		t.Skipf("no perf events here: %v", refused)
	}
}

func TestCounterClosed(t *testing.T) {
	f, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	c := &PerfCounter{cycles: int(f.Fd()), instructions: -1}
	if err := c.Start(); err == nil {
		t.Error("Start of what is no counter succeeds")
	}
	if _, _, _, _, err := c.Stop(); err == nil {
		t.Error("Stop of what is no counter succeeds")
	}
}
