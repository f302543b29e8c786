package toolchain

import (
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
	// A compiler that starts a child and waits for it: the child, too, must go. How long it sleeps tells it from others.
	dir := t.TempDir()
	nap := fmt.Sprintf("600.%09d", os.Getpid())
	script := "#!/bin/sh\nsleep " + nap + " &\nwait\n"
	path := filepath.Join(dir, "cc")
	if err := os.WriteFile(path, []byte(script), 0o777); err != nil {
		t.Fatal(err)
	}
	stopped := errors.New("stopped by the test")
	ctx, cancel := context.WithCancelCause(t.Context())
	go func() {
		for !sleeps(nap) && ctx.Err() == nil {
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
	for sleeps(nap) { // the signal was sent; init may take its time to reap
		time.Sleep(time.Millisecond)
	}
	entries, err := os.ReadDir(filepath.Join(dir, "lib"))
	if err != nil || len(entries) != 0 {
		t.Errorf("folder has %v (%v), want nothing", entries, err)
	}
}

// sleeps says whether there is a process "sleep nap" that has not ended.
func sleeps(nap string) bool {
	commands, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, path := range commands {
		if text, err := os.ReadFile(path); err == nil && string(text) == "sleep\x00"+nap+"\x00" {
			return true
		}
	}
	return false
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
