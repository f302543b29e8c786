package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/report"
)

type reportCmd struct {
	Run_       fileName   `arg:"" name:"run"`
	Output     fileName   `short:"o" name:"output"`
	Candidates []fileName `name:"candidates" sep:"none"`
	Layout     string     `name:"layout" default:"assay"`
	Table      bool       `name:"table"`
	Published  bool       `name:"published"`
	JSON       bool       `name:"json"`
}

// layouts are the ways to lay out pages.
var layouts = map[string]func(*evidence.Dataset, *candidate.Catalogue, string) ([]string, error){
	"assay":   report.Write,
	"classic": report.WriteClassic,
}

func (v *reportCmd) Run(c *console) error {
	write := layouts[v.Layout]
	if write == nil {
		return withHint(fmt.Errorf("layout %q is not known", v.Layout), "the layouts are assay and classic")
	}
	if v.Output != "" && (v.Table || v.Published || v.JSON) {
		return withHint(errors.New("-o is the folder that pages are written to; --table, --published and --json print"), "send the output to a file with >")
	}
	d, err := evidence.ReadDataset(string(v.Run_))
	if err != nil {
		return err
	}
	if v.JSON {
		return printJSON(c, newResults(d))
	}
	if v.Table || v.Published {
		return report.Table(c.stdout, d, v.Published)
	}
	catalogue, err := catalogueOf(c, d, names(v.Candidates))
	if err != nil {
		return err
	}
	if v.Output == "" {
		v.Output = fileName(filepath.Join(string(v.Run_), "pages"))
	}
	paths, err := write(d, catalogue, string(v.Output))
	if err != nil {
		return err
	}
	for _, p := range paths {
		fmt.Fprintln(c.stdout, p)
	}
	return nil
}

// catalogueOf loads the catalogue with the folders given, or else with those
// that the run was made with. A dataset from elsewhere names folders that are
// not here; its pages then show these candidates by their identifiers.
func catalogueOf(c *console, d *evidence.Dataset, dirs []string) (*candidate.Catalogue, error) {
	return catalogueOfAll(c, []*evidence.Dataset{d}, dirs)
}

// catalogueOfAll is catalogueOf for several datasets.
func catalogueOfAll(c *console, sets []*evidence.Dataset, dirs []string) (*candidate.Catalogue, error) {
	if len(dirs) > 0 {
		return candidate.Load(dirs...)
	}
	for _, d := range sets {
		if d.Campaign.Assay == nil {
			continue
		}
		for _, dir := range d.Campaign.Assay.Candidates {
			if slices.Contains(dirs, dir) {
				continue
			}
			if _, err := os.Stat(dir); err != nil {
				c.warn("candidates of the run are not here and go without their names and notes: %v", err)
				continue
			}
			dirs = append(dirs, dir)
		}
	}
	return candidate.Load(dirs...)
}
