package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/hashassay/assay/internal/publish"
)

type publishCmd struct {
	Run_    fileName `arg:"" name:"run"`
	Dir     fileName `arg:"" name:"dir"`
	System  string   `name:"system"`
	Systems fileName `name:"systems" default:"systems.toml"`
}

func (v *publishCmd) Run(c *console) error {
	ctx, stop := interruptible()
	defer stop()
	res, err := publish.Publish(ctx, string(v.Run_), string(v.Dir), publish.Options{System: v.System, Systems: string(v.Systems)})
	if errors.Is(err, context.Canceled) {
		c.warn("interrupted; no dataset was written")
		return exitCode(exitInterrupted)
	}
	if err != nil {
		return withPublishHint(err, string(v.Systems))
	}
	fmt.Fprintf(c.stdout, "%s: dataset of system %s (%s): %d records, %d files\n", res.Dir, res.System.ID, res.System.Description, res.Records, res.Files)
	if res.Unfinished > 0 {
		c.warn("%d of the records are of operations that did not finish", res.Unfinished)
	}
	return nil
}

// withPublishHint says what to do about an error.
func withPublishHint(err error, systems string) error {
	local := (*publish.LocalError)(nil)
	path := (*fs.PathError)(nil)
	switch {
	case errors.As(err, &local):
		return withHint(err, "assay publish --help shows how a system declares its host name and user names; nothing else of this machine may be in a dataset")
	case errors.Is(err, publish.ErrNotDeclared):
		return withHint(err, fmt.Sprintf("add a [[system]] to %s, or name one with --system", systems))
	case errors.Is(err, publish.ErrNotEnded):
		return withHint(err, "assay run --dir RUN goes on with it")
	case errors.Is(err, publish.ErrInTheWay):
		return withHint(err, "choose a folder that does not exist yet")
	case errors.As(err, &path) && path.Path == systems:
		return withHint(err, "declare the machine in "+systems+"; assay publish --help shows an example")
	}
	return err
}
