package campaign

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"

	"github.com/hashassay/assay/internal/plan"
)

// directory is a run's directory, locked against a second process.
type directory struct {
	root  string
	lock  *flock.Flock
	fresh bool // it holds no run yet
}

// ErrDataset is wrapped by the error for a dataset that was named as a run's
// directory: somebody else's evidence, which a run would write into.
var ErrDataset = errors.New("is a dataset, not a run")

// openDirectory makes or opens a run's directory and locks it. The lock file is
// there before campaign.json is, and writing that syncs the folder, so every run
// has it, whatever happens; it is how a run and a dataset are told apart.
func openDirectory(root string) (*directory, error) {
	// Children have working directories of their own.
	root, err := filepath.Abs(root)
	if err != nil {
		return nil, fmt.Errorf("run directory: %w", err)
	}
	if err := os.MkdirAll(root, 0o777); err != nil {
		return nil, fmt.Errorf("run directory: %w", err)
	}
	if err := notARun(root); err != nil { // before a lock file is left there
		return nil, err
	}
	lock := flock.New(filepath.Join(root, "lock"))
	locked, err := lock.TryLock()
	if err != nil {
		return nil, fmt.Errorf("run directory: %w", err)
	}
	if !locked {
		return nil, fmt.Errorf("run directory %s is in use by another assay process", root)
	}
	_, err = os.Stat(filepath.Join(root, "campaign.json"))
	fresh := errors.Is(err, fs.ErrNotExist)
	if err != nil && !fresh {
		lock.Close()
		return nil, fmt.Errorf("run directory: %w", err)
	}
	return &directory{root: root, lock: lock, fresh: fresh}, nil
}

// notARun refuses a folder with something in it that is no run: it is
// somebody's, or a dataset.
func notARun(root string) error {
	if _, err := os.Stat(filepath.Join(root, "campaign.json")); err == nil {
		if _, err := os.Stat(filepath.Join(root, "lock")); errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s %w: it holds campaign.json, but not the lock file of a run", root, ErrDataset)
		}
		return nil
	}
	entries, err := os.ReadDir(root)
	if err != nil {
		return fmt.Errorf("run directory: %w", err)
	}
	for _, e := range entries {
		if e.Name() != "lock" {
			return fmt.Errorf("run directory %s holds %s but no campaign.json, so it is not a run: name another directory", root, e.Name())
		}
	}
	return nil
}

// discard removes a directory in which no run was begun, if nothing else is in it.
func (d *directory) discard() {
	if _, err := os.Stat(d.path("campaign.json")); d.fresh && errors.Is(err, fs.ErrNotExist) {
		os.Remove(d.path("lock"))
		os.Remove(d.root)
	}
}

// The lock file stays: removing it would let two processes lock two files of
// the same name.
func (d *directory) close() { d.lock.Close() }

// path returns the path of a file of the run, named with slashes.
func (d *directory) path(name string) string { return filepath.Join(d.root, filepath.FromSlash(name)) }

// make creates the folder that will hold the named file.
func (d *directory) make(name string) error { return os.MkdirAll(filepath.Dir(d.path(name)), 0o777) }

func trialsName(op plan.Operation) string { return "trials/" + op.Path() + ".jsonl" }
func recordName(op plan.Operation) string { return "records/" + op.Path() + ".json" }

// fileDigest returns the hex SHA-256 of a file.
func fileDigest(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
