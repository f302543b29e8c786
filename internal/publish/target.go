package publish

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/folder"
)

// target is the folder where a dataset is put.
type target struct {
	dir   string // absolute, links resolved
	older bool   // a dataset stands there
}

// ErrInTheWay is wrapped by the error for a destination that is something else
// than a dataset of the same system.
var ErrInTheWay = errors.New("the destination is no dataset that can be replaced")

// newTarget checks the destination.
func newTarget(dir, run, system string) (*target, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	parent, err := filepath.EvalSymlinks(filepath.Dir(dir))
	if errors.Is(err, fs.ErrNotExist) {
		if err = os.MkdirAll(filepath.Dir(dir), 0o777); err == nil {
			parent, err = filepath.EvalSymlinks(filepath.Dir(dir))
		}
	}
	if err != nil {
		return nil, fmt.Errorf("destination: %w", err)
	}
	dir = filepath.Join(parent, filepath.Base(dir))
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	if real, err := filepath.EvalSymlinks(run); err == nil {
		run = real
	}
	if within(dir, run) || within(run, dir) {
		return nil, fmt.Errorf("destination %s and the run %s lie in each other; choose a folder outside of the run", dir, run)
	}
	if around := datasetAround(parent); around != "" {
		return nil, fmt.Errorf("%w: it lies inside of the run or dataset %s; choose a folder outside of it", ErrInTheWay, around)
	}
	t := &target{dir: dir}
	entries, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return t, nil
	case err != nil:
		return nil, fmt.Errorf("destination: %w", err)
	case len(entries) == 0:
		t.older = true // an empty folder makes room like a dataset
		return t, nil
	}
	t.older = true
	return t, replaceable(dir, system)
}

// datasetAround returns the run or dataset that holds a folder, or "".
func datasetAround(folder string) string {
	for {
		if _, err := os.Stat(filepath.Join(folder, "campaign.json")); err == nil {
			return folder
		}
		up := filepath.Dir(folder)
		if up == folder {
			return ""
		}
		folder = up
	}
}

func within(p, folder string) bool {
	rel, err := filepath.Rel(folder, p)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

// replaceable refuses a folder that holds anything but a dataset of the system:
// replacing it would lose what is not published again.
func replaceable(dir, system string) error {
	d, err := evidence.ReadDataset(dir)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrInTheWay, err)
	}
	if id := d.Campaign.SystemID; id != system {
		return fmt.Errorf("%w: %s holds system %q, not %q", ErrInTheWay, dir, id, system)
	}
	return fs.WalkDir(os.DirFS(dir), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		if !e.Type().IsRegular() || !belongs(name) {
			return fmt.Errorf("%w: %s holds %s, which is no part of a dataset", ErrInTheWay, dir, name)
		}
		return nil
	})
}

// belongs says whether a file of that slash path can be part of a dataset.
func belongs(name string) bool {
	first, _, deep := strings.Cut(name, "/")
	switch {
	case !deep:
		return path.Ext(name) == ".json"
	case first == "records":
		return path.Ext(name) == ".json"
	case first == "kat":
		return path.Ext(name) == ".log"
	}
	return false
}

// write writes the dataset beside its place and puts it there. On an error the
// place is as it was, and when ctx ends, too.
func (t *target) write(ctx context.Context, files []string, content func(string) ([]byte, error)) error {
	fresh := folder.Beside(t.dir, "new")
	err := writeAll(ctx, fresh, files, content)
	if err == nil {
		_, err = evidence.ReadDataset(fresh) // what is published can be read
	}
	if err == nil {
		err = folder.Put(fresh, t.dir, t.older) // what stood there is removed last
	}
	if err != nil {
		return errors.Join(fmt.Errorf("dataset: %w", err), os.RemoveAll(fresh))
	}
	return nil
}

func writeAll(ctx context.Context, dir string, files []string, content func(string) ([]byte, error)) error {
	for _, name := range files {
		if err := ctx.Err(); err != nil {
			return err
		}
		data, err := content(name)
		if err != nil {
			return err
		}
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return err
		}
		if err := evidence.WriteFile(file, data); err != nil {
			return err
		}
	}
	return nil
}
