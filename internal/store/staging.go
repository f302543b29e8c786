package store

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/gofrs/flock"

	"github.com/hashassay/assay/internal/archive"
	"github.com/hashassay/assay/internal/folder"
)

// staging is the folder in which an import is put together, beside its final
// place. Until it has that name it can be removed without a trace.
type staging struct {
	dir    string
	root   *os.Root // the folder; nothing outside of it can be reached, by links neither
	lock   *flock.Flock
	made   []string // folders that were made for it, the outermost first
	spools []string // files in it that are no part of the import
	open   []io.Closer
}

// lockFile is held while a staging folder is in use. A folder whose lock
// nobody holds was left behind by a process that was killed.
const lockFile = ".lock"

// stage makes a staging folder for a candidate, and the store if there is none.
func (s *Store) stage(id string) (*staging, error) {
	st := &staging{dir: folder.Beside(filepath.Join(s.dir, id), "new")}
	err := st.make(s.dir)
	if err == nil {
		s.sweep()
		err = os.Mkdir(st.dir, 0o777)
	}
	if err == nil {
		err = st.hold()
	}
	if err == nil {
		st.root, err = os.OpenRoot(st.dir)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("store: %w", err), st.remove())
	}
	return st, nil
}

// hold locks the folder. The lock's file gets its name when the lock is held, so
// that nobody finds one that is not.
func (st *staging) hold() error {
	if runtime.GOOS == "windows" {
		return nil // nothing that is open can be renamed, and nothing is swept
	}
	fresh := filepath.Join(st.dir, lockFile+".new")
	st.lock = flock.New(fresh)
	if _, err := st.lock.TryLock(); err != nil {
		return err
	}
	return os.Rename(fresh, filepath.Join(st.dir, lockFile))
}

// make makes a folder and those above it.
func (st *staging) make(dir string) error {
	if _, err := os.Stat(dir); err == nil || !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if up := filepath.Dir(dir); up != dir {
		if err := st.make(up); err != nil {
			return err
		}
	}
	err := os.Mkdir(dir, 0o777)
	if errors.Is(err, fs.ErrExist) {
		return nil // another import was faster
	}
	if err == nil {
		st.made = append(st.made, dir)
	}
	return err
}

// sweep removes what killed imports left in the store. On Windows it stays.
func (s *Store) sweep() {
	if runtime.GOOS == "windows" {
		return
	}
	entries, _ := os.ReadDir(s.dir)
	for _, e := range entries {
		if like, _ := path.Match(".*.new.????????", e.Name()); !like || !e.IsDir() {
			continue
		}
		dir := filepath.Join(s.dir, e.Name())
		// Without a lock's file it is being made, or given its name, at this moment.
		lock := flock.New(filepath.Join(dir, lockFile), flock.SetFlag(os.O_RDWR))
		if ok, err := lock.TryLock(); err != nil || !ok {
			continue
		}
		if _, err := os.Lstat(filepath.Join(dir, lockFile)); err == nil {
			os.RemoveAll(dir) // what stays is tried again by the next import
		}
		lock.Close()
	}
}

// write writes a new file of the import and returns its size and digest.
func (st *staging) write(name string, r io.Reader) (File, error) {
	local := filepath.FromSlash(name)
	if err := st.root.MkdirAll(filepath.FromSlash(path.Dir(name)), 0o777); err != nil {
		return File{}, err
	}
	f, err := st.root.OpenFile(local, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return File{}, err
	}
	h := sha256.New()
	n, err := io.Copy(io.MultiWriter(f, h), r)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return File{}, err
	}
	return File{Path: name, Bytes: n, SHA256: hex.EncodeToString(h.Sum(nil))}, nil
}

// spool makes a file for the bytes of an inner archive.
func (st *staging) spool() (archive.Spool, error) {
	name := fmt.Sprintf(".spool%d", len(st.spools))
	f, err := st.root.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, err
	}
	st.spools, st.open = append(st.spools, name), append(st.open, f)
	return f, nil
}

// close closes what is open in the folder.
func (st *staging) close() error {
	var errs []error
	for _, c := range st.open {
		errs = append(errs, c.Close())
	}
	st.open = nil
	if st.root != nil {
		errs = append(errs, st.root.Close())
	}
	if st.lock != nil {
		errs = append(errs, st.lock.Close())
	}
	return errors.Join(errs...)
}

// finish gives the folder its name. An older import that stood there is gone
// then; something else is in the way.
func (st *staging) finish(place string) error {
	for _, name := range st.spools {
		if err := st.root.Remove(name); err != nil {
			return err
		}
	}
	// The lock's file goes before the lock: who gets the lock of a file that is
	// gone knows that this import lives.
	if st.lock != nil {
		if err := st.root.Remove(lockFile); err != nil {
			return err
		}
	}
	if err := st.close(); err != nil {
		return err
	}
	return put(st.dir, place)
}

// remove removes the folder and what was made for it.
func (st *staging) remove() error {
	errs := []error{st.close()}
	if _, err := os.Lstat(st.dir); !errors.Is(err, fs.ErrNotExist) { // where nothing can be made, nothing can be removed either
		errs = append(errs, os.RemoveAll(st.dir))
	}
	for i := len(st.made) - 1; i >= 0; i-- {
		if err := os.Remove(st.made[i]); err != nil && !strings.Contains(err.Error(), "not empty") {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// put gives the folder fresh its place, whether or not an older import stands
// there, even one that came meanwhile.
func put(fresh, place string) error {
	there := func() bool {
		_, err := os.Lstat(place)
		return err == nil
	}
	older := there()
	err := folder.Put(fresh, place, older)
	if err != nil && !older && there() {
		err = folder.Put(fresh, place, true)
	}
	return err
}
