package driver

import (
	"bytes"
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"
)

// shellDriver is a driver written in sh, for what a driver must never do.
func shellDriver(t *testing.T, script string) *Program {
	t.Helper()
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip("no /bin/sh")
	}
	return &Program{Name: "sh", Argv: []string{"/bin/sh", "-c", script, "sh"}, Unverified: true}
}

const (
	shHello = `read -r n; echo '{"event":"hello","protocol":2,"driver":"sh","mode":"'$1'"}';`
	shReady = shHello + `echo '{"event":"ready"}';`
)

// trialLine is a report of 5 calls with a digest of 2 bytes, with changes.
func trialLine(changes ...string) string {
	line := `{"event":"trial","nonce":"'$n'","calls":5,"seconds":0.5,"cycles":0,"instructions":0,"counter":{"errno":2,"time_enabled_ns":0,"time_running_ns":0},` +
		`"clock_before_hz":0,"clock_after_hz":0,"context_switches_voluntary":0,"context_switches_involuntary":0,"cpu_migrations":-1,` +
		`"page_faults_minor":0,"page_faults_major":0,"thread_cpu_seconds":0.5,"baseline_rss_bytes":1,"peak_rss_bytes":2,"cpu_before":0,"cpu_after":0,` +
		`"digest_before":"abcd","digest_after":"abcd"}`
	return shReady + "echo '" + strings.NewReplacer(changes...).Replace(line) + "'"
}

// expect checks an error: want begins with the status of a Failure, or is part of an error of the harness.
func expect(t *testing.T, what string, err error, want string) {
	t.Helper()
	var f *Failure
	status, detail, isFailure := strings.Cut(want, ": ")
	if isFailure = isFailure && Status(status).valid(); !isFailure {
		detail = want
	}
	if err == nil || errors.As(err, &f) != isFailure || !strings.Contains(err.Error(), detail) || isFailure && f.Status != Status(status) {
		t.Errorf("%s\n\tgot  %v\n\twant %s", what, err, want)
	}
}

func TestDriverMisbehavesInATrial(t *testing.T) {
	t.Parallel()
	needLinux(t)
	r := TrialRequest{Target: Target{Library: "go:x", DigestBits: 16}, CPU: -1, Bytes: 1, Calls: 5}
	if trial, err := shellDriver(t, trialLine()).Time(context.Background(), r); err != nil || trial.Seconds != 0.5 || trial.Migrations != -1 {
		t.Fatalf("a good report: %+v, %v", trial, err)
	}
	for _, c := range []struct{ script, want string }{
		{`exit 3`, "ended with exit code 3 before its first line"},
		{`kill -9 $$`, "ended with exit code -9 before its first line"},
		{`echo no such option >&2; exit 1`, "before its first line; standard error: \"no such option\""},
		{`echo nonsense; sleep 60`, `unreadable line "nonsense"`},
		{`echo '{"event":"hello","protocol":9,"mode":"time"}'; sleep 60`, "speaks protocol 9"},
		{`echo '{"event":"hello","protocol":2,"mode":"serve"}'; sleep 60`, `in mode "serve"`},
		{shHello + `echo '{"event":"trial"}'`, `LOADFAIL: unexpected line "{\"event\":\"trial\"}" instead of "ready"`},
		{shHello + `echo garbage`, `LOADFAIL: unreadable line "garbage"`},
		{shHello + `echo '{"event":"failure","nonce":"'$n'","status":"BAD","detail":"x"}'`, "LOADFAIL: unexpected status"},
		{shHello + `echo '{"event":"failure","status":"OVERFLOW","detail":"x"}'`, "LOADFAIL: forged or damaged report"},
		{shHello + `echo '{"event":"failure","nonce":"'$n'","status":"OVERFLOW","detail":"x"}'`, "OVERFLOW: x"},
		{`read -r n; echo '{"event":"error","detail":"no room"}'`, "no room"},
		{shHello + `echo '{"event":"error","nonce":"'$n'","detail":"no memory"}'`, "no memory"},
		{shHello + `echo '{"event":"error","detail":"no memory"}'`, "LOADFAIL: forged or damaged report"},
		{shReady + `echo '{"event":"error","nonce":"'$n'","detail":"no memory"}'`, "CRASH: the driver could not go on after the candidate was loaded: no memory"},
		{shReady + `echo '{"event":"error","detail":"no memory"}'`, "CRASH: forged or damaged report"},
		{shReady + `echo garbage`, `CRASH: unreadable line "garbage"`},
		{shReady + `kill -9 $$`, "CRASH: signal 9 (SIGKILL): killed from outside the harness, perhaps by the kernel for want of memory or by somebody else, so not necessarily the candidate's doing"},
		{trialLine("'$n'", strings.Repeat("0", nonceDigits)), "CRASH: forged or damaged report"},
		{trialLine(`"nonce":"'$n'",`, ``), "CRASH: forged or damaged report"},
		{shReady + `printf '{"event":"tri'`, `CRASH: ended the process (exit code 0) inside CryptHash, after the truncated line "{\"event\":\"tri"`},
		{shReady + `head -c 2000000 /dev/zero`, "CRASH: line longer than 1048576 bytes"},
		{trialLine(`0.5,"cycles"`, `NaN,"cycles"`), "CRASH: unreadable line"},
		{trialLine(`0.5,"cycles"`, `1e999,"cycles"`), "CRASH: unusable report"},
		{trialLine(`0.5,"cycles"`, `0,"cycles"`), "CRASH: seconds is 0"},
		{trialLine(`0.5,"cycles"`, `-1,"cycles"`), "CRASH: seconds is -1"},
		{trialLine(`"calls":5`, `"calls":6`), "CRASH: reports 6 calls, wanted 5"},
		{trialLine(`"calls":5`, `"calls":null`), `CRASH: unusable report`},
		{trialLine(`"cycles":0,`, ``), `CRASH: unusable report`},
		{trialLine(`"cycles":0`, `"cycles":-1`), "CRASH: unusable report"},
		{trialLine(`"cycles":0`, `"cycles":0,"ticks":1`), `CRASH: unusable report`},
		{trialLine(`"clock_after_hz":0`, `"clock_after_hz":-1`), "CRASH: clock_after_hz is -1"},
		{trialLine(`"abcd"`, `"abc"`), `CRASH: digest_`},
		{trialLine(`"abcd"`, `"abcdef"`), `CRASH: digest_`},
		{trialLine() + `; echo more`, `CRASH: output after its report: "more"`},
		{trialLine() + `; exit 7`, "CRASH: ended the process (exit code 7) after its report"},
	} {
		_, err := shellDriver(t, c.script).Time(context.Background(), r)
		expect(t, c.script, err, c.want)
	}
	for _, line := range []string{`"calls":0,"seconds":1,"per_call":1`, `"calls":1,"seconds":1,"per_call":-1`, `"calls":1,"seconds":1`} {
		_, err := shellDriver(t, shReady+`echo '{"event":"calibration","nonce":"'$n'",`+line+`}'`).Calibrate(context.Background(), r, time.Second)
		expect(t, line, err, "CRASH: ")
	}
}

func TestDriverMisbehavesInASession(t *testing.T) {
	t.Parallel()
	target := Target{Library: "go:x", DigestBits: 16}
	for _, c := range []struct{ script, want string }{
		{`head -c 9 >/dev/null; printf 'D\003\000\000\000abc'$n`, "CRASH: answered with a digest of 3 bytes, wanted 2"},
		{`head -c 9 >/dev/null; printf 'D\002\000\000\000a'`, "CRASH: ended the process (exit code 0) inside CryptHash, after the truncated answer \"D\\x02"},
		{`head -c 9 >/dev/null; printf 'D\002'`, "CRASH: ended the process (exit code 0) inside CryptHash, after the truncated answer \"D\\x02\""},
		{`head -c 9 >/dev/null; printf 'D\002\000\000\000ab'$n`, ""},
		{`head -c 9 >/dev/null; printf 'D\002\000\000\000ab00000000000000000000000000000000'`, "CRASH: forged or damaged report"},
		{`head -c 9 >/dev/null; printf garbage; sleep 60`, `CRASH: unreadable answer "garbage"`},
		{`head -c 9 >/dev/null; echo hello`, `CRASH: unreadable answer "hello\n"`},
		{`head -c 9 >/dev/null; echo '{"event":"ready"}'`, "CRASH: unexpected line"},
	} {
		s, err := serve(t, shellDriver(t, shReady+c.script), target, Limits{})
		if err != nil {
			t.Fatal(err)
		}
		digest, err := s.Hash(8, bytes.NewReader([]byte{1}))
		if c.want == "" && err == nil && string(digest) == "ab" {
			continue
		}
		expect(t, c.script, err, c.want)
	}
	for _, c := range []struct{ script, want string }{
		{`cat >/dev/null; exit 2`, "CRASH: ended the process (exit code 2) at the end of the session"},
		{`cat >/dev/null; kill -6 $$`, "CRASH: signal 6 (SIGABRT) at the end of the session"},
		{`cat >/dev/null; echo late`, `CRASH: unexpected output at the end: "late"`},
	} {
		s, err := serve(t, shellDriver(t, shReady+c.script), target, Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Close(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s\n\tgot  %v\n\twant %s", c.script, err, c.want)
		}
	}
}

// A child that dies while its parent writes, and one that never reads, must not block the parent.
func TestUnreadRequest(t *testing.T) {
	t.Parallel()
	for script, want := range map[string]string{
		`exit 5`:   "CRASH: ended the process (exit code 5) inside CryptHash",
		`sleep 60`: "TIMEOUT: no answer within 200ms",
	} {
		s, err := serve(t, shellDriver(t, shReady+script), Target{Library: "go:x", DigestBits: 16}, Limits{})
		if err != nil {
			t.Fatal(err)
		}
		s.c.lim.Wall = 200 * time.Millisecond
		if _, err := s.Hash(1<<27, zeros{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", script, err, want)
		}
	}
}

// The time between requests does not count.
func TestIdleSession(t *testing.T) {
	t.Parallel()
	s, err := serve(t, goProgram(t), goTarget("good"), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	s.c.lim.Wall = time.Second
	for range 2 {
		if s.c.watchdog.Stop() {
			t.Error("the watchdog runs between requests")
		}
		if _, err := s.Hash(8, bytes.NewReader([]byte{1})); err != nil {
			t.Fatal(err)
		}
	}
}

// The whole group of a child is ended with it, and nothing of it is left behind.
func TestNoProcessIsLeft(t *testing.T) {
	t.Parallel()
	needLinux(t)
	p := shellDriver(t, `(sleep 3600 & echo >/dev/null); `+shReady+`read x; exit 0`)
	s, err := serve(t, p, Target{Library: "go:x", DigestBits: 16}, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	group := s.c.cmd.Process.Pid
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	// They have been killed, but may need a moment to die.
	for deadline := time.Now().Add(10 * time.Second); groupLives(group) && time.Now().Before(deadline); {
		time.Sleep(time.Millisecond)
	}
	if groupLives(group) {
		t.Errorf("processes of group %d are left", group)
	}
	if _, err := os.Stat(s.c.dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the working directory is left: %v", err)
	}
}
