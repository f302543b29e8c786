// Package store keeps what was imported of submissions' archives: a folder for
// each candidate,
//
//	hash-12/import.json    which archive, what was taken of it, with digests
//	hash-12/source/…       source and header files, under their paths in the archive
//	hash-12/vectors/…      submitted known-answer files, if they were asked for
//
// It is written by [Store.Import] alone, whole or not at all. What is read from it
// is checked against the digests in import.json at every use, so that damage and
// accidental changes are noticed. Who can write to the store can change
// import.json as well: against them it protects nothing.
package store

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"github.com/hashassay/assay/internal/strictjson"
)

// Store is a folder of imported submissions. It may not exist yet.
type Store struct {
	dir string
}

// Open returns the store in the folder dir; "" means [DefaultDir]. Nothing is
// created.
func Open(dir string) (*Store, error) {
	var err error
	if dir == "" {
		if dir, err = DefaultDir(); err != nil {
			return nil, err
		}
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	return &Store{dir}, nil
}

// Dir is the store's folder.
func (s *Store) Dir() string { return s.dir }

// DefaultDir is assay/store below the user's folder for data: $XDG_DATA_HOME,
// else ~/.local/share; ~/Library/Application Support on macOS; %LocalAppData%
// on Windows.
func DefaultDir() (string, error) {
	data, home := "", ""
	var err error
	switch runtime.GOOS {
	case "windows":
		if data = os.Getenv("LocalAppData"); data == "" {
			err = errors.New("LocalAppData is not set")
		}
	case "darwin", "ios":
		home, err = os.UserHomeDir()
		data = filepath.Join(home, "Library", "Application Support")
	default:
		// The XDG rules: what is not absolute is to be ignored.
		if data = os.Getenv("XDG_DATA_HOME"); !filepath.IsAbs(data) {
			home, err = os.UserHomeDir()
			data = filepath.Join(home, ".local", "share")
		}
	}
	if err == nil && !filepath.IsAbs(data) {
		err = fmt.Errorf("the user's folder %q is not an absolute path", cmp.Or(home, data)) // as for XDG_DATA_HOME
	}
	if err != nil {
		return "", fmt.Errorf("no folder for the store: %w", err)
	}
	return filepath.Join(data, "assay", "store"), nil
}

// ErrNotImported is wrapped by the error for a candidate that the store does not
// have.
var ErrNotImported = errors.New("not imported")

// maxRecordBytes bounds import.json: 100,000 files with paths of 600 bytes.
const maxRecordBytes = 64 << 20

// Candidate returns what the store has of a candidate. It reads import.json;
// files are checked when they are read, or by [Imported.Check].
func (s *Store) Candidate(id string) (*Imported, error) {
	folder := filepath.Join(s.dir, id)
	file := filepath.Join(folder, recordFile)
	info, err := os.Lstat(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%s: %w in %s", id, ErrNotImported, s.dir)
	case err != nil:
		return nil, fmt.Errorf("store: %w", err)
	case !info.Mode().IsRegular() || info.Size() > maxRecordBytes:
		return nil, fmt.Errorf("store: %s: is not a file that an import wrote", file)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	im := &Imported{folder: folder}
	if problems := (&strictjson.Reader{}).Read(data, &im.Record); len(problems) > 0 {
		p := problems[0]
		return nil, fmt.Errorf("store: %s:%d: %s %s; import the archive again", file, p.Line, p.Path, problemText(p))
	}
	if err := im.Record.check(id); err != nil {
		return nil, fmt.Errorf("store: %s: %w; import the archive again", file, err)
	}
	return im, nil
}

func problemText(p strictjson.Problem) string {
	switch p.Kind {
	case strictjson.Missing:
		return "is missing"
	case strictjson.Duplicate:
		return "stands there twice"
	}
	return p.Text
}
