package site

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"time"

	"github.com/hashassay/assay/internal/evidence"
)

// archive packs the files that make up a dataset as a .tar.gz, below one folder.
// The same files give the same bytes: names are in order, and everything else
// that a tar file says of them is the same for all, the time that of the
// run's start.
func archive(d *evidence.Dataset, folder string) ([]byte, error) {
	root, err := os.OpenRoot(d.Dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	names, _, err := archived(d)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	zip := gzip.NewWriter(&out)
	files := tar.NewWriter(zip)
	for _, name := range names {
		data, err := root.ReadFile(filepath.FromSlash(name))
		if err != nil {
			return nil, err
		}
		h := &tar.Header{Typeflag: tar.TypeReg, Name: path.Join(folder, name), Size: int64(len(data)), Mode: 0o644, ModTime: began(d)}
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

// archived lists the slash paths of what an archive of a dataset holds, and
// says of everything else that belongs to it why it is left out. Links are, and what
// lies outside of the folder: a dataset from elsewhere may name any file of
// the machine.
func archived(d *evidence.Dataset) (names, left []string, err error) {
	files, err := d.Files()
	if err != nil {
		return nil, nil, err
	}
	root, err := os.OpenRoot(d.Dir)
	if err != nil {
		return nil, nil, err
	}
	defer root.Close()
	for _, name := range files {
		if !fs.ValidPath(name) {
			left = append(left, fmt.Sprintf("%q is no path inside of the dataset", name))
			continue
		}
		switch info, err := root.Lstat(filepath.FromSlash(name)); {
		case err != nil:
			left = append(left, fmt.Sprintf("%q is not in the dataset", name))
		case !info.Mode().IsRegular():
			left = append(left, fmt.Sprintf("%q is not a regular file", name))
		default:
			names = append(names, name)
		}
	}
	return names, left, nil
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
