package verify

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/gate"
	"github.com/hashassay/assay/internal/plan"
)

// across are the checks that need more than one record.
func (c *checker) across(records []*summary) []Finding {
	readable := slices.DeleteFunc(slices.Clone(records), func(r *summary) bool { return r.environment.CPUModel == unreadable })
	found := c.complete(records)
	found = append(found, c.planFile(readable)...)
	if len(readable) == 0 {
		return found
	}
	found = append(found, c.absentSomewhere(readable)...)
	found = append(found, c.environments(readable)...)
	found = append(found, c.overlaps(readable)...)
	found = append(found, copies(readable)...)
	found = append(found, rising(readable)...)
	found = append(found, memoryJumps(readable)...)
	return found
}

// absentSomewhere handles keys that not every record has: one that is in no
// record of a published dataset is said not to be checked, one that some
// records lack is an error there.
func (c *checker) absentSomewhere(records []*summary) []Finding {
	lacking := map[string]int{}
	for _, r := range records {
		for _, key := range r.missing {
			lacking[key]++
		}
	}
	var nowhere []string
	for key, n := range lacking {
		// cpufreq_avg_khz is there when there was a cpufreq at that moment.
		if n == len(records) || strings.HasSuffix(key, ".cpufreq_avg_khz") {
			nowhere = append(nowhere, key)
		}
	}
	var found []Finding
	for _, r := range records {
		for _, key := range r.missing {
			if !slices.Contains(nowhere, key) {
				found = append(found, Finding{Error, r.file, key, "nothing",
					fmt.Sprintf("a record has this key: %d of %d records of this dataset do", len(records)-lacking[key], len(records))})
			}
		}
	}
	if len(nowhere) > 0 {
		slices.Sort(nowhere)
		c.notChecked("no record has %s", strings.Join(nowhere, ", "))
	}
	return found
}

// complete checks that every timed implementation has a record at every
// message length.
func (c *checker) complete(records []*summary) []Finding {
	if c.build == nil {
		return nil
	}
	sizes := plan.Sizes
	if c.campaign != nil && c.campaign.Assay != nil && len(c.campaign.Assay.MessageBytes) > 0 {
		sizes = c.campaign.Assay.MessageBytes
	}
	have := map[string][]int{}
	candidates := map[string]bool{}
	for _, r := range records {
		key := r.candidate + "/" + r.label
		have[key] = append(have[key], r.bytes)
		candidates[r.candidate] = true
	}
	n := &notes{file: "build.json"}
	none := map[string][]string{}
	for _, key := range slices.SortedFunc(maps.Keys(c.build.Instances), compareNatural) {
		e := c.build.Instances[key]
		if e == nil || !c.isTimed(e) && len(have[key]) == 0 {
			continue
		}
		if len(have[key]) == 0 && !c.ours && !candidates[e.Candidate] {
			none[e.Candidate] = append(none[e.Candidate], e.Label)
			continue
		}
		for _, size := range sizes {
			if !slices.Contains(have[key], size) {
				file := fmt.Sprintf("records/%s__hash_%d.json", key, size)
				if !c.layout.has(file) { // one that cannot be read has been reported
					n.list = append(n.list, Finding{Error, file, "", "no such file", "a record of every timed implementation at every message length"})
				}
			}
		}
		for _, size := range have[key] {
			if !slices.Contains(sizes, size) {
				n.list = append(n.list, Finding{Error, fmt.Sprintf("records/%s__hash_%d.json", key, size), "input_bytes", show(size),
					fmt.Sprintf("one of the lengths %v", sizes)})
			}
		}
	}
	for _, id := range slices.SortedFunc(maps.Keys(none), compareNatural) {
		n.doubt("instances", fmt.Sprintf("%s built and checked: %s", id, strings.Join(none[id], ", ")), "records of these; the dataset holds not one of this candidate")
	}
	return n.list
}

// isTimed says whether an implementation had to be timed. Published entries do
// not say so; there, those that passed were, and of other categories than hash
// functions nothing is known here.
func (c *checker) isTimed(e *evidence.BuildEntry) bool {
	if e.Assay != nil {
		return e.Assay.Timed
	}
	return e.KAT == string(gate.Pass) && e.Library != "" && strings.HasPrefix(e.Candidate, "hash-")
}

// overlaps finds processes that cannot both have run on one CPU: in our runs
// one process measures at a time, and published ones measure one operation at a
// time on each CPU.
func (c *checker) overlaps(records []*summary) []Finding {
	type run struct {
		span
		record *summary
	}
	byCPU := map[int][]run{}
	for _, r := range records {
		for _, s := range r.spans {
			byCPU[r.cpu] = append(byCPU[r.cpu], run{s, r})
		}
	}
	var found []Finding
	for _, cpu := range slices.Sorted(maps.Keys(byCPU)) {
		runs := byCPU[cpu]
		slices.SortStableFunc(runs, func(a, b run) int { return a.start.Compare(b.start) })
		for i := 1; i < len(runs); i++ {
			a, b := runs[i-1], runs[i]
			if !a.overlap(b.span) {
				continue
			}
			other := "the same record"
			if a.record != b.record {
				other = a.record.file
			}
			f := Finding{Doubt, b.record.file, "started_utc", b.start.Format("2006-01-02T15:04:05.000000Z07:00"),
				fmt.Sprintf("another time: on CPU %d something of %s was measured then", cpu, other)}
			if b.field != "" {
				f.Severity, f.Field = Error, b.field
			}
			found = append(found, f)
		}
	}
	return found
}

// trialID are a trial's figures, by which copies are recognised.
type trialID struct {
	calls   int
	seconds evidence.Float
	cycles  uint64
}

// copies finds trials that are the same to the last digit. Within a record one
// such pair is a doubt; between two records two pairs are, since nanoseconds of
// one trial in thousands can meet by chance.
func copies(records []*summary) []Finding {
	type place struct {
		record *summary
		trial  int
	}
	first := map[trialID]place{}
	var found []Finding
	for _, r := range records {
		others := map[*summary][]string{}
		for i, t := range r.runs {
			p, again := first[t]
			if !again {
				first[t] = place{r, i}
				continue
			}
			if p.record == r {
				found = append(found, Finding{Doubt, r.file, fmt.Sprintf("trials[%d]", i), show(t),
					fmt.Sprintf("figures of its own: they are those of trials[%d] to the last digit", p.trial)})
			} else {
				others[p.record] = append(others[p.record], fmt.Sprintf("trials[%d]", i))
			}
		}
		for _, o := range slices.SortedFunc(maps.Keys(others), func(a, b *summary) int { return cmp.Compare(a.file, b.file) }) {
			if len(others[o]) > 1 {
				found = append(found, Finding{Doubt, r.file, strings.Join(others[o], ", "), fmt.Sprintf("%d trials", len(others[o])),
					"trials of its own: they are in " + o.file + " to the last digit"})
			}
		}
	}
	return found
}
