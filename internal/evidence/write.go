package evidence

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// encode writes v as one line of JSON without HTML escaping, so that a "<" in
// a candidate's standard error stays readable.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// WriteJSON writes v to path as the published files are written (one-space
// indent, trailing newline, no HTML escaping), whole or not at all, as
// WriteFile does.
func WriteJSON(path string, v any) error {
	data, err := encode(v)
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	var b bytes.Buffer
	if err := json.Indent(&b, data, "", " "); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	b.WriteByte('\n')
	return WriteFile(path, b.Bytes())
}

// WriteFile writes data to path, whole or not at all: into a temporary file in
// the same folder, fsync, rename, fsync of the folder. On failure a file that
// was there is untouched and the temporary file is removed; only a killed
// process can leave one behind, named .NAME.….tmp, which no reader takes for
// evidence. The folder must exist.
func WriteFile(path string, data []byte) error {
	if err := writeFile(path, data); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return nil
}

func writeFile(path string, data []byte) error {
	f, err := createTemporary(path)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		// Without this, a crash after the rename could leave an empty file
		// under the final name.
		err = f.Sync()
	}
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return syncFolder(filepath.Dir(path))
}

// createTemporary creates a new file beside path. Unlike os.CreateTemp it
// leaves the permissions to the umask: evidence is for everyone to read.
func createTemporary(path string) (*os.File, error) {
	folder, name := filepath.Split(path)
	for {
		temporary := fmt.Sprintf("%s.%s.%08x.tmp", folder, name, rand.Uint32())
		f, err := os.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
}
