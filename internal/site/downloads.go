package site

import (
	"bytes"
	"compress/gzip"
	"io"

	"github.com/hashassay/assay/internal/evidence"
	"github.com/hashassay/assay/internal/export"
)

// download is a file for other programs.
type download struct {
	Name, Title string
	Left        []string // what it should hold and does not, and why
	content     func() ([]byte, error)
}

// downloads lists those of a dataset: its trials, where it has any, in the formats of
// assay export, and all its evidence. Tables are packed: rows repeat what they have
// in common, and take ten times the room.
func downloads(d *evidence.Dataset, files *source, folder string) []download {
	var list []download
	if hasTrials(d) {
		list = []download{
			{Name: "trials.csv.gz", Title: "every trial as a row of comma-separated values, each with all that is needed to use it alone", content: packed(d, export.CSV)},
			{Name: "trials.json.gz", Title: "the same rows as JSON", content: packed(d, export.JSON)},
		}
	}
	if hasComplete(d) {
		list = append(list, download{Name: "trials.bench.gz", Title: "the trials of complete operations in Go’s benchmark format, for benchstat", content: packed(d, export.Benchfmt)})
	}
	return append(list, download{
		Name: "dataset.tar.gz", Title: "the dataset itself, for assay verify, report and compare: settings, builds, plan, records and known-answer logs", Left: files.left,
		content: func() ([]byte, error) { return archive(files, began(d), folder) },
	})
}

func hasTrials(d *evidence.Dataset) bool {
	for _, r := range d.Records {
		if r.Figures != nil && len(r.Trials) > 0 {
			return true
		}
	}
	return false
}

func hasComplete(d *evidence.Dataset) bool {
	for _, r := range d.Records {
		if r.Status == evidence.Complete {
			return true
		}
	}
	return false
}

// packed writes the trials of a dataset in a format, compressed.
func packed(d *evidence.Dataset, f export.Format) func() ([]byte, error) {
	return written(func(w io.Writer) error {
		zip := gzip.NewWriter(w) // its header holds no time and no name: the same rows give the same bytes
		if _, err := export.Write(zip, d, f); err != nil {
			return err
		}
		return zip.Close()
	})
}

func written(write func(io.Writer) error) func() ([]byte, error) {
	return func() ([]byte, error) {
		var b bytes.Buffer
		err := write(&b)
		return b.Bytes(), err
	}
}
