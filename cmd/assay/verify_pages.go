package main

import (
	"errors"
	"fmt"

	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/report"
	"github.com/hashassay/assay/internal/verify"
)

// addPages compares the published pages in pages with a dataset and adds what it
// finds to the report. A dataset that cannot be read has no pages to compare.
func addPages(c *console, r *verify.Report, dir, pages string) error {
	d, err := evidence.ReadDataset(dir)
	if err != nil {
		r.NotChecked = append(r.NotChecked, fmt.Sprintf("pages: %v", err))
		return nil
	}
	catalogue, err := catalogueOf(c, d, nil)
	if err != nil {
		return err
	}
	comparison, err := report.ComparePages(d, catalogue, pages)
	if errors.Is(err, report.ErrNoPages) {
		return withHint(err, "assay report DATASET --layout classic -o DIR writes such pages")
	}
	if err != nil {
		return err
	}
	for _, f := range comparison.Findings {
		r.Add(pageFinding(f))
	}
	return nil
}

// pageFinding is a finding about a page as one about a dataset: the file is the
// page, below the folder of the pages.
func pageFinding(f report.PageFinding) verify.Finding {
	severity, field := verify.Doubt, "page"
	if f.Wrong() {
		severity = verify.Error
	}
	if f.Line > 0 {
		field = fmt.Sprintf("line %d", f.Line)
	}
	switch f.Kind {
	case report.PageMarkup:
		field += " (same text, other marks)"
	case report.PageCPU:
		field += " (processor row)"
	}
	return verify.Finding{Severity: severity, File: f.Page, Field: field, Says: f.Says, Follows: f.Follows}
}
