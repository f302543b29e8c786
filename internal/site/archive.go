package site

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path"
	"time"

	"github.com/hashassay/assay/internal/evidence"
)

// archive packs the files that make up a dataset as a .tar.gz, below one folder.
// The same files give the same bytes: names are in order, and everything else
// that a tar file says of them is the same for all, the time that of the
// run's start.
func archive(s *source, began time.Time, folder string) ([]byte, error) {
	root, err := os.OpenRoot(s.dir)
	if err != nil {
		return nil, changed(s.dir, err)
	}
	defer root.Close()
	var out bytes.Buffer
	zip := gzip.NewWriter(&out)
	files := tar.NewWriter(zip)
	for _, name := range s.names() {
		data, err := s.readIn(root, name)
		if err != nil {
			return nil, err
		}
		h := &tar.Header{Typeflag: tar.TypeReg, Name: path.Join(folder, name), Size: int64(len(data)), Mode: 0o644, ModTime: began}
		if err := files.WriteHeader(h); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if _, err := files.Write(data); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	if err := files.Close(); err != nil {
		return nil, err
	}
	if err := zip.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// began is the second in which a run began, or, where a dataset does not say so,
// the first of Unix time.
func began(d *evidence.Dataset) time.Time {
	t, err := time.Parse(time.RFC3339Nano, d.Campaign.StartedUTC)
	if err != nil || t.Unix() < 0 {
		return time.Unix(0, 0)
	}
	return time.Unix(t.Unix(), 0)
}
