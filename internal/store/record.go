package store

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"
)

// recordFile is the file of an import that says what it is.
const recordFile = "import.json"

// Folders of an import.
const (
	sourceFolder  = "source"
	vectorsFolder = "vectors"
)

// recordSchema is the version of Record.
const recordSchema = 1

// Accepted says why an archive was imported.
type Accepted string

// The reasons.
const (
	ByRecipe Accepted = "recipe" // its digest is that of the published archive
	ByUser   Accepted = "user"   // the user named its digest
)

// Record is import.json: where an import comes from and what it holds.
type Record struct {
	Schema        int      `json:"schema"`
	Candidate     string   `json:"candidate"`
	Archive       string   `json:"archive"`        // name of the archive, without folders
	ArchiveBytes  int64    `json:"archive_bytes"`  // its size
	ArchiveSHA256 string   `json:"archive_sha256"` // its digest
	Accepted      Accepted `json:"accepted"`
	ImportedUTC   string   `json:"imported_utc"` // RFC 3339
	Assay         string   `json:"assay"`        // version that imported it
	Files         []File   `json:"files"`        // sorted by path
}

// File is one file of an import.
type File struct {
	Path   string `json:"path"` // from the candidate's folder in the store: "source/…" or "vectors/…"
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
	Entry  string `json:"entry,omitempty"`  // its name in the archive, if that is another than the path
	Inside string `json:"inside,omitempty"` // name of the archive in the archive that it comes from
}

// check says what in a record cannot be.
func (r *Record) check(id string) error {
	switch {
	case r.Schema != recordSchema:
		return fmt.Errorf("schema %d is not known (known: %d)", r.Schema, recordSchema)
	case r.Candidate != id:
		return fmt.Errorf("candidate is %q, not %q", r.Candidate, id)
	case !isSHA256(r.ArchiveSHA256):
		return fmt.Errorf("archive_sha256 %q is no SHA-256", r.ArchiveSHA256)
	case r.Accepted != ByRecipe && r.Accepted != ByUser:
		return fmt.Errorf("accepted %q must be %q or %q", r.Accepted, ByRecipe, ByUser)
	case len(r.Files) == 0:
		return errors.New("files is empty")
	}
	if _, err := time.Parse(time.RFC3339, r.ImportedUTC); err != nil {
		return fmt.Errorf("imported_utc %q is no time", r.ImportedUTC)
	}
	for i, f := range r.Files {
		top, rest, _ := strings.Cut(f.Path, "/")
		switch {
		case !fs.ValidPath(f.Path) || top != sourceFolder && top != vectorsFolder || rest == "":
			return fmt.Errorf("files[%d].path %q is no path of an imported file", i, f.Path)
		case i > 0 && r.Files[i-1].Path >= f.Path:
			return fmt.Errorf("files[%d].path %q is out of order or there twice", i, f.Path)
		case !isSHA256(f.SHA256) || f.Bytes < 0:
			return fmt.Errorf("files[%d]: bytes and sha256 of %q cannot be", i, f.Path)
		}
	}
	return nil
}

// isSHA256 says whether text is a digest in lower-case hexadecimal.
func isSHA256(text string) bool {
	b, err := hex.DecodeString(text)
	return err == nil && len(b) == 32 && strings.ToLower(text) == text
}
