package serve

import (
	"bytes"
	"fmt"
	"io/fs"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/site"
)

// realSite is the site of a published dataset with links that lead out of it,
// one of them by the name of a known-answer log.
func realSite(t *testing.T) *site.Site {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "run")
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("..", "publish", "testdata", "run"))); err != nil {
		t.Fatal(err)
	}
	secret := filepath.Join(filepath.Dir(dir), "secret.json")
	if err := os.WriteFile(secret, []byte(`"top secret"`), 0o666); err != nil {
		t.Fatal(err)
	}
	d, err := evidence.ReadDataset(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"kat/hash-12/Iphe-512-c99.log", "records/hash-12/Iphe-512-c99__hash_32.json", "plan.json", "memory.json", "secret.json", "records/hash-12/secret.json"} {
		link := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.Remove(link); err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		if err := os.Symlink(secret, link); err != nil {
			t.Skip("this system makes no links here: ", err)
		}
	}
	s, err := site.Build([]*evidence.Dataset{d}, nil, site.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Every file of a real site is served as it is, and nothing that links of the
// dataset lead to, at any path.
func TestRealSite(t *testing.T) {
	t.Parallel()
	s := realSite(t)
	h := &handler{files: s.FS()}
	kinds := map[string]int{}
	for _, f := range s.Files() {
		data, err := f.Content()
		if err != nil {
			t.Fatal(err)
		}
		w := ask(h, "GET", "/"+f.Path)
		if w.Code != 200 || !bytes.Equal(w.Body.Bytes(), data) {
			t.Errorf("%s: %d, %d bytes, want %d", f.Path, w.Code, w.Body.Len(), len(data))
		}
		if bytes.Contains(data, []byte("top secret")) {
			t.Errorf("%s holds what a link leads to", f.Path)
		}
		kinds[w.Header().Get("Content-Type")]++
	}
	for _, kind := range []string{"text/html; charset=utf-8", "text/css; charset=utf-8", "text/javascript; charset=utf-8", "image/svg+xml", "application/gzip", "application/json"} {
		if kinds[kind] == 0 {
			t.Errorf("nothing is served as %s: %v", kind, kinds)
		}
	}
	if n := kinds["application/octet-stream"]; n > 0 {
		t.Errorf("%d files are of an unknown kind", n)
	}
	for _, target := range []string{
		"/run/kat/hash-12/Iphe-512-c99.txt", "/run/kat/hash-12/Iphe-512-c99.log", "/run/records/hash-12/Iphe-512-c99__hash_32.json", "/run/data/plan.json", "/run/data/memory.json",
		"/run/data/secret.json", "/run/secret.json", "/run/records/hash-12/secret.json", "/secret.json", "/run/../secret.json", "/run/%2e%2e/%2e%2e/secret.json",
		"/run/campaign.json", "/run/build.json", "/run/lib/Iphe-512-c99.guide.log",
	} {
		if w := ask(h, "GET", target); w.Code != http.StatusNotFound {
			t.Errorf("GET %s: %d %.40q", target, w.Code, w.Body)
		}
	}
	// Two records were read, one of them still is there.
	if w := ask(h, "GET", "/run/records/hash-12/Iphe-512-c99__hash_1024.json"); w.Code != 200 {
		t.Errorf("the other record: %d", w.Code)
	}
}

// The tricks find nothing in a real site either.
func TestTricksOnRealSite(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(&handler{files: realSite(t).FS()})
	defer server.Close()
	for _, target := range tricks {
		target = strings.ReplaceAll(target, "arm_1", "run")
		if status, body := raw(t, server.Listener.Addr(), target); status != http.StatusNotFound {
			t.Errorf("GET %.60q: %d %.60q", target, status, body)
		}
	}
	if status, _ := raw(t, server.Listener.Addr(), "/run/"); status != 200 {
		t.Errorf("the site itself: %d", status)
	}
}

// Pages load nothing that the policy of the answers forbids: no style and no
// script within a page, nothing of other hosts.
func TestPolicyFitsPages(t *testing.T) {
	t.Parallel()
	s := realSite(t)
	pages := 0
	for _, f := range s.Files() {
		if !strings.HasSuffix(f.Path, ".html") {
			continue
		}
		pages++
		data, err := fs.ReadFile(s.FS(), f.Path)
		if err != nil {
			t.Fatal(err)
		}
		text := string(data)
		for _, forbidden := range []string{" style=", "<style", "<script>", " onclick=", " onload=", "javascript:", "<iframe", "<form", "<base", `src="http`, `src="//`, `<link rel="stylesheet" href="http`} {
			if strings.Contains(text, forbidden) {
				t.Errorf("%s holds %s", f.Path, forbidden)
			}
		}
	}
	if pages < 5 {
		t.Error(fmt.Sprint(pages, " pages"))
	}
}

// A file of the dataset that changed after it was read is refused, by itself and
// in the archive; the pages stay what they were.
func TestChangedDataset(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "run")
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("..", "publish", "testdata", "run"))); err != nil {
		t.Fatal(err)
	}
	d, err := evidence.ReadDataset(dir)
	if err != nil {
		t.Fatal(err)
	}
	s, err := site.Build([]*evidence.Dataset{d}, nil, site.Options{})
	if err != nil {
		t.Fatal(err)
	}
	const record = "records/hash-12/Iphe-512-c99__hash_32.json"
	file := filepath.Join(dir, filepath.FromSlash(record))
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, bytes.Replace(data, []byte("PASS"), []byte("FAIL"), 1), 0o666); err != nil {
		t.Fatal(err)
	}
	var errors strings.Builder
	h := &handler{files: s.FS(), errorLog: log.New(&errors, "", 0)}
	for _, name := range []string{record, "downloads/dataset.tar.gz"} {
		w := ask(h, "GET", "/run/"+name)
		if w.Code != http.StatusGone || w.Header().Get("Content-Type") != "text/plain; charset=utf-8" || !strings.Contains(w.Body.String(), "was changed after the server read it") || strings.Contains(w.Body.String(), dir) {
			t.Errorf("%s: %d %v %q", name, w.Code, w.Header(), w.Body)
		}
	}
	if !strings.Contains(errors.String(), "Iphe-512-c99__hash_32.json") {
		t.Errorf("its user is told %q", errors.String())
	}
	for _, name := range []string{"", "hash-12.html", "records/hash-12/Iphe-512-c99__hash_32.html", "records/hash-12/Iphe-512-c99__hash_1024.json", "downloads/trials.csv.gz"} {
		if w := ask(h, "GET", "/run/"+name); w.Code != 200 {
			t.Errorf("/run/%s: %d", name, w.Code)
		}
	}
	// Put back, it is what the pages were made of.
	if err := os.WriteFile(file, data, 0o666); err != nil {
		t.Fatal(err)
	}
	if w := ask(h, "GET", "/run/"+record); w.Code != 200 {
		t.Errorf("the same file again: %d", w.Code)
	}
}
