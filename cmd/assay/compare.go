package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/hashassay/assay/internal/compare"
	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/report"
)

type compareCmd struct {
	Runs       []fileName `arg:"" name:"run"`
	By         string     `name:"by"`
	Noise      string     `name:"noise"`
	Regression string     `name:"fail-on-regression"`
	Format     string     `name:"format" default:"text"`
	JSON       bool       `name:"json"`
}

// comparisonFormats print a comparison.
var comparisonFormats = map[string]func(*console, *compare.Result) error{
	"text":     func(c *console, r *compare.Result) error { return report.ComparisonText(c.stdout, r) },
	"markdown": func(c *console, r *compare.Result) error { return report.ComparisonMarkdown(c.stdout, r) },
	"csv":      func(c *console, r *compare.Result) error { return r.WriteCSV(c.stdout) },
	"json":     func(c *console, r *compare.Result) error { return printJSON(c, r) },
}

func (v *compareCmd) Run(c *console) error {
	if v.JSON {
		if v.Format != "text" && v.Format != "json" {
			return fmt.Errorf("--json and --format %s: choose one", v.Format)
		}
		v.Format = "json"
	}
	print, ok := comparisonFormats[v.Format]
	if !ok {
		return fmt.Errorf("--format %q: there are text, markdown, csv, json", v.Format)
	}
	o, err := v.options()
	if err != nil {
		return err
	}
	res, err := v.compare(*o)
	if err != nil {
		return err
	}
	if err := print(c, res); err != nil {
		return err
	}
	return v.judge(c, res)
}

func (v *compareCmd) options() (*compare.Options, error) {
	o := &compare.Options{Noise: compare.DefaultNoise}
	var err error
	if v.Noise != "" {
		if o.Noise, err = percentage("--noise", v.Noise); err != nil {
			return nil, err
		}
		if o.Noise == 0 {
			return nil, errors.New("--noise 0: two runs of the same code never agree to the last digit; give a small share such as 0.1%")
		}
	}
	if v.Regression != "" {
		limit, err := percentage("--fail-on-regression", v.Regression)
		if err != nil {
			return nil, err
		}
		o.Regression = &limit
	}
	return o, nil
}

// percentage reads "2%" or "2".
func percentage(option, text string) (float64, error) {
	x, err := strconv.ParseFloat(strings.TrimSpace(strings.TrimSuffix(text, "%")), 64)
	if err != nil || !(x >= 0 && x <= 1000) {
		return 0, fmt.Errorf("%s %q: give per cent from 0 to 1000, such as 2%%", option, text)
	}
	return x / 100, nil
}

// compare reads the runs and does what was asked for.
func (v *compareCmd) compare(o compare.Options) (*compare.Result, error) {
	dirs := names(v.Runs)
	by, pick, picked := strings.Cut(v.By, "=")
	switch {
	case len(dirs) > 2:
		return nil, fmt.Errorf("compare takes two runs, or one with --by: there are %d", len(dirs))
	case len(dirs) == 2 && v.By != "":
		return nil, errors.New("--by compares within one run: there are two")
	}
	if picked {
		o.Pick = strings.Split(pick, ",")
		if len(o.Pick) != 2 || o.Pick[0] == "" || o.Pick[1] == "" || o.Pick[0] == o.Pick[1] {
			return nil, fmt.Errorf("--by %s: name two, as in %s=A,B", v.By, by)
		}
	}
	var sets []*evidence.Dataset
	for _, dir := range dirs {
		d, err := evidence.ReadDataset(dir)
		if err != nil {
			return nil, err
		}
		sets = append(sets, d)
	}
	kinds := map[string]compare.By{"impl": compare.Impl, "instance": compare.Instances}
	switch kind, ok := kinds[by]; {
	case len(sets) == 2:
		return compare.Datasets(sets[0], sets[1], o)
	case ok:
		return compare.Within(sets[0], kind, o)
	case v.By != "":
		return nil, fmt.Errorf("--by %q: there are impl and instance", v.By)
	case sets[0].Campaign.Assay == nil || sets[0].Campaign.Assay.Pair == nil:
		return nil, withHint(fmt.Errorf("%s is one run: with what is it to be compared?", dirs[0]),
			"name a second run, or add --by impl or --by instance to compare within it")
	}
	return compare.Paired(sets[0], o)
}

// judge says what --fail-on-regression found. What B lost is no success either.
func (v *compareCmd) judge(c *console, res *compare.Result) error {
	if v.Regression == "" {
		return nil
	}
	slower := res.Regressions()
	if n := len(slower); n > 0 {
		c.warn("%d of %d operations are slower in B by more than %s %%", n, res.Size(), strings.TrimSuffix(v.Regression, "%"))
	}
	if n := len(res.Lost); n > 0 {
		c.warn("%d operations of A have no figure to compare in B", n)
	}
	if len(slower)+len(res.Lost) > 0 {
		return exitCode(exitFailed)
	}
	return nil
}

// printPair prints the comparison that a paired run was made for.
func printPair(w io.Writer, d *evidence.Dataset) error {
	if !slices.ContainsFunc(d.Records, func(r *evidence.Record) bool { return r.Status == evidence.Complete }) {
		return nil // the run has said why
	}
	res, err := compare.Paired(d, compare.Options{})
	if err != nil {
		return err
	}
	return report.ComparisonText(w, res)
}
