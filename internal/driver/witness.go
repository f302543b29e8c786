package driver

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
)

// witness is what driver.c says about a trial besides its report. A candidate shares the driver's memory and may change there what was
// read before the calls; what was told before them it cannot take back. So the two tell of the same times, or one of them is not true.
type witness struct {
	began *began
	ended *ended
}

// began is told before the calls; more than once if something came between it and the reading that counts.
type began struct {
	Ns     int64 `json:"began_ns"`        // CLOCK_MONOTONIC_RAW, nanoseconds
	Thread int64 `json:"thread_began_ns"` // CPU time of the thread that calls
}

type ended struct {
	BeganNs int64 `json:"began_ns"` // of the reading that counts
	Ns      int64 `json:"ended_ns"`
	Thread  int64 `json:"thread_ended_ns"`
}

const (
	// between is how much later than it was told a trial may have begun, in nanoseconds (BETWEEN of driver.c).
	between = 200_000
	// rounding of seconds in a report, in nanoseconds.
	rounding = 2
)

// What a process may take of CPU time after its last reading: the second estimate of the clock with its windows, the report,
// giving back its memory, and the processes of the jail. That is usually 20 ms; the bounds leave room for machines that are slow or busy.
const (
	restSeconds          = 0.15
	restSecondsPerWindow = 0.005
	restSecondsPerByte   = 1e-9
	defaultWindows       = 12
)

// take reads a line of event begin or end.
func (w *witness) take(event string, line []byte) error {
	if event == "begin" {
		if w.ended != nil {
			return errors.New("a trial that begins after its end")
		}
		w.began = &began{}
		return json.Unmarshal(line, w.began)
	}
	if w.ended != nil {
		return errors.New("a trial that ends twice")
	}
	w.ended = &ended{}
	return json.Unmarshal(line, w.ended)
}

// check compares a report with what was told, and with the CPU time that the kernel counted for the ended process.
func (w *witness) check(t *Trial, r TrialRequest, cpuSeconds float64) error {
	if w.began == nil || w.ended == nil {
		return errors.New("the driver did not say when it began and ended")
	}
	b, e := w.began, w.ended
	windows := r.ClockWindows
	if windows == 0 {
		windows = defaultWindows
	}
	rest := restSeconds + restSecondsPerWindow*float64(windows) + restSecondsPerByte*float64(t.PeakRSS)
	switch {
	case e.BeganNs < b.Ns || e.BeganNs-b.Ns >= between:
		return fmt.Errorf("the calls began at %d ns when it was told before them, and at %d ns when it was told after them", b.Ns, e.BeganNs)
	case math.Abs(float64(e.Ns-e.BeganNs)-t.Seconds*1e9) > rounding:
		return fmt.Errorf("%v s of calls between %d and %d ns", t.Seconds, e.BeganNs, e.Ns)
	case math.Abs(float64(e.Thread-b.Thread)-t.ThreadSeconds*1e9) > rounding:
		return fmt.Errorf("%v s of CPU time between %d and %d ns", t.ThreadSeconds, b.Thread, e.Thread)
	case cpuSeconds-float64(e.Thread)/1e9 > rest:
		return fmt.Errorf("the calls ended after %v s of CPU time in a process that took %v s", float64(e.Thread)/1e9, cpuSeconds)
	}
	return nil
}
