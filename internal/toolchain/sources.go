package toolchain

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// Limits of a candidate's folder, vectors left out. The largest submission's
// source code has less than a tenth of it.
const (
	maxSourceBytes = 64 << 20
	maxSourceDepth = 32 // a symbolic link to a folder above it would go on for ever
)

// copySources writes the candidate's files into dir, which then holds all that
// a compilation can need: sources may include files of any name from any folder
// beside them. Left out are the vectors and names that begin with a dot. Links
// that cannot be followed (out of the folder, to nothing) are left out too; the
// compiler says so if they are needed.
func copySources(files fs.FS, dir string) error {
	c := copier{files: files, dir: dir, left: maxSourceBytes}
	return c.folder(".", 0)
}

type copier struct {
	files fs.FS
	dir   string
	left  int64
}

func (c *copier) folder(name string, depth int) error {
	if depth > maxSourceDepth {
		return fmt.Errorf("candidate's folder %s: more than %d folders deep; is there a symbolic link to a folder above it?", name, maxSourceDepth)
	}
	if err := os.MkdirAll(filepath.Join(c.dir, filepath.FromSlash(name)), 0o777); err != nil {
		return err
	}
	entries, err := fs.ReadDir(c.files, name)
	if err != nil {
		return fmt.Errorf("candidate's folder: %w", err)
	}
	for _, e := range entries {
		inner := path.Join(name, e.Name())
		if strings.HasPrefix(e.Name(), ".") || inner == "vectors" || inner == "kat.sha256" || inner == "candidate.toml" {
			continue
		}
		info, err := fs.Stat(c.files, inner)
		switch {
		case err != nil && e.Type()&fs.ModeSymlink != 0:
		case err != nil:
			return fmt.Errorf("candidate's folder: %w", err)
		case info.IsDir():
			if err := c.folder(inner, depth+1); err != nil {
				return err
			}
		case info.Mode().IsRegular():
			if err := c.file(inner); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *copier) file(name string) (err error) {
	in, err := c.files.Open(name)
	if err != nil {
		return fmt.Errorf("candidate's folder: %w", err)
	}
	defer in.Close()
	out, err := os.Create(filepath.Join(c.dir, filepath.FromSlash(name)))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	n, err := io.Copy(out, io.LimitReader(in, c.left+1))
	if err != nil {
		return fmt.Errorf("candidate's file %s: %w", name, err)
	}
	if c.left -= n; c.left < 0 {
		return fmt.Errorf("candidate's folder: more than %d MiB of files; keep in it what the build needs, and known-answer files in vectors/", maxSourceBytes>>20)
	}
	return nil
}
