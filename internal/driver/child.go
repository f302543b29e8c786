package driver

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// child is a started driver. Everything that ends it goes through kill, whose
// reason decides what the end means.
type child struct {
	program  *Program
	ctx      context.Context
	cmd      *exec.Cmd
	lim      Limits
	in       *os.File
	out      *os.File
	lines    *bufio.Reader
	stderr   *tail
	dir      string
	started  time.Time
	ended    time.Time
	watchdog *time.Timer
	stopCtx  func() bool
	greeted  bool          // the hello line came
	loaded   bool          // the ready line came
	done     chan struct{} // closed when the process has been waited for
	reason   atomic.Int32
	closed   bool

	mu     sync.Mutex
	reaped bool
}

// Why a child was killed by its parent.
const (
	notKilled int32 = iota
	killedByContext
	killedByWatchdog
	killedByUs // it did not end when it should have
)

// grace is how long a child may take to end by itself.
const grace = 5 * time.Second

// startChild starts a driver and reads its output up to the ready line.
func startChild(ctx context.Context, p *Program, args []string, lim Limits) (*child, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if len(p.Argv) == 0 {
		return nil, errors.New("driver: no command")
	}
	argv := append(append([]string{}, p.Argv...), args...)
	c := &child{program: p, ctx: ctx, lim: lim, done: make(chan struct{})}
	if err := c.start(argv); err != nil {
		return nil, fmt.Errorf("driver %s: cannot start: %w", p.Name, err)
	}
	mode := args[0]
	hello, err := c.next("hello")
	if err != nil {
		return nil, err
	}
	c.greeted = true
	if hello.Protocol != protocolVersion || hello.Mode != mode {
		return nil, c.broken(fmt.Sprintf("speaks protocol %d in mode %q, wanted %d and %q", hello.Protocol, hello.Mode, protocolVersion, mode))
	}
	if _, err := c.next("ready"); err != nil {
		return nil, err
	}
	c.loaded = true
	return c, nil
}

func (c *child) start(argv []string) (err error) {
	// The child has a working directory of its own, so relative paths must be made absolute here.
	if strings.ContainsRune(argv[0], filepath.Separator) {
		if argv[0], err = filepath.Abs(argv[0]); err != nil {
			return err
		}
	}
	if c.dir, err = os.MkdirTemp("", "assay-driver-"); err != nil {
		return err
	}
	var files []*os.File
	defer func() {
		for _, f := range files {
			f.Close()
		}
		if err != nil {
			os.Remove(c.dir)
		}
	}()
	childIn, in, err := newPipe()
	if err != nil {
		return err
	}
	files = append(files, childIn, in)
	out, childOut, err := newPipe()
	if err != nil {
		return err
	}
	files = append(files, childOut, out)
	errs, childErr, err := os.Pipe() // polled, so that it can have a deadline
	if err != nil {
		return err
	}
	files = append(files, childErr, errs)

	c.cmd = exec.Command(argv[0], argv[1:]...)
	c.cmd.Args = argv
	c.cmd.Dir = c.dir
	c.cmd.Env = []string{}
	c.cmd.Stdin, c.cmd.Stdout, c.cmd.Stderr = childIn, childOut, childErr
	c.cmd.SysProcAttr = childAttributes()
	c.started = time.Now()
	if err = c.launch(); err != nil {
		return err
	}
	files = []*os.File{childIn, childOut, childErr} // ours stay open
	c.in, c.out = in, out
	c.lines = bufio.NewReaderSize(out, 8192)
	c.stderr = newTail(errs)
	go c.stderr.read()
	c.watchdog = time.AfterFunc(c.lim.Wall, func() { c.kill(killedByWatchdog) })
	c.stopCtx = context.AfterFunc(c.ctx, func() { c.kill(killedByContext) })
	return nil
}

// kill ends the whole group. The first reason given is kept.
func (c *child) kill(reason int32) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.reaped {
		c.reason.CompareAndSwap(notKilled, reason)
		killGroup(c.cmd)
	}
}

// end waits for the child to end by itself, kills it if it does not, and
// releases everything.
func (c *child) end() {
	if c.closed {
		return
	}
	c.closed = true
	c.in.Close()
	select {
	case <-c.done:
	case <-time.After(grace):
		c.kill(killedByUs)
		<-c.done
	}
	c.ended = time.Now()
	c.watchdog.Stop()
	c.stopCtx()
	c.stderr.finish()
	c.out.Close()
	os.RemoveAll(c.dir)
}

// next reads the next line, which must be the event wanted. Every error has
// ended the child.
func (c *child) next(want string) (*event, error) {
	e, _, err := c.nextLine(want)
	return e, err
}

func (c *child) nextLine(want string) (*event, []byte, error) {
	line, err := readLine(c.lines)
	if err != nil && err != io.EOF && err != errTruncated {
		return nil, nil, c.broken(fmt.Sprintf("%v: %s", err, excerpt(line)))
	}
	if err != nil {
		return nil, nil, c.verdict(line, err)
	}
	var e event
	if err := json.Unmarshal(line, &e); err != nil {
		return nil, nil, c.broken(fmt.Sprintf("unreadable line %s: %v", excerpt(line), err))
	}
	switch {
	case e.Event == want:
		return &e, line, nil
	case e.Event == "failure" && e.Status.valid():
		c.end()
		if err := c.ctx.Err(); err != nil {
			return nil, nil, err
		}
		return nil, nil, c.failure(e.Status, e.Detail)
	case e.Event == "error":
		return nil, nil, c.broken(e.Detail)
	}
	return nil, nil, c.broken(fmt.Sprintf("unexpected line %s instead of %q", excerpt(line), want))
}

// verdict says what it means that the child's output ended, with partial the
// beginning of a line.
func (c *child) verdict(partial []byte, readErr error) error {
	c.end()
	inside, loadStatus := " inside CryptHash", Crash
	if !c.loaded {
		inside, loadStatus = " while the code was loaded", LoadFail
	}
	code := exitCode(c.cmd.ProcessState)
	switch c.reason.Load() {
	case killedByContext:
		return c.ctx.Err()
	case killedByWatchdog:
		return c.failure(Timeout, fmt.Sprintf("no answer within %v%s", c.lim.Wall, inside))
	case killedByUs:
		return c.failure(loadStatus, "closed the driver's output"+inside)
	}
	if cpuLimitReached(c.cmd.ProcessState, c.lim.CPUSeconds) {
		return c.failure(Timeout, fmt.Sprintf("CPU time limit of %d s reached%s", c.lim.CPUSeconds, inside))
	}
	if !c.greeted {
		return c.broken(fmt.Sprintf("ended with exit code %d before its first line", code))
	}
	if code < 0 {
		return c.failure(loadStatus, describeSignal(-code)+inside)
	}
	if len(partial) > 0 {
		return c.broken(fmt.Sprintf("%v %s, exit code %d", readErr, excerpt(partial), code))
	}
	if readErr != io.EOF {
		return c.broken(readErr.Error())
	}
	return c.failure(loadStatus, fmt.Sprintf("ended the process (exit code %d)%s", code, inside))
}

// failure is a verdict on the candidate. The child has ended.
func (c *child) failure(s Status, detail string) error {
	return &Failure{
		Status:   s,
		Detail:   detail,
		Stderr:   c.stderr.String(),
		ExitCode: exitCode(c.cmd.ProcessState),
		Command:  c.cmd.Args,
		WallS:    c.ended.Sub(c.started).Seconds(),
	}
}

// broken ends the child and says that the driver itself misbehaved.
func (c *child) broken(what string) error {
	if !c.closed {
		c.kill(killedByUs)
	}
	c.end()
	if err := c.ctx.Err(); err != nil {
		return err
	}
	if s := strings.TrimSpace(c.stderr.String()); s != "" {
		what += "; standard error: " + excerpt([]byte(s))
	}
	return fmt.Errorf("driver %s (%s): %s", c.program.Name, c.cmd.Args[0], what)
}

// process is the parent's view of the ended child.
func (c *child) process() Process {
	return Process{
		Command:    c.cmd.Args,
		ExitCode:   exitCode(c.cmd.ProcessState),
		WallS:      c.ended.Sub(c.started).Seconds(),
		Stderr:     c.stderr.String(),
		StartedUTC: utc(c.started),
		EndedUTC:   utc(c.ended),
	}
}

// utc writes a time as the published data do: ISO 8601, microseconds, +00:00.
func utc(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000000-07:00") }

// tail keeps the end of a child's standard error.
type tail struct {
	mu   sync.Mutex
	text []byte
	file *os.File
	done chan struct{}
}

// stderrCharacters is how much of standard error is kept, as in the published data.
const stderrCharacters = 2000

func newTail(f *os.File) *tail { return &tail{file: f, done: make(chan struct{})} }

func (t *tail) read() {
	defer close(t.done)
	defer t.file.Close()
	buf := make([]byte, 4096)
	for {
		n, err := t.file.Read(buf)
		t.mu.Lock()
		t.text = append(t.text, buf[:n]...)
		if keep := 4 * stderrCharacters; len(t.text) > 2*keep {
			t.text = append(t.text[:0], t.text[len(t.text)-keep:]...)
		}
		t.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// finish waits for the end of standard error, but not for a process that
// escaped and keeps it open.
func (t *tail) finish() {
	select {
	case <-t.done:
	case <-time.After(grace):
		t.file.SetReadDeadline(time.Now())
		<-t.done
	}
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	r := []rune(strings.ToValidUTF8(string(t.text), "\uFFFD"))
	return string(r[max(0, len(r)-stderrCharacters):])
}
