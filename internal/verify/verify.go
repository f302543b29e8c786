// Package verify recomputes everything in a run or dataset that can be
// recomputed, and names what does not follow from the rest.
//
// A dataset is an argument: trials were measured, so these are the figures; the
// library passed this gate, so these figures are of it. Verify checks the steps of the
// argument. What contradicts another file, the format or the laws of nature (more
// seconds inside a process than it lived) is an error. What
// contradicts nothing but should make a reader careful (one trial far off the others)
// is a doubt. What a dataset does not hold, such as the known-answer logs, cannot be
// checked, and the report says so.
//
// No check proves that somebody measured. A consistent invention passes; figures
// that were edited, mixed up, copied, lost or damaged do not.
//
// It reads our own runs and datasets as well as published ones of schema 2. Each record
// is read once and dropped, so that memory does not grow with the dataset.
package verify

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/strictjson"
)

// ErrNotDataset is wrapped by the error for a folder that holds neither
// campaign.json nor build.json.
var ErrNotDataset = errors.New("not the folder of a run or dataset")

// checker verifies one dataset.
type checker struct {
	files     fs.FS
	layout    *layout
	catalogue *candidate.Catalogue

	campaign *campaignFile // nil: not readable
	build    *buildFile    // nil: not readable
	ours     bool          // written by assay, so that all keys must be there

	report *Report
}

// Dataset verifies the run or dataset in dir. The error is for what prevents
// verifying (wrong use, environment); what is wrong with the dataset is in the report.
func Dataset(dir string) (*Report, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("dataset: %w", err)
	}
	defer root.Close()
	catalogue, err := candidate.Load()
	if err != nil {
		return nil, err
	}
	c := &checker{
		files: root.FS(), catalogue: catalogue,
		report: &Report{Dataset: dir, Findings: []Finding{}, NotChecked: []string{}},
	}
	if c.layout, err = walk(c.files); err != nil {
		return nil, fmt.Errorf("dataset %s: %w", dir, err)
	}
	if !c.layout.has("campaign.json") && !c.layout.has("build.json") {
		return nil, fmt.Errorf("%s is %w (which holds campaign.json and build.json)", dir, ErrNotDataset)
	}
	c.verify()
	return c.report, nil
}

func (c *checker) verify() {
	var all []Finding
	check := func(name string, f func(n *notes)) {
		n := &notes{file: name}
		f(n)
		all = append(all, n.list...)
	}
	check("campaign.json", c.readCampaign)
	check("build.json", c.readBuild)
	if c.campaign != nil {
		check("campaign.json", c.checkCampaign)
	}
	records, found := c.readRecords()
	all = append(all, found...)
	check(".", c.strays)
	if c.build != nil {
		for _, key := range slices.SortedFunc(maps.Keys(c.build.Instances), compareNatural) {
			check("build.json", func(n *notes) { c.checkEntry(n, key, c.build.Instances[key]) })
		}
		check("build.json", c.sameDigests)
		check("build.json", c.libraries)
		check("build.json", c.otherArchives)
	}
	check(evidence.MemoryFile, c.memoryFile)
	if c.layout.has("pages/summary.md") {
		c.notChecked("the pages in pages/ were not read: assay report writes them again from what was checked")
	}
	all = append(all, c.across(records)...)
	c.report.Records = len(records)
	for _, r := range records {
		c.report.Trials += r.trials
	}
	c.report.Add(all...)
}

// readRecords checks every record by itself, on all CPUs, and returns what the checks across
// records need.
func (c *checker) readRecords() ([]*summary, []Finding) {
	names := c.layout.records
	summaries := make([]*summary, len(names))
	findings := make([][]Finding, len(names))
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(names)) {
		workers.Go(func() {
			reader := &strictjson.Reader{}
			for i := int(next.Add(1)) - 1; i < len(names); i = int(next.Add(1)) - 1 {
				n := &notes{file: names[i]}
				summaries[i] = c.record(reader, n)
				findings[i] = n.list
			}
		})
	}
	workers.Wait()
	var records []*summary
	others := 0
	for _, s := range summaries {
		switch {
		case s == nil: // not readable, and reported
		case s.other:
			others++
		default:
			records = append(records, s)
		}
	}
	if others > 0 {
		c.notChecked("%d records of other operations than hashing: only their JSON was checked", others)
	}
	slices.SortFunc(records, func(a, b *summary) int {
		return cmp.Or(compareNatural(a.candidate, b.candidate), compareNatural(a.label, b.label), cmp.Compare(a.bytes, b.bytes))
	})
	return records, slices.Concat(findings...)
}

// notChecked says that something could not be checked.
func (c *checker) notChecked(format string, args ...any) {
	c.report.NotChecked = append(c.report.NotChecked, fmt.Sprintf(format, args...))
}

// entry returns the build entry that a record belongs to, or nil.
func (c *checker) entry(r *evidence.Record) *evidence.BuildEntry {
	if c.build == nil {
		return nil
	}
	return c.build.Instances[r.Candidate+"/"+r.Label]
}

func compareNatural(a, b string) int {
	switch {
	case candidate.NaturalLess(a, b):
		return -1
	case candidate.NaturalLess(b, a):
		return 1
	}
	return strings.Compare(a, b)
}
