package evidence

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/hashassay/assay/internal/driver"
)

func someAttempts() []Attempt {
	return []Attempt{
		{Round: 0, Trial: &driver.Trial{Calls: 100, Seconds: 0.050000001, Cycles: 149680000, DigestBefore: "ab"}},
		{Round: 1, Failure: &Failure{Status: "CRASH", Detail: "signal 11", Process: driver.Process{Command: []string{"a", "b"}, ExitCode: -11, Stderr: "<here>\n"}}},
		{Round: 1, Trial: &driver.Trial{Calls: 100, Seconds: 0.05, Migrations: -1}},
	}
}

func TestAttempts(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x__hash_32.jsonl")
	if got, err := ReadAttempts(path); err != nil || got != nil {
		t.Errorf("file that is not there: %v %v", got, err)
	}
	want := someAttempts()
	for i, a := range want {
		if err := AppendAttempt(path, a); err != nil {
			t.Fatal(err)
		}
		got, err := ReadAttempts(path)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want[:i+1]) {
			t.Errorf("after %d: %+v", i+1, got)
		}
	}
	if n := strings.Count(content(t, path), "\n"); n != len(want) {
		t.Errorf("%d lines for %d attempts", n, len(want))
	}
}

// A crash can end the file after any byte. What was whole is read, the rest is
// cut off by the next append, which is then read too.
func TestAttemptsCutShort(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.jsonl")
	want := someAttempts()
	for _, a := range want {
		if err := AppendAttempt(path, a); err != nil {
			t.Fatal(err)
		}
	}
	whole := content(t, path)
	for n := range len(whole) {
		write(t, path, []byte(whole[:n]))
		lines := strings.Count(whole[:n], "\n")
		got, err := ReadAttempts(path)
		if err != nil || len(got) != lines {
			t.Fatalf("%d bytes: %d attempts (%v), want %d", n, len(got), err, lines)
		}
		if n%97 != 0 && !strings.HasSuffix(whole[:n], "\n") && whole[n] != '\n' {
			continue // every append syncs; a sample will do
		}
		if err := AppendAttempt(path, want[0]); err != nil {
			t.Fatal(err)
		}
		if got, err = ReadAttempts(path); err != nil || len(got) != lines+1 || !reflect.DeepEqual(got[lines], want[0]) {
			t.Fatalf("%d bytes, then an append: %d attempts (%v), want %d", n, len(got), err, lines+1)
		}
	}
}

func TestAttemptsCorrupt(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.jsonl")
	for _, a := range someAttempts() {
		if err := AppendAttempt(path, a); err != nil {
			t.Fatal(err)
		}
	}
	lines := strings.SplitAfter(content(t, path), "\n")
	for _, bad := range []string{
		"{\"round\": 1, \"tri\n", "\n", "{}\n", "\x00\x00\n",
		"{\"trial\": {\"calls\": 0, \"seconds\": 1}}\n", "{\"trial\": {\"calls\": 1}}\n",
	} {
		write(t, path, []byte(lines[0]+bad+lines[2]))
		if _, err := ReadAttempts(path); err == nil || !strings.HasPrefix(err.Error(), path+":2: ") {
			t.Errorf("line %q: error %v", bad, err)
		}
	}
}

func TestAppendToFolder(t *testing.T) {
	dir := t.TempDir()
	if err := AppendAttempt(dir, someAttempts()[0]); err == nil || !strings.Contains(err.Error(), dir) {
		t.Errorf("error %v", err)
	}
	if err := AppendAttempt(filepath.Join(dir, "none", "x.jsonl"), someAttempts()[0]); err == nil {
		t.Error("appended in a folder that does not exist")
	}
	if _, err := os.Stat(filepath.Join(dir, "none")); err == nil {
		t.Error("made a folder")
	}
}
