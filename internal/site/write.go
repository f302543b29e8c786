package site

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/hashassay/assay/internal/folder"
)

// ErrInTheWay is wrapped by the error of [Site.Write] for a destination that is
// something else than a site written by it.
var ErrInTheWay = errors.New("the destination is no site that can be replaced")

// manifest is the file that tells a site from other folders: its own name says
// what it is, its lines are all the files.
const manifest = ".assay-site"

const manifestHead = "A site written by assay. These are its files; with any other beside them, the folder is not replaced."

// ErrInside is wrapped by the error of [Site.Write] for a destination in a run or
// dataset, which would hold more than its evidence then.
var ErrInside = errors.New("the destination is inside of a run or dataset")

// Write writes the site to the folder dir, whole or not at all: it is written
// beside its place and then renamed, or exchanged with an older site that stands
// there. A folder that holds anything else is refused (ErrInTheWay), and so is one
// in a run or dataset (ErrInside). When ctx ends, so does writing, and the error
// wraps that of ctx.
func (s *Site) Write(ctx context.Context, dir string) error {
	dir, older, err := destination(dir)
	if err != nil {
		return err
	}
	fresh := folder.Beside(dir, "new")
	if err := os.Mkdir(fresh, 0o777); err != nil {
		return fmt.Errorf("site: %w", err)
	}
	err = s.writeAll(ctx, fresh)
	if err == nil {
		err = folder.Put(fresh, dir, older)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("site: %w", err), os.RemoveAll(fresh))
	}
	return nil
}

// Left lists the folders that were to become the site in dir and did not: whoever
// wrote them was killed, or is at it.
func Left(dir string) ([]string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	return folder.Left(resolved(abs))
}

// destination resolves dir and says whether a folder stands there.
func destination(dir string) (abs string, older bool, err error) {
	if dir == "" {
		return "", false, errors.New("site: the name of its folder is empty")
	}
	if abs, err = filepath.Abs(dir); err != nil {
		return "", false, fmt.Errorf("site: %w", err)
	}
	abs = resolved(abs)
	if set := datasetAbove(abs); set != "" {
		return "", false, fmt.Errorf("%w: %s would be in %s", ErrInside, dir, set)
	}
	info, err := os.Stat(abs)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if err := os.MkdirAll(filepath.Dir(abs), 0o777); err != nil {
			return "", false, fmt.Errorf("site: %w", err)
		}
		return abs, false, nil
	case err != nil:
		return "", false, fmt.Errorf("site: %w", err)
	case !info.IsDir():
		return "", false, fmt.Errorf("%w: %s is not a folder", ErrInTheWay, dir)
	}
	return abs, true, replaceable(abs, dir)
}

// resolved follows the links of an absolute path, as far as it leads anywhere.
func resolved(abs string) string {
	if real, err := filepath.EvalSymlinks(abs); err == nil {
		return real
	}
	parent := filepath.Dir(abs)
	if parent == abs {
		return abs
	}
	return filepath.Join(resolved(parent), filepath.Base(abs))
}

// datasetAbove returns the folder of a run or dataset that a path leads into, "" for
// none.
func datasetAbove(abs string) string {
	for dir := filepath.Dir(abs); ; dir = filepath.Dir(dir) {
		_, err := os.Stat(filepath.Join(dir, "campaign.json"))
		if err == nil {
			_, err = os.Stat(filepath.Join(dir, "build.json"))
		}
		if err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			return ""
		}
	}
}

// replaceable refuses a folder that holds anything but a site: replacing it
// would lose what is not written again.
func replaceable(abs, dir string) error {
	entries, err := os.ReadDir(abs)
	if err != nil {
		return fmt.Errorf("site: %w", err)
	}
	if len(entries) == 0 {
		return nil
	}
	list, err := os.ReadFile(filepath.Join(abs, manifest))
	if err != nil {
		return fmt.Errorf("%w: %s holds other files", ErrInTheWay, dir)
	}
	lines := strings.Split(strings.TrimSuffix(string(list), "\n"), "\n")
	if lines[0] != manifestHead {
		return fmt.Errorf("%w: %s in %s is of something else", ErrInTheWay, manifest, dir)
	}
	known := map[string]bool{manifest: true}
	for _, l := range lines[1:] {
		known[l] = true
	}
	return fs.WalkDir(os.DirFS(abs), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		if !e.Type().IsRegular() || !known[name] {
			return fmt.Errorf("%w: %s holds %s, which is no part of the site", ErrInTheWay, dir, name)
		}
		return nil
	})
}

// writeAll makes and writes all files, several at once. Files are not synced one
// by one: a site can be made again.
func (s *Site) writeAll(ctx context.Context, dir string) error {
	list := []byte(manifestHead + "\n")
	folders := []string{"."}
	for _, f := range s.files {
		list = append(append(list, f.Path...), '\n')
		folders = append(folders, filepath.Dir(filepath.FromSlash(f.Path)))
	}
	slices.Sort(folders)
	for _, name := range slices.Compact(folders) {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o777); err != nil {
			return err
		}
	}
	next := make(chan *File)
	workers := runtime.GOMAXPROCS(0)
	errs := make([]error, workers)
	var wait sync.WaitGroup
	for i := range workers {
		wait.Go(func() {
			for f := range next {
				if errs[i] == nil && ctx.Err() == nil {
					errs[i] = f.write(dir)
				}
			}
		})
	}
	for _, f := range s.files {
		if ctx.Err() != nil {
			break
		}
		next <- f
	}
	close(next)
	wait.Wait()
	if err := cmp.Or(ctx.Err(), errors.Join(errs...)); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, manifest), list, 0o666)
}

// write writes the file below dir. Its content is not kept.
func (f *File) write(dir string) error {
	data, err := f.content()
	if err != nil {
		return err
	}
	name := filepath.Join(dir, filepath.FromSlash(f.Path))
	out, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = bytes.NewReader(data).WriteTo(out)
	return errors.Join(err, out.Close())
}
