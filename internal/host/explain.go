package host

import "fmt"

// Linux error numbers of perf_event_open(2), which are the same on x86-64 and
// AArch64. They are spelled out because records of Linux machines are shown on
// other systems, whose numbers differ.
const (
	errnoEPERM      = 1
	errnoENOENT     = 2
	errnoE2BIG      = 7
	errnoENOMEM     = 12
	errnoEACCES     = 13
	errnoEBUSY      = 16
	errnoENODEV     = 19
	errnoEINVAL     = 22
	errnoEMFILE     = 24
	errnoENOSYS     = 38
	errnoEOPNOTSUPP = 95
)

// ExplainCounter says why perf_event_open failed with errno (0: it opened),
// or, for an open counter, why its reading is not usable. "" means usable.
// readCycles, enabled and running are the reading and its times in ns.
// mend are shell commands that may help; none if nothing on this machine does.
func ExplainCounter(errno int, readCycles, enabled, running uint64) (text string, mend []string) {
	if errno != 0 {
		return explainErrno(errno)
	}
	return explainReading(readCycles, enabled, running)
}

func explainErrno(errno int) (text string, mend []string) {
	switch errno {
	case errnoEACCES:
		return "no permission to count cycles (EACCES): kernel.perf_event_paranoid must be 2 or lower, " +
			"and no security module may forbid it", []string{"sudo sysctl kernel.perf_event_paranoid=2"}
	case errnoEPERM:
		return "counting cycles is forbidden (EPERM) by the container or by a seccomp policy: " +
			"start the container with the capability PERFMON", []string{"docker run --cap-add PERFMON IMAGE"}
	case errnoENOENT, errnoEOPNOTSUPP, errnoENODEV:
		return fmt.Sprintf("the kernel has no hardware cycle counter (%s): usual in virtual machines, "+
			"whose host does not pass its performance monitoring unit on", errnoName(errno)), nil
	case errnoENOSYS:
		return "the kernel has no perf events (ENOSYS): it was built without them, or this is an emulator or sandbox", nil
	case errnoEBUSY:
		return "the cycle counter is taken (EBUSY) by another user, such as the NMI watchdog or a profiler",
			[]string{"sudo sysctl kernel.nmi_watchdog=0"}
	case errnoEMFILE:
		return "no file descriptor is left for the cycle counter (EMFILE)", []string{"ulimit -n 1024"}
	case errnoENOMEM:
		return "no memory is left for the cycle counter (ENOMEM)", nil
	case errnoEINVAL, errnoE2BIG:
		return fmt.Sprintf("the kernel or its driver does not know this kind of counter (%s): "+
			"it is too old for this cpu, or an emulator", errnoName(errno)), nil
	default:
		return fmt.Sprintf("the cycle counter cannot be opened (error %d of perf_event_open)", errno), nil
	}
}

func explainReading(cycles, enabled, running uint64) (text string, mend []string) {
	watchdog := []string{"sudo sysctl kernel.nmi_watchdog=0"}
	switch {
	case enabled > 0 && running == 0:
		return "the cycle counter opened but never ran: all counters are taken by others, such as the NMI watchdog, " +
			"or it belongs to another kind of core", watchdog
	case cycles == 0:
		return "the cycle counter opened but reads 0: usual in virtual machines and emulators, which have it in name only", nil
	case running < enabled:
		return fmt.Sprintf("the cycle counter was shared with others and ran for %.1f %% of the time only: "+
			"its reading would be an estimate by scaling, so it is not used", 100*float64(running)/float64(enabled)), watchdog
	}
	return "", nil
}

func errnoName(errno int) string {
	switch errno {
	case errnoENOENT:
		return "ENOENT"
	case errnoEOPNOTSUPP:
		return "EOPNOTSUPP"
	case errnoENODEV:
		return "ENODEV"
	case errnoEINVAL:
		return "EINVAL"
	case errnoE2BIG:
		return "E2BIG"
	}
	return fmt.Sprint("error ", errno)
}
