package driver

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
	"unsafe"

	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/jail"
)

// The test binary is the Go driver when it is started as a child.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "driver" {
		openGo = openTest
		os.Exit(Main(os.Args[2:], os.Stdin, os.Stdout, os.Stderr))
	}
	code := m.Run()
	if buildDir != "" {
		os.RemoveAll(buildDir)
	}
	os.Exit(code)
}

const testBits = 256

// toySum is the toy hash of testdata/hash.h.
func toySum(digest, msg []byte, bits uint64) {
	for i := range digest {
		digest[i] = byte(bits + uint64(i))
	}
	for k, b := range msg {
		d := &digest[k%len(digest)]
		*d = *d*5 + b
	}
}

func toy(msg []byte, bits uint64) []byte {
	digest := make([]byte, testBits/8)
	toySum(digest, msg, bits)
	return digest
}

var (
	changing byte
	taken    [2][]byte
)

// goCandidates are the Go counterparts of testdata/*.c.
var goCandidates = map[string]func(digest, msg []byte, bits uint64){
	"good":        toySum,
	"over_after":  func(d, m []byte, n uint64) { poke(d, len(d)); toySum(d, m, n) },
	"over_before": func(d, m []byte, n uint64) { poke(d, -1); toySum(d, m, n) },
	"over_far":    func(d, m []byte, n uint64) { poke(d, len(d)+2*os.Getpagesize()-300); toySum(d, m, n) },
	"unwritten":   func(d, m []byte, n uint64) {},
	"overread":    func(d, m []byte, n uint64) { toySum(d, m, n); poke(m, len(m)) },
	"nullpointer": func(d, m []byte, n uint64) { var p *byte; *p = 1 },
	"panics":      func(d, m []byte, n uint64) { panic("no \"such\"\nthing") },
	"loops": func(d, m []byte, n uint64) {
		for i := 0; ; i++ {
			changing = byte(i)
		}
	},
	"exits":  func(d, m []byte, n uint64) { os.Exit(0) },
	"prints": func(d, m []byte, n uint64) { fmt.Println("hello"); toySum(d, m, n) },
	"noisy": func(d, m []byte, n uint64) {
		fmt.Fprint(os.Stderr, strings.Repeat("noise0123\n", 300))
		toySum(d, m, n)
	},
	"leaks": func(d, m []byte, n uint64) {
		work := 2000
		if m[0]&1 != 0 {
			work = 20000
		}
		for i := range work {
			changing += byte(i)
		}
		toySum(d, m, n)
	},
	"allocates": func(d, m []byte, n uint64) {
		taken[0], taken[1] = make([]byte, 1024), make([]byte, 64)
		toySum(d, m, n)
	},
	"changes": func(d, m []byte, n uint64) { toySum(d, m, n); changing++; d[0] ^= changing },
}

// poke changes a byte that b does not hold.
func poke(b []byte, at int) {
	*(*byte)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(b)), at)) ^= 1
}

func openTest(target string) (candidate.GoHash, error) {
	f, ok := goCandidates[strings.TrimPrefix(target, "go:test/")]
	if !ok {
		return candidate.GoHash{}, fmt.Errorf("no Go implementation %q", target)
	}
	return candidate.GoHash{Sum: f}, nil
}

func goProgram(t testing.TB) *Program {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return &Program{Name: "go", Argv: []string{self, "driver"}, Jail: jail.Common(jail.Available(), []jail.Part{jail.Rlimits})}
}

// limitsOnly is the driver as it is where the kernel offers nothing but limits.
func limitsOnly(p *Program) *Program {
	q := *p
	q.Jail = jail.Common(p.Jail, []jail.Part{jail.Rlimits})
	return &q
}

func goTarget(name string) Target { return Target{Library: "go:test/" + name, DigestBits: testBits} }

var (
	buildDir  string
	buildOnce sync.Once
	builtC    sync.Map // name -> func() error, run once
)

// compile builds with gcc once per output. It skips the test where there is no gcc.
func compile(t testing.TB, output string, args ...string) string {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("the C driver needs Linux")
	}
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("gcc is not installed: the C driver is not tested")
	}
	buildOnce.Do(func() {
		if buildDir, err = os.MkdirTemp("", "assay-driver-test-"); err != nil {
			panic(err)
		}
	})
	path := filepath.Join(buildDir, output)
	once, _ := builtC.LoadOrStore(output, sync.OnceValue(func() error {
		if out, err := exec.Command(gcc, append(args, "-o", path)...).CombinedOutput(); err != nil {
			return fmt.Errorf("gcc %v: %w\n%s", args, err, out)
		}
		return nil
	}))
	if err := once.(func() error)(); err != nil {
		t.Fatal(err)
	}
	return path
}

var strictFlags = []string{"-std=c99", "-Wpedantic", "-Wall", "-Wextra", "-Werror", "-O2", "-D_GNU_SOURCE", "-Wl,-z,relro,-z,now"}

func cProgram(t testing.TB) *Program {
	t.Helper()
	source := filepath.Join(t.TempDir(), "driver.c")
	if err := os.WriteFile(source, Source(), 0o600); err != nil {
		t.Fatal(err)
	}
	return &Program{Name: "c", Argv: []string{compile(t, "driver", append(strictFlags, source, "-ldl")...)}, Jail: jail.Available()}
}

func cTarget(t testing.TB, name string) Target {
	t.Helper()
	return Target{Library: compile(t, name+".so", "-std=c99", "-O1", "-fno-optimize-sibling-calls", "-D_GNU_SOURCE", "-w", "-fPIC", "-shared",
		filepath.Join("testdata", name+".c"), "-lpthread", "-lm"), DigestBits: testBits}
}

// eachDriver runs f with the good candidate of both drivers.
func eachDriver(t *testing.T, f func(t *testing.T, p *Program, target func(name string) Target)) {
	t.Run("c", func(t *testing.T) {
		t.Parallel()
		f(t, cProgram(t), func(name string) Target { return cTarget(t, name) })
	})
	t.Run("go", func(t *testing.T) {
		t.Parallel()
		f(t, goProgram(t), goTarget)
	})
}

func serve(t testing.TB, p *Program, target Target, lim Limits) (*Session, error) {
	t.Helper()
	s, err := p.Serve(context.Background(), target, lim)
	if s != nil {
		t.Cleanup(func() { s.Close() })
	}
	return s, err
}

func TestServeHashes(t *testing.T) {
	t.Parallel()
	eachDriver(t, func(t *testing.T, p *Program, target func(string) Target) {
		s, err := serve(t, p, target("good"), Limits{})
		if err != nil {
			t.Fatal(err)
		}
		for _, bits := range []uint64{0, 1, 7, 8, 9, 4096 * 8, 4096*8 + 1, 65536, 1<<23 + 3, 5, 1 << 26} {
			n := int((bits + 7) / 8)
			got, err := s.Hash(bits, bytes.NewReader(Message(n)))
			if err != nil {
				t.Fatalf("%d bits: %v", bits, err)
			}
			if want := toy(Message(n), bits); !bytes.Equal(got, want) {
				t.Errorf("%d bits: got %x, want %x", bits, got, want)
			}
		}
		if err := s.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
		if _, err := s.Hash(0, nil); err == nil {
			t.Error("Hash after Close gave no error")
		}
		if err := s.Close(); err != nil {
			t.Errorf("second Close: %v", err)
		}
	})
}

func TestServeMessageReaderFails(t *testing.T) {
	t.Parallel()
	eachDriver(t, func(t *testing.T, p *Program, target func(string) Target) {
		s, err := serve(t, p, target("good"), Limits{})
		if err != nil {
			t.Fatal(err)
		}
		_, err = s.Hash(64, bytes.NewReader(make([]byte, 7)))
		var f *Failure
		if err == nil || errors.As(err, &f) || !strings.Contains(err.Error(), "reading a message of 64 bits: unexpected EOF") {
			t.Errorf("short message: %v", err)
		}
		if err := s.Close(); err != nil {
			t.Errorf("Close after an error: %v", err)
		}
	})
}

func TestTime(t *testing.T) {
	t.Parallel()
	needLinux(t)
	eachDriver(t, func(t *testing.T, p *Program, target func(string) Target) {
		cpu := someCPU(t)
		r := TrialRequest{Target: target("good"), CPU: cpu, Bytes: 1000, Warmups: 3, Calls: 50}
		got, err := p.Time(context.Background(), r)
		if err != nil {
			t.Fatal(err)
		}
		want := hex.EncodeToString(toy(Message(1000), 8000))
		if got.Calls != 50 || got.DigestBefore != want || got.DigestAfter != want {
			t.Errorf("got %d calls, digests %s and %s, want 50 and %s", got.Calls, got.DigestBefore, got.DigestAfter, want)
		}
		if got.CPUBefore != cpu || got.CPUAfter != cpu {
			t.Errorf("ran on CPU %d and %d, wanted %d", got.CPUBefore, got.CPUAfter, cpu)
		}
		if got.Seconds <= 0 || got.BaselineRSS <= 0 || got.PeakRSS < got.BaselineRSS/2 {
			t.Errorf("seconds %v, resident set %d, peak %d", got.Seconds, got.BaselineRSS, got.PeakRSS)
		}
		if got.Counter.Errno == 0 && got.Counter.TimeEnabled == 0 {
			t.Error("the counter opened but was never enabled")
		}
		if got.Process.ExitCode != 0 || len(got.Process.Command) < 8 || got.Process.WallS < got.Seconds {
			t.Errorf("process %+v", got.Process)
		}
		for _, s := range []string{got.Process.StartedUTC, got.Process.EndedUTC} {
			if at, err := time.Parse("2006-01-02T15:04:05.000000-07:00", s); err != nil || !strings.HasSuffix(s, "+00:00") || time.Since(at) > time.Hour {
				t.Errorf("time %q: %v", s, err)
			}
		}
	})
}

func TestCalibrate(t *testing.T) {
	t.Parallel()
	needLinux(t)
	eachDriver(t, func(t *testing.T, p *Program, target func(string) Target) {
		for _, window := range []time.Duration{time.Nanosecond, 5 * time.Millisecond} {
			c, err := p.Calibrate(context.Background(), TrialRequest{Target: target("good"), CPU: -1, Bytes: 32, Warmups: 1}, window)
			if err != nil {
				t.Fatal(err)
			}
			if window == time.Nanosecond && c.Calls != 1 {
				t.Errorf("%v: %d calls, want 1", window, c.Calls)
			}
			if c.PerCallS*float64(c.Calls) > c.Seconds*1.000001 {
				t.Errorf("%v: %v s per call is not the lower of two windows: %+v", window, c.PerCallS, c)
			}
		}
	})
}

func TestContextEndsTheChild(t *testing.T) {
	t.Parallel()
	eachDriver(t, func(t *testing.T, p *Program, target func(string) Target) {
		ctx, cancel := context.WithCancel(context.Background())
		s, err := p.Serve(ctx, target("loops"), Limits{})
		if err != nil {
			t.Fatal(err)
		}
		time.AfterFunc(50*time.Millisecond, cancel)
		if _, err := s.Hash(0, nil); err != context.Canceled {
			t.Errorf("Hash: %v, want %v", err, context.Canceled)
		}
		if _, err := p.Serve(ctx, target("good"), Limits{}); err != context.Canceled {
			t.Errorf("Serve: %v, want %v", err, context.Canceled)
		}
		if _, err := os.Stat(s.c.dir); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("the working directory %s is still there: %v", s.c.dir, err)
		}
	})
}

func TestBadRequests(t *testing.T) {
	t.Parallel()
	needLinux(t)
	p := goProgram(t)
	good := TrialRequest{Target: goTarget("good"), CPU: -1, Calls: 1}
	for name, change := range map[string]func(*TrialRequest){
		"0 timed calls":       func(r *TrialRequest) { r.Calls = 0 },
		"-1 warm-up calls":    func(r *TrialRequest) { r.Warmups = -1 },
		"length of -1 bytes":  func(r *TrialRequest) { r.Bytes = -1 },
		"no CPU -2":           func(r *TrialRequest) { r.CPU = -2 },
		"no target":           func(r *TrialRequest) { r.Target.Library = "" },
		"length of 0 bits":    func(r *TrialRequest) { r.Target.DigestBits = 0 },
		"pin to CPU 1000":     func(r *TrialRequest) { r.CPU = 1000 },
		"no Go implementatio": func(r *TrialRequest) { r.Target.Library = "go:nowhere" },
	} {
		r := good
		change(&r)
		if _, err := p.Time(context.Background(), r); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%q: got error %v", name, err)
		}
	}
	missing := &Program{Name: "c", Argv: []string{"/nowhere/driver"}}
	if _, err := missing.Serve(context.Background(), goTarget("good"), Limits{}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("missing driver: %v", err)
	}
	if _, err := new(Program).Serve(context.Background(), goTarget("good"), Limits{}); err == nil {
		t.Error("a program without a command started")
	}
}

func needLinux(t testing.TB) {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip(ErrNeedsLinux)
	}
}

// BenchmarkEmptyCandidate reports what the timed loop itself costs per call. It asserts nothing:
// other work on the machine would decide.
func BenchmarkEmptyCandidate(b *testing.B) {
	needLinux(b)
	cpu := someCPU(b)
	for _, d := range []struct {
		name    string
		program *Program
		target  Target
	}{{"c", cProgram(b), cTarget(b, "unwritten")}, {"go", goProgram(b), goTarget("unwritten")}} {
		b.Run(d.name, func(b *testing.B) {
			var ns, wall, clock float64
			for b.Loop() {
				t, err := d.program.Time(context.Background(), TrialRequest{Target: d.target, CPU: cpu, Bytes: 32, Warmups: 10, Calls: 1e6})
				if err != nil {
					b.Fatal(err)
				}
				ns, wall = t.Seconds/float64(t.Calls)*1e9, (t.Process.WallS-t.Seconds)*1e3
				clock = max(clock, t.ClockBeforeHz/1e9)
			}
			b.ReportMetric(ns, "ns/call")
			b.ReportMetric(wall, "ms-overhead/trial")
			b.ReportMetric(clock, "GHz")
		})
	}
}

// BenchmarkRequest is the cost of one hash request in a session.
func BenchmarkRequest(b *testing.B) {
	for _, d := range []struct {
		name    string
		program *Program
		target  Target
	}{{"c", cProgram(b), cTarget(b, "good")}, {"go", goProgram(b), goTarget("good")}} {
		b.Run(d.name, func(b *testing.B) {
			s, err := serve(b, d.program, d.target, Limits{})
			if err != nil {
				b.Fatal(err)
			}
			msg := bytes.NewReader(Message(64))
			for b.Loop() {
				msg.Reset(msg2)
				if _, err := s.Hash(512, msg); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

var msg2 = Message(64)
