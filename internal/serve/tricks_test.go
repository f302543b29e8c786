package serve

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// tricks are paths that must not be found, whatever lies beside the site.
var tricks = []string{
	"/nothing", "/index.html/", "/index.html/x", "/arm_1/empty/", "/INDEX.HTML", "/arm_1;/index.html", "/index.html.", "/index.html%20",
	"//", "//index.html", "//127.0.0.1/index.html", "//arm_1", "/arm_1//index.html", "/arm_1//",
	"/.", "/./", "/./index.html", "/arm_1/.", "/arm_1/./index.html", "/%2e/index.html",
	"/..", "/../", "/../secret", "/../secret/index.html", "/arm_1/..", "/arm_1/../", "/arm_1/../index.html", "/arm_1/../../secret/index.html", "/...", "/.../index.html",
	"/%2e%2e", "/%2e%2e/secret/index.html", "/%2E%2e/", "/.%2e/secret/index.html", "/arm_1/%2e%2e/index.html", "/%252e%252e/secret", "/%c0%ae%c0%ae/secret",
	"/%2findex.html", "/arm_1%2findex.html", "/arm_1%2Findex.html", "/..%2fsecret", "/..%2Fsecret%2Findex.html", "/%2e%2e%2fsecret", "/%252findex.html",
	"/..%5csecret", "/%5cindex.html", "/arm_1%5Cindex.html", `/arm_1\index.html`, `/..\secret\index.html`,
	"/%00", "/index.html%00", "/index.html%00.css", "/%00/../index.html", "/arm_1/%00", "/index.html%0a", "/index.html%0d%0aX:y", "/%7f", "/%ff", "/arm_1%e2%80%ae",
	"/etc/passwd", "/proc/self/environ", "/C:/secret", "/~root/", "/file:///secret", "/http://127.0.0.1/",
	"/" + strings.Repeat("a/", 3000), "/" + strings.Repeat("x", 6000), "/" + strings.Repeat("../", 2000) + "etc/passwd", "/" + strings.Repeat("%2e%2e/", 800) + "etc/passwd",
}

// noRequests are request lines that are not even well formed.
var noRequests = []string{"/%", "/%zz", "/%2", "index.html", "../secret", "/in dex.html", "/index.html\x00", "/\x01", ""}

// No path leaves the site. Paths are sent as they stand; a client of net/http
// would clean them.
func TestTricks(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(&handler{files: small})
	defer server.Close()
	expect := func(target string, want int) {
		t.Helper()
		status, body := raw(t, server.Listener.Addr(), target)
		if status != want || strings.Contains(body, "<!doctype") != (want == 200) {
			t.Errorf("GET %.60q: %d %.60q, want %d", target, status, body, want)
		}
	}
	expect("/arm_1/", 200)
	for _, target := range tricks {
		expect(target, http.StatusNotFound)
	}
	for _, target := range noRequests {
		expect(target, http.StatusBadRequest)
	}
}

// raw sends a request for a target as it stands.
func raw(t *testing.T, addr net.Addr, target string) (status int, body string) {
	t.Helper()
	conn, err := net.Dial("tcp", addr.String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", target); err != nil {
		t.Fatal(err)
	}
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatalf("GET %.60q: %v", target, err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatalf("GET %.60q: %v", target, err)
	}
	return resp.StatusCode, string(text)
}
