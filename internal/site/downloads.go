package site

import (
	"bytes"

	"github.com/hashassay/assay/internal/export"
)

// download is a file for other programs.
type download struct {
	Name, Title string
	content     func() ([]byte, error)
}

// downloads lists those of a set. A set without trials has none to export.
func downloads(s *set) []download {
	trials := false
	for _, r := range s.data.Records {
		trials = trials || r.Figures != nil && len(r.Trials) > 0
	}
	if !trials {
		return nil
	}
	exported := func(f export.Format) func() ([]byte, error) {
		return func() ([]byte, error) {
			var b bytes.Buffer
			_, err := export.Write(&b, s.data, f)
			return b.Bytes(), err
		}
	}
	return []download{
		{"trials.csv", "every trial as a row of comma-separated values", exported(export.CSV)},
		{"trials.json", "the same as JSON", exported(export.JSON)},
		{"trials.bench", "complete operations in Go's benchmark format, for benchstat", exported(export.Benchfmt)},
	}
}
