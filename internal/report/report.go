// Package report renders datasets: one view model, and Markdown templates over it.
//
// The numbers follow the rules of the published pages (format.go), so that
// figures can be compared as they are printed. Whatever makes a figure doubtful
// (a host that is not fit, estimated cycles, trials that disagree, known-answer
// vectors that did not pass) stands on top of every page and beside the figure.
package report

import (
	"bytes"
	"embed"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"text/template"

	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/evidence"
)

//go:embed templates/*.md
var templateFiles embed.FS

// Parsed when first used: most processes of a run are drivers and render nothing.
var templates = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{
		"text": text, "code": code, "cell": cell, "link": link, "webLink": webLink,
		"marks":    marksCell,
		"notice":   Notice.markdown,
		"seconds":  WholeSeconds,
		"inc":      func(i int) int { return i + 1 },
		"estimate": func() string { return approximately },
	}).ParseFS(templateFiles, "templates/*.md"))
})

func marksCell(marks []string) string { return text(strings.Join(marks, ", ")) }

// Write writes the pages of a dataset into dir: <cand>.md for each candidate,
// summary.md, method.md and performance.md. Existing pages that differ are replaced whole. catalogue
// supplies names, page addresses and notes; it may be nil, and a candidate it
// does not know is shown by its identifier. It returns the paths written. The
// folder is made if it is not there.
func Write(d *evidence.Dataset, catalogue *candidate.Catalogue, dir string) ([]string, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("pages: %w", err)
	}
	v := NewView(d, catalogue, Links{File: newPaths(dir, d.Dir).to})
	type output struct {
		name, template string
		data           any
	}
	var outputs []output
	for _, id := range d.CandidateIDs() {
		if err := checkPageName(id); err != nil {
			return nil, err
		}
		outputs = append(outputs, output{pageName(id), "candidate.md", v.CandidatePage(id)})
	}
	outputs = append(outputs,
		output{"summary.md", "summary.md", v.SummaryPage()},
		output{"method.md", "method.md", v.MethodPage()},
		output{"performance.md", "performance.md", v.PerformancePage()})

	var written []string
	for _, o := range outputs {
		page, err := render(o.template, o.data)
		if err != nil {
			return written, fmt.Errorf("page %s: %w", o.name, err)
		}
		path := filepath.Join(dir, o.name)
		if err := writePage(path, page); err != nil {
			return written, err
		}
		written = append(written, path)
	}
	return written, nil
}

// writePage leaves a page as it is that says the same already.
func writePage(path string, page []byte) error {
	if info, err := os.Lstat(path); err == nil && info.Mode().IsRegular() && info.Size() == int64(len(page)) {
		if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, page) {
			return nil
		}
	}
	return evidence.WriteFile(path, page)
}

func render(name string, data any) ([]byte, error) {
	var b bytes.Buffer
	if err := templates().ExecuteTemplate(&b, name, data); err != nil {
		return nil, err
	}
	return append(bytes.TrimRight(b.Bytes(), "\n"), '\n'), nil
}

func pageName(id string) string { return id + ".md" }

var safeName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]*$`)

// checkPageName keeps a page inside of its folder, and off the pages that have
// names of their own.
func checkPageName(id string) error {
	if !safeName.MatchString(id) || slices.Contains([]string{"summary", "method", "performance"}, id) {
		return fmt.Errorf("build.json: candidate %q cannot be the name of a page (letters, digits, '.', '_' and '-'; not \"summary\", \"method\" or \"performance\")", id)
	}
	return nil
}
