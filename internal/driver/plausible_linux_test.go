package driver

import (
	"context"
	"strings"
	"syscall"
	"testing"
)

// What a report says must fit what the parent saw, unless the driver is a test's.
func TestPlausibility(t *testing.T) {
	t.Parallel()
	r := TrialRequest{Target: Target{Library: "go:x", DigestBits: 16}, CPU: -1, Bytes: 1, Calls: 5}
	short := []string{`0.5,"cycles"`, `1e-8,"cycles"`, `"thread_cpu_seconds":0.5`, `"thread_cpu_seconds":1e-8`}
	for _, c := range []struct {
		changes []string
		want    string
	}{
		{nil, ""},
		{[]string{`1e-8,"cycles"`, `3600,"cycles"`}, "CRASH: forged or damaged measurement: 3600 s of calls in a process that lived for "},
		{[]string{`"thread_cpu_seconds":1e-8`, `"thread_cpu_seconds":3600`}, "CRASH: forged or damaged measurement: 3600 s of CPU time in a process that took "},
		{[]string{`1e-8,"cycles"`, `9e-10,"cycles"`}, "CRASH: forged or damaged measurement: 5 calls in 9e-10 s are faster than a cycle each"},
	} {
		p := shellDriver(t, strings.NewReplacer(c.changes...).Replace(trialLine(short...)))
		if _, err := p.Time(context.Background(), r); err != nil {
			t.Fatalf("%s: the driver of a test: %v", c.want, err)
		}
		p.Unverified = false
		if _, err := p.Time(context.Background(), r); c.want != "" || err != nil {
			expect(t, "trial", err, c.want)
		}
	}
	for line, want := range map[string]string{
		`"calls":1000,"seconds":0.000001,"per_call":1e-9`: "",
		`"calls":1,"seconds":3600,"per_call":3600`:        "CRASH: forged or damaged measurement: 3600 s of calls",
		`"calls":1000,"seconds":1e-9,"per_call":1e-6`:     "CRASH: forged or damaged measurement: 1000 calls in 1e-09 s",
		`"calls":1000,"seconds":1e-6,"per_call":1e-12`:    "CRASH: forged or damaged measurement: 1000 calls in 1e-09 s",
	} {
		p := shellDriver(t, shReady+`echo '{"event":"calibration","nonce":"'$n'",`+line+`}'`)
		p.Unverified = false
		if _, err := p.Calibrate(context.Background(), r, 1); want != "" || err != nil {
			expect(t, line, err, want)
		}
	}
}

func TestCounterProbe(t *testing.T) {
	t.Parallel()
	answers := []syscall.Errno{syscall.ENOENT, syscall.EMFILE, syscall.EACCES, 0}
	asked := 0
	p := counterProbe{open: func(int) int { asked++; return int(answers[asked-1]) }}
	// Want of descriptors is no answer; after a yes nobody is asked again.
	for i, want := range []bool{false, true, false, true, true, true} {
		if got := p.there(0); got != want {
			t.Errorf("question %d: %v, want %v", i, got, want)
		}
	}
	if asked != len(answers) {
		t.Errorf("asked %d times, want %d", asked, len(answers))
	}
}

func TestForgedCounter(t *testing.T) {
	t.Parallel()
	if counters.there(-1) {
		t.Skip("this machine has a cycle counter")
	}
	p := shellDriver(t, trialLine(`0.5,"cycles":0`, `1e-8,"cycles":100`, `"thread_cpu_seconds":0.5`, `"thread_cpu_seconds":1e-8`, `"errno":2`, `"errno":0`))
	p.Unverified = false
	_, err := p.Time(context.Background(), TrialRequest{Target: Target{Library: "go:x", DigestBits: 16}, CPU: -1, Bytes: 1, Calls: 5})
	expect(t, "trial", err, "CRASH: forged counter")
}
