package site

import "github.com/hashassay/assay/internal/report"

// landingPage is what the template of the landing page shows.
type landingPage struct {
	frame
	Systems []landingRow
}

type landingRow struct {
	Name, Target string
	report.Overview
}

func (b *builder) landing(f frame) landingPage {
	p := landingPage{frame: f.titled("Hash candidates measured")}
	for _, s := range b.newest() {
		p.Systems = append(p.Systems, landingRow{s.name, escapePath(s.folder) + "/index.html", s.view(escapePath(s.folder) + "/").Overview()})
	}
	return p
}
