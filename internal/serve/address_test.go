package serve

import (
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"testing"
)

func TestListen(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"127.0.0.1:0", "localhost:0", "127.9.8.7:0"} {
		l, err := Listen(address, false)
		if err != nil {
			if strings.HasPrefix(address, "127.9") { // only on Linux are all of 127.0.0.0/8 there
				continue
			}
			t.Fatal(err)
		}
		defer l.Close()
		a, err := netip.ParseAddrPort(l.Addr().String())
		if err != nil || !a.Addr().IsLoopback() || a.Port() == 0 {
			t.Errorf("%s: listens at %v", address, l.Addr())
		}
		if want := "http://" + l.Addr().String() + "/"; URL(l) != want {
			t.Errorf("%s: %s, want %s", address, URL(l), want)
		}
	}
	// Refused before anything is opened: these need not be addresses of this machine.
	for _, address := range []string{":0", ":80", "0.0.0.0:0", "[::]:0", "192.0.2.1:0", "[2001:db8::1]:80", "[::ffff:192.0.2.1]:0", "255.255.255.255:0"} {
		if l, err := Listen(address, false); !errors.Is(err, ErrRemote) {
			t.Errorf("%s: %v, %v", address, l, err)
		}
	}
	for _, address := range []string{"", "127.0.0.1", "127.0.0.1:99999", "127.0.0.1:x", "::1:80", "http://127.0.0.1:80"} {
		if l, err := Listen(address, false); err == nil {
			t.Errorf("%s: listens at %v", address, l.Addr())
		}
	}
}

// A taken address is an error, and one that others reach is opened when asked
// for, and shown by a name that a browser here can use.
func TestListenElsewhere(t *testing.T) {
	t.Parallel()
	l, err := Listen("0.0.0.0:0", true)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if !strings.HasPrefix(URL(l), "http://127.0.0.1:") {
		t.Errorf("all interfaces are %s", URL(l))
	}
	host, port, _ := net.SplitHostPort(l.Addr().String())
	if host != "0.0.0.0" {
		t.Errorf("all interfaces of IPv4 are %s", host)
	}
	if c, err := net.Dial("tcp6", "[::1]:"+port); err == nil {
		c.Close()
		t.Error("it listens to IPv6, too")
	}
	if again, err := Listen("0.0.0.0:"+port, true); err == nil {
		again.Close()
		t.Error("one port is listened at twice")
	}
}

// What URL says is where the site is.
func TestServeAtURL(t *testing.T) {
	t.Parallel()
	l, err := Listen("127.0.0.1:0", false)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- Serve(t.Context(), l, small, false, nil) }()
	resp, err := http.Get(URL(l) + "arm_1")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if body, err := io.ReadAll(resp.Body); err != nil || !strings.HasSuffix(string(body), "system") || resp.Request.URL.Path != "/arm_1/" {
		t.Errorf("%s: %q, %v", resp.Request.URL, body, err)
	}
	// A listener that breaks is an error, other than the end that was asked for.
	l.Close()
	if err := <-ended; err == nil {
		t.Error("no error of a closed listener")
	}
}
