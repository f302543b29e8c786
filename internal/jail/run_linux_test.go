package jail

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// shell runs a script in a jail of these parts.
func shell(t *testing.T, parts []Part, script string, change func(*Spec)) (string, error) {
	t.Helper()
	dir := t.TempDir()
	s := Spec{Program: "/bin/sh", Args: []string{"-c", script}, Env: []string{"PATH=/usr/bin:/bin"}, Dir: dir, Writable: dir}
	if change != nil {
		change(&s)
	}
	var output bytes.Buffer
	err := run(context.Background(), s, parts, false, &output)
	return output.String(), err
}

// subsets returns all sets of the parts that are available here.
func subsets() [][]Part {
	var list [][]Part
	for bits := range 1 << len(Available()) {
		var parts []Part
		for i, p := range Available() {
			if bits&(1<<i) != 0 {
				parts = append(parts, p)
			}
		}
		list = append(list, parts)
	}
	return list
}

// Whatever lacks, a program runs, sees its folder and can write in it, and its exit code comes back.
func TestRun(t *testing.T) {
	for _, parts := range subsets() {
		t.Run(fmt.Sprint(parts), func(t *testing.T) {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "input"), []byte("given\n"), 0o666); err != nil {
				t.Fatal(err)
			}
			out, err := shell(t, parts, "cat input; echo made > output; pwd; echo to the other >&2; exit 7", func(s *Spec) { s.Dir, s.Writable = dir, dir })
			exit, ok := errors.AsType[*exec.ExitError](err)
			if !ok || exit.ExitCode() != 7 || out != "given\n"+dir+"\nto the other\n" {
				t.Errorf("got %q, %v", out, err)
			}
			if text, err := os.ReadFile(filepath.Join(dir, "output")); err != nil || string(text) != "made\n" {
				t.Errorf("wrote %q, %v", text, err)
			}
		})
	}
}

// Each of the parts that are for files keeps from those of others, and shows those that are named.
func TestFiles(t *testing.T) {
	dir := t.TempDir()
	secret, shown := filepath.Join(dir, "secret"), filepath.Join(dir, "shown")
	for _, path := range []string{secret, shown} {
		if err := os.WriteFile(path, []byte(filepath.Base(path)), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, parts := range subsets() {
		if !slices.Contains(parts, Namespaces) && !slices.Contains(parts, Landlock) {
			continue
		}
		script := fmt.Sprintf("cat %[2]s; for f in %[1]s /etc/passwd; do cat $f && echo HARM; done; for f in %[1]s %[2]s %[3]s/made /usr/lib/made; do (echo x > $f) && echo HARM; done; "+
			"ls %[3]s 2>/dev/null | grep secret && echo HARM; rm %[1]s && echo HARM; exit 0", secret, shown, dir)
		out, err := shell(t, parts, script, func(s *Spec) { s.Readable = []string{shown, "/no/such/place"} })
		if err != nil || !strings.HasPrefix(out, "shown") || strings.Contains(out, "HARM") {
			t.Errorf("%q: %v, %s", parts, err, out)
		}
	}
	if text, err := os.ReadFile(secret); err != nil || string(text) != "secret" {
		t.Errorf("the file is %q, %v", text, err)
	}
}

func TestNamespaces(t *testing.T) {
	if !slices.Contains(Available(), Namespaces) {
		t.Skip(Features())
	}
	out, err := shell(t, []Part{Namespaces}, "echo $$; ls /; test -e /proc/1 && echo HARM; test -e /sys/class && echo HARM; mount -t tmpfs x /usr && echo HARM; exit 0", nil)
	if err != nil || !strings.HasPrefix(out, "1\n") || strings.Contains(out, "HARM") || strings.Contains(out, "home") {
		t.Errorf("%v: %s", err, out)
	}
}

func TestLimits(t *testing.T) {
	if !slices.Contains(Available(), Namespaces) {
		t.Skip(Features())
	}
	limits := func(s *Spec) { s.Limits = Limits{CPUSeconds: 5, Memory: 1 << 30, File: 1 << 16, Processes: 10} }
	out, err := shell(t, []Part{Namespaces, Rlimits}, "ulimit -t; ulimit -v; ulimit -f; ulimit -p 2>/dev/null || ulimit -u", limits)
	if want := fmt.Sprintf("5\n%d\n%d\n10\n", 1<<20, 1<<16/512); err != nil || out != want {
		t.Errorf("%v: %q, want %q", err, out, want)
	}
	out, err = shell(t, []Part{}, "ulimit -t; ulimit -v; ulimit -f", limits)
	if in := strings.Fields(out); err != nil || len(in) != 3 || in[0] == "5" || in[1] == fmt.Sprint(1<<20) || in[2] == fmt.Sprint(1<<16/512) {
		t.Errorf("limits without the part rlimits: %v: %q", err, out)
	}
}

// Filter numbers are those that the kernel is asked with: a call that is forbidden fails with EPERM, and one that is not, works.
func TestFilter(t *testing.T) {
	if !slices.Contains(Available(), Seccomp) {
		t.Skip(Features())
	}
	const change = "setarch $(uname -m) -R true 2>&1; exit 0" // personality(2), which needs no rights
	if out, err := shell(t, []Part{}, change, nil); err != nil || out != "" {
		t.Skipf("without a filter, too: %v: %s", err, out)
	}
	for script, want := range map[string]string{
		change:         "Operation not permitted",
		"echo fine":    "fine",
		"(echo child)": "child",
	} {
		if out, err := shell(t, []Part{Seccomp}, script, nil); err != nil || !strings.Contains(out, want) {
			t.Errorf("%s: %v: %s", script, err, out)
		}
	}
}

// What cannot be had is an error, not a jail without it.
func TestFailsClosed(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		change func(*Spec)
		want   string
	}{
		{func(s *Spec) { s.Writable = filepath.Join(dir, "nowhere") }, "no such file or directory"},
		{func(s *Spec) { s.Program = "/nowhere/cc" }, "no such file or directory"},
		{func(s *Spec) { s.Dir = "/nowhere" }, "no such file or directory"},
	} {
		out, err := shell(t, Available(), "echo HARM", c.change)
		if _, ended := errors.AsType[*exec.ExitError](err); err == nil || ended || !strings.Contains(err.Error(), c.want) || out != "" {
			t.Errorf("%q: %v, %s", c.want, err, out)
		}
	}
	for _, text := range []string{"", "{", "null and void"} {
		if _, err := runStage(text); err == nil {
			t.Errorf("a stage with the order %q ends well", text)
		}
	}
}

// runStage starts a stage with any order.
func runStage(text string) ([]byte, error) {
	cmd := exec.Command("/proc/self/exe", text)
	cmd.Args[0] = stageName
	return cmd.CombinedOutput()
}

// The end of the context ends everything, also what has left the process group.
func TestStopped(t *testing.T) {
	if !slices.Contains(Available(), Namespaces) {
		t.Skip(Features())
	}
	nap := fmt.Sprintf("603.%09d", os.Getpid())
	stopped := errors.New("stopped by the test")
	ctx, cancel := context.WithCancelCause(context.Background())
	go func() {
		for !sleeping(nap) && ctx.Err() == nil {
			time.Sleep(time.Millisecond)
		}
		cancel(stopped)
	}()
	dir := t.TempDir()
	err := Run(ctx, Spec{Program: "/bin/sh", Args: []string{"-c", "setsid sleep " + nap + " & wait"}, Env: []string{"PATH=/usr/bin:/bin"}, Dir: dir, Writable: dir}, &bytes.Buffer{})
	if !errors.Is(err, stopped) {
		t.Errorf("error is %v", err)
	}
	for sleeping(nap) {
		time.Sleep(time.Millisecond)
	}
}

func sleeping(nap string) bool {
	commands, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	return slices.ContainsFunc(commands, func(path string) bool {
		text, err := os.ReadFile(path)
		return err == nil && string(text) == "sleep\x00"+nap+"\x00"
	})
}

// A bomb of processes ends at the limit, and nothing of it is left. Root's processes are not counted by the kernel.
func TestBomb(t *testing.T) {
	if !slices.Contains(Available(), Namespaces) || os.Geteuid() == 0 {
		t.Skip("needs namespaces and an ordinary user")
	}
	nap := fmt.Sprintf("604.%09d", os.Getpid())
	out, err := shell(t, Available(), "i=0; while [ $i -lt 200 ]; do sleep "+nap+" & i=$((i+1)); done; echo HARM", func(s *Spec) { s.Limits.Processes = 30 })
	if err == nil || strings.Contains(out, "HARM") {
		t.Errorf("%v: %s", err, out)
	}
	for sleeping(nap) {
		time.Sleep(time.Millisecond)
	}
}

// A user who is not root has the same jail: the tests, run by one.
func TestOrdinaryUser(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("every test is one of an ordinary user")
	}
	dir, err := os.MkdirTemp("", "assay-jail-test-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	self, err := os.ReadFile("/proc/self/exe")
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "jail.test")
	if err := errors.Join(os.Chmod(dir, 0o777), os.WriteFile(program, self, 0o755)); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "-test.v", "-test.run=^(TestRun|TestFiles|TestNamespaces|TestLimits|TestFilter|TestFailsClosed|TestStopped|TestBomb)$")
	cmd.Dir = dir
	cmd.Env = []string{"TMPDIR=" + dir, "PATH=/usr/bin:/bin"}
	const nobody = 65534
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("%v: %s", err, out)
	}
	if strings.Contains(string(out), "--- SKIP") && len(Available()) == len(Parts()) {
		t.Errorf("an ordinary user has less than root: %s", out)
	}
}
