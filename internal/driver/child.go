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
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hashassay/assay/internal/jail"
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
	nonce    string
	dir      string
	started  time.Time
	stopped  time.Time
	watchdog *time.Timer
	stopCtx  func() bool
	greeted  bool          // the hello line came
	loaded   bool          // the ready line came
	jail     []jail.Part   // what the hello line says is in force
	tells    bool          // it is driver.c, which says before the calls when they begin
	witness  witness       // what it said
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

// startChild starts a driver, gives it its nonce and reads its output up to the ready line.
func startChild(ctx context.Context, p *Program, args []string, lim Limits) (*child, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if len(p.Argv) == 0 {
		return nil, errors.New("driver: no command")
	}
	argv := append(append([]string{}, p.Argv...), args...)
	c := &child{program: p, ctx: ctx, lim: lim, nonce: newNonce(), done: make(chan struct{})}
	mode := args[0]
	if err := c.start(argv, mode); err != nil {
		return nil, fmt.Errorf("driver %s: cannot start: %w", p.Name, err)
	}
	_, _ = io.WriteString(c.in, c.nonce+"\n") // a child that is gone says so by its output
	hello, err := c.next("hello")
	if err != nil {
		return nil, err
	}
	c.greeted = true
	c.jail = hello.Jail
	c.tells = hello.Driver == "c" && !p.Unverified
	if hello.Protocol != protocolVersion || hello.Mode != mode {
		return nil, c.broken(fmt.Sprintf("speaks protocol %d in mode %q, wanted %d and %q", hello.Protocol, hello.Mode, protocolVersion, mode))
	}
	if p.Jail != nil && !slices.Equal(p.Jail, c.jail) {
		return nil, c.broken(fmt.Sprintf("put %q in force, wanted %q", c.jail, p.Jail))
	}
	if _, err := c.next("ready"); err != nil {
		return nil, err
	}
	c.loaded = true
	return c, nil
}

// environment is that of a child: empty, but that mode memory asks the dynamic linker to find all functions when the
// program starts. It would otherwise do so when each is called first, on the stack whose depth is measured. The driver
// takes the variable away before the candidate is loaded.
func environment(mode string) []string {
	if mode == "memory" {
		return []string{"LD_BIND_NOW=1"}
	}
	return []string{}
}

func (c *child) start(argv []string, mode string) (err error) {
	// The child has a working directory of its own, so relative paths must be made absolute here.
	if strings.ContainsRune(argv[0], filepath.Separator) {
		if argv[0], err = filepath.Abs(argv[0]); err != nil {
			return err
		}
	}
	if c.dir, err = newWorkingDirectory(); err != nil {
		return err
	}
	var files []*os.File
	defer func() {
		for _, f := range files {
			f.Close()
		}
		if err != nil {
			removeTree(c.dir)
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
	c.cmd.Env = environment(mode)
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
	c.stopped = time.Now()
	c.watchdog.Stop()
	c.stopCtx()
	c.stderr.finish()
	c.out.Close()
	if err := removeTree(c.dir); err != nil {
		c.stderr.add(fmt.Sprintf("assay: cannot remove the child's working directory: %v\n", err))
	}
}

// next reads the next line, which must be the event wanted. Every error has
// ended the child.
func (c *child) next(want string) (*event, error) {
	e, _, err := c.nextLine(want)
	return e, err
}

// nextLine reads the next line, which must be one of the events wanted.
func (c *child) nextLine(wants ...string) (*event, []byte, error) {
	line, err := readLine(c.lines)
	if err == io.EOF || err == errTruncated {
		return nil, nil, c.verdict(line, err)
	}
	if err != nil {
		return nil, nil, c.damaged(fmt.Sprintf("%v: %s", err, excerpt(line)))
	}
	var e event
	if err := json.Unmarshal(line, &e); err != nil {
		return nil, nil, c.damaged(fmt.Sprintf("unreadable line %s: %v", excerpt(line), err))
	}
	want := wants[len(wants)-1]
	if slices.Contains(wants, e.Event) {
		want = e.Event
	}
	switch {
	case e.Event == want && (want == "hello" || want == "ready"):
		return &e, line, nil
	case e.Event == "error" && !c.greeted: // perhaps before it could read the nonce
		return nil, nil, c.broken(e.Detail)
	case e.Event != want && e.Event != "failure" && e.Event != "error":
		return nil, nil, c.damaged(fmt.Sprintf("unexpected line %s instead of %q", excerpt(line), want))
	case e.Nonce != c.nonce:
		return nil, nil, c.damaged(forged + " " + excerpt(line))
	case e.Event == want:
		return &e, line, nil
	case e.Event == "error" && !c.loaded:
		return nil, nil, c.broken(e.Detail)
	case e.Event == "error":
		return nil, nil, c.accuse(Crash, "the driver could not go on after the candidate was loaded: "+e.Detail)
	case e.Status.valid():
		return nil, nil, c.accuse(e.Status, e.Detail)
	}
	return nil, nil, c.damaged(fmt.Sprintf("unexpected status in line %s", excerpt(line)))
}

// forged begins the detail of a report without the right nonce.
const forged = "forged or damaged report"

// verdict says what it means that the child's output ended, with partial the
// beginning of a line or an answer.
func (c *child) verdict(partial []byte, readErr error) error {
	c.end()
	if len(partial) == 0 && readErr != io.EOF {
		return c.broken(readErr.Error())
	}
	when := " inside CryptHash"
	if !c.loaded {
		when = " while the code was loaded"
	}
	if len(partial) > 0 {
		when += fmt.Sprintf(", after the %v %s", readErr, excerpt(partial))
	}
	return c.ended(when)
}

// blame is the status of what goes wrong without a status of its own.
func (c *child) blame() Status {
	if c.loaded {
		return Crash
	}
	return LoadFail
}

// ended says what the end of the child means. when says when it was.
func (c *child) ended(when string) error {
	c.end()
	code := exitCode(c.cmd.ProcessState)
	switch c.reason.Load() {
	case killedByContext:
		return c.ctx.Err()
	case killedByWatchdog:
		return c.failure(Timeout, fmt.Sprintf("no answer within %v%s", c.lim.Wall, when))
	case killedByUs:
		return c.failure(c.blame(), "closed the driver's output"+when)
	}
	switch {
	case cpuLimitReached(c.cmd.ProcessState, c.lim.CPUSeconds):
		return c.failure(Timeout, fmt.Sprintf("CPU time limit of %d s reached%s", c.lim.CPUSeconds, when))
	case !c.greeted:
		return c.broken(fmt.Sprintf("ended with exit code %d before its first line", code))
	case code < 0:
		return c.failure(c.blame(), describeSignal(-code, c.jail)+when)
	}
	return c.failure(c.blame(), fmt.Sprintf("ended the process (exit code %d)%s", code, when))
}

// accuse ends the child with a verdict on the candidate.
func (c *child) accuse(s Status, detail string) error {
	c.end()
	if err := c.ctx.Err(); err != nil {
		return err
	}
	return c.failure(s, detail)
}

// damaged ends a child whose output is not that of a driver: the candidate's
// doing as soon as its code may have run, before that a fault of the harness.
func (c *child) damaged(what string) error {
	if !c.greeted {
		return c.broken(what)
	}
	if !c.closed {
		c.kill(killedByUs)
	}
	return c.accuse(c.blame(), what)
}

// failure is a verdict on the candidate. The child has ended.
func (c *child) failure(s Status, detail string) error {
	return &Failure{
		Status:   s,
		Detail:   detail,
		Stderr:   c.stderr.String(),
		ExitCode: exitCode(c.cmd.ProcessState),
		Command:  c.cmd.Args,
		WallS:    c.stopped.Sub(c.started).Seconds(),
		Jail:     c.jail,
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
		WallS:      c.stopped.Sub(c.started).Seconds(),
		Stderr:     c.stderr.String(),
		StartedUTC: utc(c.started),
		EndedUTC:   utc(c.stopped),
		Jail:       c.jail,
	}
}

// utc writes a time as the published data do: ISO 8601, microseconds, +00:00.
func utc(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000000-07:00") }
