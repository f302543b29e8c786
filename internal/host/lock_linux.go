package host

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// lockCPU locks in /run/lock and in the directory for temporary files: not
// every distribution lets every user write to the first, so a user may have
// only the second in common with another. One of them must work.
func lockCPU(cpu int) (unlock func(), err error) {
	return lockIn([]string{"/run/lock", os.TempDir()}, cpu)
}

func lockIn(dirs []string, cpu int) (unlock func(), err error) {
	var held []*os.File
	var failures []error
	unlock = func() {
		for _, f := range held {
			f.Close() // a lock ends with the open file it was taken on
		}
		held = nil
	}
	for _, dir := range realDirs(dirs) {
		path := filepath.Join(dir, fmt.Sprintf("assay-cpu%d.lock", cpu))
		f, err := openLock(path)
		if err != nil {
			failures = append(failures, err)
			continue
		}
		if err := flock(f, unix.LOCK_EX|unix.LOCK_NB); err != nil {
			holder := readHolder(f)
			f.Close()
			unlock()
			if errors.Is(err, unix.EWOULDBLOCK) {
				return nil, fmt.Errorf("cpu %d is in use by another measurement, process %s (lock %s): wait for its end or choose another cpu",
					cpu, holder, path)
			}
			return nil, fmt.Errorf("lock cpu %d: flock %s: %w", cpu, path, err)
		}
		held = append(held, f)
		// Best effort: a file of another user may be open for reading only.
		if f.Truncate(0) == nil {
			fmt.Fprintf(f, "%d\n", os.Getpid())
		}
	}
	if len(held) == 0 {
		return nil, fmt.Errorf("lock cpu %d: %w", cpu, errors.Join(failures...))
	}
	return unlock, nil
}

// realDirs resolves links and drops repetitions: a second lock on the same
// file would find the first.
func realDirs(dirs []string) []string {
	var real []string
	for _, dir := range dirs {
		if r, err := filepath.EvalSymlinks(dir); err == nil {
			dir = r
		}
		if !slices.Contains(real, dir) {
			real = append(real, dir)
		}
	}
	return real
}

func flock(f *os.File, how int) error {
	for {
		if err := unix.Flock(int(f.Fd()), how); err != unix.EINTR {
			return err
		}
	}
}

// openLock opens a lock file, making it writable for all when it is new. The
// file stays when the lock is released: were it removed, two processes could
// hold locks on two files of the same name.
func openLock(path string) (*os.File, error) {
	// An existing file first, and without O_CREATE: with fs.protected_regular
	// Linux refuses that for another user's file in a sticky directory.
	// O_NOFOLLOW: anybody could put a link there.
	const flags = unix.O_NOFOLLOW | unix.O_CLOEXEC | unix.O_NONBLOCK
	for range 2 {
		f, err := os.OpenFile(path, os.O_RDWR|flags, 0)
		if errors.Is(err, os.ErrPermission) {
			f, err = os.OpenFile(path, os.O_RDONLY|flags, 0)
		}
		if !errors.Is(err, os.ErrNotExist) {
			return f, err
		}
		f, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL|flags, 0o666)
		if err == nil {
			_ = f.Chmod(0o666) // whatever the umask; others can still read it if this fails
			return f, nil
		}
		if !errors.Is(err, os.ErrExist) {
			return nil, err
		}
	}
	return nil, fmt.Errorf("open %s: it comes and goes", path)
}

// readHolder reads the number of the process that holds the lock.
func readHolder(f *os.File) string {
	b := make([]byte, 20)
	n, err := f.ReadAt(b, 0)
	if pid := strings.TrimSpace(string(b[:n])); pid != "" && (err == nil || err == io.EOF) {
		return pid
	}
	return "unknown"
}
