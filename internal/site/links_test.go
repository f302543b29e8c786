package site

import (
	"bytes"
	"net/url"
	"path"
	"regexp"
	"strings"
	"testing"
)

var (
	attribute = regexp.MustCompile(`\s(href|src|action|srcset|poster|data|formaction|ping|style|on\w+)="([^"]*)"`)
	identity  = regexp.MustCompile(`\sid="([^"]*)"`)
	heading   = regexp.MustCompile(`<h([1-6])`)
	scriptTag = regexp.MustCompile(`(?i)<script\b[^>]*>`)
)

// checkPages holds every page against what all of them promise: each link leads
// to a file of the site and to an id that is there, nothing is asked of another
// host, headings follow each other, there is one script, and no code stands in a page.
func checkPages(t *testing.T, s *Site) {
	t.Helper()
	content := map[string][]byte{}
	ids := map[string]map[string]bool{}
	for _, f := range s.Files() {
		data, err := f.Content()
		if err != nil {
			t.Fatalf("%s: %v", f.Path, err)
		}
		content[f.Path] = data
		if path.Ext(f.Path) == ".html" {
			ids[f.Path] = map[string]bool{}
			for _, m := range identity.FindAllSubmatch(data, -1) {
				if ids[f.Path][string(m[1])] {
					t.Errorf("%s: two elements with id %q", f.Path, m[1])
				}
				ids[f.Path][string(m[1])] = true
			}
		}
	}
	links := 0
	for page, anchors := range ids {
		data := content[page]
		for _, want := range []string{"<!doctype html>", `<html lang="en">`, "<title>", `<main id="main">`, `href="#main"`} {
			if !bytes.Contains(data, []byte(want)) {
				t.Errorf("%s: no %s", page, want)
			}
		}
		if scripts := scriptTag.FindAll(data, -1); len(scripts) != 1 || !bytes.Contains(scripts[0], []byte(`defer src="`)) {
			t.Errorf("%s: scripts %q", page, scripts)
		}
		level := 0
		for _, m := range heading.FindAllSubmatch(data, -1) {
			next := int(m[1][0] - '0')
			if next > level+1 || level > 0 && next == 1 {
				t.Errorf("%s: a heading of level %d after one of level %d", page, next, level)
			}
			level = next
		}
		for _, m := range attribute.FindAllSubmatch(data, -1) {
			name, value := string(m[1]), strings.NewReplacer("&amp;", "&", "&#43;", "+", "&#39;", "'", "&#34;", `"`).Replace(string(m[2]))
			u, err := url.Parse(value)
			switch {
			case name != "href" && name != "src":
				t.Errorf("%s: attribute %s=%q", page, name, value)
			case err != nil:
				t.Errorf("%s: %v", page, err)
			case u.Scheme != "" || u.Host != "":
				if name != "href" || !strings.HasPrefix(value, "https://www.niccs.org.cn/") && !strings.HasPrefix(value, "https://example.org/") {
					t.Errorf("%s: %s=%q leads elsewhere", page, name, value)
				}
			default:
				links++
				file, in := page, anchors
				if u.Path != "" {
					file = path.Join(path.Dir(page), u.Path)
					in = ids[file]
				}
				if content[file] == nil {
					t.Errorf("%s: %s=%q leads to %s, which is not in the site", page, name, value, file)
				} else if file == "compare.html" && strings.HasPrefix(u.Fragment, "a=") {
					continue // a view of the page, which is no element of it
				} else if u.Fragment != "" && !in[u.Fragment] {
					t.Errorf("%s: %s=%q: %s has no such id", page, name, value, file)
				}
			}
		}
	}
	if links < 50 {
		t.Errorf("only %d links", links)
	}
}

// Two runs and a published dataset make a site without a dead link, and the
// same one each time.
func TestLinks(t *testing.T) {
	t.Parallel()
	one, other := t.TempDir(), t.TempDir()
	made{candidates: 2, labels: 3, sizes: []int{32, 1024, 65536}, trials: 5}.write(t, one)
	made{candidates: 1, labels: 2, sizes: []int{32, 1024}, trials: 2}.write(t, other)
	dirs := []string{one, other, publishedRun(t)}
	s := build(t, dirs...)
	checkPages(t, s)
	again := build(t, dirs...)
	for i, f := range s.Files() {
		a, err := f.Content()
		if err != nil {
			t.Fatal(err)
		}
		b, err := again.Files()[i].Content()
		if err != nil {
			t.Fatal(err)
		}
		if f.Path != again.Files()[i].Path || !bytes.Equal(a, b) {
			t.Errorf("%s: the same datasets give other bytes", f.Path)
		}
	}
}
