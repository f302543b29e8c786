package site

import (
	"bytes"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
	"time"
)

// FS is the site as a file system that only reads. Files have no time of
// change, since nothing says one. Opening a file makes its content, which is then
// kept while there is room (cacheBytes).
func (s *Site) FS() fs.FS { return siteFS{s, foldersOf(s.files), newCache(cacheBytes)} }

type siteFS struct {
	site    *Site
	folders map[string][]fs.DirEntry // sorted by name
	cache   *cache
}

func foldersOf(files []*File) map[string][]fs.DirEntry {
	folders := map[string][]fs.DirEntry{".": nil}
	for _, f := range files {
		folders[path.Dir(f.Path)] = append(folders[path.Dir(f.Path)], entry{f})
		for dir := path.Dir(f.Path); dir != "."; dir = path.Dir(dir) {
			parent, e := path.Dir(dir), fs.DirEntry(folderInfo(path.Base(dir)))
			if !slices.ContainsFunc(folders[parent], func(x fs.DirEntry) bool { return x.Name() == e.Name() }) {
				folders[parent] = append(folders[parent], e)
			}
		}
	}
	for _, entries := range folders {
		slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	}
	return folders
}

// Open opens a file or a folder. The content of a file is made by opening it.
func (s siteFS) Open(name string) (fs.File, error) {
	fail := func(err error) (fs.File, error) { return nil, &fs.PathError{Op: "open", Path: name, Err: err} }
	if !fs.ValidPath(name) {
		return fail(fs.ErrInvalid)
	}
	if f := s.site.byPath[name]; f != nil {
		c, err := s.cache.get(name, f.Content)
		if err != nil {
			return fail(err)
		}
		close := sync.OnceFunc(func() { s.cache.release(c) })
		return &openFile{bytes.NewReader(c.data), fileInfo{path.Base(name), int64(len(c.data))}, close}, nil
	}
	if entries, ok := s.folders[name]; ok {
		return &openFolder{entries, folderInfo(path.Base(name))}, nil
	}
	return fail(fs.ErrNotExist)
}

// openFile can also seek, so that parts of it can be served.
type openFile struct {
	*bytes.Reader
	info  fileInfo
	close func()
}

func (f *openFile) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f *openFile) Close() error               { f.close(); return nil }

type openFolder struct {
	rest []fs.DirEntry
	info folderInfo
}

func (f *openFolder) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f *openFolder) Close() error               { return nil }
func (f *openFolder) Read([]byte) (int, error) {
	return 0, &fs.PathError{Op: "read", Path: string(f.info), Err: fs.ErrInvalid}
}

func (f *openFolder) ReadDir(n int) ([]fs.DirEntry, error) {
	if n <= 0 || n > len(f.rest) {
		if n > 0 && len(f.rest) == 0 {
			return nil, io.EOF
		}
		n = len(f.rest)
	}
	var some []fs.DirEntry
	some, f.rest = f.rest[:n:n], f.rest[n:]
	return some, nil
}

// entry is a file in a folder; its size is known when its content is.
type entry struct{ file *File }

func (e entry) Name() string      { return path.Base(e.file.Path) }
func (e entry) IsDir() bool       { return false }
func (e entry) Type() fs.FileMode { return 0 }
func (e entry) Info() (fs.FileInfo, error) {
	data, err := e.file.Content()
	return fileInfo{e.Name(), int64(len(data))}, err
}

type fileInfo struct {
	name string
	size int64
}

func (i fileInfo) Name() string       { return i.name }
func (i fileInfo) Size() int64        { return i.size }
func (i fileInfo) Mode() fs.FileMode  { return 0o444 }
func (i fileInfo) ModTime() time.Time { return time.Time{} }
func (i fileInfo) IsDir() bool        { return false }
func (i fileInfo) Sys() any           { return nil }

type folderInfo string

func (i folderInfo) Name() string               { return string(i) }
func (i folderInfo) Size() int64                { return 0 }
func (i folderInfo) Mode() fs.FileMode          { return fs.ModeDir | 0o555 }
func (i folderInfo) ModTime() time.Time         { return time.Time{} }
func (i folderInfo) IsDir() bool                { return true }
func (i folderInfo) Sys() any                   { return nil }
func (i folderInfo) Type() fs.FileMode          { return fs.ModeDir }
func (i folderInfo) Info() (fs.FileInfo, error) { return i, nil }
