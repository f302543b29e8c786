package main

import (
	"cmp"
	"context"
	"fmt"
	"hash"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"time"

	"github.com/hashassay/assay/internal/campaign"
	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/driver"
	"github.com/hashassay/assay/internal/host"
	"github.com/hashassay/assay/internal/toolchain"
)

// The message lengths in bytes, and the shape of a batch: enough messages for
// any number of lanes, in memory that the second cache holds.
const (
	long, short   = 65536, 32
	batchMessages = 16
	batchBytes    = 16384
)

// slice is how long one thing is measured before the next has its turn.
const slice = 4 * time.Millisecond

// contender is one thing that is measured. best is the least time of one call
// in seconds.
type contender struct {
	key
	work  func(calls int) (seconds float64, err error)
	calls int
	best  float64
}

// key names a contender.
type key struct {
	Instance string
	Code     string // "c99", or the name of a kernel, or "library"
	Bytes    int    // message length; batch: of all messages together
	Batch    bool
}

type measurement struct {
	CPU, Rounds int

	began      time.Time
	progress   func(string)
	dir        string
	noC        string // why C was not measured
	contenders []*contender
	parallel   [2]float64 // seconds with one and with two CPUs; 0: not measured
	message    []byte     // the long message of that
	ticksPerS  float64    // 0: no such counter
	clock      float64    // of the core, in hertz; 0: not known
	instances  []*candidate.Instance
	compiler   string
}

func (m *measurement) close() { os.RemoveAll(m.dir) }

// prepare collects the contenders.
func (m *measurement) prepare(only *regexp.Regexp, cc string) error {
	catalogue, err := candidate.Load()
	if err != nil {
		return err
	}
	if m.dir, err = os.MkdirTemp("", "assay-speed-"); err != nil {
		return err
	}
	compiler, err := toolchain.Find(cc)
	var program *driver.Program
	if err != nil {
		m.noC = err.Error()
	} else if program, err = campaign.CProgram(context.Background(), compiler, filepath.Join(m.dir, "driver"), nil); err != nil {
		return err
	} else {
		m.compiler = compiler.Version
	}
	seen := map[*candidate.Instance]bool{}
	for _, im := range catalogue.Implementations() {
		in := im.Instance
		sha := in.Name == "SHA-512"
		if !sha && (in.Candidate.Role != candidate.Submission || !only.MatchString(in.Name)) {
			continue
		}
		if !sha && !seen[in] {
			seen[in] = true
			m.instances = append(m.instances, in)
		}
		switch {
		case im.Language == candidate.Go && (im.Kernel != "" && len(im.Missing) == 0 || sha):
			m.addGo(im)
		case im.Language == candidate.C && program != nil && !sha:
			lib, err := compiler.Build(context.Background(), im, toolchain.Guide, filepath.Join(m.dir, "lib"))
			if err != nil {
				return err
			}
			for _, n := range []int{long, short} {
				m.add(key{in.Name, im.Kind, n, false}, m.inC(program, lib.Path, in.DigestBits, n))
			}
		}
	}
	if len(m.instances) == 0 {
		return fmt.Errorf("-only %s matches no instance", only)
	}
	return nil
}

func (m *measurement) add(k key, work func(calls int) (float64, error)) {
	m.contenders = append(m.contenders, &contender{key: k, work: work, best: math.Inf(1)})
}

// addGo adds one kernel: both message lengths, and the batch if there is one.
func (m *measurement) addGo(im *candidate.Implementation) {
	h, _ := candidate.LookupGo(im.Target())
	use := func() error {
		if h.Family == nil {
			return nil
		}
		return h.Family.Use(im.Kernel)
	}
	digest := make([]byte, im.Instance.DigestBits/8)
	for _, n := range []int{long, short} {
		msg := driver.Message(n)
		m.add(key{im.Instance.Name, im.KernelInUse(), n, false}, func(calls int) (float64, error) {
			if err := use(); err != nil {
				return 0, err
			}
			began := time.Now()
			for range calls {
				h.Sum(digest, msg, 8*uint64(n))
			}
			return time.Since(began).Seconds(), nil
		})
	}
	if h.Batch == nil {
		return
	}
	var msgs, digests [][]byte
	for range batchMessages {
		msgs, digests = append(msgs, driver.Message(batchBytes)), append(digests, make([]byte, len(digest)))
	}
	m.add(key{im.Instance.Name, im.KernelInUse(), batchMessages * batchBytes, true}, func(calls int) (float64, error) {
		if err := use(); err != nil {
			return 0, err
		}
		began := time.Now()
		for range calls {
			h.Batch(digests, msgs)
		}
		return time.Since(began).Seconds(), nil
	})
}

// inC measures a library in a fresh process of the driver.
func (m *measurement) inC(p *driver.Program, library string, bits, bytes int) func(calls int) (float64, error) {
	return func(calls int) (float64, error) {
		t, err := p.Time(context.Background(), driver.TrialRequest{
			Target: driver.Target{Library: library, DigestBits: bits},
			CPU:    m.CPU, Bytes: bytes, Warmups: 1, Calls: calls, ClockWindows: 1,
		})
		if err != nil {
			return 0, err
		}
		return t.Seconds, nil
	}
}

// run measures everything in turns.
func (m *measurement) run(ctx context.Context) error {
	var err error
	if e := host.OnCPU(m.CPU, func() { err = m.turns(ctx) }); e != nil {
		return e
	}
	return err
}

func (m *measurement) turns(ctx context.Context) error {
	m.ticksPerS = tickRate()
	if hz, _, _, ok := host.EstimateClock(12); ok {
		m.clock = hz
	}
	for round := range m.Rounds {
		m.progress(fmt.Sprintf("round %d of %d, %d contenders", round+1, m.Rounds, len(m.contenders)))
		m.parallelTurn()
		for _, c := range m.contenders {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := c.turn(); err != nil {
				return fmt.Errorf("%s %s: %w", c.Instance, c.Code, err)
			}
		}
	}
	return nil
}

// turn measures a contender for about a slice; the first turn finds out how many
// calls that are.
func (c *contender) turn() error {
	if c.calls == 0 {
		for n := 1; ; n *= 4 {
			s, err := c.work(n)
			if err != nil {
				return err
			}
			if s > slice.Seconds()/8 {
				c.calls = max(1, int(float64(n)*slice.Seconds()/s))
				break
			}
		}
	}
	s, err := c.work(c.calls)
	if err == nil {
		c.best = min(c.best, s/float64(c.calls))
	}
	return err
}

// parallel is a hash that can use several CPUs for one message.
type parallel interface {
	hash.Hash
	WriteParallel(p []byte, workers int) (int, error)
}

// parallelTurn hashes one long message with one and with two CPUs.
func (m *measurement) parallelTurn() {
	h, ok := candidate.LookupGo("go:hash-24/" + parallelInstance)
	if !ok || runtime.NumCPU() < 2 || !m.measured(parallelInstance) {
		return
	}
	if err := h.Family.Use(m.lastKernel(parallelInstance)); err != nil {
		return
	}
	d := h.New().(parallel)
	if m.message == nil {
		m.message = driver.Message(parallelBytes)
	}
	for i := range m.parallel {
		began := time.Now()
		d.Reset()
		d.WriteParallel(m.message, i+1)
		d.Sum(nil)
		if s := time.Since(began).Seconds(); m.parallel[i] == 0 || s < m.parallel[i] {
			m.parallel[i] = s
		}
	}
}

// tickRate is the rate of the time-stamp counter in ticks per second, or 0 if
// there is none.
func tickRate() float64 {
	if host.TicksClock != "rdtsc" {
		return 0
	}
	var rates []float64
	for range 5 {
		began, from := time.Now(), host.Ticks()
		time.Sleep(20 * time.Millisecond)
		to, took := host.Ticks(), time.Since(began)
		rates = append(rates, float64(to-from)/took.Seconds())
	}
	slices.SortFunc(rates, cmp.Compare)
	return rates[len(rates)/2]
}

// find returns the least time in seconds of one call, and whether it was
// measured.
func (m *measurement) find(instance, code string, bytes int, batch bool) (float64, bool) {
	for _, c := range m.contenders {
		if c.key == (key{instance, code, bytes, batch}) {
			return c.best, true
		}
	}
	return 0, false
}
