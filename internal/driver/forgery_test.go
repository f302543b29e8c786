package driver

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
)

// A candidate that reports for the driver is found out by the nonce, where nothing keeps it from writing.
func TestForgery(t *testing.T) {
	t.Parallel()
	needLinux(t)
	eachDriver(t, func(t *testing.T, p *Program, target func(string) Target) {
		p = limitsOnly(p)
		_, err := p.Time(context.Background(), TrialRequest{Target: target("forges_trial"), CPU: -1, Bytes: 3, Calls: 100})
		expect(t, "trial", err, `CRASH: forged or damaged report "{\"event\":\"trial\"`)
		s, err := serve(t, p, target("forges_answer"), Limits{})
		if err != nil {
			t.Fatal(err)
		}
		_, err = s.Hash(24, bytes.NewReader(Message(3)))
		expect(t, "answer", err, "CRASH: forged or damaged report")
	})
}

// The nonce is not lying about in memory while the candidate runs: not at first, and not after an answer.
func TestNonceIsHidden(t *testing.T) {
	t.Parallel()
	p := limitsOnly(cProgram(t)) // otherwise it would not know where to look
	s, err := serve(t, p, cTarget(t, "searches"), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if _, err := s.Hash(24, bytes.NewReader(Message(3))); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := p.Time(context.Background(), TrialRequest{Target: cTarget(t, "searches"), CPU: -1, Bytes: 3, Warmups: 1, Calls: 1}); err != nil {
		t.Error(err)
	}
}

func TestNoncesDiffer(t *testing.T) {
	a, b := newNonce(), newNonce()
	if len(a) != nonceDigits || len(b) != nonceDigits || a == b || strings.Trim(a+b, "0123456789abcdef") != "" {
		t.Errorf("nonces %s and %s", a, b)
	}
}

// A limit that is too low for the message is the caller's fault.
func TestMessageBeyondTheAddressSpace(t *testing.T) {
	t.Parallel()
	lim := Limits{AddressSpace: 1 << 26}
	s, err := serve(t, goProgram(t), goTarget("good"), lim)
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.Hash(1<<29, zeros{})
	var f *Failure
	if err == nil || errors.As(err, &f) || !strings.Contains(err.Error(), "a message of 67108864 bytes does not fit into an address space of 67108864") {
		t.Errorf("got %v", err)
	}
}
