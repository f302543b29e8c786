package filesum

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"

	"github.com/hashassay/assay/internal/candidate"
)

// sha is SHA-256 as a Go implementation; its batches are counted.
func sha(batches *atomic.Int64) candidate.GoHash {
	return candidate.GoHash{
		New: sha256.New,
		Sum: func(digest, msg []byte, bits uint64) {
			d := sha256.Sum256(msg[:bits/8])
			copy(digest, d[:])
		},
		Batch: func(digests, msgs [][]byte) {
			batches.Add(1)
			for i, m := range msgs {
				d := sha256.Sum256(m)
				copy(digests[i], d[:])
			}
		},
	}
}

// content is the text of a file whose name is its length.
func content(name string) []byte {
	n, _ := strconv.Atoi(name)
	return bytes.Repeat([]byte(name+"."), n/(len(name)+1)+1)[:n]
}

func open(name string) (io.ReadCloser, error) {
	switch name {
	case "absent":
		return nil, errors.New("absent: not here")
	case "broken":
		return io.NopCloser(io.MultiReader(bytes.NewReader(content("3000000")), iotest.ErrReader(errors.New("broken: read error")))), nil
	case "broken at once":
		return io.NopCloser(iotest.ErrReader(errors.New("broken: read error"))), nil
	}
	// Half a read at a time: short reads are not the end of a file.
	return io.NopCloser(iotest.HalfReader(bytes.NewReader(content(name)))), nil
}

func TestRun(t *testing.T) {
	names := []string{
		"0", "1", "absent", strconv.Itoa(short - 1), strconv.Itoa(short), strconv.Itoa(short + 1), "broken", strconv.Itoa(piece),
		strconv.Itoa(short + 1 + piece), strconv.Itoa(short + 1 + 2*piece), strconv.Itoa(3*piece + 77), "broken at once",
	}
	for i := range 500 {
		names = append(names, strconv.Itoa(i*31))
	}
	for _, jobs := range []int{1, 2, 7, 1000} {
		for _, files := range [][]string{nil, names[:1], names[7:8], names[:12], names} {
			var batches atomic.Int64
			w := Work{Hash: sha(&batches), Files: files, Open: open, Jobs: jobs}
			next := 0
			err := w.Run(func(i int, digest []byte, err error) error {
				if i != next {
					t.Fatalf("%d jobs: file %d is reported when %d was to come", jobs, i, next)
				}
				next++
				if name := files[i]; strings.Contains(name, "b") {
					if err == nil || !strings.HasPrefix(err.Error(), strings.Fields(name)[0]) {
						t.Errorf("%s: error is %v", name, err)
					}
				} else if want := sha256.Sum256(content(name)); err != nil || !bytes.Equal(digest, want[:]) {
					t.Errorf("%d jobs: file of %s bytes: %x (%v), want %x", jobs, name, digest, err, want)
				}
				return nil
			})
			if err != nil || next != len(files) {
				t.Errorf("%d jobs: %d of %d files reported, error %v", jobs, next, len(files), err)
			}
			if n := batches.Load(); len(files) == len(names) && jobs < 10 && (n == 0 || n > 260) {
				t.Errorf("%d jobs: %d batches for %d files", jobs, n, len(files))
			}
		}
	}
}

// A report that fails ends the work, and later files are not reported.
func TestRunStops(t *testing.T) {
	var batches atomic.Int64
	files := slices.Repeat([]string{"100"}, 5000)
	stop := fmt.Errorf("enough")
	calls := 0
	err := Work{Hash: sha(&batches), Files: files, Open: open, Jobs: 3}.Run(func(int, []byte, error) error {
		if calls++; calls == 10 {
			return stop
		}
		return nil
	})
	if err != stop || calls != 10 {
		t.Errorf("after %d reports the error is %v, want 10 and %v", calls, err, stop)
	}
}

// Whatever is ready has been reported before the work waits for more.
func TestIdle(t *testing.T) {
	var batches atomic.Int64
	reported, idle := 0, -1
	gate := make(chan struct{})
	w := Work{Hash: sha(&batches), Files: []string{"1", "2", "slow"}, Jobs: 3, Open: func(name string) (io.ReadCloser, error) {
		if name == "slow" {
			<-gate
			name = "3"
		}
		return open(name)
	}}
	w.Idle = func() {
		if idle = reported; reported == 2 {
			close(gate)
		}
	}
	err := w.Run(func(int, []byte, error) error { reported++; return nil })
	if err != nil || reported != 3 || idle != 2 {
		t.Errorf("idle after %d of %d reports, error %v", idle, reported, err)
	}
}

func TestNoJobs(t *testing.T) {
	if err := (Work{}).Run(nil); err == nil {
		t.Error("no jobs were accepted")
	}
}
