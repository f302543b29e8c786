package site

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/hashassay/assay/internal/evidence"
)

// A record whose figures were edited does not lead any list, and both pages that
// show it say so first.
func TestEditedRecord(t *testing.T) {
	t.Parallel()
	dir := publishedRun(t)
	before := content(t, build(t, dir), "index.html")
	if !strings.Contains(before, "Fastest at 1 KiB") {
		t.Fatal("nothing is fastest")
	}
	file := filepath.Join(dir, "records/hash-12/Iphe-512-c99__hash_1024.json")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	number := regexp.MustCompile(`("median(?:_trial)?_seconds": )[0-9.e-]+`)
	if len(number.FindAll(data, -1)) != 2 {
		t.Fatal("the record has other figures")
	}
	write(t, file, number.ReplaceAllString(string(data), "${1}1e-09"))
	s := build(t, dir)
	for _, page := range []string{"index.html", "run/index.html", "run/hash-12.html", "compare.html"} {
		text := content(t, s, page)
		if !strings.Contains(text, "Figures that do not follow from their trials:") {
			t.Errorf("%s has no notice", page)
		}
	}
	if landing := content(t, s, "index.html"); strings.Contains(landing, "1 ns") || strings.Contains(landing, "Fastest at 1 KiB") {
		t.Error("the edited record leads the landing page")
	}
	system := content(t, s, "run/index.html")
	if !strings.Contains(system, "its figures at 1 KiB do not follow from its trials") || !strings.Contains(system, `id="mark-unfounded"`) {
		t.Error("the page of the system does not say why it has no place, or what the mark means")
	}
	if record := content(t, s, "run/records/hash-12/Iphe-512-c99__hash_1024.html"); !strings.Contains(record, "other than its trials give: median_trial_seconds, assay.median_seconds") {
		t.Error("the page of the record does not name the figures")
	}
}

// Runs of one name have headings of their own, on all pages the same.
func TestSameNames(t *testing.T) {
	t.Parallel()
	s := build(t, smallRun(t), smallRun(t), smallRun(t))
	heading := regexp.MustCompile(`<h3><a href="([^"]*)/index.html"><bdi>([^<]*)</bdi>`)
	seen := map[string]bool{}
	compare := content(t, s, "compare.html")
	for _, m := range heading.FindAllStringSubmatch(content(t, s, "index.html"), -1) {
		if seen[m[2]] {
			t.Errorf("two headings are %s", m[2])
		}
		seen[m[2]] = true
		if page := content(t, s, m[1]+"/index.html"); !regexp.MustCompile(`<h1><bdi>[A-Z][a-z]+ ` + regexp.QuoteMeta(m[2]) + `</bdi>`).MatchString(page) {
			t.Errorf("the page of %s has another heading", m[2])
		}
		if !strings.Contains(compare, `data-name="`+m[2]+`"`) {
			t.Errorf("the compare page has no %s", m[2])
		}
	}
	if len(seen) != 3 || !seen["small"] {
		t.Errorf("headings %v", seen)
	}
}

// A run that goes on says so, and claims no check of its host that was not made.
func TestNotEnded(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	put(t, dir, "campaign.json", &evidence.Campaign{SystemID: "bench", StartedUTC: "2026-11-30T12:00:00.000000+00:00", HostChecks: []evidence.HostCheck{{Phase: "build"}}})
	put(t, dir, "build.json", &evidence.Build{Instances: map[string]*evidence.BuildEntry{
		"hash-12/Iphe-512-go": {Candidate: "hash-12", Label: "Iphe-512-go", Instance: "Iphe-512", Variant: "go", KAT: "PASS"},
	}})
	s := build(t, dir)
	landing, system := content(t, s, "index.html"), content(t, s, "bench/index.html")
	for _, page := range []string{landing, system} {
		if !strings.Contains(page, "Measured from 2026-11-30T12:00:00 UTC on, and not ended") || !strings.Contains(page, "The run has not ended:") || strings.Contains(page, "not ended UTC") {
			t.Error("a page does not say that the run has not ended")
		}
	}
	if strings.Contains(landing, "the checks found nothing") || !strings.Contains(landing, "not checked for measuring") {
		t.Error("the landing page tells of a check that was not made")
	}
	// A class in which nothing has a place is no table.
	ranking := system[strings.Index(system, `id="ranking"`):strings.Index(system, `id="figures"`)]
	if strings.Contains(ranking, "<table") || !strings.Contains(ranking, "not timed at 1 KiB") {
		t.Errorf("ranking: %s", ranking)
	}
}
