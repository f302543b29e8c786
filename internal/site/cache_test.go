package site

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// maker makes contents of a size and counts how often.
type maker struct{ made map[string]int }

func (m *maker) content(path string, size int) func() ([]byte, error) {
	return func() ([]byte, error) {
		m.made[path]++
		return bytes.Repeat([]byte(path[:1]), size), nil
	}
}

// Content is kept while there is room for it, the one that was read last longest,
// and made again after that.
func TestCacheBound(t *testing.T) {
	t.Parallel()
	c, m := newCache(100), &maker{map[string]int{}}
	read := func(path string, size int) {
		t.Helper()
		e, err := c.get(path, m.content(path, size))
		if err != nil || len(e.data) != size || e.data[0] != path[0] {
			t.Fatalf("%s: %v, %v", path, e, err)
		}
		c.release(e)
		if c.size > 100 || len(c.entries) != c.idle.Len() {
			t.Fatalf("%d bytes are kept; %d entries, %d idle", c.size, len(c.entries), c.idle.Len())
		}
	}
	for _, path := range []string{"a", "b", "a", "c", "a", "d"} { // d drives out b
		read(path, 30)
	}
	read("a", 30)
	read("c", 30)
	read("b", 30)   // drives out d
	read("e", 1000) // too large to be kept, so it drives out nothing
	for range 2 {
		read("a", 30)
	}
	for path, want := range map[string]int{"a": 1, "b": 2, "c": 1, "d": 1, "e": 1} {
		if m.made[path] != want {
			t.Errorf("%s was made %d times, want %d", path, m.made[path], want)
		}
	}
}

// However large, content that is being read is there once.
func TestCacheInUse(t *testing.T) {
	t.Parallel()
	c, m := newCache(100), &maker{map[string]int{}}
	var users []*cached
	for range 3 {
		e, err := c.get("a", m.content("a", 1000))
		if err != nil {
			t.Fatal(err)
		}
		users = append(users, e)
	}
	other, err := c.get("b", m.content("b", 90))
	if err != nil {
		t.Fatal(err)
	}
	c.release(other)
	for _, e := range users {
		if m.made["a"] != 1 || &e.data[0] != &users[0].data[0] || len(c.entries) != 2 {
			t.Errorf("made %d times; %d entries", m.made["a"], len(c.entries))
		}
		c.release(e)
	}
	if len(c.entries) != 1 || c.size != 90 {
		t.Errorf("%d entries, %d bytes are kept", len(c.entries), c.size)
	}
}

// Those who ask at once wait for one making, and not more files are made at
// once than there are CPUs.
func TestCacheAtOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := newCache(1 << 20)
		var made, now, most atomic.Int64
		var wait sync.WaitGroup
		for i := range 200 {
			wait.Go(func() {
				e, err := c.get(fmt.Sprint(i%20), func() ([]byte, error) {
					made.Add(1)
					if n := now.Add(1); n > most.Load() {
						most.Store(n)
					}
					time.Sleep(time.Second) // until all others wait
					now.Add(-1)
					return []byte("x"), nil
				})
				if err != nil {
					t.Error(err)
					return
				}
				c.release(e)
			})
		}
		wait.Wait()
		if made.Load() != 20 || most.Load() != int64(min(20, runtime.GOMAXPROCS(0))) {
			t.Errorf("%d were made, %d at once", made.Load(), most.Load())
		}
	})
}

// What went wrong is told to all who wait, and tried again for the next.
func TestCacheErrors(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := newCache(100)
		failed := errors.New("no")
		for name, content := range map[string]func() ([]byte, error){
			"error": func() ([]byte, error) { time.Sleep(time.Second); return nil, failed },
			"panic": func() ([]byte, error) { time.Sleep(time.Second); panic(failed) },
		} {
			errs := make(chan error, 4)
			for range cap(errs) {
				go func() {
					defer func() {
						if p := recover(); p != nil {
							errs <- fmt.Errorf("panic: %w", p.(error))
						}
					}()
					_, err := c.get("a", content)
					errs <- err
				}()
			}
			for range cap(errs) {
				if err := <-errs; !errors.Is(err, failed) && !(name == "panic" && errors.Is(err, errPanic)) {
					t.Errorf("%s: %v", name, err)
				}
			}
			if len(c.entries) != 0 || len(c.making) != 0 {
				t.Errorf("%s: %d entries stay, %d in the making", name, len(c.entries), len(c.making))
			}
			e, err := c.get("a", func() ([]byte, error) { return []byte("x"), nil })
			if err != nil || string(e.data) != "x" {
				t.Errorf("after %s: %v, %v", name, e, err)
			}
			c.release(e)
			c.entries, c.size = map[string]*cached{}, 0
			c.idle.Init()
		}
	})
}

// A file can be closed twice, and its content is of use until then.
func TestOpenFile(t *testing.T) {
	t.Parallel()
	files := siteOf(t, readDataset(t, publishedRun(t)))
	a, err := files.Open("index.html")
	if err != nil {
		t.Fatal(err)
	}
	b, err := files.Open("index.html")
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	}
	c := files.(siteFS).cache
	if c.idle.Len() != 0 {
		t.Error("a file that is open counts as idle")
	}
	if text, err := io.ReadAll(b); err != nil || len(text) == 0 {
		t.Errorf("%d bytes, %v", len(text), err)
	}
	b.Close()
	if c.idle.Len() != 1 {
		t.Error("a file that is closed does not count as idle")
	}
}
