package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/hashassay/assay/iccs"
	"github.com/hashassay/assay/internal/campaign"
	"github.com/hashassay/assay/internal/jail"
	"github.com/hashassay/assay/internal/plan"
	"github.com/hashassay/assay/internal/report"
	"github.com/hashassay/assay/internal/toolchain"
)

type runCmd struct {
	Quick       bool           `name:"quick"`
	Only        string         `name:"only"`
	Impl        []string       `name:"impl"`
	Pair        string         `name:"pair"`
	Pairs       *int           `name:"pairs"`
	CPU         *int           `name:"cpu"`
	Dir         fileName       `name:"dir"`
	Seed        uint64         `name:"seed"`
	TrialTarget *time.Duration `name:"trial-target"`
	Candidates  []fileName     `name:"candidates" sep:"none"`
	Store       fileName       `name:"store"`
	Vectors     fileName       `name:"vectors"`
	Files       []string       `name:"files"`
	CC          string         `name:"cc"`
	System      string         `name:"system" default:"local"`
	Strict      bool           `name:"strict"`
	RequireJail bool           `name:"require-jail"`
	Published   bool           `name:"published"`
	JSON        bool           `name:"json"`
}

func (v *runCmd) Run(c *console) error {
	o, err := v.options()
	if err != nil {
		return err
	}
	c.warnNotImported(o.Catalogue, o.Only, o.Impl)
	bar := newProgress(c.stderr)
	o.Events = bar.event
	ctx, stop := interruptible()
	defer stop()

	res, err := campaign.Run(ctx, *o)
	bar.close()
	if errors.Is(err, campaign.ErrInterrupted) {
		if _, err := os.Stat(filepath.Join(o.Dir, "campaign.json")); err != nil {
			c.warn("interrupted before the run began")
			return exitCode(exitInterrupted)
		}
		c.warn("interrupted; go on with: assay run --dir %s%s", shellQuote(o.Dir), v.repeat())
		return exitCode(exitInterrupted)
	}
	if errors.Is(err, campaign.ErrNotImported) {
		return withHint(err, hintImport)
	}
	if errors.Is(err, campaign.ErrDataset) {
		return withHint(err, "name another --dir to measure in; assay report, verify, export and compare read datasets")
	}
	if err != nil {
		return err
	}
	if res.AlreadyComplete {
		c.warn("run %s is already complete: nothing was built or measured", o.Dir)
	}
	pages, err := report.Write(res.Dataset, o.Catalogue, filepath.Join(o.Dir, "pages"))
	if err != nil {
		return err
	}
	if v.JSON {
		r := newResults(res.Dataset)
		r.NotPassed, r.Failed = append(r.NotPassed, res.NotPassed...), append(r.Failed, res.Failed...)
		err = printJSON(c, r)
	} else {
		err = v.print(c, o.Dir, res, pages)
	}
	if err == nil && len(res.NotPassed)+len(res.Failed) > 0 {
		return exitCode(exitFailed)
	}
	return err
}

func (v *runCmd) print(c *console, dir string, res *campaign.Result, pages []string) error {
	if a := res.Dataset.Campaign.Assay; a.Pair != nil {
		if err := printPair(c.stdout, res.Dataset); err != nil {
			return err
		}
	} else if err := report.Table(c.stdout, res.Dataset, v.Published); err != nil {
		return err
	}
	for _, t := range slices.Concat(res.NotPassed, res.Failed) {
		c.warn("%s", t)
	}
	if len(res.Failed) > 0 {
		c.warn("what failed is measured again by: assay run --dir %s%s", shellQuote(dir), v.repeat())
	}
	fmt.Fprintf(c.stdout, "\nevidence: %s\npages:    %s\n", dir, strings.Join(pages, "\n          "))
	return nil
}

// requireJail refuses a machine that offers less than the whole jail.
func requireJail() error {
	if err := jail.Require(); err != nil {
		return withHint(err, "docs/jail.md says what each part needs; without --require-jail the others are put in force and recorded")
	}
	return nil
}

// repeat gives the options that a resumed run must be given again: those that
// say where candidates and vectors come from, what they are built with, and how they are kept in.
func (v *runCmd) repeat() string {
	s := ""
	for _, d := range names(v.Candidates) {
		s += " --candidates " + shellQuote(d)
	}
	if v.Store != "" {
		s += " --store " + shellQuote(string(v.Store))
	}
	if v.Vectors != "" {
		s += " --vectors " + shellQuote(string(v.Vectors))
	}
	if v.CC != "" {
		s += " --cc " + shellQuote(v.CC)
	}
	if v.RequireJail {
		s += " --require-jail"
	}
	return s
}

func (v *runCmd) options() (*campaign.Options, error) {
	if v.RequireJail {
		if err := requireJail(); err != nil {
			return nil, err
		}
	}
	catalogue, err := measurable(v.Candidates, v.Store)
	if err != nil {
		return nil, err
	}
	o := &campaign.Options{
		Dir: string(v.Dir), Catalogue: catalogue, SystemID: v.System, CandidateDirs: names(v.Candidates),
		Only: v.Only, Impl: v.Impl, CPU: v.CPU, Seed: v.Seed, Quick: v.Quick, Strict: v.Strict, RequireJail: v.RequireJail, Version: version(), ExecPrefix: strings.Fields(os.Getenv("ASSAY_EXEC")),
	}
	if t := v.TrialTarget; t != nil {
		if *t < time.Millisecond || *t > 10*time.Minute {
			return nil, fmt.Errorf("--trial-target %s: give a time from 1ms to 10m", *t)
		}
		o.TargetS = t.Seconds()
	}
	if n := v.Pairs; n != nil {
		if v.Pair == "" {
			return nil, fmt.Errorf("--pairs %d: is for paired runs (--pair)", *n)
		}
		if *n%2 != 0 || *n < plan.LeastPairTrials || *n > plan.MostPairTrials {
			return nil, fmt.Errorf("--pairs %d: give an even number from %d to %d", *n, plan.LeastPairTrials, plan.MostPairTrials)
		}
		o.Pairs = *n
	}
	if v.Pair != "" {
		if o.Pair, err = campaign.ParsePair(v.Pair); err != nil {
			return nil, err
		}
	}
	if o.KATFiles, err = katFiles(v.Files); err != nil {
		return nil, err
	}
	if o.Vectors, err = vectorsFS(string(v.Vectors)); err != nil {
		return nil, err
	}
	if o.Compiler, err = toolchain.Find(v.CC); err != nil {
		if !errors.Is(err, toolchain.ErrNoCompiler) || v.CC != "" {
			return nil, err
		}
		o.NoCompiler = err.Error()
	}
	if o.Dir == "" {
		o.Dir = filepath.Join("runs", time.Now().UTC().Format("20060102-150405"))
	}
	return o, nil
}

// katFiles reads a list such as "2_12,loop".
func katFiles(names []string) ([]iccs.File, error) {
	var files []iccs.File
	for _, n := range names {
		if strings.EqualFold(n, "all") {
			return iccs.Files(), nil
		}
		i := slices.IndexFunc(iccs.Files(), func(f iccs.File) bool {
			return strings.EqualFold(strings.TrimPrefix(strings.ToUpper(n), "KAT_"), strings.TrimPrefix(string(f), "KAT_"))
		})
		if i < 0 {
			return nil, fmt.Errorf("--files: no known-answer file %q (there are 2_12, 2_23, loop, 2_33, and all)", n)
		}
		if f := iccs.Files()[i]; !slices.Contains(files, f) {
			files = append(files, f)
		}
	}
	return files, nil
}

func vectorsFS(dir string) (fs.FS, error) {
	if dir == "" {
		return nil, nil
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("--vectors %s: not a folder", dir)
	}
	return os.DirFS(dir), nil
}

func compilerVersion(cc string) string {
	if c, err := toolchain.Find(cc); err == nil {
		return c.Version
	}
	return ""
}

// patience is how long a further signal does nothing after the first: shells and
// timeout(1) often send two at once. Then one kills the process as usual.
const patience = 2 * time.Second

// interruptible returns a context that SIGINT and SIGTERM end.
func interruptible() (context.Context, func()) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, func() { time.AfterFunc(patience, stop) })
	return ctx, stop
}

// shellQuote quotes a path for a command line that is shown.
func shellQuote(s string) string {
	if s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:=,+@%") == "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
