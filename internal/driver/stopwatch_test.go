package driver

import (
	"bytes"
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/hashassay/assay/internal/host"
)

func startStopwatch(t testing.TB, p *Program, r TrialRequest) (*Stopwatch, error) {
	t.Helper()
	s, err := p.Stopwatch(context.Background(), r)
	if s != nil {
		t.Cleanup(func() { s.Close() })
	}
	return s, err
}

// The time of each message is its own: those that make the candidate work ten times as long can be told by it.
func TestStopwatch(t *testing.T) {
	t.Parallel()
	eachDriver(t, func(t *testing.T, p *Program, target func(string) Target) {
		s, err := startStopwatch(t, p, TrialRequest{Target: target("leaks"), CPU: -1, Bytes: 3, Warmups: 10})
		if err != nil {
			t.Fatal(err)
		}
		if clock := s.Clock(); p.Name == "go" && clock != host.TicksClock || clock == "" {
			t.Errorf("the clock is %q", clock)
		}
		if hz := s.Hz(); hz < slowestClock || hz > 1e11 {
			t.Errorf("the clock makes %v ticks a second", hz)
		}
		fastest := [2]uint64{math.MaxUint64, math.MaxUint64}
		for _, batch := range []string{"abc", "bbc", strings.Repeat("abcbbc", 40)} { // "a" is odd
			got, err := s.Time([]byte(batch))
			if err != nil {
				t.Fatal(err)
			}
			if len(got) != len(batch)/3 {
				t.Fatalf("%d times of %d messages", len(got), len(batch)/3)
			}
			for i, n := range got {
				odd := batch[3*i] & 1
				fastest[odd] = min(fastest[odd], n)
			}
		}
		if fastest[0] == 0 || fastest[1] < 3*fastest[0] {
			t.Errorf("the fastest calls took %d ticks with little work and %d with ten times as much", fastest[0], fastest[1])
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
}

func TestStopwatchVerdicts(t *testing.T) {
	t.Parallel()
	eachDriver(t, func(t *testing.T, p *Program, target func(string) Target) {
		for candidate, want := range map[string]string{
			"over_after":  "OVERFLOW: wrote past the end of the digest buffer",
			"prints":      "CRYPTOFAIL: wrote 6 bytes",
			"overread":    "CRASH: ",
			"nullpointer": "CRASH: ",
		} {
			_, err := startStopwatch(t, p, TrialRequest{Target: target(candidate), CPU: -1, Bytes: 3}) // the first call
			expect(t, candidate, err, want)
		}
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		s, err := p.Stopwatch(ctx, TrialRequest{Target: target("good"), CPU: -1, Bytes: 3})
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range []int{0, 1, 4, 3 * (MaxBatch + 1)} {
			if _, err := s.Time(make([]byte, n)); err == nil || !strings.Contains(err.Error(), "is not 1 to 65536 messages of 3 bytes") {
				t.Errorf("a batch of %d bytes: %v", n, err)
			}
		}
		if got, err := s.Time(make([]byte, 3*MaxBatch)); err != nil || len(got) != MaxBatch {
			t.Errorf("the largest batch: %d times, %v", len(got), err)
		}
		cancel()
		for err == nil { // the end of the child takes a moment
			_, err = s.Time([]byte("abc"))
		}
		if !errors.Is(err, context.Canceled) {
			t.Errorf("after the end of the context: %v", err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
}

func TestDriverMisbehavesAsStopwatch(t *testing.T) {
	t.Parallel()
	request := TrialRequest{Target: Target{Library: "go:x", DigestBits: 16}, CPU: -1, Bytes: 1}
	ready := strings.ReplaceAll(shReady, "serve", "stopwatch")
	started := ready + `echo '{"event":"stopwatch","nonce":"'$n'","clock":"sun","hz":1e9}'; head -c 6 >/dev/null; `
	for _, c := range []struct{ script, want string }{
		{ready + `echo '{"event":"stopwatch","nonce":"0","clock":"sun"}'`, "CRASH: forged or damaged report"},
		{ready + `echo '{"event":"stopwatch","nonce":"'$n'"}'`, `CRASH: unusable report`},
		{ready + `echo '{"event":"stopwatch","nonce":"'$n'","clock":"sun","hz":0}'`, `CRASH: unusable report`},
		{started + `printf 'T\003\000\000\000'`, "CRASH: answered with the times of 3 calls, wanted 2"},
		{started + `printf 'D\002\000\000\000'`, "CRASH: unreadable answer"},
		{started + `printf 'T\002\000\000\0001234567812345678'$n`, ""},
		{started + `printf 'T\002\000\000\00012345678123456780000000000000000000000000000000'`, "CRASH: ended the process (exit code 0) inside CryptHash, after the truncated answer"},
		{started + `printf 'T\002\000\000\000123456781234567800000000000000000000000000000000'`, "CRASH: forged or damaged report"},
	} {
		s, err := startStopwatch(t, shellDriver(t, c.script), request)
		if err == nil {
			var got []uint64
			got, err = s.Time(bytes.Repeat([]byte{1}, 2))
			if c.want == "" && err == nil && len(got) == 2 && got[0] == got[1] && got[0] == 0x3837363534333231 {
				continue
			}
		}
		expect(t, c.script, err, c.want)
	}
}
