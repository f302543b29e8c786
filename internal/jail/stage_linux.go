package jail

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"syscall"

	"github.com/landlock-lsm/go-landlock/landlock"
	ll "github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/sys/unix"
)

// A stage begins here, before the packages that import this one are set up: every program with this package, also the program of a test,
// can be started as one, and takes a few milliseconds for it.
func init() {
	if len(os.Args) == 2 && os.Args[0] == stageName {
		runtime.LockOSThread() // what is put in force belongs to a thread, which becomes the program
		os.Exit(stage(os.Args[1]))
	}
}

// exitNoJail is the exit code of a stage that could not do its work. Its status tells why.
const exitNoJail = 125

func stage(text string) int {
	unix.CloseOnExec(statusFD)
	var o order
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		return tell("order", err)
	}
	steps := []struct {
		name string
		part Part // "": of all jails
		do   func(*order) error
	}{
		{"new root", Namespaces, newRoot},
		{"landlock", Landlock, restrictFiles},
		{"limits", Rlimits, setLimits},
		{"rights", "", dropRights},
		{"seccomp", Seccomp, installFilter},
	}
	for _, s := range steps {
		if s.part == "" || slices.Contains(o.Parts, s.part) {
			if err := s.do(&o); err != nil {
				return tell(s.name, err)
			}
		}
	}
	if o.Probe {
		return 0
	}
	if err := unix.Chdir(o.Spec.Dir); err != nil {
		return tell(o.Spec.Dir, err)
	}
	err := syscall.Exec(o.Spec.Program, append([]string{o.Spec.Program}, o.Spec.Args...), o.Spec.Env)
	return tell(o.Spec.Program, err)
}

func tell(what string, err error) int {
	f := fault{What: what + ": " + err.Error()}
	errors.As(err, &f.Errno)
	text, _ := json.Marshal(f)
	unix.Write(statusFD, text)
	return exitNoJail
}

// system are the places of programs and libraries. What is not there is passed over.
var system = []string{
	"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/nix/store", "/gnu/store",
	"/etc/ld.so.cache", "/etc/alternatives",
}

const null = "/dev/null"

// readable returns what may be read, without what lies in a folder that is named already.
func (o *order) readable() []string {
	var list []string
	for _, p := range slices.Concat(system, o.Spec.Readable) {
		if _, err := os.Stat(p); err == nil {
			list = append(list, filepath.Clean(p))
		}
	}
	return list
}

// restrictFiles uses all rights that the kernel knows; the first version is what Features found at least.
func restrictFiles(o *order) error {
	var rules []landlock.Rule
	for _, p := range o.readable() {
		if info, err := os.Stat(p); err == nil && info.IsDir() {
			rules = append(rules, landlock.RODirs(p))
		} else {
			rules = append(rules, landlock.ROFiles(p))
		}
	}
	rules = append(rules, landlock.RWDirs(o.Spec.Writable), landlock.RWFiles(null).IgnoreIfMissing())
	fd, flags, err := landlock.V11.BestEffort().NewRulesetFD(rules...)
	if err != nil {
		return err
	}
	if fd < 0 { // best effort: nothing at all
		return unix.EOPNOTSUPP
	}
	defer unix.Close(fd)
	// For this thread, which becomes the program, and not through /proc for all threads.
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	return ll.LandlockRestrictSelf(fd, flags)
}

func setLimits(o *order) error {
	l := o.Spec.Limits
	if !slices.Contains(o.Parts, Namespaces) {
		l.Processes = 0
	}
	// The second of CPU time between the two limits is for SIGXCPU, which tells what happened; SIGKILL does not.
	return errors.Join(setLimit(unix.RLIMIT_CPU, l.CPUSeconds, 1), setLimit(unix.RLIMIT_AS, l.Memory, 0), setLimit(unix.RLIMIT_FSIZE, l.File, 0),
		setLimit(unix.RLIMIT_NPROC, l.Processes, 0), unix.Setrlimit(unix.RLIMIT_CORE, &unix.Rlimit{}))
}

// setLimit lowers a limit, 0 for none; the hard one lies above it by more.
func setLimit(resource int, value, more uint64) error {
	var r unix.Rlimit
	if err := unix.Getrlimit(resource, &r); err != nil || value == 0 {
		return err
	}
	r.Cur, r.Max = min(value, r.Cur), min(value+more, r.Max)
	return unix.Setrlimit(resource, &r)
}

// dropRights gives up what root may do, in the user namespace or outside of one, also for the programs that are started.
func dropRights(*order) error {
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	const locked = 1<<0 | 1<<1 | 1<<2 | 1<<3 // SECBIT_NOROOT, NO_SETUID_FIXUP and their locks: root's programs get no rights back
	if err := unix.Prctl(unix.PR_SET_SECUREBITS, locked, 0, 0, 0); err != nil && !errors.Is(err, unix.EPERM) {
		return err // EPERM: an ordinary user, who has no rights to give up
	}
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	return unix.Capset(&header, &make([]unix.CapUserData, 2)[0])
}
