package driver

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/hashassay/assay/internal/jail"
)

// The libraries of testdata/hostile try to do harm, in a constructor or in CryptHash, and say so on standard error when they could.

// victim is what a hostile library is told to attack: a folder with a file, this process, two servers.
type victim struct {
	folder, abstract string
	port             int

	mu     sync.Mutex
	visits int
}

// theVictim is one for all tests: libraries are compiled for it once.
var theVictim = sync.OnceValues(func() (*victim, error) {
	folder, err := os.MkdirTemp("", "assay-driver-test-victim-")
	if err != nil {
		return nil, err
	}
	v := &victim{folder: folder, abstract: filepath.Base(folder)}
	if err := os.WriteFile(filepath.Join(folder, "secret"), []byte("secret"), 0o644); err != nil {
		return nil, err
	}
	if err := os.Chmod(folder, 0o777); err != nil { // so that only the jail protects it
		return nil, err
	}
	tcp, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	v.port = tcp.Addr().(*net.TCPAddr).Port
	local, err := net.Listen("unix", "@"+v.abstract)
	if err != nil {
		return nil, err
	}
	for _, l := range []net.Listener{tcp, local} {
		go func() {
			for {
				c, err := l.Accept()
				if err != nil {
					return
				}
				c.Close()
				v.mu.Lock()
				v.visits++
				v.mu.Unlock()
			}
		}()
	}
	return v, nil
})

// unharmed checks that the victim is as it was.
func (v *victim) unharmed(t *testing.T) {
	t.Helper()
	entries, err := os.ReadDir(v.folder)
	if err != nil || len(entries) != 1 {
		t.Errorf("the victim's folder holds %v, %v", entries, err)
	}
	if text, err := os.ReadFile(filepath.Join(v.folder, "secret")); err != nil || string(text) != "secret" {
		t.Errorf("the victim's file is %q, %v", text, err)
	}
	for _, path := range []string{"/tmp/assay-hostile-made", "/dev/shm/assay-hostile-made", "/var/tmp/assay-hostile-made", "/usr/lib/assay-hostile-made"} {
		if _, err := os.Lstat(path); err == nil {
			t.Errorf("%s was made", path)
		}
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.visits > 0 {
		t.Errorf("the victim's servers were called %d times", v.visits)
	}
}

const (
	inCryptHash   = ""
	inConstructor = "-DIN_CONSTRUCTOR"
)

func hostileTarget(t testing.TB, name, where string, flags ...string) Target {
	t.Helper()
	v, err := theVictim()
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"-std=gnu11", "-O1", "-fno-builtin", "-w", "-fPIC", "-shared", "-DPORT=" + strconv.Itoa(v.port), "-DPARENT=" + strconv.Itoa(os.Getpid()),
		fmt.Sprintf("-DCANARY=%q", v.folder), fmt.Sprintf("-DABSTRACT=%q", v.abstract), filepath.Join("testdata", "hostile", name+".c")}
	if where != "" {
		args = append(args, where)
	}
	output := "hostile-" + name + where + strings.Join(flags, "") + ".so"
	return Target{Library: compile(t, output, append(args, flags...)...), DigestBits: testBits}
}

// needJail skips a test where parts of the jail lack.
func needJail(t *testing.T, parts ...jail.Part) {
	t.Helper()
	for _, p := range parts {
		if !slices.Contains(jail.Available(), p) {
			t.Skipf("there is no %s here: %v", p, jail.Features())
		}
	}
}

func withJail(p *Program, parts ...jail.Part) *Program {
	q := *p
	q.Jail = parts
	return &q
}

// hashOnce loads a library, hashes three bytes and ends the session; what was written to standard error is returned, too.
func hashOnce(t *testing.T, p *Program, target Target, lim Limits) (stderr string, err error) {
	t.Helper()
	s, err := p.Serve(context.Background(), target, lim)
	if err == nil {
		var digest []byte
		digest, err = s.Hash(24, bytes.NewReader(Message(3)))
		if err == nil && !bytes.Equal(digest, toy(Message(3), 24)) {
			t.Errorf("another digest: %x", digest)
		}
		if e := s.Close(); err == nil {
			err = e
		}
		stderr = s.c.stderr.String()
	}
	if f := (*Failure)(nil); errors.As(err, &f) {
		stderr = f.Stderr
	} else if err != nil {
		t.Errorf("not a verdict: %v", err)
	}
	return stderr, err
}

// hostile deeds, and what they come to in the whole jail. An empty verdict: the deed is refused and the digest is computed.
var hostile = []struct {
	name, verdict string
	lim           Limits
	ends          bool // the candidate stops by itself: the verdict is not one of the filter
}{
	{name: "reads", verdict: "tried to open a file"},
	{name: "reads_raw", verdict: "tried to open a file"},
	{name: "lists", verdict: "tried to open a file"},
	{name: "writes", verdict: "tried to open a file"},
	{name: "opens_to_all", verdict: "tried to change a file's rights"},
	{name: "fills_disk", verdict: "tried to open a file"},
	{name: "memory_file", verdict: "tried to make a file in memory"},
	{name: "connects", verdict: "tried to open a socket"},
	{name: "connects_local", verdict: "tried to open a socket"},
	{name: "proc", verdict: "tried to open a file"},
	{name: "kills", verdict: "tried to send a signal to another process"},
	{name: "traces", verdict: "tried to trace a process"},
	{name: "peeks", verdict: "tried to read another process's memory"},
	{name: "bombs", verdict: "tried to start a process or a thread"},
	{name: "bombs_raw", verdict: "tried to start a process or a thread"},
	{name: "closes", verdict: "tried to close a descriptor"},
	{name: "replaces", verdict: "tried to duplicate a descriptor"},
	{name: "answers", verdict: "tried to write to a descriptor that is not its own"},
	{name: "listens", verdict: "tried to read from a descriptor that is not its own"},
	{name: "executable", verdict: "tried to map executable memory or a file"},
	{name: "opens_code", verdict: "tried to make memory executable"},
	{name: "personality", verdict: "tried to change the state of its process"},
	{name: "moves_code"},
	{name: "kills_itself", verdict: "tried to kill its own process"},
	{name: "kills_its_thread", verdict: "tried to kill its own process"},
	{name: "unfilters", verdict: "tried to change the filter of system calls"},
	{name: "counts", verdict: "tried to open a counter"},
	{name: "sets_clock", verdict: "tried to set a clock"},
	{name: "fills_memory", lim: Limits{AddressSpace: 100 << 20}},
	{name: "loops", verdict: "CPU time limit", lim: Limits{CPUSeconds: 1}, ends: true},
	{name: "sleeps", verdict: "no answer within 300ms", lim: Limits{Wall: 300 * time.Millisecond}, ends: true},
	{name: "talks", verdict: "no answer within 300ms", lim: Limits{Wall: 300 * time.Millisecond}, ends: true},
	{name: "prints", verdict: "no answer within 300ms", lim: Limits{Wall: 300 * time.Millisecond}, ends: true},
	{name: "exits", verdict: "ended the process (exit code 0)", ends: true},
}

func TestHostile(t *testing.T) {
	t.Parallel()
	needJail(t, jail.Parts()...)
	p := cProgram(t)
	for _, h := range hostile {
		for _, where := range []string{inCryptHash, inConstructor} {
			t.Run(h.name+where, func(t *testing.T) {
				t.Parallel()
				stderr, err := hashOnce(t, p, hostileTarget(t, h.name, where), h.lim)
				if strings.Contains(stderr, "HARM") {
					t.Errorf("standard error: %s", stderr)
				}
				status := Crash
				if where == inConstructor {
					status = LoadFail
				}
				if strings.HasPrefix(h.verdict, "no answer") || strings.HasPrefix(h.verdict, "CPU time") {
					status = Timeout
				}
				var f *Failure
				switch {
				case h.verdict == "" && err != nil:
					t.Errorf("got %v, want a digest", err)
				case h.verdict == "":
				case !errors.As(err, &f) || f.Status != status || !strings.Contains(f.Detail, h.verdict):
					t.Errorf("got %v, want %s: …%s…", err, status, h.verdict)
				case !h.ends && f.ExitCode != -int(unix.SIGSYS):
					t.Errorf("exit code %d, want that of SIGSYS", f.ExitCode)
				}
				victim, _ := theVictim()
				victim.unharmed(t)
			})
		}
	}
}

// Each of the parts alone keeps a candidate from files and from other processes, where the others lack.
func TestHostileInAWeakJail(t *testing.T) {
	t.Parallel()
	p := cProgram(t)
	files := []string{"reads", "reads_raw", "lists", "writes", "fills_disk", "proc"}
	for _, c := range []struct {
		parts []jail.Part
		deeds []string
	}{
		{[]jail.Part{jail.Namespaces}, append([]string{"connects", "connects_local", "kills", "traces", "peeks", "sets_clock", "opens_to_all"}, files...)},
		// Landlock does not know the right to change a file's rights.
		{[]jail.Part{jail.Landlock}, append([]string{"connects", "traces", "peeks", "sets_clock"}, files...)},
		{[]jail.Part{jail.Namespaces, jail.Landlock, jail.Rlimits}, append([]string{"connects", "connects_local", "kills", "traces", "peeks", "sets_clock"}, files...)},
		{[]jail.Part{}, []string{"sets_clock"}}, // root has given up its rights
	} {
		for _, name := range c.deeds {
			for _, where := range []string{inCryptHash, inConstructor} {
				t.Run(fmt.Sprintf("%v/%s%s", c.parts, name, where), func(t *testing.T) {
					t.Parallel()
					needJail(t, c.parts...)
					stderr, _ := hashOnce(t, withJail(p, c.parts...), hostileTarget(t, name, where), Limits{})
					if strings.Contains(stderr, "HARM") {
						t.Errorf("standard error: %s", stderr)
					}
					victim, _ := theVictim()
					victim.unharmed(t)
				})
			}
		}
	}
}

// Without a jail the libraries do what they are written for; otherwise the tests that
// look for no harm would show nothing.
func TestHostileDoesHarm(t *testing.T) {
	t.Parallel()
	needLinux(t)
	p := withJail(cProgram(t))
	p.Jail = []jail.Part{}
	for _, name := range []string{"reads", "reads_raw", "lists"} {
		for _, where := range []string{inCryptHash, inConstructor} {
			if stderr, err := hashOnce(t, p, hostileTarget(t, name, where), Limits{}); err != nil || !strings.Contains(stderr, "HARM") {
				t.Errorf("%s%s: %v, standard error %q", name, where, err, stderr)
			}
		}
	}
}

// The seccomp filter alone stops every deed that it stops in the whole jail, and names it.
func TestHostileWithAFilterAlone(t *testing.T) {
	t.Parallel()
	needJail(t, jail.Seccomp)
	p := withJail(cProgram(t), jail.Seccomp)
	for _, h := range hostile {
		if h.ends || h.verdict == "" {
			continue
		}
		t.Run(h.name, func(t *testing.T) {
			t.Parallel()
			_, err := hashOnce(t, p, hostileTarget(t, h.name, inCryptHash), h.lim)
			expect(t, h.name, err, "CRASH: signal 31 (SIGSYS): "+h.verdict)
		})
	}
}

// Everything works without the parts that a kernel may lack, and the driver says what is in force.
func TestJailsParts(t *testing.T) {
	t.Parallel()
	p, counting := cProgram(t), memoryProgram(t, cProgram(t))
	for bits := range 16 {
		parts := []jail.Part{}
		for i, part := range jail.Parts() {
			if bits&(1<<i) != 0 {
				parts = append(parts, part)
			}
		}
		t.Run(fmt.Sprint(parts), func(t *testing.T) {
			t.Parallel()
			needJail(t, parts...)
			trial, err := withJail(p, parts...).Time(context.Background(), TrialRequest{Target: cTarget(t, "good"), CPU: -1, Bytes: 3, Calls: 2})
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(trial.Process.Jail, parts) {
				t.Errorf("%q is in force, wanted %q", trial.Process.Jail, parts)
			}
			if trial.BaselineRSS <= 0 || trial.PeakRSS < trial.BaselineRSS || trial.CPUBefore < 0 || trial.Migrations < -1 {
				t.Errorf("incomplete: %+v", trial)
			}
			if _, err := withJail(counting, parts...).Memory(context.Background(), TrialRequest{Target: cTarget(t, "good"), CPU: -1, Bytes: 3}); err != nil {
				t.Error(err)
			}
		})
	}
}

// A driver that has less in force than it was told is not used.
func TestWeakerJail(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		`,"jail":["namespaces","rlimits"]`: `put ["namespaces" "rlimits"] in force, wanted ["seccomp" "rlimits"]`,
		``:                                 `put [] in force, wanted ["seccomp" "rlimits"]`,
	} {
		p := shellDriver(t, `read -r n; echo '{"event":"hello","protocol":2,"driver":"sh","mode":"'$1'"`+said+`}'; echo '{"event":"ready"}'; sleep 60`)
		_, err := withJail(p, jail.Seccomp, jail.Rlimits).Serve(context.Background(), Target{Library: "go:x", DigestBits: 16}, Limits{})
		expect(t, said, err, want)
	}
}

// A user who is not root gets the same jail.
func TestHostileAsOrdinaryUser(t *testing.T) {
	t.Parallel()
	needJail(t, jail.Parts()...)
	p, good, bad := cProgram(t), cTarget(t, "good"), hostileTarget(t, "reads", inConstructor)
	for _, path := range []string{p.Argv[0], good.Library, bad.Library} { // in a folder of root's
		if err := os.Chmod(path, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	asOrdinaryUser(t, func() error {
		s, err := p.Serve(context.Background(), good, Limits{})
		if err != nil {
			return err
		}
		defer s.Close()
		if !slices.Equal(s.c.jail, jail.Parts()) {
			return fmt.Errorf("%q is in force", s.c.jail)
		}
		digest, err := s.Hash(24, bytes.NewReader(Message(3)))
		if err == nil && !bytes.Equal(digest, toy(Message(3), 24)) {
			err = fmt.Errorf("another digest: %x", digest)
		}
		_, hostile := p.Serve(context.Background(), bad, Limits{})
		expect(t, "reads", hostile, "LOADFAIL: signal 31 (SIGSYS): tried to open a file")
		return err
	})
}

// A process that left its group and session is ended with the namespace of processes.
func TestNoProcessIsLeftOfABomb(t *testing.T) {
	t.Parallel()
	needJail(t, jail.Namespaces)
	p, target := withJail(cProgram(t), jail.Namespaces), hostileTarget(t, "bombs", inCryptHash)
	s, err := serve(t, p, target, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	s.c.lim.Wall = 300 * time.Millisecond
	_, err = s.Hash(24, bytes.NewReader(Message(3)))
	expect(t, "bomb", err, "TIMEOUT: no answer within 300ms")
	for commandLives(target.Library) { // they have been killed, but may need a moment to die; the test's time limit says if they do not
		time.Sleep(time.Millisecond)
	}
}

// commandLives says whether there is a process with this library among its arguments.
func commandLives(library string) bool {
	commands, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, path := range commands {
		if text, err := os.ReadFile(path); err == nil && bytes.Contains(text, []byte("target="+library)) || err == nil && bytes.Contains(text, []byte(library+"\x00")) {
			return true
		}
	}
	return false
}
