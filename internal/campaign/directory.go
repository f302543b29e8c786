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

// openDirectory makes or opens a run's directory and locks it.
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
// somebody's.
func notARun(root string) error {
	if _, err := os.Stat(filepath.Join(root, "campaign.json")); err == nil {
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
