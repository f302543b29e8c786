// Package leak looks for an influence of the message on the time of a hash function, the way dudect does
// (Reparaz, Balasch, Verbauwhede: Dude, is my code constant time?, 2017): calls on two classes of messages
// alternate at random, each call is timed by itself, and Welch's t says whether the times of the classes differ.
//
// A comparison, of one pair of classes at one message length, is one run of calls in a child of its own, on which
// several tests are made (see battery). Where one of them exceeds the threshold, with a difference above a floor that
// machines need (DefaultFloor), a second run, in a new child with
// new messages in a new order, has to confirm that test with the same sign; else it was chance. So the
// first run has the whole power of its calls, and many comparisons do not add up to a false alarm (FalseAlarm).
//
// What the method cannot say is as important. It sees one machine, one kernel and compiler, and the message
// lengths and classes that were asked for; an influence that both classes share, one below the resolution, and one that
// shows in power or caches but not in time stay hidden. "No leak found" is not a proof.
package leak

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/hashassay/assay/internal/driver"
)

// Bounds of Request.Calls.
const (
	// MinCalls leaves enough calls of each class: half of them, give or take some hundred.
	MinCalls = 2000
	MaxCalls = 1e8 // 8 bytes of memory each
)

// Request says what to compare.
type Request struct {
	Program *driver.Program
	Target  driver.Target
	CPU     int           // pinned to this CPU; -1: not pinned
	Bytes   []int         // message lengths
	Classes []Classes     // pairs of classes
	Calls   int           // of each first run, at most
	Budget  time.Duration // of all first runs together; each still makes MinCalls. A second run makes as many calls as its first
	Seed    uint64        // decides messages and their order
	Floor   time.Duration // the least difference that is called a leak, to which a share of the time of the call is added; 0: any (see DefaultFloor)
	Limits  driver.Limits
	Events  func(Event) // may be nil
}

// Event reports progress.
type Event struct {
	Done  float64 // share of the work, 0 to 1
	Left  time.Duration
	Bytes int
	Classes
	Again bool // this is a second run
}

// Run is one sequence of calls.
type Run struct {
	Calls   int     `json:"calls"`
	Seconds float64 `json:"seconds"`
	Tests   []Test  `json:"tests"`
}

// Comparison is the outcome for one pair of classes at one message length.
type Comparison struct {
	Bytes   int     `json:"bytes"`
	Classes Classes `json:"classes"`
	Verdict Verdict `json:"verdict"`
	Floor   float64 `json:"floor"` // the least difference that is called a leak, in ticks
	First   Run     `json:"first"`
	Again   *Run    `json:"again,omitempty"` // where the first run pointed to a leak
	Largest Test    `json:"largest"`         // |t| of the first run; of a leak, among the tests that were confirmed
}

// Time is the mean time of the fastest 90 % of calls of the first run, in ticks.
func (c *Comparison) Time() float64 {
	mean := c.First.Tests[resolved].Mean
	return (mean[0] + mean[1]) / 2
}

// Resolution is the difference of the mean times, in ticks, that would have pointed to a leak in the
// first run, among the fastest 90 % of calls. Smaller ones stay hidden.
func (c *Comparison) Resolution() float64 {
	return max(c.Floor, Threshold*c.First.Tests[resolved].Error)
}

// Faint says that a test exceeded the threshold, but with a difference below the floor.
func (c *Comparison) Faint() bool {
	return c.Verdict == NoLeak && len(suspicious(c.First.Tests, 0)) > len(suspicious(c.First.Tests, c.Floor))
}

// Result is the outcome for one implementation.
type Result struct {
	Clock       string       `json:"clock"`    // what ticks are (driver.Stopwatch.Clock)
	ClockHz     float64      `json:"clock_hz"` // ticks per second
	Comparisons []Comparison `json:"comparisons"`
}

// Nanoseconds converts ticks.
func (r *Result) Nanoseconds(ticks float64) float64 { return ticks / r.ClockHz * 1e9 }

// Verdict is Leak if one comparison's is.
func (r *Result) Verdict() Verdict {
	for _, c := range r.Comparisons {
		if c.Verdict == Leak {
			return Leak
		}
	}
	return NoLeak
}

// Calls is how many calls were timed, second runs included.
func (r *Result) Calls() (n int) {
	for _, c := range r.Comparisons {
		n += c.First.Calls
		if c.Again != nil {
			n += c.Again.Calls
		}
	}
	return n
}

// Tests is how many tests the first runs made, any of which could have raised an alarm.
func (r *Result) Tests() int { return len(r.Comparisons) * len(battery) }

func (r *Request) check() error {
	switch {
	case len(r.Bytes) == 0 || len(r.Classes) == 0:
		return fmt.Errorf("leak: no message length or no pair of classes")
	case r.Calls < MinCalls || r.Calls > MaxCalls:
		return fmt.Errorf("leak: %d calls are not between %d and %d", r.Calls, MinCalls, int(MaxCalls))
	case r.Floor < 0:
		return fmt.Errorf("leak: floor of %v", r.Floor)
	case r.Budget <= 0:
		return fmt.Errorf("leak: %v for all runs", r.Budget)
	}
	for _, n := range r.Bytes {
		if n < 1 || n > MaxBytes {
			return fmt.Errorf("leak: a message length of %d bytes is not between 1 and %d", n, MaxBytes)
		}
	}
	return nil
}

// Compare makes all comparisons. The errors of candidate code are *driver.Failure; the end of ctx ends it.
func Compare(ctx context.Context, r Request) (*Result, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	result := &Result{}
	left, began, total := r.Budget, time.Now(), len(r.Bytes)*len(r.Classes)
	for _, n := range r.Bytes {
		for _, classes := range r.Classes {
			done := len(result.Comparisons)
			m := measurement{Request: &r, bytes: n, classes: classes, progress: func(part float64, again bool) {
				if r.Events != nil {
					share := (float64(done) + part) / float64(total)
					r.Events(Event{Done: share, Left: timeLeft(time.Since(began), share), Bytes: n, Classes: classes, Again: again})
				}
			}}
			c, err := m.compare(ctx, left/time.Duration(total-done))
			if err != nil {
				return nil, fmt.Errorf("%d bytes, %s: %w", n, classes.Describe(), err)
			}
			m.progress(1, c.Again != nil)
			left -= time.Duration(c.First.Seconds * float64(time.Second))
			result.Clock, result.ClockHz = m.clock, m.hz
			result.Comparisons = append(result.Comparisons, *c)
		}
	}
	return result, nil
}

// timeLeft is an estimate from what was done so far; 0 as long as that says little.
func timeLeft(elapsed time.Duration, share float64) time.Duration {
	if elapsed < time.Second || share < 0.01 {
		return 0
	}
	return time.Duration(float64(elapsed) * (1 - share) / share)
}

// compare makes one comparison within about the given time, or twice that.
func (m *measurement) compare(ctx context.Context, budget time.Duration) (*Comparison, error) {
	c := &Comparison{Bytes: m.bytes, Classes: m.classes, Verdict: NoLeak}
	first, err := m.run(ctx, 1, m.Calls, budget)
	if err != nil {
		return nil, err
	}
	c.First, c.Largest = *first, largest(first.Tests)
	if m.Floor > 0 {
		c.Floor = m.Floor.Seconds()*m.hz + relativeFloor*c.Time()
	}
	if len(suspicious(first.Tests, c.Floor)) == 0 {
		return c, nil
	}
	// Twice the time, so that it ends on a machine that has become busy.
	if c.Again, err = m.run(ctx, 2, first.Calls, 2*time.Duration(math.Ceil(first.Seconds))*time.Second); err != nil {
		return nil, err
	}
	if both := confirmed(c.First.Tests, c.Again.Tests, c.Floor); len(both) > 0 {
		c.Verdict, c.Largest = Leak, largest(both)
	}
	return c, nil
}
