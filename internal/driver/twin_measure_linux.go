package driver

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"time"
	"unsafe"

	"github.com/hashassay/assay/internal/host"
	"golang.org/x/sys/unix"
)

// warmMessage fills the timed message, computes its digest and warms up. It
// returns the resident set before the first call.
func (t *twin) warmMessage() (msg []byte, digest string, resident int64, err error) {
	// No collection while timing; the limit only stops a candidate that allocates without end.
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(1 << 30)
	n := t.numbers["bytes"]
	if msg, err = t.message.reserve(uint64(n)); err != nil {
		return nil, "", 0, err
	}
	for i := range msg {
		msg[i] = byte(7*i + 1)
	}
	t.digest.prepare()
	if resident = numberIn("/proc/self/status", "VmRSS:"); resident < 0 {
		resident = 0
	}
	if err = t.calls(1, msg, 8*uint64(n)); err == nil {
		digest = hex.EncodeToString(t.digest.bytes())
		if err = t.check(); err == nil {
			if err = t.calls(t.numbers["warmups"], msg, 8*uint64(n)); err == nil {
				err = t.check()
			}
		}
	}
	return msg, digest, resident * 1024, err
}

// report is a trial's line: Trial without "process".
type report struct {
	Event string `json:"event"`
	Nonce string `json:"nonce"`
	Trial
	Process *struct{} `json:"process,omitempty"` // hides Trial's
}

func (t *twin) time() error {
	msg, before, resident, err := t.warmMessage()
	if err != nil {
		return err
	}
	r := report{Event: "trial", Trial: Trial{Calls: int(t.numbers["calls"]), BaselineRSS: resident, DigestBefore: before}}
	counter, errno := host.OpenCounter(int(t.numbers["cpu"]))
	r.Counter.Errno = errno
	t.digest.prepare()
	r.ClockBeforeHz = t.clock()
	bits := 8 * uint64(len(msg))
	migrations := numberIn("/proc/thread-self/sched", "nr_migrations")
	r.CPUBefore = currentCPU()
	var u0, u1 unix.Rusage
	unix.Getrusage(unix.RUSAGE_THREAD, &u0)
	thread := clockTime(unix.CLOCK_THREAD_CPUTIME_ID)
	if counter != nil {
		_ = counter.Start() // then it reads 0, which is not usable
	}
	start := clockTime(unix.CLOCK_MONOTONIC_RAW)
	err = t.calls(t.numbers["calls"], msg, bits)
	stop := clockTime(unix.CLOCK_MONOTONIC_RAW)
	if counter != nil {
		var cerr error
		if r.Cycles, r.Instructions, r.Counter.TimeEnabled, r.Counter.TimeRunning, cerr = counter.Stop(); cerr != nil {
			r.Cycles, r.Instructions = 0, 0
		}
		counter.Close()
	}
	r.ThreadSeconds = (clockTime(unix.CLOCK_THREAD_CPUTIME_ID) - thread).Seconds()
	unix.Getrusage(unix.RUSAGE_THREAD, &u1)
	r.CPUAfter = currentCPU()
	r.Migrations = -1
	if m := numberIn("/proc/thread-self/sched", "nr_migrations"); m >= 0 && migrations >= 0 {
		r.Migrations = m - migrations
	}
	r.ClockAfterHz = t.clock()
	if err != nil {
		return err
	}
	if err := t.check(); err != nil {
		return err
	}
	r.Seconds = (stop - start).Seconds()
	r.VoluntarySw, r.InvoluntarySw = int64(u1.Nvcsw-u0.Nvcsw), int64(u1.Nivcsw-u0.Nivcsw)
	r.MinorFaults, r.MajorFaults = int64(u1.Minflt-u0.Minflt), int64(u1.Majflt-u0.Majflt)
	r.PeakRSS = max(0, numberIn("/proc/self/status", "VmHWM:")*1024)
	r.DigestAfter = hex.EncodeToString(t.digest.bytes())
	r.Nonce = t.nonce
	return t.writeReport(r)
}

func (t *twin) calibrate() error {
	msg, _, _, err := t.warmMessage()
	if err != nil {
		return err
	}
	window := time.Duration(t.numbers["window_ns"])
	n := int64(1)
	var first, d time.Duration
	for done := 0; done < 2; {
		start := clockTime(unix.CLOCK_MONOTONIC_RAW)
		err := t.calls(n, msg, 8*uint64(len(msg)))
		d = clockTime(unix.CLOCK_MONOTONIC_RAW) - start
		if err != nil {
			return err
		}
		if err := t.check(); err != nil {
			return err
		}
		switch {
		case done == 1:
			done++
		case d >= window: // long enough: once more
			first = d
			done++
		case d >= time.Millisecond: // long enough to foretell the number of calls
			n = int64(float64(n)*float64(window)/float64(d)*1.05) + 1
		default:
			n *= 2
		}
	}
	return t.writeReport(struct {
		Event string `json:"event"`
		Nonce string `json:"nonce"`
		Calibration
	}{"calibration", t.nonce, Calibration{Calls: int(n), Seconds: d.Seconds(), PerCallS: min(first, d).Seconds() / float64(n)}})
}

func (t *twin) writeReport(v any) error {
	line, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = t.out.Write(append(line, '\n'))
	return err
}

func (t *twin) clock() float64 {
	hz, _, _, ok := host.EstimateClock(int(t.numbers["clock_windows"]))
	if !ok {
		return 0
	}
	return hz
}

func clockTime(id int32) time.Duration {
	var ts unix.Timespec
	unix.ClockGettime(id, &ts)
	return time.Duration(ts.Nano())
}

func currentCPU() int {
	var cpu uint32
	if _, _, errno := unix.RawSyscall(unix.SYS_GETCPU, uintptr(unsafe.Pointer(&cpu)), 0, 0); errno != 0 {
		return -1
	}
	return int(cpu)
}

// numberIn returns the number after key in a /proc file, -1 if there is none.
func numberIn(path, key string) int64 {
	text, err := os.ReadFile(path)
	if err != nil {
		return -1
	}
	_, rest, ok := bytes.Cut(text, []byte(key))
	if !ok {
		return -1
	}
	fields := strings.Fields(strings.TrimLeft(string(rest[:min(len(rest), 80)]), " \t:"))
	if len(fields) == 0 {
		return -1
	}
	n, err := strconv.ParseInt(fields[0], 10, 64)
	if err != nil {
		return -1
	}
	return n
}
