package leak

import (
	"context"
	"math"
	"time"

	"github.com/hashassay/assay/internal/driver"
)

// measurement makes the runs of one comparison.
type measurement struct {
	*Request
	bytes    int
	classes  Classes
	progress func(part float64, again bool)
	clock    string
	hz       float64
}

// A batch is what the child times between two messages to its parent: long enough that these do not matter, short
// enough that the messages stay in a second-level cache and an interrupt of the user is heard.
const (
	batchTime  = 10 * time.Millisecond
	batchBytes = 256 << 10
	firstBatch = 64 // not known yet how long a call takes; its times are dropped, for caches and clocks are cold

	// MaxBytes is the longest message.
	MaxBytes = 1 << 20
	warmups  = 50
)

// run times calls in a child of its own until there are as many or the time is over, but at least MinCalls.
func (m *measurement) run(ctx context.Context, number, calls int, budget time.Duration) (*Run, error) {
	s, err := m.Program.Stopwatch(ctx, driver.TrialRequest{Target: m.Target, CPU: m.CPU, Bytes: m.bytes, Warmups: warmups, Limits: m.Limits})
	if err != nil {
		return nil, err
	}
	defer s.Close()
	m.clock, m.hz = s.Clock(), s.Hz()
	source := newSource(m.Seed, m.classes, m.bytes, number)
	batch, classes := make([]byte, 0, batchBytes), make([]uint8, 0, driver.MaxBatch)
	samples := make([]sample, 0, min(calls, 1<<20))
	most := min(driver.MaxBatch, max(1, batchBytes/m.bytes))
	began := time.Now()
	for size, cold := min(firstBatch, most), true; len(samples) < calls; cold = false {
		elapsed := time.Since(began)
		if elapsed >= budget && len(samples) >= MinCalls {
			break
		}
		m.progress(max(float64(len(samples))/float64(calls), min(1, elapsed.Seconds()/budget.Seconds())), number == 2)
		if !cold {
			size = min(size, calls-len(samples))
		}
		if cap(batch) < size*m.bytes {
			batch = make([]byte, size*m.bytes)
		}
		batch, classes = batch[:size*m.bytes], classes[:size]
		source.draw(batch, classes)
		asked := time.Now()
		ticks, err := s.Time(batch)
		if err != nil {
			return nil, err
		}
		took := time.Since(asked)
		if !cold {
			for i, t := range ticks {
				samples = append(samples, sample{uint32(min(t, math.MaxUint32)), classes[i]})
			}
		}
		size = min(most, max(1, int(float64(size)*batchTime.Seconds()/max(took.Seconds(), 1e-6))), 2*size)
	}
	run := &Run{Calls: len(samples), Seconds: time.Since(began).Seconds()}
	if err := s.Close(); err != nil {
		return nil, err
	}
	run.Tests = compare(samples)
	return run, nil
}
