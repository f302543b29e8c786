package site

import (
	"strings"

	"github.com/hashassay/assay/internal/report"
)

// systemPage is what the template of a system's page shows.
type systemPage struct {
	frame
	Name       string
	Overview   report.Overview
	Summary    report.SummaryPage
	Ranking    []report.RankClass
	Downloads  []download
	Candidates []crumb
	Charts     []figure
}

func (b *builder) system(f frame, s *set, view report.View) systemPage {
	p := systemPage{
		frame: f.titled("%s %s", strings.ToUpper(s.kind()[:1])+s.kind()[1:], s.name), Name: s.name,
		Overview: view.Overview(), Summary: view.SummaryPage(), Ranking: view.Ranking(), Charts: systemCharts(view), Downloads: s.downloads,
	}
	for _, id := range s.ids {
		p.Candidates = append(p.Candidates, crumb{view.CandidateName(id), escapePath(s.pages[id])})
	}
	return p
}
