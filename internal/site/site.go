// Package site makes a web site of runs and datasets: pages that show the view
// model of package report as HTML, the records as JSON, and files to download.
//
// A site is a list of files whose content is made when it is asked for, so the
// same one can be written to a folder ([Site.Write]) or served ([Site.FS]). All
// links are relative: the pages work from a folder and below any address. They
// ask nothing of any other host, and are readable without their one script, which
// sorts, filters, highlights and sets rows beside each other.
//
//	index.html                                    the systems measured
//	compare.html                                  all figures of all systems, any two beside each other
//	SYSTEM/index.html                             one system: ranking, chart, all figures
//	SYSTEM/CAND.html                              one candidate there
//	SYSTEM/records/CAND/LABEL__hash_N.html, .json one operation: how its figures are computed
//	SYSTEM/kat/CAND/LABEL.txt, SYSTEM/data/*.json what the figures rest on
//	SYSTEM/method.html, SYSTEM/downloads/
//	assets/
//
// The same datasets give the same bytes. Text of a dataset is shown as text,
// wherever it came from: html/template escapes it, and paths are made of it by
// package-local rules (names.go).
package site

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/evidence"
)

// Options are settings of a site.
type Options struct {
	Version string // of assay, shown at the foot of pages
}

// Site is a site: files in a fixed order.
type Site struct {
	files  []*File
	byPath map[string]*File
}

// File is a file of a site.
type File struct {
	Path string // slash path below the site's root

	content func() ([]byte, error)
}

// Content makes the content of the file. It is not kept.
func (f *File) Content() ([]byte, error) { return f.content() }

// Files lists the files of the site.
func (s *Site) Files() []*File { return s.files }

// add adds a file. Paths are those of names.go, so two of one path are a
// programmer's error.
func (s *Site) add(path string, content func() ([]byte, error)) {
	if s.byPath[path] != nil {
		panic("site: two files at " + path)
	}
	f := &File{Path: path, content: content}
	s.files = append(s.files, f)
	s.byPath[path] = f
}

// builder makes a site.
type builder struct {
	options   Options
	site      *Site
	sets      []*set // in the order given
	catalogue *candidate.Catalogue
}

// Build makes the site of datasets, in the order that they were given; pages
// list them newest first. catalogue supplies names, notes and page addresses, and
// may be nil. Nothing is rendered yet: an error says that a dataset cannot be
// shown at all.
func Build(sets []*evidence.Dataset, catalogue *candidate.Catalogue, o Options) (*Site, error) {
	if len(sets) == 0 {
		return nil, errors.New("site: no dataset")
	}
	b := &builder{options: o, catalogue: catalogue, site: &Site{byPath: map[string]*File{}}}
	folders := newNames("assets", "compare", "index")
	for _, d := range sets {
		s, err := newSet(d, catalogue, folders)
		if err != nil {
			return nil, fmt.Errorf("site: %w", err)
		}
		b.sets = append(b.sets, s)
	}
	b.tellApart()
	b.page("index.html", "landing.html", func(f frame) any { return b.landing(f) })
	b.page("compare.html", "compare.html", func(f frame) any { return b.compare(f) }, crumb{"Systems", "index.html"})
	for _, s := range b.sets {
		b.addSet(s)
	}
	b.site.add(stylesheet, styles)
	b.site.add(icon, func() ([]byte, error) { return assets.ReadFile(icon) })
	b.site.add(script, scripts)
	return b.site, nil
}

// tellApart gives sets of one name names of their own: the newest keeps it, the
// others have the folder that they are in behind it.
func (b *builder) tellApart() {
	seen := map[string]bool{}
	for _, s := range b.newest() {
		if seen[s.name] {
			s.name += " (" + s.folder + ")"
		}
		seen[s.name] = true
	}
}

// page adds a page that a template makes of what model returns.
func (b *builder) page(path, template string, model func(frame) any, crumbs ...crumb) {
	f := frame{Root: strings.Repeat("../", strings.Count(path, "/")), Crumbs: crumbs, Version: b.options.Version}
	b.site.add(path, func() ([]byte, error) {
		var out bytes.Buffer
		if err := templates().ExecuteTemplate(&out, template, model(f)); err != nil {
			return nil, fmt.Errorf("page %s: %w", path, err)
		}
		return out.Bytes(), nil
	})
}

// newest lists the sets, newest first.
func (b *builder) newest() []*set {
	sets := slices.Clone(b.sets)
	slices.SortStableFunc(sets, func(x, y *set) int {
		return strings.Compare(y.data.Campaign.StartedUTC, x.data.Campaign.StartedUTC)
	})
	return sets
}
