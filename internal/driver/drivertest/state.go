package drivertest

import (
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"github.com/hashassay/assay/internal/driver"
)

// state counts the processes that played a script, over all of them. It lives
// in a file beside the script.
type state struct {
	Processes  map[string]int `json:"processes"`  // by mode
	Operations map[string]int `json:"operations"` // by mode, target and length
}

func operation(mode, target string, bytes int) string {
	return fmt.Sprintf("%s %s %d", mode, target, bytes)
}

// Started returns how many processes of a mode ("serve", "time", "calibrate", "stopwatch", "memory") a
// driver made by New has started, and how many for one target and message
// length in bytes (0 for serve).
func Started(t testing.TB, p *driver.Program, mode, target string, bytes int) (all, these int) {
	t.Helper()
	s, err := readState(p.Argv[3] + ".state")
	if err != nil {
		t.Fatalf("drivertest: %v", err)
	}
	return s.Processes[mode], s.Operations[operation(mode, target, bytes)]
}

func readState(path string) (*state, error) {
	s := &state{Processes: map[string]int{}, Operations: map[string]int{}}
	text, err := os.ReadFile(path)
	if os.IsNotExist(err) || err == nil && len(text) == 0 {
		return s, nil
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(text, s); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return s, nil
}

// count counts a process that starts and returns its numbers, from 1.
func count(path, mode, target string, bytes int) (process, trial int, err error) {
	unlock, err := lock(path + ".lock")
	if err != nil {
		return 0, 0, err
	}
	defer unlock()
	s, err := readState(path + ".state")
	if err != nil {
		return 0, 0, err
	}
	op := operation(mode, target, bytes)
	s.Processes[mode]++
	s.Operations[op]++
	text, err := json.Marshal(s)
	if err != nil {
		return 0, 0, err
	}
	// Renamed, so that Started never reads half a file.
	if err := os.WriteFile(path+".new", text, 0o600); err != nil {
		return 0, 0, err
	}
	return s.Processes[mode], s.Operations[op], os.Rename(path+".new", path+".state")
}
