package browsertest

import (
	"context"
	"io/fs"
	"log"
	"net/http"
	"net/http/httptest"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/serve"
	"github.com/hashassay/assay/internal/site"
)

// A built site, where a reader can have it from: a folder, and a server.
type built struct {
	site  *site.Site
	roots map[string]string // "file", "http" and "serve" (assay serve): the address of the site
	bases map[string]string // system -> name of the folder that it was read from
}

func build(t *testing.T, catalogue *candidate.Catalogue, sets ...*evidence.Dataset) built {
	t.Helper()
	s, err := site.Build(sets, catalogue, site.Options{Version: "v0.9.0"})
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "a site")
	if err := s.Write(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	// Below a prefix, as on any web server: nothing in the pages may know where
	// they are.
	server := httptest.NewServer(http.StripPrefix("/some/where", http.FileServerFS(s.FS())))
	t.Cleanup(server.Close)
	// And by assay itself, which forbids pages whatever they do not need.
	l, err := serve.Listen("127.0.0.1:0", false)
	if err != nil {
		t.Fatal(err)
	}
	address := serve.URL(l)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- serve.Serve(ctx, l, s.FS(), false, log.New(t.Output(), "", 0)) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	bases := map[string]string{}
	for _, d := range sets {
		bases[d.Campaign.SystemID] = filepath.Base(d.Dir)
	}
	return built{s, map[string]string{
		"file":  strings.ReplaceAll(fileRoot(dir), " ", "%20"),
		"http":  server.URL + "/some/where/",
		"serve": address,
	}, bases}
}

// kind is what kind of page a path of a site is; "" for other files.
func kind(file string) string {
	dir, name := path.Split(file)
	switch {
	case path.Ext(file) != ".html":
		return ""
	case file == "index.html":
		return "landing"
	case file == "compare.html":
		return "compare"
	case name == "index.html":
		return "system"
	case name == "method.html":
		return "method"
	case strings.Contains(dir, "/records/"):
		return "record"
	}
	return "candidate"
}

func catalogue(t testing.TB) *candidate.Catalogue {
	t.Helper()
	c, err := candidate.Load()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// A look is one page in one view.
type look struct {
	file, from string
	view       View
}

// looks are the pages to look at: one of every kind in every view from both places, and
// others that differ from those in two views.
func (b built) looks(t *testing.T) []look {
	t.Helper()
	fully := map[string]string{
		"landing": "index.html", "compare": "compare.html", "system": "bench_1/index.html", "method": "bench_1/method.html",
		"candidate": "bench_1/hash-12.html", "record": "bench_1/records/hash-12/Iphe-512-c99__hash_1024.html", // with an outlier
	}
	others := []string{
		"arm_1/index.html", "arm_1/hash-03.html", "arm_1/records/hash-03/CHash_1024__hash_65536.html", // as published
		"bench_1/hash-03.html", "bench_1/records/hash-03/CHash_1024-c99__hash_65536.html", // a crash
		"bench_1/hash-24.html", // vectors that did not pass
	}
	var looks []look
	for k, file := range fully {
		if kind(file) != k {
			t.Fatalf("%s is of kind %q", file, kind(file))
		}
		for _, view := range Views {
			looks = append(looks, look{file, "file", view}, look{file, "serve", view})
		}
	}
	for _, file := range others {
		looks = append(looks, look{file, "file", Views[2]}, look{file, "serve", Views[1]}, look{file, "http", Views[0]})
	}
	return slices.DeleteFunc(looks, func(l look) bool {
		if _, err := fs.Stat(b.site.FS(), l.file); err != nil {
			t.Error(err)
			return true
		}
		return false
	})
}

// Every kind of page, from a folder and from a server, wide and narrow, light and
// dark: nothing on the console, no request that fails or leaves the site, no page
// that must be scrolled sideways, no letter too small, and nothing grave that axe-core
// finds.
func TestPages(t *testing.T) {
	axe := LoadAxe(t)
	b := Start(t)
	s := build(t, catalogue(t), publishedSet(t), benchSet(t))
	for _, l := range s.looks(t) {
		t.Run(l.from+"/"+l.view.String()+"/"+l.file, func(t *testing.T) {
			t.Parallel()
			p := b.Open(t, s.roots[l.from], l.file, l.view)
			for _, wide := range p.Overflow() {
				t.Error(wide)
			}
			for _, small := range p.SmallText(11) {
				t.Errorf("small text in a chart: %s", small)
			}
			if h := p.Texts("h1"); len(h) != 1 || h[0] == "" {
				t.Errorf("headings of the page: %q", h)
			}
			if l.from == "file" {
				p.Screenshot(strings.TrimSuffix(l.file, ".html"))
			}
			// Both widths and both schemes once: the rest would find the same again.
			if l.from == "serve" && (l.view == Views[1] || l.view == Views[2]) {
				for _, f := range axe.Audit(p) {
					if f.Grave() {
						t.Error(f)
					} else {
						t.Log(f)
					}
				}
			}
			noFaults(t, p)
		})
	}
}

// On paper nothing is cut off at the right edge. Chromium lays a page of A4 out as 957
// pixels (190 mm at 96 for an inch, by its least shrinking of 4/3), and what is
// wider is drawn smaller than the rest.
func TestPaper(t *testing.T) {
	b := Start(t)
	s := build(t, catalogue(t), publishedSet(t), benchSet(t))
	for _, file := range []string{"index.html", "bench_1/index.html", "bench_1/hash-12.html", "bench_1/records/hash-12/Iphe-512-c99__hash_1024.html", "bench_1/method.html", "compare.html"} {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			p := b.Open(t, s.roots["file"], file, View{Width: 957, Paper: true, Dark: true})
			for _, wide := range p.Overflow() {
				t.Error(wide)
			}
			if back := Eval[string](p, "getComputedStyle(document.body).backgroundColor"); back != "rgb(255, 255, 255)" {
				t.Errorf("the paper is %s", back)
			}
			p.Screenshot("paper_" + strings.TrimSuffix(file, ".html"))
			noFaults(t, p)
		})
	}
}
