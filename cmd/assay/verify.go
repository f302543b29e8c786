package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/hashassay/assay/internal/verify"
	"github.com/hashassay/assay/internal/visible"
)

type verifyCmd struct {
	Datasets []fileName `arg:"" name:"dataset"`
	Pages    fileName   `name:"pages"`
	Strict   bool       `name:"strict"`
	JSON     bool       `name:"json"`
}

func (v *verifyCmd) Run(c *console) error {
	reports := []*verify.Report{}
	failed := false
	for _, dir := range names(v.Datasets) {
		r, err := verify.Dataset(dir)
		if errors.Is(err, verify.ErrNotDataset) {
			return withHint(err, "name the folder of a run, such as runs/20261130-120000, or of a published system, such as performance/data/arm_1")
		}
		if err != nil {
			return err
		}
		if v.Pages != "" {
			if err := addPages(c, r, dir, string(v.Pages)); err != nil {
				return err
			}
		}
		reports = append(reports, r)
		failed = failed || r.Count(verify.Error) > 0 || v.Strict && r.Count(verify.Doubt) > 0
	}
	if v.JSON {
		if err := printJSON(c, reports); err != nil {
			return err
		}
	} else {
		for _, r := range reports {
			printFindings(c.stdout, r)
		}
	}
	if failed {
		return exitCode(exitFailed)
	}
	return nil
}

// alike is the number of findings of one kind that are printed. A machine that
// is never quiet gives a doubt for every record; ten of them say it all.
const alike = 10

// printFindings prints a report: a line for each finding, what could not be
// checked, and the sum of it all last, where a terminal shows it.
func printFindings(w io.Writer, r *verify.Report) {
	printed := map[string]int{}
	for _, f := range r.Findings {
		kind := kindOf(f)
		if printed[kind]++; printed[kind] <= alike {
			fmt.Fprintln(w, visible.Line(f.String()))
		}
	}
	for _, f := range r.Findings { // in the order of the first of each kind
		kind := kindOf(f)
		if n := printed[kind] - alike; n > 0 {
			fmt.Fprintf(w, "%s: %d more about %s (--json lists all)\n", f.Severity, n, f.Kind())
		}
		printed[kind] = 0
	}
	for _, text := range r.NotChecked {
		fmt.Fprintf(w, "not checked: %s\n", text)
	}
	fmt.Fprintf(w, "%s: system %s, %s, %s: %s, %s\n", r.Dataset, r.SystemID,
		count(r.Records, "record"), count(r.Trials, "trial"), count(r.Count(verify.Error), "error"), count(r.Count(verify.Doubt), "doubt"))
}

func kindOf(f verify.Finding) string { return string(f.Severity) + f.Kind() }

// count writes a number of things.
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %s", n, strings.TrimSpace(thing)+"s")
}
