package host

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

func TestLockCPU(t *testing.T) {
	dir := t.TempDir()
	unlock, err := lockIn([]string{dir}, 3)
	if err != nil {
		t.Fatal(err)
	}
	other, err := lockIn([]string{dir}, 4)
	if err != nil {
		t.Fatalf("another cpu: %v", err)
	}
	other()
	_, err = lockIn([]string{dir}, 3)
	want := "process " + strconv.Itoa(os.Getpid())
	if err == nil || !strings.Contains(err.Error(), "cpu 3 is in use") || !strings.Contains(err.Error(), want) {
		t.Errorf("second lock: %v, want %q in it", err, want)
	}
	unlock()
	unlock() // twice does no harm
	unlock, err = lockIn([]string{dir}, 3)
	if err != nil {
		t.Fatalf("after unlock: %v", err)
	}
	unlock()
	info, err := os.Stat(filepath.Join(dir, "assay-cpu3.lock"))
	if err != nil || info.Mode().Perm() != 0o666 {
		t.Errorf("other users cannot lock: %v, %v", info.Mode(), err)
	}
}

// Another process takes the lock, dies, and by that gives it back.
func TestLockOfOtherProcess(t *testing.T) {
	if dir := os.Getenv("HOST_TEST_LOCK"); dir != "" {
		if _, err := lockIn([]string{dir}, 0); err != nil {
			t.Fatal(err)
		}
		os.Stdout.WriteString("locked\n")
		os.Stdin.Read(make([]byte, 1))
		os.Exit(0)
	}
	dir := t.TempDir()
	cmd := exec.Command(os.Args[0], "-test.run=^TestLockOfOtherProcess$")
	cmd.Env = append(os.Environ(), "HOST_TEST_LOCK="+dir)
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); errors.Is(err, unix.ENOEXEC) {
		t.Skip("run by an emulator that cannot start this program again")
	} else if err != nil {
		t.Fatal(err)
	}
	if _, err := stdout.Read(make([]byte, 7)); err != nil {
		t.Fatal(err)
	}
	_, err = lockIn([]string{dir}, 0)
	if want := "process " + strconv.Itoa(cmd.Process.Pid); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %q in it", err, want)
	}
	stdin.Close()
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	unlock, err := lockIn([]string{dir}, 0)
	if err != nil {
		t.Fatalf("after the end of the process: %v", err)
	}
	unlock()
}

func TestLockDirectories(t *testing.T) {
	dir, missing := t.TempDir(), filepath.Join(t.TempDir(), "missing")
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(dir, link); err != nil {
		t.Fatal(err)
	}
	unlock, err := lockIn([]string{missing, dir, link, dir}, 0)
	if err != nil {
		t.Fatalf("one of the directories is good: %v", err)
	}
	unlock()
	if _, err := lockIn([]string{missing}, 0); err == nil || !strings.Contains(err.Error(), missing) {
		t.Errorf("no directory is good: %v", err)
	}
	// A link instead of the file is not followed.
	target := filepath.Join(t.TempDir(), "target")
	if err := os.WriteFile(target, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, filepath.Join(dir, "assay-cpu9.lock")); err != nil {
		t.Fatal(err)
	}
	if _, err := lockIn([]string{dir}, 9); err == nil {
		t.Error("a link was followed")
	}
	if b, _ := os.ReadFile(target); string(b) != "precious" {
		t.Errorf("the link's target is now %q", b)
	}
}
