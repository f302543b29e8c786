package site

import "github.com/hashassay/assay/internal/report"

// systemPage is what the template of a system's page shows.
type systemPage struct {
	frame
	Name      string
	Overview  report.Overview
	Summary   report.SummaryPage
	Ranking   []report.RankClass
	Charts    []figure
	Downloads []download
}

func (b *builder) system(f frame, s *set, view report.View) systemPage {
	return systemPage{
		frame: f.titled("System %s", s.name), Name: s.name,
		Overview: view.Overview(), Summary: view.SummaryPage(), Ranking: view.Ranking(), Charts: systemCharts(view), Downloads: s.downloads,
	}
}
