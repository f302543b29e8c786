package driver

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"time"
)

// Time runs one trial in a fresh child. The errors of candidate code are *Failure; a digest that
// differs before and after the timing is one, with status CryptFail. The end of ctx kills the child and is returned.
func (p *Program) Time(ctx context.Context, r TrialRequest) (*Trial, error) {
	if r.Calls < 1 {
		return nil, fmt.Errorf("driver: %d timed calls", r.Calls)
	}
	t := &Trial{}
	c, err := p.measure(ctx, r, "time", "calls="+strconv.Itoa(r.Calls), "trial", trialKeys, t)
	if err != nil {
		return nil, err
	}
	if err := t.check(r); err != nil {
		return nil, c.damaged(err.Error())
	}
	if err := c.plausible(t.Calls, t.Seconds, t.ThreadSeconds); err != nil {
		return nil, c.damaged("forged or damaged measurement: " + err.Error())
	}
	if c.tells {
		if err := c.witness.check(t, r, (c.cmd.ProcessState.UserTime() + c.cmd.ProcessState.SystemTime()).Seconds()); err != nil {
			return nil, c.damaged("forged or damaged measurement: " + err.Error())
		}
	}
	if !p.Unverified && t.Counter.Errno == 0 && !counters.there(r.CPU) {
		return nil, c.damaged("forged counter: the report has a hardware cycle counter, this machine offers none")
	}
	if t.DigestBefore != t.DigestAfter {
		return nil, c.failure(CryptFail, fmt.Sprintf("the digest of the timed message changed: %s before the timing, %s after it", t.DigestBefore, t.DigestAfter))
	}
	t.Process = c.process()
	return t, nil
}

// Calibrate measures t1 warm in a fresh child: calls are doubled until a
// window lasts at least window, then that window is repeated. Calls of r is
// ignored.
func (p *Program) Calibrate(ctx context.Context, r TrialRequest, window time.Duration) (*Calibration, error) {
	if window <= 0 {
		return nil, fmt.Errorf("driver: calibration window of %v", window)
	}
	cal := &Calibration{}
	c, err := p.measure(ctx, r, "calibrate", "window_ns="+strconv.FormatInt(window.Nanoseconds(), 10), "calibration", calibrationKeys, cal)
	if err != nil {
		return nil, err
	}
	if err := cal.check(); err != nil {
		return nil, c.damaged(err.Error())
	}
	for _, seconds := range []float64{cal.Seconds, cal.PerCallS * float64(cal.Calls)} { // the last window and the faster one
		if err := c.plausible(cal.Calls, seconds, 0); err != nil {
			return nil, c.damaged("forged or damaged measurement: " + err.Error())
		}
	}
	return cal, nil
}

// measure runs a child that writes one report and ends.
func (p *Program) measure(ctx context.Context, r TrialRequest, mode, last, report string, keys []string, v any) (*child, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	lim := r.Limits.withDefaults()
	if err := lim.hold(uint64(r.Bytes)); err != nil {
		return nil, err
	}
	args, err := p.arguments(mode, r.Target, lim)
	if err != nil {
		return nil, err
	}
	args = append(args, "cpu="+strconv.Itoa(r.CPU), "bytes="+strconv.Itoa(r.Bytes), "warmups="+strconv.Itoa(r.Warmups), last)
	if r.ClockWindows > 0 && mode == "time" {
		args = append(args, "clock_windows="+strconv.Itoa(r.ClockWindows))
	}
	c, err := startChild(ctx, p, args, lim)
	if err != nil {
		return nil, err
	}
	line, err := c.report(report)
	if err != nil {
		return nil, err
	}
	if err := decodeReport(line, keys, v); err != nil {
		return nil, c.damaged(fmt.Sprintf("unusable report %s: %v", excerpt(line), err))
	}
	if line, err := readLine(c.lines); err != io.EOF {
		return nil, c.damaged(fmt.Sprintf("output after its report: %s", excerpt(line)))
	}
	c.end()
	if exitCode(c.cmd.ProcessState) != 0 {
		return nil, c.ended(" after its report")
	}
	return c, nil
}

// report reads lines up to the report, a trial's with the lines before it.
func (c *child) report(name string) ([]byte, error) {
	if name != "trial" || !c.tells {
		_, line, err := c.nextLine(name)
		return line, err
	}
	for {
		e, line, err := c.nextLine("begin", "end", name)
		if err != nil || e.Event == name {
			return line, err
		}
		if err := c.witness.take(e.Event, line); err != nil {
			return nil, c.damaged(fmt.Sprintf("unusable line %s: %v", excerpt(line), err))
		}
	}
}
