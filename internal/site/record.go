package site

import (
	"path"
	"strings"

	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/report"
)

// recordPage is what the template of an operation's page shows.
type recordPage struct {
	frame
	Record    report.RecordPage
	Kind, Of  string // "system" and its name, or "run"
	JSON      string // link target; "": the file is not there
	Downloads string // link target
	Path      string // of the record in its dataset
}

func (b *builder) record(f frame, s *set, r *evidence.Record, view report.View) recordPage {
	p := recordPage{Kind: s.kind(), Of: s.name, Record: view.RecordPage(r), Path: s.data.Paths[r], Downloads: "../../index.html#downloads"}
	p.frame = f.titled("%s, %s", label(r.Label), p.Record.Message)
	file := strings.TrimSuffix(s.files[p.Path], ".html") + ".json"
	for _, raw := range s.raw {
		if raw.path == file {
			p.JSON = escapePath(path.Base(file))
		}
	}
	return p
}
