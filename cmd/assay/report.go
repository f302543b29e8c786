package main

import (
	"fmt"
	"path/filepath"

	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/report"
)

type reportCmd struct {
	Run_       fileName   `arg:"" name:"run"`
	Output     fileName   `short:"o" name:"output"`
	Candidates []fileName `name:"candidates" sep:"none"`
	Table      bool       `name:"table"`
	Published  bool       `name:"published"`
	JSON       bool       `name:"json"`
}

func (v *reportCmd) Run(c *console) error {
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
	dirs := names(v.Candidates)
	if a := d.Campaign.Assay; a != nil && len(dirs) == 0 {
		dirs = a.Candidates
	}
	catalogue, err := candidate.Load(dirs...)
	if err != nil {
		return err
	}
	if v.Output == "" {
		v.Output = fileName(filepath.Join(string(v.Run_), "pages"))
	}
	paths, err := report.Write(d, catalogue, string(v.Output))
	if err != nil {
		return err
	}
	for _, p := range paths {
		fmt.Fprintln(c.stdout, p)
	}
	return nil
}
