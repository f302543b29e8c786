package site

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/report"
)

// between is the part of a page from the first text to the next second one.
func between(t *testing.T, page, from, to string) string {
	t.Helper()
	_, rest, ok := strings.Cut(page, from)
	part, _, found := strings.Cut(rest, to)
	if !ok || !found {
		t.Fatalf("no %q to %q", from, to)
	}
	return part
}

// A run of a machine without a name is called a run on every page, by the name that
// headings have; a system with a name is called that.
func TestNamesOfRuns(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "20261130-175258")
	made{candidates: 1, labels: 1, sizes: []int{1024}, trials: 5}.write(t, dir)
	s := build(t, dir)
	const folder = "20261130-175258/"
	for page, want := range map[string]string{
		"index.html": "<h1><bdi>Run 20261130-175258</bdi></h1>", "hash-01.html": "Run <bdi>20261130-175258</bdi>, x86-64.",
		"records/hash-01/Mixer_512_0-c99__hash_1024.html": "hashing one message of 1 KiB in run <bdi>20261130-175258</bdi>.",
	} {
		text := content(t, s, folder+page)
		if !strings.Contains(text, want) {
			t.Errorf("%s: no %s", page, want)
		}
		if strings.Contains(text, "<bdi>"+localSystem+"</bdi>") {
			t.Errorf("%s: it is called %s", page, localSystem)
		}
	}
	d := readDataset(t, dir)
	d.Campaign.SystemID = "lab_1"
	s, err := Build([]*evidence.Dataset{d}, nil, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for page, want := range map[string]string{
		"index.html": "<h1><bdi>System lab_1</bdi></h1>", "hash-01.html": "System <bdi>lab_1</bdi>, x86-64.",
		"records/hash-01/Mixer_512_0-c99__hash_1024.html": "on system <bdi>lab_1</bdi>.",
	} {
		if !strings.Contains(content(t, s, "lab_1/"+page), want) {
			t.Errorf("%s: no %s", page, want)
		}
	}
	// One of a thing is one, and more are more.
	landing := content(t, s, "index.html")
	if !strings.Contains(landing, "<dd>1 candidate (") || !strings.Contains(landing, "; 1 implementation, 1 operation<") {
		t.Errorf("the landing page says %s", between(t, landing, "<dt>Measured</dt>", "</div>"))
	}
}

// Marks on the landing page lead to what gave them, and stand behind the name of
// the candidate; rankings name it, too, and put the time before the cycles.
func TestMarksOfTheFastest(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	made{candidates: 2, labels: 4, sizes: allSizes, trials: 9}.write(t, dir)
	s := build(t, dir)
	set := newSetOf(t, s)
	view := report.NewView(readDataset(t, dir), nil, report.Links{})
	landing, system := content(t, s, "index.html"), content(t, s, set+"/index.html")
	marked := 0
	for _, class := range view.Overview().Fastest {
		for _, r := range class.Rows {
			if len(r.Cell.Marks) == 0 {
				continue
			}
			marked++
			record := "records/" + r.ID + "/" + r.Label + "__hash_1024.html"
			if want := `(<a href="` + set + "/" + record + `#marks">` + strings.Join(r.Cell.Marks, ", ") + "</a>)"; !strings.Contains(landing, want) {
				t.Errorf("the landing page has no %s", want)
			}
			if want := "<bdi>" + r.Label + "</bdi> of <bdi>" + r.Candidate + "</bdi>, "; !strings.Contains(landing, want) {
				t.Errorf("the landing page has no %s", want)
			}
			if want := "<bdi>" + r.Label + "</bdi></a> <small><bdi>" + r.Candidate + `</bdi></small><td><a href="` + record + `">` + r.Time + "</a>"; !strings.Contains(system, want) {
				t.Errorf("the system page has no %s", want)
			}
		}
	}
	if marked == 0 {
		t.Fatal("nothing that is fastest has a mark")
	}
	// Every mark of the page is explained on it.
	rows := between(t, system, `<table id="figures-table"`, "</table>")
	legend := between(t, system, `<dl class="legend" id="legend">`, "</dl>")
	seen := map[string]bool{}
	for _, m := range regexp.MustCompile(`<span title="([^"]*)">([a-z ]+) \d</span>`).FindAllStringSubmatch(rows, -1) {
		seen[m[2]] = true
		if !strings.HasPrefix(m[1], m[2]+" (") || !strings.Contains(legend, "<dt>"+m[2]+"<dd>") {
			t.Errorf("mark %q with the title %q is not explained", m[2], m[1])
		}
	}
	if !seen["spread"] || !seen["no clock"] || !seen["busy"] {
		t.Errorf("marks %v", seen)
	}
}

// The same reason stands once in a page's notices, and message lengths have one form.
func TestSaidOnce(t *testing.T) {
	t.Parallel()
	const reason = "the kernel has no hardware cycle counter"
	dir := t.TempDir()
	made{candidates: 1, labels: 2, sizes: allSizes, trials: 5}.write(t, dir)
	s := build(t, dir)
	set := newSetOf(t, s)
	long := regexp.MustCompile(`[>, ](1024|4096|8192|16384|65536) B[<, ]`)
	for _, page := range []string{"index.html", "hash-01.html", "method.html", "records/hash-01/Mixer_512_0-c99__hash_1024.html"} {
		text := content(t, s, set+"/"+page)
		if n := strings.Count(between(t, text, `<aside class="notices"`, "</aside>"), reason); n != 1 {
			t.Errorf("%s: its notices say %d times why there are no counted cycles", page, n)
		}
		if strings.Contains(page, "record") { // which puts numbers of bytes into formulas
			text = between(t, text, "<h1>", "</h1>")
		}
		if found := long.FindString(text); found != "" {
			t.Errorf("%s: a message length is written %q", page, found)
		}
	}
}
