package serve

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"
)

// pipes is a listener whose connections are pipes of no capacity, so that the
// time of a bubble of synctest, which passes as soon as all wait, is all the
// time there is.
type pipes struct {
	made   chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func newPipes() *pipes { return &pipes{made: make(chan net.Conn), closed: make(chan struct{})} }

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.made:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error   { p.once.Do(func() { close(p.closed) }); return nil }
func (p *pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 80} }

// dial returns the client's end of a connection once it is accepted.
func (p *pipes) dial() net.Conn {
	client, server := net.Pipe()
	p.made <- server
	return client
}

// serving runs f beside a server of files, whose clock stands still but for
// waiting, and ends the server, which must have no error.
func serving(t *testing.T, files fstest.MapFS, f func(t *testing.T, p *pipes)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		p := newPipes()
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- Serve(ctx, p, files, false, log.New(t.Output(), "", 0)) }()
		f(t, p)
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

const request = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"

// cutOff reads until the server closes the connection and says after what time
// it did.
func cutOff(t *testing.T, conn net.Conn) (answer string, after time.Duration) {
	t.Helper()
	start := time.Now()
	text, err := io.ReadAll(conn)
	if err != nil {
		t.Fatal(err)
	}
	return string(text), time.Since(start)
}

// Clients that say nothing, or too little, are cut off.
func TestSlowRequests(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		send string
		want time.Duration
	}{
		"nothing":        {"", headerTime},
		"half a line":    {"GET / HT", headerTime},
		"half a header":  {"GET / HTTP/1.1\r\nHost: localhost\r\nX:", headerTime},
		"body not there": {"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n", requestTime},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			serving(t, small, func(t *testing.T, p *pipes) {
				conn := p.dial()
				defer conn.Close()
				io.WriteString(conn, c.send)
				answer, after := cutOff(t, conn)
				if after > c.want || strings.Contains(answer, "200 OK") {
					t.Errorf("cut off after %v with %q, want %v", after, answer, c.want)
				}
			})
		})
	}
}

// A header that comes byte by byte, each of them in good time, is as slow.
func TestTrickledHeader(t *testing.T) {
	t.Parallel()
	serving(t, small, func(t *testing.T, p *pipes) {
		conn := p.dial()
		defer conn.Close()
		go io.Copy(io.Discard, conn) // a pipe has no room for the answer that says why
		start := time.Now()
		for _, b := range []byte(request) {
			if _, err := conn.Write([]byte{b}); err != nil {
				break
			}
			time.Sleep(time.Second)
		}
		if after := time.Since(start); after > headerTime+time.Second {
			t.Errorf("cut off after %v, want %v", after, headerTime)
		}
	})
}

// A connection that is kept for another request is closed when there is none.
func TestIdle(t *testing.T) {
	t.Parallel()
	serving(t, small, func(t *testing.T, p *pipes) {
		conn := p.dial()
		defer conn.Close()
		r := bufio.NewReader(conn)
		for range 3 { // it is kept so long
			io.WriteString(conn, request)
			resp, err := http.ReadResponse(r, nil)
			if err != nil {
				t.Fatal(err)
			}
			if body, err := io.ReadAll(resp.Body); err != nil || resp.StatusCode != 200 || len(body) == 0 {
				t.Fatalf("%d, %d bytes, %v", resp.StatusCode, len(body), err)
			}
			time.Sleep(idleTime - time.Second)
		}
		if _, after := cutOff(t, conn); after != time.Second {
			t.Errorf("closed %v after the time it may idle", after)
		}
	})
}

// Who takes an answer too slowly does not get all of it, and who takes it at
// the rate that is asked for does.
func TestSlowAnswers(t *testing.T) {
	t.Parallel()
	files := fstest.MapFS{"index.html": {Data: bytes.Repeat([]byte("x"), 4<<20)}}
	for name, c := range map[string]struct {
		rate  int // bytes per second
		whole bool
	}{
		"too slow":    {minRate / 2, false},
		"not at all":  {0, false},
		"fast enough": {minRate + minRate/8, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			serving(t, files, func(t *testing.T, p *pipes) {
				conn := p.dial()
				defer conn.Close()
				io.WriteString(conn, request)
				resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
				if err != nil {
					t.Fatal(err)
				}
				start, n := time.Now(), int64(0)
				if c.rate == 0 {
					time.Sleep(time.Hour)
				}
				for err == nil {
					var k int64
					k, err = io.CopyN(io.Discard, resp.Body, int64(max(c.rate, 1)))
					n += k
					if c.rate > 0 {
						time.Sleep(time.Second)
					}
				}
				if whole := n == 4<<20 && errors.Is(err, io.EOF); whole != c.whole {
					t.Errorf("%d bytes in %v, then %v", n, time.Since(start), err)
				}
			})
		})
	}
}

// A header without end is answered with an error long before it fills the
// memory.
func TestLongHeader(t *testing.T) {
	t.Parallel()
	serving(t, small, func(t *testing.T, p *pipes) {
		conn := p.dial()
		defer conn.Close()
		sent := make(chan int)
		go func() {
			n, _ := io.WriteString(conn, "GET / HTTP/1.1\r\nHost: localhost\r\n") // a pipe tells of its other end's errors
			for i := 0; i < 1<<20; i++ {
				k, err := io.WriteString(conn, "X: "+strings.Repeat("y", 1000)+"\r\n")
				n += k
				if err != nil {
					break
				}
			}
			sent <- n
		}()
		resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil || resp.StatusCode != http.StatusRequestHeaderFieldsTooLarge {
			t.Errorf("%v, %v", resp, err)
		}
		if n := <-sent; n > 2*maxHeaderBytes {
			t.Errorf("%d bytes of a header were taken", n)
		}
	})
}

// When the server ends, an answer under way comes to its end, and a client that does not
// take it is not waited for long.
func TestEnd(t *testing.T) {
	t.Parallel()
	for name, takes := range map[string]bool{"taken": true, "not taken": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				p := newPipes()
				ctx, cancel := context.WithCancel(t.Context())
				ended := make(chan error, 1)
				files := fstest.MapFS{"index.html": {Data: bytes.Repeat([]byte("x"), 1<<20)}}
				go func() { ended <- Serve(ctx, p, files, false, nil) }()
				conn := p.dial()
				defer conn.Close()
				io.WriteString(conn, request)
				resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
				if err != nil {
					t.Fatal(err)
				}
				cancel()
				synctest.Wait()
				start := time.Now()
				if takes {
					if n, err := io.Copy(io.Discard, resp.Body); n != 1<<20 || err != nil {
						t.Errorf("%d bytes, %v", n, err)
					}
				}
				if err := <-ended; err != nil {
					t.Error(err)
				}
				if after := time.Since(start); after > endTime {
					t.Errorf("ended after %v", after)
				}
				if _, err := p.Accept(); !errors.Is(err, net.ErrClosed) {
					t.Error("the listener is open")
				}
			})
		})
	}
}

// No more connections are accepted than may be open; the next has its turn as
// soon as one is closed.
func TestConnections(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newPipes()
		l := limit(p, 2)
		accepted := make(chan net.Conn, 3)
		go func() {
			defer close(accepted)
			for {
				c, err := l.Accept()
				if err != nil {
					return
				}
				accepted <- c
			}
		}()
		for range 2 {
			defer p.dial().Close()
		}
		go func() { p.dial() }()
		synctest.Wait()
		if len(accepted) != 2 {
			t.Fatalf("%d connections are open, want 2", len(accepted))
		}
		first := <-accepted
		first.Close()
		first.Close() // counts once
		synctest.Wait()
		if len(accepted) != 2 {
			t.Fatalf("%d connections are open besides the closed one, want 2", len(accepted))
		}
		// One that waits for room does not keep the listener from closing.
		l.Close()
		synctest.Wait()
		for c := range accepted {
			c.Close()
		}
	})
}
