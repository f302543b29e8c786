package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"time"
)

// Imported is what the store has of a candidate.
type Imported struct {
	Record
	folder string // absolute
}

// Folder is where it lies.
func (im *Imported) Folder() string { return im.folder }

// Files is the import as a file system: source/ and, if vectors were asked for,
// vectors/. It holds the files that import.json lists and no others, whatever lies
// in the folder. A file is read whole when it is opened, without following links,
// and opening fails unless size and digest are those that were recorded: what
// a reader gets is what was imported.
func (im *Imported) Files() fs.FS {
	t := &tree{folder: im.folder, files: map[string]File{}, folders: map[string][]string{".": nil}}
	for _, f := range im.Record.Files {
		t.files[f.Path] = f
		dir := path.Dir(f.Path)
		t.addFolder(dir)
		t.folders[dir] = append(t.folders[dir], path.Base(f.Path))
	}
	for _, names := range t.folders {
		slices.Sort(names)
	}
	return &view{t, "."}
}

// Check reads every file and compares it with import.json.
func (im *Imported) Check() error {
	files := im.Files()
	var errs []error
	for _, f := range im.Record.Files {
		if _, err := fs.ReadFile(files, f.Path); err != nil {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// ErrDamaged is wrapped by the errors for files of the store that are not what
// was imported.
var ErrDamaged = errors.New("not what was imported")

// tree holds the files of an import by their paths.
type tree struct {
	folder  string
	files   map[string]File
	folders map[string][]string // base names in each folder, sorted
}

// addFolder adds a folder and those above it.
func (t *tree) addFolder(dir string) {
	if _, known := t.folders[dir]; known {
		return
	}
	t.folders[dir] = nil
	up := path.Dir(dir)
	t.addFolder(up)
	t.folders[up] = append(t.folders[up], path.Base(dir))
}

// read returns a file's bytes if they are those that were imported.
func (t *tree) read(f File) ([]byte, error) {
	root, err := os.OpenRoot(t.folder)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	name := filepath.FromSlash(f.Path)
	if info, err := root.Lstat(name); err != nil {
		return nil, err
	} else if !info.Mode().IsRegular() || info.Size() != f.Bytes {
		return nil, fmt.Errorf("%w: not a file of %d bytes", ErrDamaged, f.Bytes)
	}
	in, err := root.Open(name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	data, err := io.ReadAll(io.LimitReader(in, f.Bytes+1))
	if err != nil {
		return nil, err
	}
	if sum := sha256.Sum256(data); int64(len(data)) != f.Bytes || hex.EncodeToString(sum[:]) != f.SHA256 {
		return nil, fmt.Errorf("%w: SHA-256 is %x, not %s", ErrDamaged, sum, f.SHA256)
	}
	return data, nil
}

// view is the part of a tree in a folder of it.
type view struct {
	tree *tree
	dir  string
}

// Open implements [fs.FS].
func (v *view) Open(name string) (fs.File, error) {
	info, err := v.lookup("open", name)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		entries, err := v.ReadDir(name)
		return &openFolder{info, entries}, err
	}
	data, err := v.tree.read(info.File)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: filepath.Join(v.tree.folder, filepath.FromSlash(info.Path)), Err: inner(err)}
	}
	return &openFile{info, bytes.NewReader(data)}, nil
}

// inner takes the path out of a file error: the caller has a better one.
func inner(err error) error {
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		return p.Err
	}
	return err
}

// Stat implements [fs.StatFS]. It reads nothing.
func (v *view) Stat(name string) (fs.FileInfo, error) { return v.lookup("stat", name) }

// Sub implements [fs.SubFS].
func (v *view) Sub(dir string) (fs.FS, error) {
	if info, err := v.lookup("sub", dir); err != nil {
		return nil, err
	} else if !info.IsDir() {
		return nil, &fs.PathError{Op: "sub", Path: dir, Err: errors.New("not a folder")}
	}
	return &view{v.tree, path.Join(v.dir, dir)}, nil
}

// ReadDir implements [fs.ReadDirFS].
func (v *view) ReadDir(name string) ([]fs.DirEntry, error) {
	info, err := v.lookup("readdir", name)
	if err != nil {
		return nil, err
	}
	names, ok := v.tree.folders[info.Path]
	if !ok {
		return nil, &fs.PathError{Op: "readdir", Path: name, Err: errors.New("not a folder")}
	}
	entries := make([]fs.DirEntry, len(names))
	for i, base := range names {
		entries[i] = fs.FileInfoToDirEntry(v.tree.info(path.Join(info.Path, base)))
	}
	return entries, nil
}

func (v *view) lookup(op, name string) (*fileInfo, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: op, Path: name, Err: fs.ErrInvalid}
	}
	full := path.Join(v.dir, name)
	if info := v.tree.info(full); info != nil {
		return info, nil
	}
	return nil, &fs.PathError{Op: op, Path: name, Err: fs.ErrNotExist}
}

func (t *tree) info(full string) *fileInfo {
	if f, ok := t.files[full]; ok {
		return &fileInfo{f, false}
	}
	if _, ok := t.folders[full]; ok {
		return &fileInfo{File{Path: full}, true}
	}
	return nil
}

// fileInfo describes a file or a folder as it was imported.
type fileInfo struct {
	File
	folder bool
}

func (i *fileInfo) Name() string       { return path.Base(i.Path) }
func (i *fileInfo) Size() int64        { return i.Bytes }
func (i *fileInfo) ModTime() time.Time { return time.Time{} }
func (i *fileInfo) IsDir() bool        { return i.folder }
func (i *fileInfo) Sys() any           { return nil }

func (i *fileInfo) Mode() fs.FileMode {
	if i.folder {
		return fs.ModeDir | 0o555
	}
	return 0o444
}

type openFile struct {
	info *fileInfo
	*bytes.Reader
}

func (f *openFile) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f *openFile) Close() error               { return nil }

type openFolder struct {
	info *fileInfo
	left []fs.DirEntry
}

func (f *openFolder) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f *openFolder) Close() error               { return nil }

func (f *openFolder) Read([]byte) (int, error) {
	return 0, &fs.PathError{Op: "read", Path: f.info.Path, Err: errors.New("is a folder")}
}

// ReadDir implements [fs.ReadDirFile].
func (f *openFolder) ReadDir(n int) ([]fs.DirEntry, error) {
	if n <= 0 || n > len(f.left) {
		if n > 0 && len(f.left) == 0 {
			return nil, io.EOF
		}
		n = len(f.left)
	}
	some := slices.Clone(f.left[:n])
	f.left = f.left[n:]
	return some, nil
}
