package main

import (
	"fmt"
	"path/filepath"

	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/report"
)

type reportCmd struct {
	Run_       string   `arg:"" name:"run"`
	Output     string   `short:"o" name:"output"`
	Candidates []string `name:"candidates" sep:"none"`
	Table      bool     `name:"table"`
	Published  bool     `name:"published"`
	JSON       bool     `name:"json"`
}

func (v *reportCmd) Run(c *console) error {
	d, err := evidence.ReadDataset(v.Run_)
	if err != nil {
		return err
	}
	if v.JSON {
		return printJSON(c, newResults(d))
	}
	if v.Table || v.Published {
		return report.Table(c.stdout, d, v.Published)
	}
	dirs := v.Candidates
	if a := d.Campaign.Assay; a != nil && len(dirs) == 0 {
		dirs = a.Candidates
	}
	catalogue, err := candidate.Load(dirs...)
	if err != nil {
		return err
	}
	if v.Output == "" {
		v.Output = filepath.Join(v.Run_, "pages")
	}
	paths, err := report.Write(d, catalogue, v.Output)
	if err != nil {
		return err
	}
	for _, p := range paths {
		fmt.Fprintln(c.stdout, p)
	}
	return nil
}
