package site

import "github.com/hashassay/assay/internal/report"

// candidatePage is what the template of a candidate's page shows.
type candidatePage struct {
	frame
	ID        string
	Candidate report.CandidatePage
	Charts    candidateCharts
}

func (b *builder) candidate(f frame, id string, view report.View) candidatePage {
	p := candidatePage{frame: f.titled("%s", view.CandidateName(id)), ID: id, Candidate: view.CandidatePage(id)}
	p.Charts = newCandidateCharts(view, p.Candidate)
	return p
}
