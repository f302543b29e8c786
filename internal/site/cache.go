package site

import (
	"bytes"
	"container/list"
	"errors"
	"runtime"
	"sync"
)

// cacheBytes bounds what a cache keeps of files that nobody reads: nearly all of
// the site of a full run.
const cacheBytes = 8 << 20

// cache keeps the content of files of a site. Content that is being read is
// there once, however many read it; that of other files is kept up to a bound and
// made again when it is asked for. No more files are made at once than there
// are CPUs, since each may take much memory.
type cache struct {
	bound  int // of idle content, in bytes
	making chan struct{}

	mu      sync.Mutex
	entries map[string]*cached // by path
	idle    list.List          // of *cached that nobody reads, the latest first
	size    int                // of those, in bytes
}

// cached is the content of one file.
type cached struct {
	path  string
	made  chan struct{} // closed when data and err are final
	data  []byte
	err   error
	users int           // who read it now
	place *list.Element // in idle; nil while somebody reads
}

func newCache(bound int) *cache {
	return &cache{bound: bound, making: make(chan struct{}, runtime.GOMAXPROCS(0)), entries: map[string]*cached{}}
}

// get returns the content of a file, made by content if it is not there, for
// release to give back. The caller does not change it.
func (c *cache) get(path string, content func() ([]byte, error)) (*cached, error) {
	e, mine := c.use(path)
	got := false
	defer func() {
		if !got { // after a panic, too
			c.release(e)
		}
	}()
	if mine {
		c.fill(e, content)
	}
	<-e.made
	if e.err != nil {
		return nil, e.err
	}
	got = true
	return e, nil
}

// use finds or begins an entry, which the caller is to make in the second case.
func (c *cache) use(path string) (e *cached, mine bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e = c.entries[path]
	if e == nil {
		e, mine = &cached{path: path, made: make(chan struct{})}, true
		c.entries[path] = e
	}
	if e.place != nil {
		c.idle.Remove(e.place)
		c.size -= len(e.data)
		e.place = nil
	}
	e.users++
	return e, mine
}

// errPanic is what those get who wait for content whose making panics.
var errPanic = errors.New("the content could not be made")

func (c *cache) fill(e *cached, content func() ([]byte, error)) {
	c.making <- struct{}{}
	defer func() {
		<-c.making
		close(e.made)
	}()
	e.err = errPanic
	e.data, e.err = content()
	if cap(e.data) > len(e.data)+len(e.data)/8 { // a buffer that grew, up to twice as large
		e.data = bytes.Clone(e.data)
	}
}

// release says that one who got an entry has read it.
func (c *cache) release(e *cached) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e.users--
	if e.users > 0 {
		return
	}
	if e.err != nil || len(e.data) > c.bound { // an error may be gone next time
		delete(c.entries, e.path)
		return
	}
	e.place = c.idle.PushFront(e)
	c.size += len(e.data)
	for c.size > c.bound {
		last := c.idle.Remove(c.idle.Back()).(*cached)
		c.size -= len(last.data)
		delete(c.entries, last.path)
	}
}
