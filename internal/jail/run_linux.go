package jail

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// stageName is the name that this program has when it is started once more as a stage: the process that builds the jail around
// itself and then becomes the program to be run.
const stageName = "assay-jail"

// order is what a stage is told, in JSON, as its only argument.
type order struct {
	Spec  Spec   `json:"spec"`
	Parts []Part `json:"parts"`
	Probe bool   `json:"probe"` // end well when the jail is built
}

// statusFD is a descriptor of a stage, to which it writes what went wrong. It is closed when the program starts.
const statusFD = 3

// fault is what a stage writes to its status pipe.
type fault struct {
	What  string        `json:"what"`
	Errno syscall.Errno `json:"errno"` // 0: no system call failed
}

func (f *fault) Error() string { return "jail: " + f.What }

func (f *fault) Unwrap() error {
	if f.Errno == 0 {
		return nil
	}
	return f.Errno
}

// InForce returns the parts that Run puts in force: those available, or none where assay itself runs under an emulator.
func InForce() []Part {
	if stageless() {
		return []Part{}
	}
	return Available()
}

// Run runs a program in a jail of the parts of InForce and writes its output and standard error to output. The error is a *exec.ExitError
// if the program ended badly, and anything else if it could not be run as the spec says.
// The end of ctx kills it with all processes that it has started; the cause is returned.
func Run(ctx context.Context, s Spec, output io.Writer) error {
	if !stageless() {
		return run(ctx, s, Available(), false, output)
	}
	cmd := exec.CommandContext(ctx, s.Program, s.Args...)
	cmd.Dir, cmd.Env = s.Dir, s.Env
	cmd.Stdout, cmd.Stderr = output, output
	err := start(cmd, func() {})
	if ctx.Err() != nil && err != nil {
		return context.Cause(ctx)
	}
	return err
}

// start runs cmd in a process group of its own, which is killed as a whole, and calls meanwhile when it has been started.
func start(cmd *exec.Cmd, meanwhile func()) error {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	cmd.SysProcAttr.Setpgid, cmd.SysProcAttr.Pdeathsig = true, syscall.SIGKILL
	cmd.Cancel = func() error { return unix.Kill(-cmd.Process.Pid, unix.SIGKILL) }
	cmd.WaitDelay = time.Second // for output pipes that a stray process holds open

	// The kernel takes the end of the thread that started the child for the parent's end, so the thread must stay.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("jail: starting: %w", err)
	}
	meanwhile()
	// What is left of the group is ended while its leader, a zombie, still holds its number.
	for unix.Waitid(unix.P_PID, cmd.Process.Pid, nil, unix.WEXITED|unix.WNOWAIT, nil) == unix.EINTR {
	}
	_ = unix.Kill(-cmd.Process.Pid, unix.SIGKILL)
	return cmd.Wait()
}

func run(ctx context.Context, s Spec, parts []Part, probe bool, output io.Writer) error {
	text, err := json.Marshal(order{s, parts, probe})
	if err != nil {
		return fmt.Errorf("jail: %w", err)
	}
	status, childStatus, err := os.Pipe()
	if err != nil {
		return fmt.Errorf("jail: %w", err)
	}
	defer status.Close()
	defer childStatus.Close()
	cmd := exec.CommandContext(ctx, "/proc/self/exe", string(text))
	cmd.Args[0] = stageName
	cmd.Dir = s.Dir
	cmd.Env = []string{}
	cmd.Stdout, cmd.Stderr = output, output
	cmd.ExtraFiles = []*os.File{childStatus}
	if cmd.SysProcAttr, err = attributes(parts); err != nil {
		return fmt.Errorf("jail: %w", err)
	}
	var said []byte
	err = start(cmd, func() {
		childStatus.Close()
		said, _ = io.ReadAll(status)
	})
	switch {
	case ctx.Err() != nil && err != nil:
		return context.Cause(ctx)
	case len(said) > 0:
		return readFault(said)
	}
	return err
}

func readFault(said []byte) error {
	var f fault
	if err := json.Unmarshal(said, &f); err != nil {
		return fmt.Errorf("jail: unreadable status %q", said)
	}
	return &f
}

// attributes has the kernel make the namespaces when it makes the process.
func attributes(parts []Part) (*syscall.SysProcAttr, error) {
	a := &syscall.SysProcAttr{}
	if !slices.Contains(parts, Namespaces) {
		return a, nil
	}
	a.Cloneflags = unix.CLONE_NEWUSER | unix.CLONE_NEWNS | unix.CLONE_NEWPID | unix.CLONE_NEWNET | unix.CLONE_NEWIPC
	var err error
	if a.UidMappings, err = mappings("/proc/self/uid_map", os.Geteuid()); err != nil {
		return nil, err
	}
	a.GidMappings, err = mappings("/proc/self/gid_map", os.Getegid())
	return a, err
}

// mappings makes an ordinary user root of the user namespace, which is nobody outside, until the stage has given that up. Root keeps all
// users that it knows: it could not enter the folders of those that it does not.
func mappings(path string, id int) ([]syscall.SysProcIDMap, error) {
	if os.Geteuid() != 0 {
		return []syscall.SysProcIDMap{{ContainerID: 0, HostID: id, Size: 1}}, nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var list []syscall.SysProcIDMap
	for line := range strings.Lines(string(text)) {
		var inside, outside, size int
		if _, err := fmt.Sscan(line, &inside, &outside, &size); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		list = append(list, syscall.SysProcIDMap{ContainerID: inside, HostID: inside, Size: size})
	}
	return list, nil
}
