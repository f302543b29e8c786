// Command spread finds out how much figures differ from run to run on this
// machine: the headline figure of assay run, the median of trials in rounds over
// all operations, and beside it the plain mean of five trials that follow each
// other, operation by operation.
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

// plainTrials is how many trials the guide's mean is made of.
const plainTrials = 5

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
	headline, plain := figures{}, figures{}
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
			headline[name] = append(headline[name], float64(r.Assay.MedianSeconds))
			mean, err := plainMean(ctx, catalogue, d, r, assay, cpu)
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			plain[name] = append(plain[name], mean)
		}
		fmt.Fprintf(os.Stderr, "run %d of %d: %d operations\n", i+1, runs, len(d.Records))
	}
	show("median of trials in rounds (assay run --quick)", headline)
	show("mean of five trials, operation by operation", plain)
	fmt.Printf("ratio of the two spreads above 1: %.0f %%\n", 100*(headline.spread()-1)/(plain.spread()-1))
	return nil
}

// plainMean measures an operation of a run again: five trials in fresh
// processes, one after the other, and their mean time of a call.
func plainMean(ctx context.Context, c *candidate.Catalogue, d *evidence.Dataset, r *evidence.Record, assay string, cpu int) (float64, error) {
	im, err := c.FindLabel(r.Label)
	if err != nil {
		return 0, err
	}
	program := campaign.GoProgram(assay, nil)
	target := driver.Target{Library: im.Target(), DigestBits: im.Instance.DigestBits}
	if im.Language == candidate.C {
		program = &driver.Program{Name: "c", Argv: []string{filepath.Join(d.Dir, "lib", "driver")}, Jail: jail.Available()}
		target.Library = filepath.Join(d.Dir, filepath.FromSlash(r.Library))
	}
	var seconds float64
	calls := r.Plan.IterationsPerTrial
	for range plainTrials {
		t, err := program.Time(ctx, driver.TrialRequest{Target: target, CPU: cpu, Bytes: r.InputBytes, Warmups: r.Plan.Warmups, Calls: calls})
		if err != nil {
			return 0, err
		}
		seconds += t.Seconds
	}
	return seconds / float64(plainTrials*calls), nil
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

func (f figures) spread() float64 { return stats.Median(f.spreads()) }

func show(what string, f figures) {
	s := f.spreads()
	fmt.Printf("%s: run-to-run spread %.1f %% (median of %d operations; smallest %.1f %%, largest %.1f %%)\n",
		what, 100*(f.spread()-1), len(s), 100*(s[0]-1), 100*(s[len(s)-1]-1))
}
