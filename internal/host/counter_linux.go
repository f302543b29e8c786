package host

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"unsafe"

	"golang.org/x/sys/unix"
)

// PerfCounter counts core cycles and instructions of the calling thread in user mode.
type PerfCounter struct {
	cycles, instructions int    // file descriptors; instructions is -1 if that counter could not be opened
	enabled, running     uint64 // times at Start: a reset does not set them back
}

// perfEvent is a type and config of perf_event_open.
type perfEvent struct {
	kind   uint32
	config uint64
}

// OpenCounter opens the cycle counter for the calling thread, which must be
// locked to its OS thread and pinned to cpu (hybrid CPUs: the PMU type of that
// core is used). errno is 0 on success, else that of perf_event_open; see
// [ExplainCounter]. A machine that counts cycles but not instructions is
// accepted, and its instructions read 0.
func OpenCounter(cpu int) (c *PerfCounter, errno int) {
	cycles, instructions := thisSystem().coreEvents(cpu)
	leader, err := openEvent(cycles, -1)
	if err != nil {
		var e unix.Errno
		if errors.As(err, &e) {
			return nil, int(e)
		}
		return nil, errnoEINVAL
	}
	c = &PerfCounter{cycles: leader, instructions: -1}
	if fd, err := openEvent(instructions, leader); err == nil {
		c.instructions = fd
	}
	return c, 0
}

// coreEvents returns the events that count cycles and instructions on cpu.
func (s *system) coreEvents(cpu int) (cycles, instructions perfEvent) {
	cycles = perfEvent{unix.PERF_TYPE_HARDWARE, unix.PERF_COUNT_HW_CPU_CYCLES}
	instructions = perfEvent{unix.PERF_TYPE_HARDWARE, unix.PERF_COUNT_HW_INSTRUCTIONS}
	pmu, hybrid := s.hybridPMU(cpu)
	switch {
	case !hybrid:
	case s.arch == "aarch64":
		// The architecture's numbers of CPU_CYCLES and INST_RETIRED (Arm ARM,
		// D13.12), asked from the PMU itself: kernels before 6.6 do not take
		// the extended hardware type on AArch64.
		cycles, instructions = perfEvent{pmu, 0x11}, perfEvent{pmu, 0x08}
	default:
		// Extended hardware type: the PMU's number in the upper half of config,
		// see perf_event.h, PERF_PMU_TYPE_SHIFT.
		cycles.config |= uint64(pmu) << 32
		instructions.config |= uint64(pmu) << 32
	}
	return cycles, instructions
}

// hybridPMU returns the type of the core PMU that serves cpu, if the machine
// has several: cpu_core and cpu_atom, or one for each kind of Arm core. These
// have a file "cpus"; those outside the cores have "cpumask".
func (s *system) hybridPMU(cpu int) (kind uint32, hybrid bool) {
	files, _ := fs.Glob(s.root, "sys/bus/event_source/devices/*/cpus")
	if len(files) < 2 {
		return 0, false
	}
	for _, f := range files {
		if !slices.Contains(s.cpus(f), cpu) {
			continue
		}
		n, err := strconv.ParseUint(s.text(f[:len(f)-len("cpus")]+"type"), 10, 32)
		return uint32(n), err == nil
	}
	return 0, false
}

func openEvent(e perfEvent, leader int) (fd int, err error) {
	attr := unix.PerfEventAttr{
		Type:        e.kind,
		Config:      e.config,
		Size:        uint32(unsafe.Sizeof(unix.PerfEventAttr{})),
		Read_format: unix.PERF_FORMAT_GROUP | unix.PERF_FORMAT_TOTAL_TIME_ENABLED | unix.PERF_FORMAT_TOTAL_TIME_RUNNING,
		Bits:        unix.PerfBitExcludeKernel | unix.PerfBitExcludeHv,
	}
	if leader < 0 {
		attr.Bits |= unix.PerfBitDisabled // the others follow their leader
	}
	return unix.PerfEventOpen(&attr, 0, -1, leader, unix.PERF_FLAG_FD_CLOEXEC)
}

// Start resets and enables the counters.
func (c *PerfCounter) Start() error {
	_, _, enabled, running, err := c.read()
	if err != nil {
		return err
	}
	c.enabled, c.running = enabled, running
	if err := c.control(unix.PERF_EVENT_IOC_RESET); err != nil {
		return err
	}
	return c.control(unix.PERF_EVENT_IOC_ENABLE)
}

// Stop disables and reads them. The times are those since Start; whether the
// reading is usable is for [ExplainCounter] to say.
func (c *PerfCounter) Stop() (cycles, instructions, enabledNs, runningNs uint64, err error) {
	if err := c.control(unix.PERF_EVENT_IOC_DISABLE); err != nil {
		return 0, 0, 0, 0, err
	}
	cycles, instructions, enabled, running, err := c.read()
	return cycles, instructions, enabled - c.enabled, running - c.running, err
}

// Close releases the counter. It must not be used after that.
func (c *PerfCounter) Close() {
	if c.instructions >= 0 {
		unix.Close(c.instructions)
	}
	unix.Close(c.cycles)
}

func (c *PerfCounter) control(request uint) error {
	if err := unix.IoctlSetInt(c.cycles, request, unix.PERF_IOC_FLAG_GROUP); err != nil {
		return fmt.Errorf("control the cycle counter: %w", err)
	}
	return nil
}

func (c *PerfCounter) read() (cycles, instructions, enabled, running uint64, err error) {
	var b [5 * 8]byte // at most: number of values, two times, two values
	n, err := unix.Read(c.cycles, b[:])
	if err != nil {
		return 0, 0, 0, 0, fmt.Errorf("read the cycle counter: %w", err)
	}
	return parseGroup(b[:n])
}

// parseGroup reads what a group of one or two counters returns: see
// perf_event_open(2), PERF_FORMAT_GROUP.
func parseGroup(b []byte) (cycles, instructions, enabled, running uint64, err error) {
	word := func(i int) uint64 { return binary.NativeEndian.Uint64(b[8*i:]) }
	if len(b) < 4*8 || len(b) != int(3+word(0))*8 {
		return 0, 0, 0, 0, fmt.Errorf("read the cycle counter: got %d bytes, not one or two values with their times", len(b))
	}
	if word(0) > 1 {
		instructions = word(4)
	}
	return word(3), instructions, word(1), word(2), nil
}
