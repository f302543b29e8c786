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
		return nil, c.broken(err.Error())
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
		return nil, c.broken(err.Error())
	}
	return cal, nil
}

// measure runs a child that writes one report and ends.
func (p *Program) measure(ctx context.Context, r TrialRequest, mode, last, report string, keys []string, v any) (*child, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	lim := r.Limits.withDefaults()
	args, err := arguments(mode, r.Target, lim)
	if err != nil {
		return nil, err
	}
	args = append(args, "cpu="+strconv.Itoa(r.CPU), "bytes="+strconv.Itoa(r.Bytes), "warmups="+strconv.Itoa(r.Warmups), last)
	c, err := startChild(ctx, p, args, lim)
	if err != nil {
		return nil, err
	}
	_, line, err := c.nextLine(report)
	if err != nil {
		return nil, err
	}
	if err := decodeReport(line, keys, v); err != nil {
		return nil, c.broken(fmt.Sprintf("unusable report %s: %v", excerpt(line), err))
	}
	if line, err := readLine(c.lines); err != io.EOF {
		return nil, c.broken(fmt.Sprintf("output after its report: %s", excerpt(line)))
	}
	c.end()
	if code := exitCode(c.cmd.ProcessState); code != 0 {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		return nil, c.broken(fmt.Sprintf("ended with exit code %d after its report", code))
	}
	return c, nil
}
