package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/hashassay/assay/internal/campaign"
	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/driver"
	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/host"
	"github.com/hashassay/assay/internal/leak"
	"github.com/hashassay/assay/internal/toolchain"
)

type leakCmd struct {
	Labels     []string      `arg:"" name:"label" sep:"none"`
	Bytes      []int         `name:"bytes" default:"32,1000"`
	Classes    []string      `name:"classes" default:"fixed,zero"`
	Samples    int           `name:"samples" default:"1000000"`
	Time       time.Duration `name:"time" default:"50s"`
	Floor      time.Duration `name:"floor" default:"2ns"`
	Seed       uint64        `name:"seed"`
	CPU        int           `name:"cpu" default:"-1"`
	Candidates []fileName    `name:"candidates" sep:"none"`
	Store      fileName      `name:"store"`
	CC         string        `name:"cc"`
	JSON       bool          `name:"json"`
}

// leakRow is the outcome for one implementation in assay leak --json.
type leakRow struct {
	Candidate string       `json:"candidate"`
	Label     string       `json:"label"`
	Flags     string       `json:"flags"`
	Verdict   leak.Verdict `json:"verdict"`
	Detail    string       `json:"detail"` // what the candidate did instead of hashing

	Archive *evidence.Archive `json:"archive"` // that submitted code is from; null for other code
	*leak.Result
}

// notTested is the verdict on code that could not be run; Detail says why.
const notTested leak.Verdict = "not tested"

// leakResults is the JSON output.
type leakResults struct {
	CPU        int       `json:"cpu"`
	Seed       uint64    `json:"seed"`
	Threshold  float64   `json:"threshold"`   // of |t|
	Tests      int       `json:"tests"`       // of all rows
	FalseAlarm float64   `json:"false_alarm"` // bound of the probability that one of them is a false alarm
	Limits     string    `json:"limits"`
	Rows       []leakRow `json:"rows"`
}

// leakLimits stand under every result.
const leakLimits = `"no leak found" is no proof: it holds for this machine, kernel and compiler, these lengths and classes,
and differences above the resolution (docs/leak.md).`

func (v *leakCmd) Run(c *console) error {
	request, err := v.request()
	if err != nil {
		return err
	}
	catalogue, err := measurable(v.Candidates, v.Store)
	if err != nil {
		return err
	}
	var chosen []*candidate.Implementation
	for _, label := range v.Labels {
		im, err := catalogue.FindLabel(label)
		if err != nil {
			return err
		}
		if len(im.Missing) > 0 {
			return fmt.Errorf("%s: this CPU lacks %s", im.Label, strings.Join(im.Missing, ", "))
		}
		if !slices.Contains(chosen, im) {
			chosen = append(chosen, im)
		}
	}
	if err := host.CanMeasure(); err != nil {
		return err
	}
	if request.CPU, err = host.PickCPU(v.CPU); err != nil {
		return err
	}
	unlock, err := host.LockCPU(request.CPU)
	if err != nil {
		return err
	}
	defer unlock()
	dir, err := os.MkdirTemp("", "assay-leak-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	ctx, stop := interruptible()
	defer stop()

	bench := leakBench{dir: dir, cc: v.CC}
	bar := newProgress(c.stderr)
	rows, err := bench.testAll(ctx, bar, chosen, *request)
	bar.close()
	if ctx.Err() != nil {
		return exitCode(exitInterrupted)
	}
	if err != nil {
		return err
	}
	res := leakResults{CPU: request.CPU, Seed: request.Seed, Threshold: leak.Threshold, Rows: rows, Limits: strings.ReplaceAll(leakLimits, "\n", " ")}
	for _, r := range rows {
		if r.Result != nil {
			res.Tests += r.Tests()
		}
	}
	res.FalseAlarm = leak.FalseAlarm(res.Tests)
	if v.JSON {
		err = printJSON(c, res)
	} else {
		err = res.print(c)
	}
	if err == nil && slices.ContainsFunc(rows, func(r leakRow) bool { return r.Verdict != leak.NoLeak }) {
		return exitCode(exitFailed)
	}
	return err
}

// request reads the options.
func (v *leakCmd) request() (*leak.Request, error) {
	r := &leak.Request{Bytes: v.Bytes, Calls: v.Samples, Budget: v.Time, Seed: v.Seed, Floor: v.Floor}
	for _, n := range v.Bytes {
		if n < 1 || n > leak.MaxBytes {
			return nil, fmt.Errorf("--bytes %d: give lengths from 1 to %d", n, leak.MaxBytes)
		}
	}
	for _, name := range v.Classes {
		if !slices.Contains(leak.AllClasses(), leak.Classes(name)) {
			return nil, fmt.Errorf("--classes: no pair %q (there are fixed, zero, ones)", name)
		}
		r.Classes = append(r.Classes, leak.Classes(name))
	}
	if v.Samples < leak.MinCalls || v.Samples > leak.MaxCalls {
		return nil, fmt.Errorf("--samples %d: give a number from %d to %d", v.Samples, leak.MinCalls, int(leak.MaxCalls))
	}
	if v.Time < time.Second || v.Time > 24*time.Hour {
		return nil, fmt.Errorf("--time %s: give a time from 1s to 24h", v.Time)
	}
	if v.Floor < 0 {
		return nil, fmt.Errorf("--floor %s: give a time such as 2ns, or 0s", v.Floor)
	}
	for r.Seed == 0 {
		r.Seed = rand.Uint64N(1e15) // short enough to be typed again
	}
	return r, nil
}

// leakEvents shows the progress of the i-th implementation of n.
func leakEvents(bar *progress, label string, i, n int) func(leak.Event) {
	return func(e leak.Event) {
		text := fmt.Sprintf("%s, %d bytes, %s", label, e.Bytes, e.Classes.Describe())
		if e.Again {
			text += ", again to confirm"
		}
		bar.event(campaign.Event{Phase: "leak", Done: 100*i + int(100*e.Done), Total: 100 * n, Text: text, Left: e.Left})
	}
}

// leakBench builds and runs implementations.
type leakBench struct {
	dir, cc  string
	compiler *toolchain.Compiler
	c        *driver.Program
}

func (b *leakBench) testAll(ctx context.Context, bar *progress, chosen []*candidate.Implementation, r leak.Request) ([]leakRow, error) {
	rows := []leakRow{}
	for i, im := range chosen {
		r.Events = leakEvents(bar, im.Label, i, len(chosen))
		row, err := b.test(ctx, im, r)
		if err != nil {
			return nil, err
		}
		rows = append(rows, *row)
	}
	return rows, nil
}

// test builds and tests one implementation. What is wrong with the candidate is in the row.
func (b *leakBench) test(ctx context.Context, im *candidate.Implementation, r leak.Request) (*leakRow, error) {
	row := &leakRow{Candidate: im.Instance.Candidate.ID, Label: im.Label, Flags: "go", Verdict: notTested, Archive: campaign.ArchiveOf(im)}
	r.Target = driver.Target{Library: im.Target(), DigestBits: im.Instance.DigestBits}
	prefix := strings.Fields(os.Getenv("ASSAY_EXEC"))
	if im.Language == candidate.C {
		lib, err := b.build(ctx, im, prefix)
		if be := (*toolchain.BuildError)(nil); errors.As(err, &be) {
			row.Detail = "BUILDFAIL: " + be.Message() // the log does not stay
			return row, nil
		}
		if err != nil {
			return nil, err
		}
		r.Program, r.Target.Library, row.Flags = b.c, lib.Path, string(lib.Flags)
	} else {
		self, err := os.Executable()
		if err != nil {
			return nil, err
		}
		r.Program = campaign.GoProgram(self, prefix)
	}
	res, err := leak.Compare(ctx, r)
	if failure := (*driver.Failure)(nil); errors.As(err, &failure) {
		row.Detail = err.Error()
		return row, nil
	}
	if err != nil {
		return nil, err
	}
	row.Result, row.Verdict = res, res.Verdict()
	return row, nil
}

// build compiles a library, and the C driver for the first. What the guide's flags do not build gets the default flags.
func (b *leakBench) build(ctx context.Context, im *candidate.Implementation, prefix []string) (*toolchain.Library, error) {
	var err error
	if b.c == nil {
		if b.compiler, err = toolchain.Find(b.cc); err != nil {
			return nil, err
		}
		if b.c, err = campaign.CProgram(ctx, b.compiler, filepath.Join(b.dir, "driver"), prefix); err != nil {
			return nil, err
		}
	}
	lib, err := b.compiler.Build(ctx, im, toolchain.Guide, filepath.Join(b.dir, "lib"))
	if be := (*toolchain.BuildError)(nil); errors.As(err, &be) {
		lib, err = b.compiler.Build(ctx, im, toolchain.Default, filepath.Join(b.dir, "lib"))
	}
	return lib, err
}

func (res *leakResults) print(c *console) error {
	w := tabwriter.NewWriter(c.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "LABEL\tBYTES\tCLASSES\tCALLS\tTIME\tLARGEST |t|\tOF TEST\tDIFFERENCE\tRESOLUTION\tVERDICT")
	for _, row := range res.Rows {
		if row.Result == nil {
			fmt.Fprintf(w, "%s\t\t\t\t\t\t\t\t\t%s: %s\n", row.Label, row.Verdict, row.Detail)
			continue
		}
		for _, x := range row.Comparisons {
			verdict := string(x.Verdict)
			switch {
			case x.Again != nil && x.Verdict == leak.NoLeak:
				verdict += " (not confirmed)"
			case x.Faint():
				verdict += " (below the floor)"
			}
			fmt.Fprintf(w, "%s\t%d\t%s\t%d\t%.0f ns\t%.2f\t%s\t%+.2f ns\t%.1f ns\t%s\n", row.Label, x.Bytes, x.Classes.Describe(), x.First.Calls,
				row.Nanoseconds(x.Time()), max(x.Largest.T, -x.Largest.T), x.Largest.Name, row.Nanoseconds(x.Largest.Difference),
				row.Nanoseconds(x.Resolution()), verdict)
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, row := range res.Rows {
		if a := row.Archive; a != nil && !a.Published {
			c.warn("%s is %s (%s)", row.Label, evidence.AnotherArchive, a)
		}
	}
	clocks := []string{}
	for _, row := range res.Rows {
		if row.Result != nil && !slices.Contains(clocks, row.Clock) {
			clocks = append(clocks, row.Clock)
		}
	}
	fmt.Fprintf(c.stdout, "\nCPU %d, seed %d", res.CPU, res.Seed)
	if len(clocks) > 0 {
		fmt.Fprintf(c.stdout, ", ticks of %s", strings.Join(clocks, " and "))
	}
	_, err := fmt.Fprintf(c.stdout, ". |t| above %g counts, if the difference is not below the floor and a second\n"+
		"run confirms it: the %d tests together raise a false alarm with a probability of about %.0e at most.\n%s\n",
		res.Threshold, res.Tests, res.FalseAlarm, leakLimits)
	return err
}
