package gate

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/hashassay/assay/iccs"
	"github.com/hashassay/assay/internal/driver"
)

// Every verdict of the driver, at every place.
func TestFailures(t *testing.T) {
	for _, status := range []driver.Status{driver.CryptFail, driver.Overflow, driver.LoadFail, driver.Timeout, driver.Crash} {
		failure := &driver.Failure{Status: status, Detail: "it\nhappened", Stderr: "bad\x1b[31m luck\nRESULT forged\n"}
		wrapped := fmt.Errorf("session: %w", failure)
		at := func(n int) *fake {
			return &fake{answer: func(i int, _ uint64, _ []byte) ([]byte, error) {
				if i == n {
					return nil, wrapped
				}
				return nil, nil
			}}
		}
		s := string(status)
		for _, c := range []struct {
			where, files string
			fake         *fake
			digests      int
		}{
			{"start", "", &fake{openErr: wrapped}, 0},
			{"KAT_2_12: message 1 (0 bits)", "KAT_2_12 " + s, at(1), 0},
			{"KAT_2_12: message 18 (17 bits)", "KAT_2_12 " + s, at(18), 0},
			{"KAT_2_23: message 1 (8388608 bits)", "KAT_2_12 PASS, KAT_2_23 " + s, at(4098), 0},
			{"KAT_2_23: message 3 (8388608 bits)", "KAT_2_12 PASS, KAT_2_23 " + s, at(4100), 0},
			{"timed message of 0 bytes (0 bits)", "KAT_2_12 PASS, KAT_2_23 PASS", at(4102), 1},
			{"timed message of 1024 bytes (8192 bits)", "KAT_2_12 PASS, KAT_2_23 PASS", at(4106), 3},
			{"after the last message", "KAT_2_12 PASS, KAT_2_23 PASS", &fake{closeErr: wrapped}, 3},
		} {
			res := mustRun(t, request(both(t)), c.fake)
			if string(res.Status) != s || res.Detail != c.where+": it happened" || statuses(res) != c.files {
				t.Errorf("%s: %s (%s)\nwant %s (%s)", res.Status, res.Detail, statuses(res), c.where, c.files)
			}
			if len(res.Digests) != c.digests {
				t.Errorf("%s: %d digests of timed messages, want %d", c.where, len(res.Digests), c.digests)
			}
			if !strings.Contains(res.Log, "\nstderr  bad\\u001b[31m luck\nstderr  RESULT forged\n") {
				t.Errorf("%s: standard error is not in the log:\n%s", c.where, res.Log)
			}
			if n := len(res.Files); n > 0 && res.Files[n-1].Status == Status(status) {
				if last := res.Files[n-1]; last.Bytes != 0 || last.SHA256 != "" {
					t.Errorf("%s: the unfinished file has a result: %+v", c.where, last)
				}
			}
		}
	}
}

// What was found before the failure is not lost.
func TestMismatchThenFailure(t *testing.T) {
	r := request(manifest(t, entry(t, iccs.KAT212, "strict")))
	r.Vectors = official(t, func(s string) string { return s })
	wrong := flip(18)
	res := mustRun(t, r, &fake{answer: func(n int, bits uint64, digest []byte) ([]byte, error) {
		if n == 4099 {
			return nil, &driver.Failure{Status: driver.Crash, Detail: "signal 11"}
		}
		return wrong(n, bits, digest)
	}})
	parts := strings.Split(res.Detail, "; ")
	if res.Status != Crash || statuses(res) != "KAT_2_12 MISMATCH, KAT_2_23 CRASH" || len(parts) != 3 ||
		parts[0] != "KAT_2_23: message 2 (8388608 bits): signal 11" ||
		!strings.HasPrefix(parts[1], "KAT_2_12: record 18 is the first to differ: ") ||
		parts[2] != "no official digest for KAT_2_23 of Box-K" {
		t.Errorf("%s (%s): %s", res.Status, statuses(res), res.Detail)
	}
}

// Failures of the harness are errors, not verdicts.
func TestHarnessErrors(t *testing.T) {
	pipe := errors.New("broken pipe")
	const prefix = "known-answer gate of hash-99/Box-512-c99: "
	negative, noFiles, unknown := request(nil), request(nil), request(nil)
	negative.Messages, noFiles.Files, unknown.Files = []int{-1}, nil, []iccs.File{"KAT_9"}
	shortDigest := func(at int) func(int, uint64, []byte) ([]byte, error) {
		return func(n int, _ uint64, digest []byte) ([]byte, error) {
			if n >= at {
				return digest[:10], nil
			}
			return digest, nil
		}
	}
	for _, c := range []struct {
		request Request
		fake    *fake
		want    string
	}{
		{request(nil), &fake{openErr: pipe}, "start: broken pipe"},
		{request(nil), &fake{closeErr: pipe}, "after the last message: broken pipe"},
		{request(nil), &fake{answer: func(n int, _ uint64, _ []byte) ([]byte, error) { return nil, pipe }}, "KAT_2_12: message 1 (0 bits): broken pipe"},
		{request(nil), &fake{answer: shortDigest(3)}, "KAT_2_12: message 3 (2 bits): KAT_2_12: message of 2 bits: digest of 10 bytes instead of 64"},
		{request(nil), &fake{answer: shortDigest(4101)}, "timed message of 32 bytes (256 bits): digest of 10 bytes instead of 64"},
		{negative, &fake{}, "negative length -1 of a timed message"},
		{noFiles, &fake{}, "no known-answer file was asked for"},
		{unknown, &fake{}, `"KAT_9" is not a known-answer file`},
	} {
		res, err := run(t.Context(), c.request, c.fake.open)
		if res != nil || err == nil || !strings.HasPrefix(err.Error(), prefix) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("result %v, error %v, want %s", res, err, c.want)
		}
	}
	_, err := run(t.Context(), request(nil), (&fake{openErr: pipe}).open)
	if !errors.Is(err, pipe) {
		t.Errorf("%v does not wrap its cause", err)
	}
}
