package driver

import (
	"context"
	"encoding/binary"
	"fmt"
	"strconv"
)

// Stopwatch is a child that times single calls: each call has a reading of the clock before and after it.
// The messages come from the parent, in an order of its own, so the candidate is not told what they have in common.
// It is not for concurrent use.
type Stopwatch struct {
	conversation
	bytes int
	clock stopwatchClock
}

// stopwatchClock is the report of a stopwatch that is ready.
type stopwatchClock struct {
	Clock string  `json:"clock"`
	Hz    float64 `json:"hz"`
}

// MaxBatch is the most messages that Stopwatch.Time takes at once.
const MaxBatch = 1 << 16

// Stopwatch starts a child and loads the target; Calls and ClockWindows of r are ignored. The errors
// of candidate code are *Failure; the end of ctx kills the child, now or later, and its error is returned.
func (p *Program) Stopwatch(ctx context.Context, r TrialRequest) (*Stopwatch, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	lim := r.Limits.withDefaults()
	if err := lim.hold(uint64(r.Bytes)); err != nil {
		return nil, err
	}
	args, err := p.arguments("stopwatch", r.Target, lim)
	if err != nil {
		return nil, err
	}
	args = append(args, "cpu="+strconv.Itoa(r.CPU), "bytes="+strconv.Itoa(r.Bytes), "warmups="+strconv.Itoa(r.Warmups))
	c, err := startChild(ctx, p, args, lim)
	if err != nil {
		return nil, err
	}
	_, line, err := c.nextLine("stopwatch")
	if err != nil {
		return nil, err
	}
	var clock stopwatchClock
	if err := decodeReport(line, []string{"clock", "hz"}, &clock); err != nil || !(clock.Hz >= slowestClock) {
		return nil, c.damaged(fmt.Sprintf("unusable report %s: %v", excerpt(line), err))
	}
	c.watchdog.Stop()
	return &Stopwatch{conversation: conversation{c: c}, bytes: r.Bytes, clock: clock}, nil
}

// Clock names what the ticks are: "rdtsc" or "cntvct_el0", counters of a fixed rate, or "monotonic", nanoseconds.
func (s *Stopwatch) Clock() string { return s.clock.Clock }

// Hz is how many ticks there are in a second.
func (s *Stopwatch) Hz() float64 { return s.clock.Hz }

// slowestClock is below the rate of any counter that calls could be timed with, in hertz.
const slowestClock = 1e5

// Time sends a batch of messages, one after another in batch, and returns the ticks of the call on each. Every
// message is copied to the same place before its call, so messages differ in nothing but their content.
// After an error the stopwatch is over.
func (s *Stopwatch) Time(batch []byte) ([]uint64, error) {
	n := len(batch) / max(1, s.bytes)
	if n < 1 || n > MaxBatch || n*s.bytes != len(batch) {
		return nil, fmt.Errorf("driver: a batch of %d bytes is not 1 to %d messages of %d bytes", len(batch), MaxBatch, s.bytes)
	}
	answer, err := s.ask(uint64(len(batch)), func() ([]byte, error) {
		// A child that does not take the request says why, or its end does.
		if _, err := s.c.in.Write(binary.LittleEndian.AppendUint32(nil, uint32(n))); err == nil {
			_, _ = s.c.in.Write(batch)
		}
		return s.c.answer('T', uint32(n), 8*n, "the times of %d calls")
	})
	if err != nil {
		return nil, err
	}
	ticks := make([]uint64, n)
	for i := range ticks {
		ticks[i] = binary.LittleEndian.Uint64(answer[8*i:])
	}
	return ticks, nil
}
