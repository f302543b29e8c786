package site

import (
	"bytes"
	"html"
	"path"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"unicode"

	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/evidence"
)

const hostileText = "\"quoted\" 'too' </script><script>alert(1)</script> {{.}} &lt;b&gt; <!-- --> \u202egpj.exe\u2066 שלום javascript:alert(1)"

var (
	tag  = regexp.MustCompile(`<[^>]*>`)
	aria = regexp.MustCompile(`aria-label="[^"]*"`)
)

// hostile is a run and a catalogue in which everything that can be text is hostile.
func hostile(t *testing.T) (*evidence.Dataset, *candidate.Catalogue) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("no such file names here")
	}
	dir := path.Join(t.TempDir(), `<b onclick="alert(1)">`)
	labels := []string{`"><img src=x onerror=alert(1)>`, "../..", "a b\u202ec", "index", strings.Repeat("long", 2500)}
	made{
		candidates: 3, labels: len(labels), sizes: []int{32, 1024}, trials: 3, text: hostileText,
		name: func(c, l int) (string, string) {
			return []string{"<script>", "index", "compare"}[c], labels[l]
		},
	}.write(t, dir)
	d := readDataset(t, dir)
	d.Campaign.SystemID = hostileText
	d.Campaign.Assay.GoVersion, d.Campaign.EnvironmentAtStart.CPUModel = hostileText, hostileText
	for _, r := range d.Records {
		r.KAT, r.Flags, r.Status = hostileText, hostileText, evidence.Failed
		r.BuildFlags, r.Assay.Marks = hostileText, append(r.Assay.Marks, hostileText)
		r.Environment.CPUModel, r.Environment.OS = hostileText, hostileText
		r.Assay.Failures = []evidence.Attempt{{Failure: &evidence.Failure{Status: "CRASH", Detail: hostileText}}}
	}
	for _, e := range d.Build.Instances {
		e.KAT, e.Flags, e.GuideResult = hostileText, hostileText, hostileText
	}
	c := &candidate.Catalogue{Candidates: []*candidate.Candidate{
		{ID: "<script>", Name: hostileText, Page: "javascript:alert(1)", Notes: []string{hostileText}},
		{ID: "index", Name: hostileText, Page: `https://example.org/"><script>alert(1)</script>`, Notes: []string{hostileText}},
	}}
	return d, c
}

// Hostile text of a dataset is text: no tag, attribute or address is made of it,
// nothing unprintable is left of it, and every link still leads.
func TestHostile(t *testing.T) {
	t.Parallel()
	d, c := hostile(t)
	s, err := Build([]*evidence.Dataset{d, d}, c, Options{Version: hostileText})
	if err != nil {
		t.Fatal(err)
	}
	checkPages(t, s)
	for _, f := range s.Files() {
		for _, part := range strings.Split(f.Path, "/") {
			if !regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9._-]{0,200}$`).MatchString(part) {
				t.Errorf("path %q", f.Path)
			}
		}
		if path.Ext(f.Path) != ".html" {
			continue
		}
		page, err := f.Content()
		if err != nil {
			t.Fatal(err)
		}
		for _, bad := range []string{"<img", "<b ", "<b>", "onerror=alert(1)>", "<script>", `href="javascript`, "<!--", "ZgotmplZ", "%!"} {
			if i := bytes.Index(page, []byte(bad)); i >= 0 {
				t.Errorf("%s holds %q: …%q…", f.Path, bad, page[max(0, i-60):min(len(page), i+60)])
			}
		}
		// What is read: text, and what screen readers say.
		read := tag.ReplaceAllString(string(page), " ")
		for _, said := range aria.FindAllString(string(page), -1) {
			read += said
		}
		for _, r := range read {
			if r != '\n' && !unicode.IsPrint(r) {
				t.Errorf("%s holds %U", f.Path, r)
				break
			}
		}
		for _, word := range strings.Fields(read) {
			if len(word) > 400 {
				t.Errorf("%s holds a word of %d bytes: %.60s…", f.Path, len(word), word)
			}
		}
	}
	// What could not be a part of markup is there as text.
	landing := string(readFile(t, s.FS(), "index.html"))
	if !strings.Contains(html.UnescapeString(landing), `"quoted" 'too' </script><script>alert(1)</script>`) {
		t.Error("the landing page does not show the text")
	}
}

// A site is written with such names, too.
func TestHostileWrite(t *testing.T) {
	t.Parallel()
	d, c := hostile(t)
	s, err := Build([]*evidence.Dataset{d}, c, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Write(t.Context(), path.Join(t.TempDir(), "site")); err != nil {
		t.Error(err)
	}
}
