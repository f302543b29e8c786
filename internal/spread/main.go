// Command spread finds out how much figures differ from run to run on this
// machine: the headline figure of assay run, the median of trials in rounds over
// all operations, and beside it the plain mean of five trials that follow each
// other, operation by operation; both as time and as cycles.
//
//	go run ./internal/spread -runs 10
//
// Each run is followed by such a pass with the same libraries, processes and
// numbers of calls, so that both see the same states of the machine. The
// spread of an operation is the largest of its figures divided by the smallest;
// what is printed is the median over the operations.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/hashassay/assay/internal/campaign"
	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/driver"
	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/jail"
	"github.com/hashassay/assay/internal/stats"
)

// planned is how many trials the guide's mean is made of.
const planned = 5

func main() {
	if len(os.Args) > 1 && os.Args[1] == "driver" {
		os.Exit(driver.Main(os.Args[2:], os.Stdin, os.Stdout, os.Stderr))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	runs := flag.Int("runs", 10, "how many runs")
	only := flag.String("only", "^hash-12", "what is measured, as in assay run --only")
	cpu := flag.Int("cpu", runtime.NumCPU()-1, "the CPU to measure on")
	flag.Parse()
	if err := measure(ctx, *runs, *only, *cpu); err != nil {
		fmt.Fprintln(os.Stderr, "spread:", err)
		os.Exit(2)
	}
}

// figures are the figures of each operation, by its name, one per run.
type figures map[string][]float64

func measure(ctx context.Context, runs int, only string, cpu int) error {
	if runs < 2 {
		return errors.New("-runs: at least 2 are needed")
	}
	work, err := os.MkdirTemp("", "assay-spread-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	assay := filepath.Join(work, "assay")
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", assay, "./cmd/assay").CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, out)
	}
	catalogue, err := candidate.Load()
	if err != nil {
		return err
	}
	headline, headlineTime, plain, plainTime := figures{}, figures{}, figures{}, figures{}
	for i := range runs {
		dir := filepath.Join(work, fmt.Sprint(i))
		run := exec.CommandContext(ctx, assay, "run", "--quick", "--only", only, "--dir", dir, "--cpu", fmt.Sprint(cpu))
		if out, err := run.CombinedOutput(); err != nil {
			return fmt.Errorf("assay run: %w\n%s", err, out)
		}
		d, err := evidence.ReadDataset(dir)
		if err != nil {
			return err
		}
		for _, r := range d.Records {
			name := fmt.Sprintf("%s %d", r.Label, r.InputBytes)
			p, err := plainTrials(ctx, catalogue, d, r, assay, cpu)
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			headlineTime.add(name, &r.Assay.MedianSeconds)
			headline.add(name, r.Assay.MedianCycles)
			plainTime.add(name, &p.Figures.MeanSeconds)
			plain.add(name, p.Assay.MeanCycles)
		}
		fmt.Fprintf(os.Stderr, "run %d of %d: %d operations\n", i+1, runs, len(d.Records))
	}
	fmt.Println("run-to-run spread: largest by smallest, less one; median over the operations (smallest to largest)")
	headline.show("headline, cycles (median of trials in rounds)", runs)
	headlineTime.show("headline, time", runs)
	plain.show("mean of five trials, operation by operation, cycles", runs)
	plainTime.show("the same mean, time", runs)
	fmt.Printf("headline by mean, time: %.0f %%\n", 100*(headlineTime.spread()-1)/(plainTime.spread()-1))
	return nil
}

// plainTrials measures an operation of a run again: five trials in fresh
// processes, one after the other. The record it returns has only figures that
// follow from trials.
func plainTrials(ctx context.Context, c *candidate.Catalogue, d *evidence.Dataset, r *evidence.Record, assay string, cpu int) (*evidence.Record, error) {
	im, err := c.FindLabel(r.Label)
	if err != nil {
		return nil, err
	}
	program := campaign.GoProgram(assay, nil)
	target := driver.Target{Library: im.Target(), DigestBits: im.Instance.DigestBits}
	if im.Language == candidate.C {
		program = &driver.Program{Name: "c", Argv: []string{filepath.Join(d.Dir, "lib", "driver")}, Jail: jail.Available()}
		target.Library = filepath.Join(d.Dir, filepath.FromSlash(r.Library))
	}
	var trials []evidence.Trial
	a := &evidence.Assay{}
	for i := range planned {
		t, err := program.Time(ctx, driver.TrialRequest{Target: target, CPU: cpu, Bytes: r.InputBytes, Warmups: r.Plan.Warmups, Calls: r.Plan.IterationsPerTrial})
		if err != nil {
			return nil, err
		}
		trials = append(trials, evidence.SchemaTrial(t))
		a.Trials = append(a.Trials, evidence.Attempt{Round: i, Trial: t})
	}
	a.Derive(r.InputBytes, evidence.UsualClock(evidence.Clocks(r.Assay.Trials)))
	return &evidence.Record{Figures: evidence.Derive(trials, r.InputBytes, 0), Assay: a}, nil
}

// add adds what one run found; nil, where there is no figure, is left out.
func (f figures) add(operation string, figure *evidence.Float) {
	if figure != nil {
		f[operation] = append(f[operation], float64(*figure))
	}
}

// spreads returns the spread of each operation, sorted.
func (f figures) spreads() []float64 {
	var list []float64
	for _, x := range f {
		list = append(list, slices.Max(x)/slices.Min(x))
	}
	slices.Sort(list)
	return list
}

// spread is the median of the operations' spreads.
func (f figures) spread() float64 { return stats.Median(f.spreads()) }

// show prints the spread of the operations that have the figure in all runs.
func (f figures) show(what string, runs int) {
	maps.DeleteFunc(f, func(_ string, x []float64) bool { return len(x) < runs })
	if len(f) == 0 {
		fmt.Printf("%-52s no operation has this figure in all runs\n", what)
		return
	}
	s := f.spreads()
	fmt.Printf("%-52s %6.1f %% (%.1f to %.1f %%, %d operations)\n", what, 100*(f.spread()-1), 100*(s[0]-1), 100*(s[len(s)-1]-1), len(s))
}
