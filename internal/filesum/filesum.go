// Package filesum computes the digests of many files: several files at once on
// several CPUs, short files together where the hash computes several messages
// at once, and long files piece by piece. No file is ever held whole: memory is
// bounded by the number of jobs, whatever the number and length of the files.
package filesum

import (
	"errors"
	"io"

	"github.com/hashassay/assay/internal/candidate"
)

// Work is a list of files and the hash to compute of each.
type Work struct {
	Hash  candidate.GoHash
	Files []string
	// Open opens a file of the list.
	Open func(name string) (io.ReadCloser, error)
	// Jobs is how many CPUs may be busy at the same time, at least 1.
	Jobs int
	// Idle, if not nil, is called whenever all that is ready has been reported and
	// the next digest must be waited for: the time to show what was buffered.
	Idle func()
}

// A unit is a stretch of the list that one worker does. Its short files are
// hashed together, so a unit should be long enough to fill the lanes of a kernel
// several times, and short enough that all workers end at about the same time.
const (
	longestUnit = 64 // files
	unitsPerJob = 4  // at least, if there are so many files
)

// unit is files[first:first+len(results)].
type unit struct {
	first   int
	files   []string
	results []result
	done    chan struct{}
}

type result struct {
	digest []byte
	err    error
}

// Run computes all digests and calls report for each file, in the order of the
// list, from one goroutine. An error in opening or reading a file is reported
// like a digest. Run ends early with the error that report returns.
func (w Work) Run(report func(i int, digest []byte, err error) error) error {
	if w.Jobs < 1 {
		return errors.New("filesum: at least one job is needed")
	}
	size := min(max(len(w.Files)/(unitsPerJob*w.Jobs), 1), longestUnit)
	// The queue keeps the order. Its length bounds how far workers run ahead of
	// what has been reported.
	queue := make(chan *unit, 2*w.Jobs)
	todo := make(chan *unit)
	stop := make(chan struct{})
	defer close(stop)
	go func() {
		defer close(queue)
		defer close(todo)
		for first := 0; first < len(w.Files); first += size {
			files := w.Files[first:min(first+size, len(w.Files))]
			u := &unit{first: first, files: files, results: make([]result, len(files)), done: make(chan struct{})}
			select {
			case queue <- u:
			case <-stop:
				return
			}
			select {
			case todo <- u:
			case <-stop:
				return
			}
		}
	}()
	for range min(w.Jobs, len(w.Files)) {
		go func() {
			worker := w.newWorker()
			for u := range todo {
				worker.do(u)
				close(u.done)
			}
		}()
	}
	for u := range queue {
		select {
		case <-u.done:
		default:
			if w.Idle != nil {
				w.Idle()
			}
			<-u.done
		}
		for i, r := range u.results {
			if err := report(u.first+i, r.digest, r.err); err != nil {
				return err
			}
		}
	}
	return nil
}
