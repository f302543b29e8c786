package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/hashassay/assay/iccs"
	"github.com/hashassay/assay/internal/campaign"
	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/driver"
	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/gate"
	"github.com/hashassay/assay/internal/host"
	"github.com/hashassay/assay/internal/toolchain"
	"github.com/hashassay/assay/internal/visible"
)

type katCmd struct {
	Instances   []string   `arg:"" optional:"" name:"instance" sep:"none"`
	Files       []string   `name:"files"`
	Impl        []string   `name:"impl"`
	Candidates  []fileName `name:"candidates" sep:"none"`
	Store       fileName   `name:"store"`
	Vectors     fileName   `name:"vectors"`
	CC          string     `name:"cc"`
	RequireJail bool       `name:"require-jail"`
	JSON        bool       `name:"json"`
}

// katRow is one checked implementation.
type katRow struct {
	Label   string   `json:"label"`
	Status  string   `json:"status"`
	Files   []string `json:"files"`
	Flags   string   `json:"flags"`
	Seconds float64  `json:"seconds"` // wall clock, building included
	Detail  string   `json:"detail"`

	Archive *evidence.Archive `json:"archive"` // that submitted code is from; null for other code
}

func (v *katCmd) Run(c *console) error {
	if v.RequireJail {
		if err := requireJail(); err != nil {
			return err
		}
	}
	files, err := katFiles(v.Files)
	if err != nil {
		return err
	}
	if len(files) == 0 {
		files = []iccs.File{iccs.KAT212, iccs.KAT223}
	}
	chosen, err := v.chosen(c)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "assay-kat-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	ctx, stop := interruptible()
	defer stop()

	b := &campaign.Builder{Dir: dir, KATFiles: files, Dropped: true}
	if b.Vectors, err = vectorsFS(string(v.Vectors)); err != nil {
		return err
	}
	if chosen, err = v.prepare(ctx, c, b, chosen); err != nil {
		return err
	}
	still := time.NewTicker(waitingInterval)
	defer still.Stop()
	rows, err := checkAll(ctx, b.Build, chosen, func(r katRow) {
		if !v.JSON {
			fmt.Fprintln(c.stdout, r)
		}
	}, still.C, func(running []string) {
		c.warn("waiting for %s; code without an answer is given up after %s, with each set of flags", strings.Join(running, ", "), gate.DefaultWall(files))
	})
	if ctx.Err() != nil {
		return exitCode(exitInterrupted)
	}
	if err != nil {
		return err
	}
	if v.JSON {
		if err := printJSON(c, rows); err != nil {
			return err
		}
	}
	if slices.ContainsFunc(rows, func(r katRow) bool { return r.Status == string(gate.BuildFail) }) {
		c.warn("all that compilers said is kept by assay run, in lib/ of the run")
	}
	if slices.ContainsFunc(rows, func(r katRow) bool { return r.Status != "PASS" }) {
		return exitCode(exitFailed)
	}
	return nil
}

// String is the row in one line.
func (r katRow) String() string {
	of := ""
	if r.Archive != nil && !r.Archive.Published {
		of = fmt.Sprintf(", %s (%s)", evidence.AnotherArchive, r.Archive)
	}
	return visible.Line(fmt.Sprintf("%-10s %-22s %s  %.1f s  (%s)%s%s", r.Status, r.Label, strings.Join(r.Files, " "), r.Seconds, r.Flags, of, prefixed(": ", r.Detail)))
}

// waitingInterval is how often it is said what is waited for.
const waitingInterval = 15 * time.Second

func prefixed(prefix, s string) string {
	if s == "" {
		return ""
	}
	return prefix + s
}

// chosen returns the implementations of the named instances.
func (v *katCmd) chosen(c *console) ([]*candidate.Implementation, error) {
	catalogue, err := measurable(v.Candidates, v.Store)
	if err != nil {
		return nil, err
	}
	all, err := campaign.Select(catalogue, "", v.Impl)
	if errors.Is(err, campaign.ErrNotImported) && len(v.Instances) == 0 {
		return nil, withHint(err, hintImport)
	}
	if err != nil && !errors.Is(err, campaign.ErrNotImported) {
		return nil, err
	}
	if len(v.Instances) == 0 {
		c.warnNotImported(catalogue, "", v.Impl)
		return all, nil
	}
	var absent []string
	var chosen []*candidate.Implementation
	for _, name := range v.Instances {
		i, err := catalogue.FindInstance(name)
		if err != nil {
			return nil, err
		}
		if p := i.Candidate.Package(); i.Absent() && !slices.Contains(absent, p) {
			absent = append(absent, p)
		}
		for _, im := range all {
			if im.Instance == i && !slices.Contains(chosen, im) {
				chosen = append(chosen, im)
			}
		}
	}
	if len(chosen) == 0 && len(absent) > 0 {
		return nil, withHint(fmt.Errorf("%w: %s", campaign.ErrNotImported, campaign.Listed(absent)), hintImport)
	}
	if len(chosen) == 0 {
		return nil, fmt.Errorf("no implementation of kind %s among the named instances (assay list shows them)", strings.Join(v.Impl, ", "))
	}
	return chosen, nil
}

// prepare finds the drivers, and leaves out what cannot be checked here.
func (v *katCmd) prepare(ctx context.Context, c *console, b *campaign.Builder, chosen []*candidate.Implementation) ([]*candidate.Implementation, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	prefix := strings.Fields(os.Getenv("ASSAY_EXEC"))
	b.Programs = map[candidate.Language]*driver.Program{candidate.Go: campaign.GoProgram(self, prefix)}
	noC := host.CanMeasure() // the C driver wants the same system
	if noC == nil {
		b.Compiler, noC = toolchain.Find(v.CC)
		if noC != nil && (v.CC != "" || !errors.Is(noC, toolchain.ErrNoCompiler)) {
			return nil, noC
		}
	}
	missing := map[string]string{}
	chosen = slices.DeleteFunc(chosen, func(im *candidate.Implementation) bool {
		if len(im.Missing) > 0 {
			missing[im.Kind] = strings.Join(im.Missing, ", ")
		}
		return len(im.Missing) > 0
	})
	for _, kind := range slices.Sorted(maps.Keys(missing)) {
		c.warn("%s implementations are left out: this CPU lacks %s", kind, missing[kind])
	}
	if len(chosen) == 0 {
		return nil, errors.New("nothing is left to check")
	}
	isC := func(im *candidate.Implementation) bool { return im.Language == candidate.C }
	if !slices.ContainsFunc(chosen, isC) {
		return chosen, nil
	}
	if noC != nil {
		c.warn("C implementations are left out: %v", noC)
		if chosen = slices.DeleteFunc(chosen, isC); len(chosen) == 0 {
			return nil, errors.New("nothing is left to check")
		}
		return chosen, nil
	}
	b.Programs[candidate.C], err = campaign.CProgram(ctx, b.Compiler, filepath.Join(b.Dir, "driver"), prefix)
	if err == nil && v.RequireJail {
		err = campaign.RequireJail(b.Programs)
	}
	return chosen, err
}

// checkAll checks on all CPUs at once (nothing is timed here) and reports in
// order. At every tick of still it says which are being checked, in order.
func checkAll(ctx context.Context, build func(context.Context, *candidate.Implementation) (*evidence.BuildEntry, error), chosen []*candidate.Implementation, show func(katRow), still <-chan time.Time, waiting func(running []string)) ([]katRow, error) {
	type outcome struct {
		row katRow
		err error
	}
	outcomes := make([]chan outcome, len(chosen))
	running := make([]atomic.Bool, len(chosen))
	slots := make(chan struct{}, runtime.NumCPU())
	for i, im := range chosen {
		outcomes[i] = make(chan outcome, 1)
		go func() {
			slots <- struct{}{}
			running[i].Store(true)
			defer func() { running[i].Store(false); <-slots }()
			if ctx.Err() != nil {
				outcomes[i] <- outcome{err: ctx.Err()}
				return
			}
			began := time.Now()
			e, err := build(ctx, im)
			if err != nil {
				outcomes[i] <- outcome{err: err}
				return
			}
			outcomes[i] <- outcome{row: katRow{im.Label, e.KAT, e.Assay.KATFiles, e.Flags, time.Since(began).Seconds(), e.Assay.Detail, e.Assay.Archive}}
		}()
	}
	var rows []katRow
	for _, ch := range outcomes {
		var o outcome
		for got := false; !got; {
			select {
			case o = <-ch:
				got = true
			case <-still:
				var labels []string
				for i, im := range chosen {
					if running[i].Load() {
						labels = append(labels, im.Label)
					}
				}
				if len(labels) > 0 {
					waiting(labels)
				}
			}
		}
		if o.err != nil {
			return nil, o.err
		}
		show(o.row)
		rows = append(rows, o.row)
	}
	return rows, nil
}
