package main

import (
	"encoding/json"

	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/report"
)

// printJSON prints one JSON value.
func printJSON(c *console, v any) error {
	e := json.NewEncoder(c.stdout)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	return e.Encode(v)
}

// resultRow is one operation in the JSON output of run and report.
type resultRow struct {
	Candidate      string               `json:"candidate"`
	Label          string               `json:"label"`
	Instance       string               `json:"instance"`
	Implementation string               `json:"implementation"`
	InputBytes     int                  `json:"input_bytes"`
	Status         string               `json:"status"`
	KAT            string               `json:"kat"`
	Trials         int                  `json:"trials"`
	Calls          int                  `json:"calls"`
	MeanSeconds    *evidence.Float      `json:"mean_seconds"`   // per call, the guide's mean
	MedianSeconds  *evidence.Float      `json:"median_seconds"` // per call, median of trials
	IntervalLo     *evidence.Float      `json:"interval_lo_seconds"`
	IntervalHi     *evidence.Float      `json:"interval_hi_seconds"`
	IntervalLevel  *evidence.Float      `json:"interval_level"`
	SpreadRatio    *evidence.Float      `json:"spread_ratio"`
	MeanCycles     *evidence.Float      `json:"mean_cycles"`
	MedianCycles   *evidence.Float      `json:"median_cycles"`
	CycleSource    evidence.CycleSource `json:"cycle_source"`
	CyclesPerByte  *evidence.Float      `json:"cycles_per_byte"` // of the median
	MBPerSecond    *evidence.Float      `json:"throughput_MB_per_second"`
	Marks          []string             `json:"marks"`
	CPUs           []int                `json:"cpus"`                      // that the trials ran on
	BaselineRSS    *int64               `json:"baseline_rss_median_bytes"` // over the processes; null: not recorded for each
	PeakRSS        *int64               `json:"peak_rss_median_bytes"`
	KATFiles       []string             `json:"kat_files"` // known-answer files checked
	Archive        *evidence.Archive    `json:"archive"`   // that submitted code is from, and whether it is the published one; null for other code
	Record         string               `json:"record"`    // path relative to the run
}

// results are the JSON output of run and report.
type results struct {
	Dir          string      `json:"dir"`
	Quick        bool        `json:"quick"`
	HostProblems []string    `json:"host_problems"`
	LeftOut      []string    `json:"left_out"`
	NotPassed    []string    `json:"not_passed"`
	Failed       []string    `json:"failed"`
	Rows         []resultRow `json:"rows"`
}

func newResults(d *evidence.Dataset) results {
	res := results{
		Dir: d.Dir, HostProblems: d.Campaign.HostProblems,
		LeftOut: []string{}, NotPassed: []string{}, Failed: []string{}, Rows: []resultRow{},
	}
	if a := d.Campaign.Assay; a != nil {
		res.Quick, res.LeftOut = a.Quick, a.LeftOut
	}
	for _, r := range d.Records {
		row := resultRow{
			Candidate: r.Candidate, Label: r.Label, Instance: r.Instance, Implementation: r.Variant,
			InputBytes: r.InputBytes, Status: r.Status, KAT: r.KAT, CycleSource: evidence.None, Marks: []string{},
			CPUs: r.CPUs(), KATFiles: []string{}, Record: d.Paths[r],
		}
		if baseline, peak, known := r.MedianRSS(); known {
			row.BaselineRSS, row.PeakRSS = &baseline, &peak
		}
		if e := d.Build.Instances[r.Candidate+"/"+r.Label]; e != nil {
			row.KATFiles = append(row.KATFiles, report.CheckedFiles(d, e)...)
			if e.Assay != nil {
				row.Archive = e.Assay.Archive
			}
		}
		if f := r.Figures; f != nil {
			s := r.Robust()
			row.setInterval(s.Interval.Lo, s.Interval.Hi, s.Interval.Level, s.SpreadRatio)
			for _, m := range s.Marks {
				row.Marks = append(row.Marks, string(m))
			}
			row.Trials, row.Calls = len(f.Trials), f.Measurements
			row.MeanSeconds, row.MedianSeconds = &f.MeanSeconds, &f.MedianTrialSeconds
			row.MBPerSecond = f.ThroughputMBs
			row.MeanCycles, row.MedianCycles = f.MeanCycles, f.MedianTrialCycles
			if f.MeanCycles != nil {
				row.CycleSource = evidence.Perf
			}
		}
		if a := r.Assay; a != nil {
			row.Implementation, row.CycleSource, row.Marks = a.Implementation, a.CycleSource, a.Marks
			row.MeanCycles, row.MedianCycles = a.MeanCycles, a.MedianCycles
			if r.Figures != nil {
				row.setInterval(float64(a.IntervalLo), float64(a.IntervalHi), float64(a.IntervalLevel), float64(a.SpreadRatio))
			}
		}
		if row.MedianCycles != nil && r.InputBytes > 0 {
			perByte := *row.MedianCycles / evidence.Float(r.InputBytes)
			row.CyclesPerByte = &perByte
		}
		res.Rows = append(res.Rows, row)
	}
	return res
}

func (row *resultRow) setInterval(lo, hi, level, spread float64) {
	set := func(to **evidence.Float, x float64) { f := evidence.Float(x); *to = &f }
	set(&row.IntervalLo, lo)
	set(&row.IntervalHi, hi)
	set(&row.IntervalLevel, level)
	set(&row.SpreadRatio, spread)
}
