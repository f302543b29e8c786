package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"runtime/debug"
	"syscall"

	"github.com/hashassay/assay/internal/serve"
)

type serveCmd struct {
	Runs        []fileName `arg:"" name:"run" sep:"none"`
	Listen      string     `name:"listen" default:"127.0.0.1:8642"`
	AllowRemote bool       `name:"allow-remote"`
	Candidates  []fileName `name:"candidates" sep:"none"`
}

// Run serves until it is interrupted, which is how it is meant to end: that is
// no failure.
func (v *serveCmd) Run(c *console) error {
	s, err := siteOf(context.Background(), c, names(v.Runs), names(v.Candidates))
	if err != nil {
		return err
	}
	l, err := serve.Listen(v.Listen, v.AllowRemote)
	switch {
	case errors.Is(err, serve.ErrRemote):
		return withHint(err, "--allow-remote lets other machines connect")
	case errors.Is(err, syscall.EADDRINUSE):
		return withHint(err, "--listen 127.0.0.1:0 takes any free port")
	case err != nil:
		return err
	}
	// A server of pages is not to take the memory of what else runs here: less
	// garbage is let lie than usual.
	debug.SetGCPercent(40)
	ctx, stop := interruptible()
	defer stop()
	fmt.Fprintln(c.stdout, serve.URL(l))
	if v.AllowRemote {
		c.warn("whoever can connect to %s reads all of this", l.Addr())
	}
	if _, ok := terminal(c.stderr); ok {
		c.warn("Ctrl-C ends it")
	}
	return serve.Serve(ctx, l, s.FS(), v.AllowRemote, log.New(c.stderr, "assay: ", 0))
}
