package toolchain

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

func TestStoppedByContext(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("building needs Linux")
	}
	// A compiler that starts a child and waits for it: the child, too, must go.
	dir := t.TempDir()
	pid := filepath.Join(dir, "pid")
	script := fmt.Sprintf("#!/bin/sh\nsleep 600 &\necho $! > %[1]s.new\nmv %[1]s.new %[1]s\nwait\n", pid)
	path := filepath.Join(dir, "cc")
	if err := os.WriteFile(path, []byte(script), 0o777); err != nil {
		t.Fatal(err)
	}
	stopped := errors.New("stopped by the test")
	ctx, cancel := context.WithCancelCause(t.Context())
	go func() {
		for _, err := os.Stat(pid); err != nil && ctx.Err() == nil; _, err = os.Stat(pid) {
			time.Sleep(time.Millisecond)
		}
		cancel(stopped)
	}()
	_, err := (&Compiler{Path: path}).Build(ctx, one(plain), Guide, filepath.Join(dir, "lib"))
	if !errors.Is(err, stopped) {
		t.Fatalf("error is %v, want %v", err, stopped)
	}
	if _, isVerdict := errors.AsType[*BuildError](err); isVerdict {
		t.Error("a stopped build is no verdict on the code")
	}
	child := strings.TrimSpace(read(t, pid))
	for gone := false; !gone; time.Sleep(time.Millisecond) { // the signal was sent; init may take its time to reap
		status, err := os.ReadFile("/proc/" + child + "/stat")
		gone = err != nil || bytes.Contains(status, []byte(") Z ")) || !bytes.Contains(status, []byte("(sleep)"))
	}
	entries, err := os.ReadDir(filepath.Join(dir, "lib"))
	if err != nil || len(entries) != 0 {
		t.Errorf("folder has %v (%v), want nothing", entries, err)
	}
}

func TestEndsBuffer(t *testing.T) {
	var b endsBuffer
	for range 5 {
		b.Write([]byte(strings.Repeat("a", 1000)))
	}
	if got := string(b.bytes()); got != strings.Repeat("a", 5000) {
		t.Errorf("short output changed: %d bytes", len(got))
	}
	for range 5000 {
		b.Write([]byte(strings.Repeat("b", 999) + "\n"))
	}
	b.Write([]byte("last"))
	got := string(b.bytes())
	if !strings.HasPrefix(got, strings.Repeat("a", 5000)+"b") || !strings.HasSuffix(got, "b\nlast") || !strings.Contains(got, "output left out") || len(got) > maxOutput+100 {
		t.Errorf("long output is %d bytes: %.20q ... %q", len(got), got, got[len(got)-20:])
	}
}
