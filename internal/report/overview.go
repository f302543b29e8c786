package report

import (
	"fmt"
	"slices"

	"github.com/hashassay/assay/internal/candidate"
	"github.com/hashassay/assay/internal/evidence"
)

// Overview is a dataset in a few lines, for lists of datasets.
type Overview struct {
	System, Architecture, Processor string
	Started, Ended                  string   // UTC, whole seconds; Ended "": the run has not
	Notices                         []Notice // what puts all of it in doubt
	Ours                            bool     // written by assay
	Quick                           bool
	Candidates                      []string // identifiers and names of submissions
	Others                          []string // what they are compared with
	Implementations                 int
	Operations, Unfinished          int
	HostProblems                    []string    // nothing, with HostChecked: the checks found nothing
	HostChecked                     bool        // in a phase that times
	Fastest                         []RankClass // at RankedBytes: of each class, those that share the first place
}

// Overview sums the dataset up.
func (v View) Overview() Overview {
	d := v.dataset
	c := d.Campaign
	o := Overview{
		System: known(c.SystemID), Processor: processor(c, d.Records), Started: WholeSeconds(c.StartedUTC),
		Ours: c.Assay != nil, Quick: c.Assay != nil && c.Assay.Quick,
		Implementations: len(d.Build.Instances), Operations: len(d.Records), Unfinished: countUnfinished(d.Records),
		HostProblems: hostProblems(d, d.Records), HostChecked: checkedForMeasuring(c.HostChecks), Notices: evidenceNotices(d, d.Records),
	}
	if c.EndedUTC != "" {
		o.Ended = WholeSeconds(c.EndedUTC)
	}
	_, o.Architecture = architecture(c.EnvironmentAtStart.Architecture)
	for _, id := range d.CandidateIDs() {
		name, role := v.CandidateName(id), candidate.Submission
		for _, e := range d.Entries(id) {
			role = v.role(e)
		}
		if role == candidate.Submission {
			o.Candidates = append(o.Candidates, name)
		} else {
			o.Others = append(o.Others, name)
		}
	}
	for _, class := range v.Ranking() {
		first := class
		first.Rows = slices.DeleteFunc(slices.Clone(class.Rows), func(r Rank) bool { return r.Place > 1 })
		if len(first.Rows) > 0 {
			o.Fastest = append(o.Fastest, first)
		}
	}
	return o
}

// checkedForMeasuring says whether the host was checked in a phase that times:
// what is found while building counts for nothing.
func checkedForMeasuring(checks []evidence.HostCheck) bool {
	return slices.ContainsFunc(checks, func(h evidence.HostCheck) bool { return h.Phase == "calibrate" || h.Phase == "measure" })
}

// Heading names a class: "512-bit digests, our own C99 reference".
func (c RankClass) Heading() string {
	if c.Digest == 0 {
		return "Digests of unknown width, " + c.Code
	}
	return fmt.Sprintf("%d-bit digests, %s", c.Digest, c.Code)
}
