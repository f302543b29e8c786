package evidence

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/hashassay/assay/internal/driver"
	"github.com/hashassay/assay/internal/jail"
)

// Attempt is one line of a trials file: a trial, or how it failed.
type Attempt struct {
	Round   int           `json:"round"`        // 0 for the first
	Load    []Float       `json:"load_average"` // 1, 5 and 15 minutes, before the attempt
	Trial   *driver.Trial `json:"trial,omitempty"`
	Failure *Failure      `json:"failure,omitempty"`
}

// Failure is what happened instead of a trial.
type Failure struct {
	Status  string         `json:"status"` // a verdict: CRASH, TIMEOUT, ...
	Detail  string         `json:"detail"`
	Process driver.Process `json:"process"`
}

// CommonJail returns the parts of the jail that were in force around every process of the attempts; nil if one of them does not tell.
func CommonJail(attempts ...[]Attempt) []jail.Part {
	var common []jail.Part
	first := true
	for _, a := range slices.Concat(attempts...) {
		p := &driver.Process{}
		if a.Trial != nil {
			p = &a.Trial.Process
		} else if a.Failure != nil {
			p = &a.Failure.Process
		}
		if p.Jail == nil {
			return nil
		}
		if first {
			common, first = append([]jail.Part{}, p.Jail...), false
		}
		common = jail.Common(common, p.Jail)
	}
	return common
}

// UTC writes a time as the published files do: ISO 8601 with microseconds and
// "+00:00".
func UTC(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000000+00:00") }

// AppendAttempt adds a line to a trials file (JSON lines) with one write and
// syncs it, and the folder too when the file is new. A last line that a crash cut short is cut off first.
func AppendAttempt(path string, a Attempt) error {
	line, err := encode(a)
	if err != nil {
		return fmt.Errorf("append to %s: %w", path, err)
	}
	if err := appendLine(path, line); err != nil {
		return fmt.Errorf("append to %s: %w", path, err)
	}
	return nil
}

func appendLine(path string, line []byte) error {
	whole, err := wholeLines(path)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o666)
	if err != nil {
		return err
	}
	end := int64(len(whole))
	err = f.Truncate(end)
	if err == nil {
		if _, err = f.WriteAt(append(line, '\n'), end); err != nil {
			// A full disk: take back what was written of the line.
			err = errors.Join(err, f.Truncate(end))
		}
	}
	if err == nil {
		err = f.Sync()
	}
	err = errors.Join(err, f.Close())
	if err == nil && whole == nil {
		err = syncFolder(filepath.Dir(path))
	}
	return err
}

// ReadAttempts reads a trials file. A file that does not exist has no attempts,
// and a last line without its newline, left by a crash, is not read; anything
// else that is wrong is an error with file and line.
func ReadAttempts(path string) ([]Attempt, error) {
	data, err := wholeLines(path)
	if err != nil {
		return nil, err
	}
	var attempts []Attempt
	for i, line := range bytes.Split(bytes.TrimSuffix(data, []byte("\n")), []byte("\n")) {
		if len(data) == 0 {
			break
		}
		var a Attempt
		if err := json.Unmarshal(line, &a); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, i+1, err)
		}
		if (a.Trial == nil) == (a.Failure == nil) {
			return nil, fmt.Errorf("%s:%d: neither a trial nor a failure", path, i+1)
		}
		if a.Trial != nil && (a.Trial.Calls <= 0 || !(a.Trial.Seconds > 0)) {
			return nil, fmt.Errorf("%s:%d: a trial of %d calls in %g seconds", path, i+1, a.Trial.Calls, a.Trial.Seconds)
		}
		attempts = append(attempts, a)
	}
	return attempts, nil
}

// wholeLines reads a file up to its last newline. It is nil when there is no file.
func wholeLines(path string) ([]byte, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return data[:bytes.LastIndexByte(data, '\n')+1], nil
}
