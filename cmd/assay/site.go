package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/site"
)

type siteCmd struct {
	Runs       []fileName `arg:"" name:"run"`
	Output     fileName   `short:"o" name:"output" required:"" placeholder:"DIR"`
	Candidates []fileName `name:"candidates" sep:"none"`
}

func (v *siteCmd) Run(c *console) error {
	ctx, stop := interruptible()
	defer stop()
	return v.write(ctx, c)
}

// write writes the site, unless ctx ends before.
func (v *siteCmd) write(ctx context.Context, c *console) error {
	s, err := siteOf(ctx, c, names(v.Runs), names(v.Candidates))
	if err == nil {
		err = s.Write(ctx, string(v.Output))
	}
	switch {
	case errors.Is(err, context.Canceled):
		c.warn("interrupted; no site was written")
		return exitCode(exitInterrupted)
	case errors.Is(err, site.ErrInTheWay):
		return withHint(err, "choose a folder that does not exist yet")
	case errors.Is(err, site.ErrInside):
		return withHint(err, "choose a folder elsewhere: assay verify takes what is not evidence in a run or dataset for an error")
	case errors.Is(err, evidence.ErrChanged):
		return withHint(err, "nothing was written; try again when nobody writes to the run")
	case err != nil:
		return err
	}
	fmt.Fprintf(c.stdout, "%s: %d files; open %s\n", v.Output, len(s.Files()), filepath.Join(string(v.Output), "index.html"))
	left, err := site.Left(string(v.Output))
	for _, name := range left {
		c.warn("%s was left by an assay site that was killed; delete it, unless one is at work", name)
	}
	return err
}

// siteOf makes the site of the runs and datasets in folders, unless ctx ends
// before.
func siteOf(ctx context.Context, c *console, folders, candidates []string) (*site.Site, error) {
	var sets []*evidence.Dataset
	for _, dir := range folders {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
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
