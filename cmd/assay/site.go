package main

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/site"
)

type siteCmd struct {
	Runs       []fileName `arg:"" name:"run"`
	Output     fileName   `short:"o" name:"output" required:""`
	Candidates []fileName `name:"candidates" sep:"none"`
}

func (v *siteCmd) Run(c *console) error {
	s, err := siteOf(c, names(v.Runs), names(v.Candidates))
	if err != nil {
		return err
	}
	if err := s.Write(string(v.Output)); errors.Is(err, site.ErrInTheWay) {
		return withHint(err, "choose a folder that does not exist yet")
	} else if err != nil {
		return err
	}
	fmt.Fprintf(c.stdout, "%s: %d files; open %s\n", v.Output, len(s.Files()), filepath.Join(string(v.Output), "index.html"))
	return nil
}

// siteOf makes the site of the runs and datasets in folders.
func siteOf(c *console, folders, candidates []string) (*site.Site, error) {
	var sets []*evidence.Dataset
	for _, dir := range folders {
		d, err := evidence.ReadDataset(dir)
		if err != nil {
			return nil, err
		}
		sets = append(sets, d)
	}
	catalogue, err := catalogueOfAll(c, sets, candidates)
	if err != nil {
		return nil, err
	}
	return site.Build(sets, catalogue, site.Options{Version: version()})
}
