package serve

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
)

// small is a site with all kinds of files.
var small = fstest.MapFS{
	"index.html":                  {Data: []byte("<!doctype html>landing")},
	"arm_1/index.html":            {Data: []byte("<!doctype html>system")},
	"arm_1/a:b.html":              {Data: []byte("<!doctype html>candidate")},
	"arm_1/c:d/index.html":        {Data: []byte("<!doctype html>folder")},
	"arm_1/empty/x.json":          {Data: []byte("{}")},
	"arm_1/downloads/trials.csv":  {Data: []byte("a,b\n1,2\n")},
	"arm_1/downloads/data.tar.gz": {Data: []byte("\x1f\x8b")},
	"arm_1/odd.exe":               {Data: []byte("MZ")},
	"assets/site.css":             {Data: []byte("body{}")},
	"assets/site.js":              {Data: []byte("'use strict'")},
}

// ask asks a handler as a browser on this machine does, with header fields
// given as names and values in turn.
func ask(h http.Handler, method, target string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, target, nil)
	r.Host = "127.0.0.1:8642"
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func TestFiles(t *testing.T) {
	t.Parallel()
	h := &handler{files: small}
	for _, c := range []struct{ target, file, contentType string }{
		{"/", "index.html", "text/html; charset=utf-8"},
		{"/index.html", "index.html", "text/html; charset=utf-8"},
		{"/?q=/../x", "index.html", "text/html; charset=utf-8"},
		{"/arm_1/", "arm_1/index.html", "text/html; charset=utf-8"},
		{"/arm_1/a:b.html", "arm_1/a:b.html", "text/html; charset=utf-8"},
		{"/arm%5f1/a%3Ab.html", "arm_1/a:b.html", "text/html; charset=utf-8"},
		{"/arm_1/downloads/trials.csv", "arm_1/downloads/trials.csv", "text/csv; charset=utf-8"},
		{"/arm_1/downloads/data.tar.gz", "arm_1/downloads/data.tar.gz", "application/gzip"},
		{"/arm_1/empty/x.json", "arm_1/empty/x.json", "application/json"},
		{"/arm_1/odd.exe", "arm_1/odd.exe", "application/octet-stream"},
		{"/assets/site.css", "assets/site.css", "text/css; charset=utf-8"},
		{"/assets/site.js", "assets/site.js", "text/javascript; charset=utf-8"},
	} {
		w := ask(h, "GET", c.target)
		if w.Code != 200 || !bytes.Equal(w.Body.Bytes(), small[c.file].Data) || w.Header().Get("Content-Type") != c.contentType {
			t.Errorf("GET %s: %d %q %q", c.target, w.Code, w.Header().Get("Content-Type"), w.Body)
		}
		length := w.Header().Get("Content-Length")
		head := ask(h, "HEAD", c.target)
		if head.Code != 200 || head.Body.Len() != 0 || length == "" || head.Header().Get("Content-Length") != length {
			t.Errorf("HEAD %s: %d, %v, %d bytes", c.target, head.Code, head.Header(), head.Body.Len())
		}
	}
}

// A folder without its slash is sent to the one with it, by a path that cannot
// lead to another host or scheme.
func TestRedirect(t *testing.T) {
	t.Parallel()
	h := &handler{files: small}
	for target, want := range map[string]string{
		"/arm_1":          "./arm_1/",
		"/arm_1/c:d":      "./c:d/",
		"/arm_1/c%3Ad?q=": "./c:d/",
	} {
		w := ask(h, "GET", target)
		if w.Code != http.StatusMovedPermanently || w.Header().Get("Location") != want {
			t.Errorf("GET %s: %d to %q, want %q", target, w.Code, w.Header().Get("Location"), want)
		}
	}
}

// What changes nothing on this machine is answered, nothing else is.
func TestMethods(t *testing.T) {
	t.Parallel()
	h := &handler{files: small}
	for _, method := range []string{"POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND", "get"} {
		if w := ask(h, method, "/"); w.Code != http.StatusMethodNotAllowed || w.Header().Get("Allow") != "GET, HEAD" {
			t.Errorf("%s: %d, allowed %q", method, w.Code, w.Header().Get("Allow"))
		}
	}
}

// Every answer carries the headers, one of an error too.
func TestHeaders(t *testing.T) {
	t.Parallel()
	h := &handler{files: small}
	post := ask(h, "POST", "/")
	for what, w := range map[string]*httptest.ResponseRecorder{
		"page": ask(h, "GET", "/"), "style": ask(h, "GET", "/assets/site.css"), "nothing": ask(h, "GET", "/x"), "folder": ask(h, "GET", "/arm_1"), "method": post,
	} {
		for name, want := range map[string]string{
			"X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Referrer-Policy": "no-referrer", "Cross-Origin-Resource-Policy": "same-origin",
		} {
			if got := w.Header().Get(name); got != want {
				t.Errorf("%s: %s: %q, want %q", what, name, got, want)
			}
		}
		policy := "; " + w.Header().Get("Content-Security-Policy") + ";"
		for _, want := range []string{"default-src 'none'", "script-src 'self'", "style-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"} {
			if !strings.Contains(policy, "; "+want+";") {
				t.Errorf("%s: the policy lacks %s: %s", what, want, policy)
			}
		}
		if strings.Contains(policy, "unsafe") || strings.Contains(policy, "http") || strings.Contains(policy, "*") {
			t.Errorf("%s: the policy lets in what it should not: %s", what, policy)
		}
		if w.Header().Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%s: other sites may read", what)
		}
	}
}

// Who has a file already is told so, and parts can be had.
func TestConditional(t *testing.T) {
	t.Parallel()
	h := &handler{files: small}
	first := ask(h, "GET", "/assets/site.css")
	tag := first.Header().Get("Etag")
	if other := ask(h, "GET", "/assets/site.js").Header().Get("Etag"); tag == "" || tag == other {
		t.Fatalf("entity tags %q and %q", tag, other)
	}
	if got := first.Header().Get("Cache-Control"); got != "no-cache" {
		t.Errorf("Cache-Control: %q", got)
	}
	if w := ask(h, "GET", "/assets/site.css", "If-None-Match", tag); w.Code != http.StatusNotModified || w.Body.Len() != 0 {
		t.Errorf("known: %d, %d bytes", w.Code, w.Body.Len())
	}
	if w := ask(h, "GET", "/assets/site.css", "If-None-Match", `"other"`); w.Code != 200 {
		t.Errorf("changed: %d", w.Code)
	}
	if w := ask(h, "GET", "/assets/site.css", "Range", "bytes=4-5", "If-Range", tag); w.Code != http.StatusPartialContent || w.Body.String() != "{}" {
		t.Errorf("part: %d %q", w.Code, w.Body)
	}
	if w := ask(h, "GET", "/assets/site.css", "Range", "bytes=99-"); w.Code != http.StatusRequestedRangeNotSatisfiable {
		t.Errorf("a part that is not there: %d", w.Code)
	}
	// The tag is of the content: a site with another one in its place says so.
	changed := &handler{files: fstest.MapFS{"assets/site.css": {Data: []byte("body{ }")}}}
	if w := ask(changed, "GET", "/assets/site.css", "If-None-Match", tag); w.Code != 200 {
		t.Errorf("another site: %d", w.Code)
	}
}

// Requests are answered under names that only this machine can have.
func TestHosts(t *testing.T) {
	t.Parallel()
	mine := []string{"localhost", "localhost:8642", "LocalHost:1", "127.0.0.1", "127.0.0.1:9000", "127.1.2.3:80", "[::1]:8642", "[::1]", "::1", "[::ffff:127.0.0.1]:80"}
	others := []string{
		"", "example.org", "example.org:8642", "localhost.example.org", "127.0.0.1.example.org:8642", "sub.localhost", "localhost.", "0.0.0.0:8642", "[::]:8642",
		"192.168.0.1", "10.0.0.1:8642", "[fe80::1]", "127.0.0.1@example.org", "0x7f.1", "2130706433", "localhost:80:80", "[::1", "127.0.0.1 ",
	}
	status := func(host string, anyHost bool) int {
		r := httptest.NewRequest("GET", "/", nil)
		r.Host = host
		w := httptest.NewRecorder()
		(&handler{files: small, anyHost: anyHost}).ServeHTTP(w, r)
		return w.Code
	}
	for _, host := range mine {
		if got := status(host, false); got != 200 {
			t.Errorf("host %q: %d", host, got)
		}
	}
	for _, host := range others {
		if got := status(host, false); got != http.StatusMisdirectedRequest {
			t.Errorf("host %q: %d", host, got)
		}
		if got := status(host, true); got != 200 {
			t.Errorf("host %q, where any is allowed: %d", host, got)
		}
	}
}

// broken is a site whose files cannot be read.
type broken struct{ fs.FS }

func (b broken) Open(name string) (fs.File, error) {
	f, err := b.FS.Open(name)
	if err == nil && strings.HasSuffix(name, ".css") {
		return damaged{f}, nil
	}
	if err == nil && strings.HasSuffix(name, ".js") {
		return struct{ fs.File }{f}, nil
	}
	return f, err
}

type damaged struct{ fs.File }

func (damaged) Read([]byte) (int, error)       { return 0, errors.New("read /home/somebody/secret") }
func (damaged) Seek(int64, int) (int64, error) { return 0, nil }

var _ io.ReadSeeker = damaged{}

// An error of the file system is no missing page. Its text, which can name
// files of this machine, is for the log.
func TestErrors(t *testing.T) {
	t.Parallel()
	for target, why := range map[string]string{"/assets/site.css": "somebody", "/assets/site.js": "not seekable"} {
		var logged bytes.Buffer
		h := &handler{files: broken{small}, errorLog: log.New(&logged, "", 0)}
		w := ask(h, "GET", target)
		if w.Code != http.StatusInternalServerError || strings.Contains(w.Body.String(), why) || w.Header().Get("Etag") != "" {
			t.Errorf("GET %s: %d %q %v", target, w.Code, w.Body, w.Header())
		}
		if !strings.Contains(logged.String(), why) {
			t.Errorf("GET %s: logged %q", target, logged.String())
		}
	}
	var logged bytes.Buffer
	h := &handler{files: small, errorLog: log.New(&logged, "", 0)}
	if w := ask(h, "GET", "/nothing"); w.Code != http.StatusNotFound || logged.Len() > 0 {
		t.Errorf("a missing page: %d, logged %q", w.Code, logged.String())
	}
}
