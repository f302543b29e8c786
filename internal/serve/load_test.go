package serve

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
)

// Ten thousand requests, two hundred at once, over loopback, for pages and
// downloads of the sizes of a real site: every answer is whole, and client and
// server together stay below 100 MB.
func TestLoad(t *testing.T) {
	const requests, atOnce, bound = 10_000, 200, 100 << 20
	files := fstest.MapFS{}
	for i := range 40 {
		files[fmt.Sprintf("arm_1/page-%d.html", i)] = &fstest.MapFile{Data: bytes.Repeat([]byte{byte('a' + i%26)}, 8<<10*(1+i%5))}
	}
	files["index.html"] = &fstest.MapFile{Data: bytes.Repeat([]byte("x"), 300<<10)}
	files["arm_1/downloads/dataset.tar.gz"] = &fstest.MapFile{Data: bytes.Repeat([]byte("x"), 4<<20)}
	// A target of each hundred is the long download, so that all in all nearly
	// half of what is sent is.
	target := func(i int) string {
		switch {
		case i%100 == 0:
			return "arm_1/downloads/dataset.tar.gz"
		case i%10 == 0:
			return "index.html"
		}
		return fmt.Sprintf("arm_1/page-%d.html", i%40)
	}
	l, err := Listen("127.0.0.1:0", false)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- Serve(ctx, l, files, false, nil) }()

	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: atOnce}}
	var next, sent atomic.Int64
	var clients sync.WaitGroup
	for range atOnce {
		clients.Go(func() {
			buf := make([]byte, 32<<10)
			for {
				i := int(next.Add(1)) - 1
				if i >= requests {
					return
				}
				name := target(i)
				n, err := fetch(client, URL(l)+name, files[name].Data, buf)
				sent.Add(n)
				if err != nil {
					t.Errorf("request %d: %v", i, err)
				}
			}
		})
	}
	clients.Wait()
	client.CloseIdleConnections()
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	t.Logf("%d MB were sent; %d MB of memory in all, %d MB of it heap", sent.Load()>>20, m.Sys>>20, m.HeapSys>>20)
	if m.Sys > bound {
		t.Errorf("%d MB of memory, want at most %d", m.Sys>>20, bound>>20)
	}
}

// fetch gets a file and compares it with what it should be. n is the number of
// bytes that came.
func fetch(client *http.Client, url string, want, buf []byte) (n int64, err error) {
	resp, err := client.Get(url)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != 200 {
		return 0, fmt.Errorf("%s: %s", url, resp.Status)
	}
	for {
		k, err := resp.Body.Read(buf)
		if !bytes.HasPrefix(want[n:], buf[:k]) {
			return n, fmt.Errorf("%s: another content at byte %d", url, n)
		}
		n += int64(k)
		if err == io.EOF {
			break
		}
		if err != nil {
			return n, err
		}
	}
	if n != int64(len(want)) {
		return n, fmt.Errorf("%s: %d bytes, want %d", url, n, len(want))
	}
	return n, nil
}
