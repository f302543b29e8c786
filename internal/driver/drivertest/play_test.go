package drivertest

import (
	"bytes"
	"context"
	"errors"
	"math"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/driver"
)

func TestMain(m *testing.M) {
	Intercept()
	os.Exit(m.Run())
}

func request(target string, bytes, calls int) driver.TrialRequest {
	return driver.TrialRequest{Target: driver.Target{Library: target, DigestBits: 512}, CPU: -1, Bytes: bytes, Calls: calls,
		Limits: driver.Limits{Wall: time.Minute}}
}

func needLinux(t *testing.T) {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip(driver.ErrNeedsLinux)
	}
}

func timed(t *testing.T, p *driver.Program, r driver.TrialRequest) *driver.Trial {
	t.Helper()
	trial, err := p.Time(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	return trial
}

func TestVirtualTime(t *testing.T) {
	t.Parallel()
	needLinux(t)
	p := New(t, "c", Script{
		Speeds:  []Speed{{Target: "slow", Bytes: []int{32}, Seconds: 2}, {Target: "slow", Seconds: 1, PerByte: 0.5}},
		Rules:   []Rule{{Target: "slow", Counter: Good}},
		ClockHz: 1e9,
	})
	for _, c := range []struct {
		target         string
		bytes, calls   int
		seconds, clock float64
		cycles         uint64
	}{
		{"slow", 32, 5, 10, 1e9, 10e9},
		{"slow", 100, 2, 102, 1e9, 102e9},
		{"other", 1000, 1000, 2e-3, 1e9, 0},
	} {
		got := timed(t, p, request(c.target, c.bytes, c.calls))
		if math.Abs(got.Seconds/c.seconds-1) > 1e-9 || got.Cycles != c.cycles || got.ClockBeforeHz != c.clock || got.Calls != c.calls {
			t.Errorf("%+v: got %+v", c, got)
		}
	}
	cal, err := p.Calibrate(context.Background(), request("slow", 32, 0), 20*time.Second)
	if err != nil || cal.Calls != 10 || cal.PerCallS != 2 || cal.Seconds != 20 {
		t.Errorf("calibration %+v, %v", cal, err)
	}
}

func TestCounterStates(t *testing.T) {
	t.Parallel()
	needLinux(t)
	for state, want := range map[string]driver.Counter{
		Missing: {Errno: 2}, Denied: {Errno: 13}, Forbidden: {Errno: 1},
		Good:        {TimeEnabled: 1e9, TimeRunning: 1e9},
		Zero:        {TimeEnabled: 1e9, TimeRunning: 1e9},
		Multiplexed: {TimeEnabled: 1e9, TimeRunning: 5e8},
	} {
		p := New(t, "c", Script{Speeds: []Speed{{Seconds: 1}}, Rules: []Rule{{Counter: state, NoClock: true}}})
		got := timed(t, p, request("x", 0, 1))
		if got.Counter != want || got.ClockAfterHz != 0 || (state == Good) != (got.Cycles == 3e9) {
			t.Errorf("%s: %+v", state, got)
		}
	}
}

func TestDriftAndOutlier(t *testing.T) {
	t.Parallel()
	needLinux(t)
	p := New(t, "c", Script{Speeds: []Speed{{Seconds: 1}},
		Rules: []Rule{Drift(6, 1.25), {Mode: "time", Target: "b", Trial: 3, Slower: 4}}})
	var got []float64
	for range 3 {
		for _, target := range []string{"a", "b"} {
			got = append(got, timed(t, p, request("/x/"+target, 32, 1)).Seconds)
		}
	}
	want := []float64{1, 1, 1, 1.25, 1.25, 5}
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("got %v, want %v", got, want)
		}
	}
	if all, these := Started(t, p, "time", "/x/b", 32); all != 6 || these != 3 {
		t.Errorf("started %d processes, %d of them for b, want 6 and 3", all, these)
	}
}

func TestNoiseIsRepeatable(t *testing.T) {
	t.Parallel()
	needLinux(t)
	run := func(seed uint64) (seconds [2]float64) {
		p := New(t, "c", Script{Speeds: []Speed{{Seconds: 1}}, Noise: 0.01, Seed: seed})
		for i := range seconds {
			seconds[i] = timed(t, p, request("/x", 1, 1)).Seconds
		}
		return seconds
	}
	a, b, c := run(1), run(1), run(2)
	if a != b || a == c || a[0] == a[1] || a[0] < 1 || a[0] >= 1.01 {
		t.Errorf("noise %v, %v, %v", a, b, c)
	}
}

func TestFailures(t *testing.T) {
	t.Parallel()
	needLinux(t)
	seven := 7
	for want, rule := range map[string]Rule{
		"CRASH: signal 9 (SIGKILL)":              {Kill: true},
		"CRASH: ended the process (exit code 7)": {Exit: &seven},
		"OVERFLOW: one byte":                     {Verdict: driver.Overflow, Detail: "one byte"},
		"LOADFAIL: not there":                    {LoadFail: "not there"},
		"CRASH: ended the process (exit code 0) inside CryptHash, after the truncated line": {Truncate: true},
		"CRASH: signal 9 (SIGKILL): killed from":                                            {Truncate: true, Kill: true},
		"CRASH: unreadable line \"this is no report\"":                                      {Garbage: "this is no report\n"},
		"TIMEOUT: no answer within 300ms":                                                   {Hang: true},
		"CRASH: forged or damaged report \"{\\\"event\\\":\\\"trial\\":                      {Garbage: "{\"event\":\"trial\",\"calls\":1}\n"},
	} {
		rule.Mode, rule.Trial, rule.Stderr = "time", 2, "oh\n"
		p := New(t, "c", Script{Rules: []Rule{rule}})
		r := request("x", 32, 10)
		for trial := 1; trial <= 3; trial++ {
			if trial == 2 && rule.Hang {
				r.Limits.Wall = 300 * time.Millisecond
			} else {
				r.Limits.Wall = time.Minute
			}
			_, err := p.Time(context.Background(), r)
			if (trial == 2) != (err != nil) || err != nil && !strings.Contains(err.Error(), want) {
				t.Errorf("%q: trial %d: %v", want, trial, err)
			}
			var f *driver.Failure
			if errors.As(err, &f) && f.Status != driver.LoadFail && f.Stderr != "oh\n" {
				t.Errorf("%q: standard error %q", want, f.Stderr)
			}
		}
	}
}

func TestServe(t *testing.T) {
	t.Parallel()
	const wrongFrom = 3
	p := New(t, "go", Script{Rules: []Rule{
		{Mode: "serve", Target: "wrong", Request: wrongFrom, Flip: true},
		{Mode: "serve", Target: "dies", Request: 2, Kill: true},
	}})
	answers := func(target string) (digests [4][]byte, err error) {
		s, err := p.Serve(context.Background(), driver.Target{Library: target, DigestBits: 768}, driver.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		for i := range digests {
			if digests[i], err = s.Hash(9, bytes.NewReader([]byte{1, 0x80})); err != nil {
				return digests, err
			}
		}
		return digests, s.Close()
	}
	good, err := answers("right")
	if err != nil || len(good[0]) != 96 {
		t.Fatalf("%x, %v", good[0], err)
	}
	wrong, err := answers("wrong")
	if err != nil {
		t.Fatal(err)
	}
	for i := range wrong {
		same := bytes.Equal(good[i], wrong[i])
		if same != (i+1 < wrongFrom) {
			t.Errorf("request %d: the same answer: %v", i+1, same)
		}
		if d := wrong[i][95] ^ good[i][95]; d > 1 {
			t.Errorf("request %d: more than a bit differs", i+1)
		}
	}
	dead, err := answers("dies")
	var f *driver.Failure
	if !errors.As(err, &f) || f.Status != driver.Crash || dead[0] == nil || dead[1] != nil {
		t.Errorf("%x, %v", dead[0], err)
	}
}

func TestServeRealHash(t *testing.T) {
	t.Parallel()
	const name = "go:hash-12/Iphe-512"
	h, ok := candidate.LookupGo(name)
	if !ok {
		t.Skip(name + " is not registered")
	}
	want := make([]byte, 64)
	h.Sum(want, []byte("abc"), 24)
	p := New(t, "c", Script{Hashes: []Hash{{Target: `Iphe-512.*\.so$`, Go: name}}})
	s, err := p.Serve(context.Background(), driver.Target{Library: "lib/Iphe-512-c99.so", DigestBits: 512}, driver.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if got, err := s.Hash(24, strings.NewReader("abc")); err != nil || !bytes.Equal(got, want) {
		t.Errorf("got %x, %v, want %x", got, err, want)
	}
}

func TestCountingAtTheSameTime(t *testing.T) {
	t.Parallel()
	needLinux(t)
	p := New(t, "c", Script{})
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			if _, err := p.Time(context.Background(), request("/x", 32, 1)); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	if all, these := Started(t, p, "time", "/x", 32); all != 8 || these != 8 {
		t.Errorf("counted %d and %d processes, want 8", all, these)
	}
}

func TestScriptCheck(t *testing.T) {
	t.Parallel()
	for _, s := range []Script{
		{Speeds: []Speed{{Target: "("}}}, {Hashes: []Hash{{Target: "("}}}, {Rules: []Rule{{Target: "("}}},
		{Rules: []Rule{{Mode: "race"}}}, {Rules: []Rule{{Counter: "broken"}}},
	} {
		if s.check() == nil {
			t.Errorf("no error for %+v", s)
		}
	}
}
