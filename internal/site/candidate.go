package site

import "github.com/hashassay/assay/internal/report"

// candidatePage is what the template of a candidate's page shows.
type candidatePage struct {
	frame
	ID        string
	Kind, Of  string // "system" and its name, or "run"
	Candidate report.CandidatePage
	Charts    candidateCharts
	Beside    []besideLink
}

// besideLink leads to the implementations of an instance, side by side on the
// compare page.
type besideLink struct{ Instance, Target string }

func (b *builder) candidate(f frame, s *set, id string, view report.View) candidatePage {
	p := candidatePage{frame: f.titled("%s", view.CandidateName(id)), ID: id, Kind: s.kind(), Of: s.name, Candidate: view.CandidatePage(id)}
	p.Charts = newCandidateCharts(view, p.Candidate)
	for _, instance := range p.Candidate.Instances {
		var keys []string
		for _, e := range s.data.Entries(id) {
			if e.Instance == instance && len(keys) < mostBeside {
				keys = append(keys, besideKey(s.folder, id, e.Label))
			}
		}
		p.Beside = append(p.Beside, besideLink{instance, f.Root + "compare.html#" + besideAddress(keys)})
	}
	return p
}
