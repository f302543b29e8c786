package browsertest

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/evidence"
)

// Text that does something wherever it is taken for anything but text. All of it opens a
// dialog, which is a fault of the page.
const (
	scriptText = `<script>alert(1)</script>`
	closing    = `</title></style></script></svg></textarea>--><script>alert(2)</script>`
	imageText  = `<img src=x onerror=alert(3)>`
	quoteText  = `" onmouseover="alert(4)" x='"` + "`"
	svgText    = `<svg onload=alert(5)>`
	templated  = `{{.}}${alert(6)}`
	addressed  = `javascript:alert(7)`
	reversed   = "abc \u202egnp.exe\u2067 def" // a right-to-left override and an isolate, neither closed
	controls   = "bell \a, escape \x1b[31m, zero-width \u200b, line\nbreak, tab\tend"
)

// unbroken is a word of 10,000 characters.
var unbroken = strings.Repeat("W", 10_000)

// hostileSet is a run whose every text is hostile. File names, which system and
// candidate ids and labels are made into, cannot hold a slash or more than 255 bytes;
// build entries can.
func hostileSet(t testing.TB) *evidence.Dataset {
	r := newRun(t, "bench "+scriptText, time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC))
	// An id that is markup, one with quotes, one that asks for the folder above, those
	// of our own pages, and two that only case tells apart.
	ids := []string{imageText, quoteText, "%2e%2e%2findex", "index", "method", "Index", "hash-99", reversed}
	for i, id := range ids {
		instance := []string{"Mix", svgText, quoteText, reversed, addressed, templated, strings.Repeat("W", 200), "a b&amp;c#d?e=f"}[i]
		e := r.implementation(id, instance, "c99", 512, 1000+100*float64(i), 10, map[int]operationFactors{1024: outlier, 65536: nil})
		e.KAT, e.Assay.Detail = "MISMATCH", scriptText+quoteText+reversed
	}
	for _, label := range []string{unbroken, closing, controls, "../../../etc/passwd"} {
		r.build.Instances["hash-99/"+label] = &evidence.BuildEntry{
			Candidate: "hash-99", Label: label, Instance: label, Variant: imageText, Flags: quoteText, KAT: "CRYPTOFAIL", KATLog: "../../../../etc/passwd",
			Assay: &evidence.BuildAssay{Role: "candidate", Implementation: svgText, Language: "c", KATFiles: []string{imageText}, Detail: unbroken + closing},
		}
	}
	for _, rec := range r.records {
		rec.Environment.CPUModel, rec.Environment.OS, rec.Environment.Hostname = closing, imageText, unbroken
		rec.Assay.HostProblems = []string{scriptText, reversed, unbroken}
		rec.Assay.CycleReason, rec.Assay.Message, rec.Assay.Kernel = quoteText, closing, svgText
		rec.Assay.Marks = append(rec.Assay.Marks, svgText)
		for i := range rec.Assay.Failures {
			rec.Assay.Failures[i].Failure.Status, rec.Assay.Failures[i].Failure.Detail = imageText, controls+closing+unbroken
		}
		if rec.Figures != nil {
			rec.BuildFlags = closing
		}
	}
	c := r.campaign
	c.HostProblems, c.HistoryNote, c.HarnessAdditions = []string{closing, reversed}, quoteText+reversed+unbroken, imageText
	c.EnvironmentAtStart.CPUModel, c.EnvironmentAtStart.Kernel, c.EnvironmentAtStart.Architecture = scriptText+reversed, closing, svgText
	c.Assay.LeftOut, c.Assay.GoVersion, c.Assay.ExecPrefix = []string{closing, unbroken}, svgText, []string{imageText, quoteText}
	c.Assay.Version, c.Assay.Only, c.Assay.Candidates = scriptText, quoteText, []string{closing}
	c.Assay.Drivers = map[string]string{imageText: closing}
	c.HostChecks[1].Problems, c.HostChecks[1].Phase = []string{imageText, unbroken}, svgText
	c.ArchConfig.Reference, c.ArchConfig.Performance = closing, reversed
	for _, m := range r.memory.Instances {
		m.NotMeasured = closing + reversed
	}
	return r.set()
}

func hostileCatalogue() *candidate.Catalogue {
	return &candidate.Catalogue{Candidates: []*candidate.Candidate{
		{ID: "hash-99", Name: scriptText + reversed, Page: addressed, Origin: closing, Notes: []string{closing, quoteText, reversed, unbroken, controls}},
		{ID: imageText, Name: unbroken, Page: `https://example.org/"><script>alert(8)</script>`, Notes: []string{"[click](" + addressed + ")"}},
	}}
}

// Hostile text is shown as text, breaks no layout and runs nothing, in every page of
// every kind, with the script on: it handles the same text again.
func TestHostileText(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("file names of windows cannot hold the text")
	}
	s := build(t, hostileCatalogue(), hostileSet(t), benchSet(t))
	b := Start(t)
	var files []string
	records := 0
	for _, f := range s.site.Files() {
		k := kind(f.Path)
		if k == "record" {
			// One of an outlier and one of a crash are as good as all of them.
			if !strings.HasSuffix(f.Path, "__hash_1024.html") && !strings.HasSuffix(f.Path, "__hash_65536.html") || records > 4 {
				continue
			}
			records++
		}
		if k != "" && !strings.HasPrefix(f.Path, "bench_1/") {
			files = append(files, f.Path)
		}
	}
	seen := map[string]bool{}
	for i, file := range files {
		seen[kind(file)] = true
		view, from := Views[i%4], "http"
		if i%3 == 0 {
			from = "file"
		}
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			p := b.Open(t, s.roots[from], escapePath(file), view)
			// Everything that the script can be made to do with the text.
			Eval[bool](p, `(() => {
				document.querySelectorAll('th button').forEach((e) => e.click());
				for (const s of document.querySelectorAll('select')) {
					for (const o of Array.from(s.options, (o) => o.value).concat(s.value)) {
						s.value = o;
						s.dispatchEvent(new Event('change', {bubbles: true}));
					}
				}
				document.querySelectorAll('[data-series]').forEach((e) => e.dispatchEvent(new Event('pointerover', {bubbles: true})));
				return true;
			})()`)
			if tags := Eval[[]string](p, `Array.from(document.querySelectorAll('script:not([src]), img, iframe, object, embed, base, form, style'), (e) => e.outerHTML.slice(0, 100))`); len(tags) > 0 {
				t.Errorf("elements that no page has: %q", tags)
			}
			if attributes := Eval[[]string](p, `Array.from(document.querySelectorAll('*')).flatMap((e) => Array.from(e.attributes))
				.filter((a) => a.name.startsWith('on') || a.name === 'style' || /^(xlink:)?(href|src|action|formaction|data|srcdoc)$/.test(a.name) && /^[\s\x00-\x1f]*[a-z]+:/i.test(a.value) && !/^https:/.test(a.value))
				.map((a) => a.name + '=' + a.value.slice(0, 100))`); len(attributes) > 0 {
				t.Errorf("attributes that run something: %q", attributes)
			}
			// A mark that is not closed would turn the text after it: none is shown.
			if loose := Eval[[]string](p, `(() => {
				const out = [], walk = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
				while (walk.nextNode()) {
					if (walk.currentNode.parentElement.closest('title, option')) continue; // nothing stands beside these
					if (/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(walk.currentNode.data)) out.push(walk.currentNode.parentElement.outerHTML.slice(0, 120));
				}
				return out;
			})()`); len(loose) > 0 {
				t.Errorf("marks that turn text: %q", loose)
			}
			for _, wide := range p.Overflow() {
				t.Error(wide)
			}
			if !strings.Contains(Eval[string](p, "document.body.textContent"), "alert(") {
				t.Error("no hostile text is shown at all")
			}
			if view == Views[0] || view == Views[3] {
				p.Screenshot("hostile-" + kind(file))
			}
			noFaults(t, p)
		})
	}
	for _, k := range []string{"landing", "compare", "system", "method", "candidate", "record"} {
		if !seen[k] {
			t.Errorf("no page of kind %q", k)
		}
	}
}

// escapePath writes a path of a site in an address.
func escapePath(file string) string {
	return strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23", " ", "%20").Replace(file)
}
