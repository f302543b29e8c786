package browsertest

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A page with everything wrong is found out: without this, pages without faults would
// prove nothing.
func TestBadPage(t *testing.T) {
	b := Start(t)
	server := httptest.NewServer(http.FileServer(http.Dir("testdata")))
	defer server.Close()
	p := b.Open(t, server.URL+"/", "bad.html", View{Width: 360})
	faults := strings.Join(p.Faults(), "\n")
	for _, want := range []string{
		"request that leaves the site: https://example.org/style.css", "request failed: https://example.org/style.css",
		"console.log: \"hello\"", "exception: Uncaught Error: thrown", "request failed: " + server.URL + "/missing.png: status 404",
	} {
		if !strings.Contains(faults, want) {
			t.Errorf("not found: %s", want)
		}
	}
	if wide := strings.Join(p.Overflow(), "\n"); !strings.Contains(wide, "A paragraph that is too wide") || strings.Contains(wide, "reaches to 30") {
		t.Errorf("what is too wide: %s", wide)
	}
	if small := p.SmallText(11); len(small) != 1 || !strings.HasSuffix(small[0], "px: small print") {
		t.Errorf("small text: %q", small)
	}
	if texts := p.Texts("p"); !slices.Contains(texts, "Text that is hard to read.") {
		t.Errorf("texts: %q", texts)
	}
	if t.Failed() {
		t.Log(faults)
	}
	// With scripts off there is neither the line on the console nor the exception.
	p = b.Open(t, server.URL+"/", "bad.html", View{Width: 1280, NoScripts: true})
	if faults := strings.Join(p.Faults(), "\n"); strings.Contains(faults, "console.log") || strings.Contains(faults, "exception") || !strings.Contains(faults, "missing.png") {
		t.Errorf("with scripts off: %s", faults)
	}
}

// axe-core finds what is wrong with the same page.
func TestBadPageAudit(t *testing.T) {
	axe := LoadAxe(t)
	p := Start(t).Open(t, "file://"+filepath.ToSlash(folder())+"/testdata/", "bad.html", View{Width: 1280})
	var rules []string
	for _, f := range axe.Audit(p) {
		if f.Grave() {
			rules = append(rules, f.Rule)
		}
	}
	for _, want := range []string{"color-contrast", "document-title", "html-has-lang", "image-alt"} {
		if !slices.Contains(rules, want) {
			t.Errorf("%s is not among %q", want, rules)
		}
	}
}
