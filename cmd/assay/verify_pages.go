package main

import (
	"errors"
	"fmt"

	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/report"
)

// pagesResult is what assay verify --pages says of the pages of one dataset.
type pagesResult struct {
	Compared []string       `json:"compared"` // pages, relative to the folder
	Findings []pageSeverity `json:"findings"`
}

// pageSeverity is a finding with its severity: error or doubt.
type pageSeverity struct {
	Severity string `json:"severity"`
	report.PageFinding
}

// comparePages compares the published pages in dir with a dataset.
func comparePages(c *console, d *evidence.Dataset, dir string) (*pagesResult, error) {
	catalogue, err := catalogueOf(c, d, nil)
	if err != nil {
		return nil, err
	}
	comparison, err := report.ComparePages(d, catalogue, dir)
	if errors.Is(err, report.ErrNoPages) {
		return nil, withHint(err, "assay report DATASET --layout classic -o DIR writes such pages")
	}
	if err != nil {
		return nil, err
	}
	res := &pagesResult{Compared: comparison.Compared, Findings: []pageSeverity{}}
	for _, f := range comparison.Findings {
		severity := "doubt"
		if f.Wrong() {
			severity = "error"
		}
		res.Findings = append(res.Findings, pageSeverity{severity, f})
	}
	return res, nil
}

// failed says whether there is an error, or with strict any finding.
func (p *pagesResult) failed(strict bool) bool {
	for _, f := range p.Findings {
		if strict || f.Wrong() {
			return true
		}
	}
	return false
}

// pageFindingText is one line: severity, place, what the page says, and what
// follows from the dataset.
func pageFindingText(f pageSeverity) string {
	place := f.Page
	if f.Line > 0 {
		place = fmt.Sprintf("%s:%d", f.Page, f.Line)
	}
	what := map[report.PageKind]string{
		report.PageMarkup: "same text, other marks: ", report.PageCPU: "processor row: ",
	}[f.Kind]
	return fmt.Sprintf("%s: %s: %ssays %q, follows %q", f.Severity, place, what, f.Says, f.Follows)
}
